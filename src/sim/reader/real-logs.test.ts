import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { partsOf, ProblemError } from '../../engine/index.ts'
import type { Trace } from '../trace.ts'
import { readTrace, readTraces } from './read.ts'

const folder = process.env['TRACES_DIR']
const textOf = (name: string): string => readFileSync(join(folder ?? '', name), 'utf8')
const read = (name: string, options = {}): Trace => readTrace(textOf(name), { filename: name, ...options })

/** Figures of a trace that a person can count in the file by other means. */
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

/** Laws of every trace: turns and messages are numbered in the order they come, and nothing is in two turns. */
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
  it('TOK-2 a Claude Code session with a compaction: 94 replies, each counted once', () => {
    const trace = read('claude-code-compaction.jsonl')
    checkShape(trace)
    expect(figures(trace)).toEqual({
      records: 537,
      messages: 188,
      turns: 94,
      replies: 94,
      calls: 116,
      results: 116,
      windows: 1,
      problems: 0,
      lacksOverhead: true,
      usage: [94, 44_727, 166_182, 89_717],
    })
    expect(trace.recordedEdits).toMatchObject([
      { turn: 74, window: 0, trigger: 'auto', tokensBefore: 167_038 },
    ])
    expect(trace.recordedEdits[0]?.summary).toMatch(
      /^This session is being continued from a previous conversation/,
    )
    expect(trace.intake.ignored).toEqual([
      { kind: 'file-history-snapshot', count: 14 },
      { kind: 'progress/agent_progress', count: 35 },
      { kind: 'progress/bash_progress', count: 106 },
      { kind: 'progress/hook_progress', count: 80 },
    ])
    // the reply before the boundary is the peak, the one after it begins anew
    expect(trace.turns[73]?.usage?.input).toBe(166_182)
    expect(trace.turns[74]?.usage?.input).toBe(73_445)
    expect(
      trace.messages.some((message) => JSON.stringify(message).includes('session is being continued from')),
    ).toBe(false)
  })

  it('REC-1 the same session with its compaction kept', () => {
    const trace = read('claude-code-compaction.jsonl', { recordedEdits: 'keep' })
    checkShape(trace)
    expect(figures(trace)).toMatchObject({ messages: 189, turns: 95, replies: 94, windows: 2 })
    expect(trace.windows).toEqual([
      { id: 0, parent: null, kind: 'main', opened: 0, closed: 74 },
      { id: 1, parent: 0, kind: 'continuation', opened: 75, closed: null },
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

  it('τ-bench: three conversations, the largest first in line', () => {
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
    expect(figures(trace)).toMatchObject({ records: 75, messages: 74, turns: 37, replies: 37, calls: 0 })
    expect(trace.system).toHaveLength(3_913)
  })

  it('everything that is cut short is read as far as it goes or refused in words', () => {
    for (const name of [
      'claude-code-sidechain-japanese.jsonl',
      'tau-bench-airline.json',
      'plain-chat-xml-agent.jsonl',
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
