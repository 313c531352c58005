import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../engine/index.ts'
import { partsOf } from '../../engine/internal.ts'
import type { Trace } from '../trace/trace.ts'
import { readTrace, readTraces } from './reading.ts'

const folder = process.env['TRACES_DIR']
const textOf = (name: string): string => readFileSync(join(folder ?? '', name), 'utf8')
const read = (name: string, options = {}): Trace => readTrace(textOf(name), { filename: name, ...options })

/** Figures of a trace that can be counted in the file in other ways. */
function figures(trace: Trace) {
  const parts = trace.messages.flatMap((message) => partsOf(message))
  const inputs = trace.turns.flatMap(({ usage }) => (usage ? [usage.input] : []))
  return {
    records: trace.intake.records,
    messages: trace.messages.length,
    turns: trace.turns.length,
    replies: trace.turns.filter(({ response }) => response !== null).length,
    calls: parts.filter(({ type }) => type === 'tool_use').length,
    results: parts.filter(({ type }) => type === 'tool_result').length,
    windows: trace.windows.length,
    problems: trace.intake.problems.length,
    lacksOverhead: trace.lacksOverhead,
    usage: [
      inputs.length,
      inputs[0] ?? null,
      inputs.reduce((a, b) => Math.max(a, b), 0),
      inputs.at(-1) ?? null,
    ],
  }
}

/** Characters of texts, arguments, results and thinking of the first messages. Default: all messages. */
function contentOf(trace: Trace, count = trace.messages.length): number {
  let sum = 0
  for (const part of trace.messages.slice(0, count).flatMap((message) => partsOf(message))) {
    if (part.type === 'text') sum += part.text.length
    else if (part.type === 'thinking') sum += part.thinking.length
    else if (part.type === 'tool_use') sum += part.name.length + JSON.stringify(part.input).length
    else if (part.type === 'tool_result')
      sum += typeof part.content === 'string' ? part.content.length : JSON.stringify(part.content).length
  }
  return sum
}

/** Laws of every trace: turns and messages are numbered in the order of arrival, and no message is in two turns. */
function checkShape(trace: Trace): void {
  const seen = trace.turns.flatMap(({ inputs, response }) =>
    response === null ? inputs : [...inputs, response],
  )
  expect(seen).toEqual(trace.messages.map((_, index) => index))
  expect(trace.turns.map(({ turn }) => turn)).toEqual(trace.turns.map((_, index) => index))
  for (const { response } of trace.turns)
    if (response !== null) expect(trace.messages[response]?.role).toBe('assistant')
}

describe.skipIf(folder === undefined)('logs recorded by others', () => {
  it('TOK-2 a Claude Code session with a compaction: 94 replies and 8 of its sub-agent, each counted once', () => {
    const trace = read('claude-code-compaction.jsonl')
    checkShape(trace)
    expect(figures(trace)).toEqual({
      records: 537,
      messages: 204,
      turns: 102,
      replies: 102,
      calls: 133,
      results: 133,
      windows: 2,
      problems: 0,
      lacksOverhead: true,
      usage: [102, 44_727, 166_182, 89_717],
    })
    expect(trace.recordedEdits).toMatchObject([
      { turn: 82, window: 0, trigger: 'auto', tokensBefore: 167_038 },
    ])
    expect(trace.recordedEdits[0]?.summary).toMatch(
      /^This session is being continued from a previous conversation/,
    )
    expect(trace.intake.ignored).toEqual([
      { kind: 'file-history-snapshot', count: 14 },
      { kind: 'progress/bash_progress', count: 106 },
      { kind: 'progress/hook_progress', count: 80 },
    ])
    // The reply before the boundary is the peak, the one after it starts again.
    expect(trace.turns[81]?.usage?.input).toBe(166_182)
    expect(trace.turns[82]?.usage?.input).toBe(73_445)
    const side = trace.turns.flatMap(({ window, usage }) => (window === 1 ? (usage ?? []) : []))
    expect(side.reduce((sum, { input }) => sum + input, 0)).toBe(442_857 + 85_010)
    expect(
      trace.messages.some((message) => JSON.stringify(message).includes('session is being continued from')),
    ).toBe(false)
  })

  it('REC-1 the same session with its compaction kept', () => {
    const trace = read('claude-code-compaction.jsonl', { recordedEdits: 'keep' })
    checkShape(trace)
    expect(figures(trace)).toMatchObject({ messages: 205, turns: 103, replies: 102, windows: 3 })
    expect(trace.windows).toEqual([
      { id: 0, parent: null, kind: 'main', opened: 0, closed: 82 },
      { id: 1, parent: 0, kind: 'subagent', opened: 1, closed: 8 },
      { id: 2, parent: 0, kind: 'continuation', opened: 83, closed: null },
    ])
  })

  it('a Claude Code session with side chains: a window for each', () => {
    const trace = read('claude-code-sidechain-japanese.jsonl')
    checkShape(trace)
    expect(figures(trace)).toEqual({
      records: 53,
      messages: 41,
      turns: 20,
      replies: 20,
      calls: 21,
      results: 21,
      windows: 3,
      problems: 0,
      lacksOverhead: true,
      usage: [20, 18_768, 26_080, 26_080],
    })
    expect(trace.windows).toEqual([
      { id: 0, parent: null, kind: 'main', opened: 0, closed: null },
      { id: 1, parent: 0, kind: 'subagent', opened: 3, closed: 5 },
      { id: 2, parent: 0, kind: 'subagent', opened: 7, closed: 13 },
    ])
    expect(trace.turns.filter(({ window }) => window !== 0)).toHaveLength(10)
    expect(trace.injected).toEqual([1])
  })

  it('a mini-swe-agent trajectory: usage of every call, the exit as the last result', () => {
    const trace = read('openai-chat-reasoning-miniswe.json')
    checkShape(trace)
    expect(figures(trace)).toEqual({
      records: 158,
      messages: 157,
      turns: 79,
      replies: 78,
      calls: 78,
      results: 78,
      windows: 1,
      problems: 0,
      lacksOverhead: false,
      usage: [78, 1_893, 37_241, 37_241],
    })
    expect(trace.system).toHaveLength(95)
    expect(trace.turns[0]).toMatchObject({ model: 'deepseek-reasoner', time: 1_776_074_483_156 })
    const thinking = trace.messages
      .flatMap((message) => partsOf(message))
      .filter(({ type }) => type === 'thinking')
    expect(thinking.length).toBeGreaterThan(70)
  })

  it('an Anthropic list: 41 messages, 20 calls, no usage', () => {
    const trace = read('anthropic-messages.json')
    checkShape(trace)
    expect(figures(trace)).toEqual({
      records: 41,
      messages: 41,
      turns: 21,
      replies: 20,
      calls: 20,
      results: 20,
      windows: 1,
      problems: 0,
      lacksOverhead: false,
      usage: [0, null, 0, null],
    })
  })

  it('τ-bench: three conversations, the largest first', () => {
    const traces = readTraces(textOf('tau-bench-airline.json'))
    traces.forEach(checkShape)
    expect(traces.map((trace) => [trace.intake.records, figures(trace).calls, trace.system.length])).toEqual([
      [10, 0, 6_155],
      [42, 10, 6_155],
      [62, 27, 6_155],
    ])
    const trace = read('tau-bench-airline.json')
    expect(trace.messages).toHaveLength(61)
    expect(trace.siblings.map((name) => name.replace(/.*\(/, '('))).toEqual(['(2 of 3)', '(1 of 3)'])
  })

  it('a plain chat whose agent calls tools in its text', () => {
    const trace = read('plain-chat-xml-agent.jsonl')
    checkShape(trace)
    expect(figures(trace)).toMatchObject({
      records: 75,
      messages: 74,
      turns: 37,
      replies: 37,
      calls: 37,
      results: 36,
    })
    expect(trace.system).toHaveLength(3_913)
  })

  it('TOK-2 a Codex rollout: response items once, usage of each call once, a last call without result', () => {
    const trace = read('codex-rollout.jsonl')
    checkShape(trace)
    expect(figures(trace)).toEqual({
      records: 152,
      messages: 28,
      turns: 14,
      replies: 13,
      calls: 29,
      results: 28,
      windows: 1,
      problems: 0,
      lacksOverhead: true,
      usage: [13, 14_695, 43_265, 42_689],
    })
    expect(trace.injected).toEqual([0])
    // Instructions of 15,298 characters and six developer texts of 18,819, separated by blank lines.
    expect(trace.system).toHaveLength(15_298 + 18_819 + 6 * 2)
    expect(trace.turns[0]).toMatchObject({ model: 'gpt-5.4', time: Date.parse('2026-04-28T15:33:32.781Z') })
    // 454,503 tokens in all calls, the sum in the last event.
    const all = trace.turns.reduce(
      (sum, { usage }) => sum + (usage ? usage.input + (usage.output ?? 0) : 0),
      0,
    )
    expect(all).toBe(454_503)
    expect(Math.abs((contentOf(trace) + 18_819) / 4 - 22_826)).toBeLessThan(400)
    expect(trace.intake.inferred.join(' ')).toContain('call_uH2MIrloAtyGI8ynqPY2xXra')
  })

  it('items of the Responses API: two replies with their reasoning, no usage', () => {
    const trace = read('openai-responses-items.json')
    checkShape(trace)
    expect(figures(trace)).toEqual({
      records: 7,
      messages: 5,
      turns: 3,
      replies: 2,
      calls: 1,
      results: 1,
      windows: 1,
      problems: 0,
      lacksOverhead: false,
      usage: [0, null, 0, null],
    })
    expect(Math.abs(contentOf(trace) / 4 - 16_575)).toBeLessThan(200)
  })

  it('a Gemini CLI session: a call separated by a notice belongs to the preceding reply', () => {
    const trace = read('gemini-cli-session.json')
    checkShape(trace)
    expect(figures(trace)).toEqual({
      records: 17,
      messages: 28,
      turns: 14,
      replies: 14,
      calls: 13,
      results: 13,
      windows: 1,
      problems: 0,
      lacksOverhead: true,
      usage: [14, 12_207, 15_146, 15_146],
    })
    expect(trace.intake.ignored).toEqual([{ kind: 'info', count: 1 }])
    // Every reply of this session with calls is followed by their results.
    expect(trace.messages.map(({ role }) => role)).toEqual(
      trace.messages.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
    )
  })

  it('TOK-2 LangChain messages of an Anthropic model: each call once, usage with its cache', () => {
    const trace = read('langchain-messages.json')
    checkShape(trace)
    expect(figures(trace)).toEqual({
      records: 6,
      messages: 6,
      turns: 3,
      replies: 3,
      calls: 2,
      results: 2,
      windows: 1,
      problems: 0,
      lacksOverhead: true,
      usage: [3, 6_720, 13_541, 13_541],
    })
    expect(trace.turns.map(({ usage }) => usage?.cacheWrite)).toEqual([6_717, 13_426, 13_535])
    expect(Math.abs(contentOf(trace) / 4 - 12_817)).toBeLessThan(100)
  })

  it('an OpenHands run: system prompt, tools and recalled knowledge, which explain the first usage', () => {
    const trace = read('openhands-history.jsonl')
    checkShape(trace)
    expect(figures(trace)).toEqual({
      records: 49,
      messages: 47,
      turns: 23,
      replies: 23,
      calls: 23,
      results: 22,
      windows: 1,
      problems: 0,
      lacksOverhead: false,
      usage: [23, 5_920, 33_459, 33_459],
    })
    expect(trace.system).toHaveLength(5_602)
    expect(trace.tools.map(({ name }) => name)).toEqual([
      'execute_bash',
      'think',
      'finish',
      'str_replace_editor',
    ])
    expect(trace.injected).toEqual([1])
    expect(trace.turns[0]).toMatchObject({ model: 'meta-llama/llama-4-maverick', time: 1_746_030_777_821 })
    const before = trace.system.length + JSON.stringify(trace.tools).length + contentOf(trace, 2)
    expect(Math.abs(before / 4 - 5_920)).toBeLessThan(200)
    // 22,358 tokens of content at 4 characters each, without knowledge and the text around outputs.
    const knowledge = contentOf(trace, 2) - contentOf(trace, 1)
    expect(Math.abs((trace.system.length + contentOf(trace) - knowledge) / 4 - 22_358)).toBeLessThan(250)
  })

  it('an incomplete log is read as far as possible, or refused with an error', () => {
    for (const name of [
      'claude-code-sidechain-japanese.jsonl',
      'tau-bench-airline.json',
      'plain-chat-xml-agent.jsonl',
      'gemini-cli-session.json',
      'langchain-messages.json',
      'openhands-history.jsonl',
    ]) {
      const text = textOf(name)
      for (let part = 1; part < 12; part++) {
        try {
          checkShape(readTrace(text.slice(0, Math.floor((text.length * part) / 12))))
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError)
        }
      }
    }
  })
})
