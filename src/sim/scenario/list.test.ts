import { describe, expect, it } from 'vitest'
import { chars4, ProblemError, validate } from '../../engine/index.ts'
import { partsOf } from '../../engine/internal.ts'
import type { Json, Part, ToolCallPart, ToolResultPart } from '../../engine/index.ts'
import type { Trace, TraceNeed } from '../trace/trace.ts'
import { scenario, scenarios } from './list.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'

const SEEDS: Readonly<Record<string, readonly number[]>> = {
  'axios-migration': [1, 3, 5, 8, 21, 2_147_483_647],
  'long-coding': [1, 5, 13],
}

const made = new Map<string, Trace>()

/** One trace per seed, made once for all tests. Do not change it. */
function trace(name: string, seed: number): Trace {
  const key = `${name} ${seed}`
  const known = made.get(key) ?? scenario(name, seed)
  made.set(key, known)
  return known
}

function strings(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((item: Json) => strings(item))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

/** The texts of a part; each argument of a call is one text. */
function said(part: Part): string[] {
  switch (part.type) {
    case 'text':
      return [part.text]
    case 'thinking':
      return [part.thinking]
    case 'tool_use':
      return strings(part.input)
    case 'tool_result':
      return typeof part.content === 'string' ? [part.content] : []
    default:
      return []
  }
}

function textOf(part: Part): string {
  return part.type === 'tool_use' ? JSON.stringify(part.input) : said(part).join('\n')
}

function allParts(it: Trace): Part[] {
  return it.messages.flatMap((message) => partsOf(message))
}

function calls(it: Trace): ToolCallPart[] {
  return allParts(it).filter((part) => part.type === 'tool_use')
}

function results(it: Trace): ToolResultPart[] {
  return allParts(it).filter((part) => part.type === 'tool_result')
}

function turnOfMessage(it: Trace): Map<number, number> {
  const turns = new Map<number, number>()
  for (const turn of it.turns) {
    for (const input of turn.inputs) turns.set(input, turn.turn)
    if (turn.response !== null) turns.set(turn.response, turn.turn)
  }
  return turns
}

function gapOf(it: Trace, need: TraceNeed): number {
  return need.turn - (turnOfMessage(it).get(need.message) ?? Number.NaN)
}

/** Tokens of a trace, of its results and in all, at four characters per token. */
function tokens(it: Trace): { results: number; all: number } {
  const count = (parts: readonly Part[]): number =>
    parts.reduce((sum, part) => sum + chars4.count(textOf(part)), 0)
  const overhead = chars4.count(it.system) + chars4.count(JSON.stringify(it.tools))
  return { results: count(results(it)), all: count(allParts(it)) + overhead }
}

const family = Object.entries(SEEDS).flatMap(([name, seeds]) => seeds.map((seed) => ({ name, seed })))

describe.each(family)('$name, seed $seed', ({ name, seed }) => {
  it('VALID-1 is a valid request with its system prompt and tools', () => {
    const { system, tools, messages } = trace(name, seed)
    expect(validate({ system, tools, messages }, 'anthropic')).toEqual([])
  })

  it('has every message in exactly one turn, inputs before the response', () => {
    const it = trace(name, seed)
    const order = it.turns.flatMap((turn) => [...turn.inputs, turn.response])
    expect(order).toEqual(it.messages.map((_, index) => index))
    expect(it.turns.map((turn) => turn.turn)).toEqual(it.turns.map((_, index) => index))
    for (const turn of it.turns) {
      expectEqual(
        turn.inputs.map((input) => it.messages[input]?.role),
        ['user'],
      )
      expectSame(it.messages[turn.response ?? -1]?.role, 'assistant')
    }
  })

  it('PAIR-1 answers every call in the next message, in order, with unique ids', () => {
    const it = trace(name, seed)
    it.messages.forEach((message, index) => {
      if (message.role !== 'assistant') return
      const asked = partsOf(message).flatMap((part) => (part.type === 'tool_use' ? [part.id] : []))
      const next = it.messages[index + 1]
      const answered = (next === undefined ? [] : partsOf(next)).flatMap((part) =>
        part.type === 'tool_result' ? [part.tool_use_id] : [],
      )
      expectEqual(answered, asked)
    })
    const ids = calls(it).map((call) => call.id)
    expect(new Set(ids).size).toBe(ids.length)
    const declared = new Set(it.tools.map((tool) => tool.name))
    expect(calls(it).filter((call) => !declared.has(call.name))).toEqual([])
  })

  it('NEED-1 the evidence of every need is verbatim in its source and in the response of its turn', () => {
    const it = trace(name, seed)
    for (const need of it.needs) {
      const source = partsOf(it.messages[need.message]!)[need.part]!
      const response = partsOf(it.messages[it.turns[need.turn]!.response!]!).flatMap(said)
      expect(need.evidence.length).toBeGreaterThan(0)
      for (const string of need.evidence) {
        expect(string.length).toBeGreaterThan(2)
        expect(said(source).join('\n')).toContain(string)
        expectSame(
          response.some((text) => text.includes(string)),
          true,
          `${string} in turn ${need.turn}`,
        )
      }
    }
  })

  it('NEED-1 every need has a source in an earlier turn', () => {
    const it = trace(name, seed)
    expect(it.needs.filter((need) => !(gapOf(it, need) >= 1))).toEqual([])
    const keys = it.needs.map((need) => JSON.stringify(need))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('NEED-3 only what a read, a search or a list has shown can be fetched again', () => {
    const { needs, messages } = trace(name, seed)
    const toolOf = new Map(calls(trace(name, seed)).map((call) => [call.id, call.name]))
    const wrong = needs.filter((need) => {
      const source = partsOf(messages[need.message]!)[need.part]!
      const tool = source.type === 'tool_result' ? (toolOf.get(source.tool_use_id) ?? '') : ''
      return need.refetchable && !['read_file', 'grep_search', 'list_files'].includes(tool)
    })
    expect(wrong).toEqual([])
    const reread = needs.filter((need) => need.kind === 'artifact')
    expect(reread.every((need) => need.refetchable)).toBe(true)
  })

  it('no message before its source contains the goal or a decision', () => {
    const it = trace(name, seed)
    const told = it.needs.filter((need) => need.kind === 'goal' || need.kind === 'decision')
    for (const need of told) {
      const before = it.messages.slice(0, need.message).flatMap((message) => partsOf(message).map(textOf))
      expectEqual(
        before.filter((text) => need.evidence.every((string) => text.includes(string))),
        [],
      )
    }
  })

  it('every rule occurs first in a message of the user or in a tool result', () => {
    const it = trace(name, seed)
    for (const need of it.needs.filter((one) => one.kind === 'constraint')) {
      const first = it.messages.findIndex((message) =>
        partsOf(message).some((part) => need.evidence.every((string) => textOf(part).includes(string))),
      )
      expectSame(it.messages[first]?.role, 'user')
    }
  })

  it('needs the goal and the first rules several times, also near the end', () => {
    const it = trace(name, seed)
    const late = Math.floor(it.turns.length * 0.9)
    const lasting = it.needs.filter((need) => need.kind === 'goal' || need.kind === 'constraint')
    const first = new Map<string, TraceNeed[]>()
    for (const need of lasting.filter((one) => one.message === 0)) {
      const key = need.evidence.join(' ')
      first.set(key, [...(first.get(key) ?? []), need])
    }
    // The goal, and three to five rules.
    expect(first.size).toBeGreaterThanOrEqual(4)
    expect(first.size).toBeLessThanOrEqual(6)
    for (const [evidence, needs] of first) {
      expect(needs.length, evidence).toBeGreaterThanOrEqual(3)
      expect(needs.filter((need) => need.turn >= late).length, evidence).toBeGreaterThanOrEqual(1)
    }
    const added = new Set(lasting.filter((need) => need.message > 0).map((need) => need.evidence.join(' ')))
    expect(added.size).toBeGreaterThanOrEqual(1)
  })

  it('every full read shows the file with the edits made so far', () => {
    const it = trace(name, seed)
    const answers = new Map(results(it).map((result) => [result.tool_use_id, result]))
    const texts = new Map<string, string>()
    let compared = 0
    for (const call of calls(it)) {
      const input = call.input as Record<string, string | number>
      const path = String(input['path'])
      const answer = answers.get(call.id)!
      const text = typeof answer.content === 'string' ? answer.content : ''
      if (call.name === 'edit_file' && answer.is_error !== true) {
        const [before, after] = [String(input['old_string']), String(input['new_string'])]
        const known = texts.get(path)
        if (before === '') texts.set(path, after)
        else if (known !== undefined) {
          expectSame(known.split(before).length, 2, `${path}: ${before}`)
          texts.set(
            path,
            known.replace(before, () => after),
          )
        }
      }
      if (call.name !== 'read_file' || input['offset'] !== undefined) continue
      const shown = text
        .split('\n')
        .map((line) => line.replace(/^ *\d+\t/, ''))
        .join('\n')
      const known = texts.get(path)
      if (known !== undefined) {
        expectSame(shown, known.replace(/\n$/, ''))
        compared += 1
      }
      texts.set(path, shown + '\n')
    }
    expect(compared).toBeGreaterThan(0)
  })

  it('has some parallel calls, failing commands, and thinking in some replies', () => {
    const it = trace(name, seed)
    const replies = it.messages.filter((message) => message.role === 'assistant').map(partsOf)
    const batches = replies.filter((parts) => parts.filter((part) => part.type === 'tool_use').length > 1)
    const thinking = replies.filter((parts) => parts[0]?.type === 'thinking')
    expect(batches.length / replies.length).toBeGreaterThan(0.04)
    expect(batches.length / replies.length).toBeLessThan(0.5)
    expect(thinking.length / replies.length).toBeGreaterThan(0.2)
    expect(thinking.length / replies.length).toBeLessThan(0.65)
    expect(results(it).filter((result) => result.is_error === true).length).toBeGreaterThanOrEqual(2)
  })

  it('has times that begin on 2026-01-05 after nine and only increase', () => {
    const times = trace(name, seed).turns.map((turn) => turn.time ?? Number.NaN)
    expect(times[0]).toBeGreaterThan(Date.UTC(2026, 0, 5, 9))
    times.forEach((time, index) => {
      expectSame(Number.isSafeInteger(time), true)
      expect(time).toBeGreaterThan(times[index - 1] ?? 0)
    })
  })

  it('consists of plain JSON data with the fields of a scenario', () => {
    const it = trace(name, seed)
    expect(JSON.parse(JSON.stringify(it))).toEqual(it)
    expect(it).toMatchObject({
      version: 1,
      source: { kind: 'scenario', name, seed, filename: null },
      windows: [{ id: 0, parent: null, kind: 'main', opened: 0, closed: null }],
      injected: [],
      recordedEdits: [],
      lacksOverhead: false,
      counts: null,
    })
    expect(it.turns.every((turn) => turn.usage === null && turn.model === null)).toBe(true)
    expect(chars4.count(it.system)).toBeGreaterThanOrEqual(600)
    expect(chars4.count(it.system)).toBeLessThanOrEqual(900)
  })

  it('contains no template syntax, undefined value or blank text', () => {
    for (const part of allParts(trace(name, seed))) {
      for (const text of said(part)) {
        expectSame(/[‹›¦]|\[object /.test(text), false, text.slice(0, 200))
        // Only type errors quote `undefined`; anywhere else it is a fault.
        if (part.type === 'text')
          expect(text.replaceAll('string | undefined', '')).not.toMatch(/undefined|NaN/)
        if (part.type !== 'tool_use') expect(text.trim()).not.toBe('')
      }
    }
  })
})

describe.each(Object.keys(SEEDS))('%s', (name) => {
  /** For tests that make a trace twice and compare: 90 turns still have every kind of scene. */
  const SHORT = name === 'long-coding' ? { turns: 90 } : {}

  it('EDIT-3 gives the same bytes for the same seed, and others for another seed', () => {
    const once = JSON.stringify(scenario(name, 7, SHORT))
    expect(JSON.stringify(scenario(name, 7, SHORT))).toBe(once)
    expect(JSON.stringify(scenario(name, 8, SHORT))).not.toBe(once)
  })

  it('has about half of its needs soon after their source, and some more than 50 turns later', () => {
    const gaps = SEEDS[name]!.flatMap((seed) =>
      trace(name, seed).needs.map((need) => gapOf(trace(name, seed), need)),
    )
    const short = gaps.filter((gap) => gap <= 3).length / gaps.length
    expect(short).toBeGreaterThan(0.36)
    expect(short).toBeLessThan(0.6)
    expect(Math.max(...gaps)).toBeGreaterThan(50)
    expect(gaps.filter((gap) => gap >= 10).length / gaps.length).toBeGreaterThan(0.25)
  })

  it('has needs of every kind', () => {
    const kinds = new Set(SEEDS[name]!.flatMap((seed) => trace(name, seed).needs.map((need) => need.kind)))
    expect([...kinds].sort()).toEqual(['artifact', 'constraint', 'decision', 'fact', 'goal', 'tool_result'])
  })

  it('has many small results with few tokens, and a tenth of the results with over a third of the tokens', () => {
    const sizes = SEEDS[name]!.flatMap((seed) => results(trace(name, seed)).map((it) => textOf(it).length))
    const sum = (list: readonly number[]): number => list.reduce((total, size) => total + size, 0)
    const small = sizes.filter((size) => size < 500)
    const top = sizes.sort((a, b) => b - a).slice(0, Math.floor(sizes.length / 10))
    expect(small.length / sizes.length).toBeGreaterThan(0.33)
    expect(small.length / sizes.length).toBeLessThan(0.7)
    expect(sum(small) / sum(sizes)).toBeLessThan(0.05)
    expect(sum(top) / sum(sizes)).toBeGreaterThan(0.35)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25_000 * 4)
  })

  it('larger results change neither calls nor messages', () => {
    const small = scenario(name, 4, SHORT)
    const large = scenario(name, 4, { ...SHORT, result_scale: 2 })
    expect(tokens(large).results).toBeGreaterThan(tokens(small).results * 1.5)
    expect(callNames(large)).toEqual(callNames(small))
    expect(callPaths(large)).toEqual(callPaths(small))
    expect(thoughts(large)).toEqual(thoughts(small))
    expect(userWords(large)).toEqual(userWords(small))
    expect(large.turns.map((turn) => turn.time)).toEqual(small.turns.map((turn) => turn.time))
    const told = (it: Trace): string[] =>
      it.needs
        .filter((need) => ['goal', 'constraint', 'decision'].includes(need.kind))
        .map((need) => `${need.turn} ${need.message} ${need.evidence.join(' ')}`)
    expect(told(large)).toEqual(told(small))
  })

  it('more reuse changes neither calls, results nor times', () => {
    const less = scenario(name, 4, { ...SHORT, reuse: 0.5 })
    const more = scenario(name, 4, { ...SHORT, reuse: 1.5 })
    expect(more.needs.length).toBeGreaterThan(less.needs.length * 1.1)
    expect(JSON.stringify(calls(more))).toBe(JSON.stringify(calls(less)))
    expect(JSON.stringify(results(more))).toBe(JSON.stringify(results(less)))
    expect(thoughts(more)).toEqual(thoughts(less))
    expect(more.turns.map((turn) => turn.time)).toEqual(less.turns.map((turn) => turn.time))
  })

  it('longer pauses of people change only the times', () => {
    const quick = scenario(name, 4, SHORT)
    const slow = scenario(name, 4, { ...SHORT, human_minutes: 60 })
    const span = (it: Trace): number => (it.turns.at(-1)?.time ?? 0) - (it.turns[0]?.time ?? 0)
    expect(span(slow)).toBeGreaterThan(span(quick))
    const still = (it: Trace): string =>
      JSON.stringify({ ...it, source: null, turns: it.turns.map((turn) => ({ ...turn, time: 0 })) })
    expect(still(slow)).toBe(still(quick))
    // The trace says how it was made.
    expect(slow.source.overrides).toEqual({ ...SHORT, human_minutes: 60 })
  })

  it('more thinking of the agent changes only the thinking', () => {
    const never = scenario(name, 4, { ...SHORT, thinking: 0 })
    const always = scenario(name, 4, { ...SHORT, thinking: 1 })
    const rest = (it: Trace): string =>
      JSON.stringify(allParts(it).filter((part) => part.type !== 'thinking'))
    expect(thoughts(never)).toEqual([])
    expect(thoughts(always).length).toBeGreaterThan(40)
    expect(rest(always)).toBe(rest(never))
  })
})

describe('scenarios', () => {
  it('are listed by their names, with a sentence, and parameters whose defaults are in range', () => {
    for (const [name, it] of Object.entries(scenarios)) {
      expectSame(it.name, name)
      expect(it.sentence).toMatch(/^[A-Z].*\.$/)
      for (const parameter of Object.values(it.parameters)) {
        expect(parameter.default).toBeGreaterThanOrEqual(parameter.min)
        expect(parameter.default).toBeLessThanOrEqual(parameter.max)
        expect(parameter.meaning).toMatch(/\.$/)
      }
    }
  })

  it.each(['axios', 'constructor', '__proto__', ''])(
    'refuse the unknown name "%s" and list the known names',
    (name) => {
      const attempt = (): Trace => scenario(name, 1)
      expect(attempt).toThrow(ProblemError)
      expect(attempt).toThrow(/axios-migration, long-coding/)
      expect(attempt).toThrow(new RegExp(`not ${name}$`))
    },
  )
})

function callNames(it: Trace): string[] {
  return calls(it).map((call) => call.name)
}

function callPaths(it: Trace): string[] {
  return calls(it).map((call) => {
    const { path, query } = call.input as Record<string, string | undefined>
    return path ?? query ?? ''
  })
}

function thoughts(it: Trace): string[] {
  return allParts(it).flatMap((part) => (part.type === 'thinking' ? [part.thinking] : []))
}

function userWords(it: Trace): string[] {
  return it.messages.flatMap((message) => (typeof message.content === 'string' ? [message.content] : []))
}
