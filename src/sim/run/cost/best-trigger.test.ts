import { expect, it } from 'vitest'
import { completeConfig } from '../../../config/index.ts'
import { stream } from '../../../engine/internal.ts'
import type { Block, Tokens } from '../../../engine/index.ts'
import { pricedModel } from '../../../llm/index.ts'
import type { PricedModel } from '../../../llm/index.ts'
import { costOfRun } from '../../index.ts'
import type { TimelineData } from '../../index.ts'
import { OPEN } from '../timeline/timeline.ts'

/** One price for prompts of any length. */
const { longPrompt: _, ...MODEL } = pricedModel('claude-sonnet-4-5') as PricedModel
const { cacheRead, cacheWrite5m } = MODEL.price

/**
 * A run whose prompt grows by these tokens with each call. Once it has `trigger` tokens, a summary of `reset` tokens
 * replaces all of it; the summary is not cached yet.
 */
function compacted(growth: readonly Tokens[], reset: Tokens, trigger: Tokens): TimelineData {
  const tokens: Tokens[] = [reset]
  const from: number[] = [0]
  const to: number[] = []
  let first = 0
  let used = reset
  const turns = growth.map((grows, turn) => {
    const compacts = used >= trigger
    if (compacts) {
      for (let row = first; row < tokens.length; row++) to[row] = turn
      first = tokens.push(reset) - 1
      from.push(turn)
      used = reset
    }
    tokens.push(grows)
    from.push(turn)
    used += grows
    return {
      turn,
      window: 0,
      time: null,
      points: { sent: { tick: turn } },
      used,
      edits: compacts ? [0] : [],
      calls: [{ kind: 'main', input: used, output: 0 }],
    }
  })
  const rows = tokens.length
  return {
    blocks: tokens.map((size, id) => ({ id, type: 'user_message', tokens: size, window: 0 }) as Block),
    spans: {
      length: rows,
      block: Int32Array.from(tokens.keys()),
      version: new Int32Array(rows),
      window: new Int32Array(rows),
      fromTick: Int32Array.from(from),
      toTick: Int32Array.from({ length: rows }, (__, row) => to[row] ?? OPEN),
      state: new Uint8Array(rows),
      order: Float64Array.from(tokens.keys()),
      tokens: Int32Array.from(tokens),
      content: new Int32Array(rows).fill(-1),
    },
    windows: [],
    edits: [{ tick: 0, before: 0, after: 0, blocks: [] }],
    turns,
    spec: { config: completeConfig({}) },
  } as unknown as TimelineData
}

/*
 * With a warm cache, a fixed length after each reset, and exponentially distributed growth with mean g, the best
 * trigger is s − g + √(g² + 2gA ÷ r). s is the length after a reset, r and w are the prices of reading and writing, and
 * A = (w − r)·s is the cost of a reset (kleedaisuki, context-compaction-lab).
 */
it.each([
  { reset: 20_000, mean: 1_470 },
  { reset: 8_000, mean: 3_000 },
  { reset: 60_000, mean: 1_000 },
])('COST-6 the best trigger of a sweep agrees with the closed form: $reset tokens, $mean a call', (one) => {
  const { reset, mean } = one
  const cost = (cacheWrite5m - cacheRead) * reset
  const best = reset - mean + Math.sqrt(mean * mean + (2 * mean * cost) / cacheRead)
  const random = stream(1, 'growth')
  const growth = Array.from({ length: 3000 }, () =>
    Math.max(1, Math.round(-mean * Math.log(1 - random.uniform()))),
  )
  const step = Math.round((best - reset) / 5)
  const grid = Array.from({ length: 9 }, (__, at) => Math.round(best) + (at - 4) * step)
  const usd = grid.map((trigger) => costOfRun(compacted(growth, reset, trigger), { model: MODEL }).usd)
  const cheapest = grid[usd.indexOf(Math.min(...usd))] ?? NaN
  expect(Math.abs(cheapest - best)).toBeLessThanOrEqual(step)
  // The ends of the sweep cost more, so the minimum is inside it.
  expect(Math.min(usd[0] ?? 0, usd.at(-1) ?? 0)).toBeGreaterThan(1.02 * Math.min(...usd))
})
