import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chars4, validate } from '../../engine/index.ts'
import { partsOf } from '../../engine/internal.ts'
import type { Json, Message, Part, WindowId } from '../../engine/index.ts'
import { completeConfig, presetConfig, presets } from '../../config/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { run } from '../run/replay/run.ts'
import { takeIn } from '../trace/intake.ts'
import type { Intake } from '../trace/intake.ts'
import type { Trace } from '../trace/trace.ts'
import { scenarios } from './list.ts'

/** The two scenarios with tests of their own. */
const OLDER = ['axios-migration', 'long-coding']
const newer = Object.values(scenarios).filter(({ name }) => !OLDER.includes(name))

/** Every parameter that makes a conversation shorter, at its least. */
function smallest(name: string): Record<string, number> {
  const { parameters } = newer.find((one) => one.name === name)!
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([key, { min }]) =>
      ['turns', 'tables', 'branches', 'steps', 'hosts', 'result_scale'].includes(key) ? [[key, min]] : [],
    ),
  )
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
      return typeof part.content === 'string' ? [part.content] : part.content.flatMap(said)
    default:
      return []
  }
}

/** Messages of one window, in order. */
function messagesOf(trace: Trace, window: WindowId): Message[] {
  const turns = trace.turns.filter((turn) => turn.window === window)
  return turns
    .flatMap((turn) => [...turn.inputs, ...(turn.response === null ? [] : [turn.response])])
    .map((index) => trace.messages[index]!)
}

/**
 * The largest sum, over all turns, of what is needed then or later and of the setup: what a clairvoyant would keep.
 */
function liveTokens({ trace, blocks, ofMessage }: Intake): number {
  const last = new Map<number, number>()
  for (const { turn, message, part } of trace.needs) {
    const id = ofMessage.get(message)?.[part] ?? -1
    last.set(id, Math.max(last.get(id) ?? 0, turn))
  }
  const main = blocks.filter(({ window }) => window === 0)
  return Math.max(
    ...trace.turns.map(({ turn }) =>
      main
        .filter(({ id, message, turn: born }) =>
          message < 0 ? true : born <= turn && (last.get(id) ?? born) >= turn,
        )
        .reduce((sum, { tokens }) => sum + tokens, 0),
    ),
  )
}

const made = newer.map(({ name, generate }) => ({ name, trace: generate(7, smallest(name)) }))

describe.each(made)('$name', ({ name, trace }) => {
  it('VALID-1 every window is a valid request', () => {
    for (const { id } of trace.windows) {
      const setup = id === 0 ? { system: trace.system } : {}
      expectEqual(
        validate({ ...setup, tools: trace.tools, messages: messagesOf(trace, id) }, 'anthropic'),
        [],
      )
    }
    expect(trace.messages.length).toBe(
      trace.windows.reduce((sum, { id }) => sum + messagesOf(trace, id).length, 0),
    )
  })

  it('PAIR-1 calls have unique ids, and name a tool of the request', () => {
    const calls = trace.messages.flatMap(partsOf).filter((part) => part.type === 'tool_use')
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
    const declared = trace.tools.map((tool) => tool.name)
    expectEqual(
      calls.filter((call) => !declared.includes(call.name)),
      [],
    )
  })

  it('NEED-1 the evidence of a need is in its source, an earlier turn of the same window, and in the response', () => {
    const turnOf = new Map<number, number>()
    for (const { turn, inputs, response } of trace.turns)
      for (const index of [...inputs, ...(response === null ? [] : [response])]) turnOf.set(index, turn)
    expect(trace.needs.length).toBeGreaterThan(5)
    for (const { turn, message, part, evidence, outdated } of trace.needs) {
      const source = said(partsOf(trace.messages[message]!)[part]!).join('\n')
      const response = partsOf(trace.messages[trace.turns[turn]!.response!]!).flatMap(said)
      const born = turnOf.get(message)!
      expect(born).toBeLessThan(turn)
      expectSame(trace.turns[born]!.window, trace.turns[turn]!.window)
      expect(evidence.length).toBeGreaterThan(0)
      for (const text of evidence) {
        expect(text.length).toBeGreaterThan(2)
        expect(source).toContain(text)
        expectSame(
          response.some((it) => it.includes(text)),
          true,
          `${text} in turn ${turn}`,
        )
      }
      // The old value was really said before, and is another one.
      for (const old of outdated ?? []) {
        expect(evidence).not.toContain(old)
        const before = trace.messages.slice(0, message).flatMap(partsOf).flatMap(said)
        expectSame(
          before.some((it) => it.includes(old)),
          true,
          old,
        )
      }
    }
  })

  it('EDIT-3 is the same for the same seed, and another for another seed', () => {
    const again = newer.find((one) => one.name === name)!
    const hash = (it: Trace): string => createHash('sha256').update(JSON.stringify(it)).digest('hex')
    expect(hash(again.generate(7, smallest(name)))).toBe(hash(trace))
    expect(hash(again.generate(8, smallest(name)))).not.toBe(hash(trace))
  })

  it('has times that increase, and a request is sent before its reply', () => {
    const start = Date.UTC(2026, 0, 5, 9)
    trace.turns.forEach(({ time, sent }, index) => {
      expectSame(Number.isSafeInteger(time), true)
      expect(time).toBeGreaterThan(trace.turns[index - 1]?.time ?? start)
      expect(sent ?? time).toBeLessThanOrEqual(time!)
    })
  })

  it('contains no template syntax, undefined value or blank text', () => {
    for (const part of trace.messages.flatMap(partsOf)) {
      for (const text of said(part)) {
        expect(
          text.slice(0, 40) + (/.{0,30}(?:[‹›¦]|\[object |\bNaN\b|\{\d+\.\.).{0,30}/.exec(text)?.[0] ?? ''),
        ).not.toMatch(/[‹›¦]|\[object |\bNaN\b|\{\d+\.\./)
        if (part.type !== 'tool_use') expect(text.trim()).not.toBe('')
      }
    }
  })

  it('runs with presets, at half to one and a half of what is live', () => {
    const intake = takeIn(trace, chars4)
    const live = liveTokens(intake)
    // Every preset meets one scenario, and every budget some presets.
    const first = made.findIndex((one) => one.name === name)
    presets.forEach((preset, nth) => {
      if ((nth + first) % made.length !== 0) return
      const share = [0.5, 0.75, 1, 1.5][(nth + first) % 4]!
      const limit = Math.max(2000, Math.round(live * share))
      const { data } = run(
        trace,
        { ...completeConfig(presetConfig(preset)), max_context_tokens: limit },
        { intake },
      )
      expect(data.turns.length).toBeGreaterThan(0)
    })
  })
})
