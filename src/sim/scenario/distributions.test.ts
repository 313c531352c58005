import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { partsOf } from '../../engine/internal.ts'
import type { Milliseconds } from '../../engine/index.ts'
import { takeIn } from '../trace/intake.ts'
import { unmanagedPeak } from '../trace/peak.ts'
import type { Trace } from '../trace/trace.ts'
import { scenarios } from './list.ts'

const SEEDS = [1, 2, 3]

/** Turns from the source of each need to the need. */
function gapsOf({ turns, needs }: Trace): number[] {
  const told = new Map(
    turns.flatMap(({ turn, inputs, response }) => [...inputs, response ?? -1].map((index) => [index, turn])),
  )
  return needs.map(({ turn, message }) => turn - (told.get(message) ?? NaN))
}

interface Waits {
  readonly model: Milliseconds[]
  readonly tool: Milliseconds[]
  readonly person: Milliseconds[]
}

/** What a turn of the main window waited for: its reply, and before it one result, or a person. */
function waitsOf({ turns, messages }: Trace): Waits {
  const waits: Waits = { model: [], tool: [], person: [] }
  turns.forEach(({ window, inputs, sent, time }, index) => {
    const before = turns[index - 1]
    if (sent === undefined || time === null) return
    waits.model.push(time - sent)
    if (before?.time === null || before === undefined || window !== 0 || before.window !== 0) return
    const parts = inputs.flatMap((input) => partsOf(messages[input]!))
    const results = parts.filter(({ type }) => type === 'tool_result').length
    if (results === 1 && parts.length === 1) waits.tool.push(sent - before.time)
    if (results === 0 && parts.length > 0) waits.person.push(sent - before.time)
  })
  return waits
}

/** Half of the draws are below a median; of n draws their share is so far from it in one of ten thousand tests. */
function expectHalfBelow(values: readonly number[], median: number): void {
  const share = values.filter((value) => value < median).length / values.length
  expect(Math.abs(share - 0.5)).toBeLessThan((0.5 * 3.9) / Math.sqrt(values.length))
}

const made = Object.values(scenarios).map(({ name, generate, parameters }) => ({
  name,
  traces: SEEDS.map((seed) => generate(seed)),
  minutes: parameters['human_minutes']?.default ?? NaN,
}))

// TraceLab, 4,265 sessions of Claude Code and Codex: a tool takes 0.3 s in the median, a step 5.7 s, a person 1.4 min.
describe.each(made)('$name', ({ name, traces, minutes }) => {
  it('waits for replies, tools and people as measured, the people of the idle gaps for longer', () => {
    const waits = traces.map(waitsOf)
    const all = (of: keyof Waits) => waits.flatMap((one) => one[of])
    if (all('model').length === 0) {
      // Only replies have a time: most come after one tool and one step.
      const steps = traces
        .flatMap(({ turns }) => turns.map(({ time }, at) => (time ?? 0) - (turns[at - 1]?.time ?? Infinity)))
        .filter((step) => step > 0)
        .toSorted((a, b) => a - b)
      const half = steps[Math.floor(steps.length / 2)]!
      expect(half).toBeGreaterThan(5_700)
      expect(half).toBeLessThan(12_000)
      return
    }
    expectHalfBelow(all('model'), 5_700)
    if (all('tool').length > 0) expectHalfBelow(all('tool'), 300)
    if (all('person').length > 0) expectHalfBelow(all('person'), minutes * 60_000)
    expect(minutes).toBe(name === 'idle-gaps' ? 25 : 1.4)
  })

  it('needs some things soon, and some after a third of the conversation', () => {
    for (const trace of traces) {
      const gaps = gapsOf(trace)
      expect(Math.min(...gaps)).toBeLessThanOrEqual(3)
      expect(Math.max(...gaps)).toBeGreaterThan(trace.turns.length / 3)
    }
  })

  it('has results below the limits of tools: 25,000 tokens, and 60,000 for whole tables', () => {
    const sizes = traces.flatMap((trace) =>
      takeIn(trace, chars4).blocks.flatMap(({ type, tokens }) => (type === 'tool_result' ? [tokens] : [])),
    )
    expect(Math.max(0, ...sizes)).toBeLessThan(name === 'data-analysis' ? 61_000 : 26_000)
  })
})

const tracesOf = (name: string): readonly Trace[] => made.find((one) => one.name === name)?.traces ?? []

describe('the shapes that the catalogue states', () => {
  it('planning reads many files, and most of them again and again', () => {
    for (const trace of tracesOf('planning')) {
      const reads = new Map<string, number>()
      for (const part of trace.messages.flatMap(partsOf)) {
        const path = part.type === 'tool_use' ? (part.input as Record<string, unknown>)['path'] : undefined
        if (typeof path === 'string') reads.set(path, (reads.get(path) ?? 0) + 1)
      }
      const again = [...reads.values()].filter((times) => times >= 3).length
      expect(reads.size).toBeGreaterThan(8)
      expect(again / reads.size).toBeGreaterThan(0.5)
    }
  })

  it('the support chat has small results, and what it was told early is needed at the end', () => {
    for (const trace of tracesOf('support-chat')) {
      const results = takeIn(trace, chars4).blocks.filter(({ type }) => type === 'tool_result')
      expect(Math.max(...results.map(({ tokens }) => tokens))).toBeLessThan(200)
      const early = new Set(trace.turns.slice(0, 6).flatMap(({ inputs }) => inputs))
      const late = trace.turns.length * 0.9
      const lasting = trace.needs.filter(
        ({ kind, message, turn }) => kind === 'constraint' && early.has(message) && turn >= late,
      )
      expect(lasting.length).toBeGreaterThanOrEqual(3)
    }
  })

  it('the pivot comes back: its last third needs what was told in its first, and its middle does not', () => {
    for (const { turns, needs } of tracesOf('pivot-and-return')) {
      const third = turns.length / 3
      const firsts = new Set(
        turns
          .filter(({ turn }) => turn < third)
          .flatMap(({ inputs, response }) => [...inputs, response ?? -1]),
      )
      const count = (from: number, to: number): number =>
        needs.filter(({ turn, message }) => turn >= from && turn < to && firsts.has(message)).length
      expect(count(2 * third, turns.length)).toBeGreaterThan(count(third, 2 * third))
    }
  })

  it('three windows of 128,000 tokens are needed for the three sittings, and two do not do', () => {
    for (const trace of tracesOf('three-windows')) {
      const peak = unmanagedPeak(takeIn(trace, chars4))
      expect(peak).toBeGreaterThan(2 * 128_000)
      expect(peak).toBeLessThan(3 * 128_000)
    }
  })
})
