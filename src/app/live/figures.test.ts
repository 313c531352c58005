import { expect, it } from 'vitest'
import { appliedEdits, run, scenario } from '../../sim/index.ts'
import {
  anchoredCount,
  clearedAt,
  compactedAt,
  counterSums,
  heldIn,
  nearest,
  otherwiseIn,
} from './figures.ts'
import type { Sent } from './state.ts'

const sentIn = (turn: number, counted: Sent['counted'], used = 0): Sent => ({
  turn,
  used,
  strategy: '',
  held: '',
  counted,
  predicted: null,
  applied: null,
  repaired: 0,
  stopReason: null,
})
const billed = (input: number | null) => ({
  usage: input === null ? null : { input, output: 1, cacheRead: null, cacheWrite: null },
})

it('TOK-5 the error of a counter is that of its sums over what was billed, and nothing where nothing was', () => {
  const sent = [
    sentIn(0, { chars4: 90, o200k_base: 100 }),
    sentIn(1, { chars4: 180 }),
    sentIn(2, { chars4: 999, o200k_base: 999 }),
  ]
  const turns = [billed(100), billed(200), billed(null)]
  expect(counterSums(sent, turns)).toEqual([
    { counter: 'chars4', requests: 2, counted: 270, billed: 300, error: 270 / 300 - 1 },
    { counter: 'o200k_base', requests: 1, counted: 100, billed: 100, error: 0 },
  ])
  expect(nearest(counterSums(sent, turns))?.counter).toBe('o200k_base')
  expect(counterSums(sent, [billed(null), billed(null), billed(null)])).toEqual([])
  expect(nearest([])).toBeNull()
})

const trace = scenario('axios-migration', 7)
/** Small enough that something is summarized soon. */
const CONFIG = { max_context_tokens: 12_000 }
const start = { ...trace, turns: trace.turns.slice(0, 20) }

it('TOK-1 LED-1 anchored is what was billed and an estimate of what came since; the adjustment brings the sum of blocks to it', () => {
  const { data } = run(start, { max_context_tokens: 90_000 })
  const used = data.turns[17]?.points.sent.used ?? 0
  const now = data.turns[19]?.responded?.used ?? data.turns[19]?.points.sent.used ?? 0
  const turns = start.turns.map(({ turn }) => billed(turn === 17 ? used + 500 : null))
  const found = anchoredCount(data, [sentIn(17, {}, used), sentIn(19, {}, 1)], turns)
  expect(found).toEqual({
    turn: 17,
    billed: used + 500,
    since: now - used,
    sum: now + 500,
    adjustment: 500,
  })
  expect((found?.billed ?? 0) + (found?.since ?? 0)).toBe(found?.sum)
  expect(anchoredCount(data, [sentIn(3, {}, used)], turns)).toBeNull()
})

it('EDITAPI-1 what a run expects to be cleared is what its prompts lack of what it sends', () => {
  const timeline = run(trace, {
    strategy: 'context_editing',
    max_context_tokens: 90_000,
    context_editing: { clear_tool_uses: { trigger: 20_000 } },
  })
  const { data } = timeline
  const all = run(trace, { strategy: 'unmanaged', max_context_tokens: 900_000 }).data
  let seen = 0
  for (const { turn, points } of data.turns) {
    const cleared = clearedAt(data, turn)
    const whole = all.turns[turn]?.points.sent.used ?? 0
    expect(whole - points.sent.used).toBe(cleared)
    if (cleared > 0) seen += 1
  }
  expect(seen).toBeGreaterThan(5)
})

it('EDIT-4 what was sent is held against a run block by block, whatever numbers the blocks have that a run makes', () => {
  const before = run(start, CONFIG).data
  const sent = before.turns.map(({ turn, points }) => ({
    turn,
    used: points.sent.used,
    held: heldIn(before, turn),
  }))
  const made = before.blocks.filter(({ message }) => message < 0)
  expect(made.length).toBeGreaterThan(0)
  const grown = run(trace, CONFIG).data
  expect(grown.blocks[made.at(-1)?.id ?? 0]?.message).not.toBe(-1)
  expect(otherwiseIn(grown, sent)).toBe(0)
  // As many tokens in other blocks are another request.
  const [one] = sent.slice(-1)
  if (one === undefined) throw new Error('nothing was sent')
  expect(otherwiseIn(grown, [{ ...one, held: heldIn(before, one.turn - 1) }])).toBe(1)
  expect(
    otherwiseIn(grown, [
      { ...one, used: one.used + 1 },
      { ...one, turn: 9999 },
    ]),
  ).toBe(2)
})

it('EDITAPI-1 what a compaction takes is no clearing, and what it took before is nothing that is cleared', () => {
  const timeline = run(trace, {
    strategy: 'context_editing',
    max_context_tokens: 40_000,
    context_editing: { clear_tool_uses: { trigger: 8_000 }, compact: { enabled: true, trigger: 13_000 } },
  })
  const { data } = timeline
  const compactions = data.edits.filter(({ stage }) => stage === 'server_compact')
  expect(compactions.length).toBeGreaterThan(1)
  for (const { turn, before, after } of compactions)
    expect(compactedAt(data, turn)).toEqual({ before, after })
  expect(compactedAt(data, (compactions[0]?.turn ?? 0) + 1)).toBeNull()
  let seen = 0
  for (const { turn } of data.turns) {
    if (compactedAt(data, turn) !== null) continue
    // By another way: what the response of the turn would report, but for the overhead that a message loses.
    const told = appliedEdits(timeline, turn).reduce((sum, edit) => sum + edit.cleared_input_tokens, 0)
    expect(Math.abs(clearedAt(data, turn) - told)).toBeLessThanOrEqual(40)
    if (told > 0) seen += 1
  }
  expect(seen).toBeGreaterThan(2)
})

it('EDIT-4 TOK-1 a turn that the provider compacted was sent as it is, and anchors by the prompt that was billed', () => {
  const { data } = run(start, { max_context_tokens: 90_000 })
  const used = data.turns[17]?.points.sent.used ?? 0
  const made = { summary: 's', billed: null, after: null }
  const one = { ...sentIn(17, {}, used + 7), compaction: { expected: null, made } }
  expect(otherwiseIn(data, [one])).toBe(0)
  expect(otherwiseIn(data, [{ ...one, compaction: { expected: null, made: null } }])).toBe(1)
  const turns = start.turns.map(({ turn }) => billed(turn === 17 ? used + 500 : null))
  expect(anchoredCount(data, [one], turns)).toMatchObject({ turn: 17, adjustment: 500 })
})
