import { describe, expect, it } from 'vitest'
import { scenario } from '../../../testing/shared-traces.ts'
import { appliedEdits, entriesAt, run } from '../../../sim/index.ts'
import { OPEN } from '../../../sim/internal.ts'
import {
  anchoredCount,
  clearedAt,
  compactedAt,
  counterSums,
  heldIn,
  isPlayedIn,
  nearest,
  otherwiseIn,
} from './figures.ts'
import type { Sent } from '../../store/live/state.ts'

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

it('TOK-5 the error of a counter is that of its sums over the billed tokens, and absent without any', () => {
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
/** Small, so that something is summarized soon. */
const CONFIG = { max_context_tokens: 12_000, simulation: { refetch: 'off' as const } }
const start = { ...trace, turns: trace.turns.slice(0, 20) }

it('TOK-1 LED-1 the anchored total is the billed one plus an estimate of later content; the adjustment reconciles the sum of blocks with it', () => {
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

it('EDITAPI-1 the expected clearing of a run is the difference between its requests and its prompts', () => {
  const timeline = run(trace, {
    strategy: 'context_editing',
    simulation: { refetch: 'off' },
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

it('EDIT-4 a sent request is compared with a run block by block, whatever the numbers of blocks made by a run', () => {
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
  // The same number of tokens in other blocks is a different request.
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

it('EDITAPI-1 a compaction is not a clearing, and blocks that it removed before are not cleared', () => {
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
    // Computed from the provider's report instead of the blocks, which leaves out message overhead.
    const told = appliedEdits(timeline, turn).reduce((sum, edit) => sum + edit.cleared_input_tokens, 0)
    expect(Math.abs(clearedAt(data, turn) - told)).toBeLessThanOrEqual(40)
    if (told > 0) seen += 1
  }
  expect(seen).toBeGreaterThan(2)
})

describe('EDIT-4 a turn that the provider compacted', () => {
  const asked = [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 13_000 } }]
  const part = { type: 'compaction', content: 'What was said so far. '.repeat(40) } as const
  const runOf = (turns: number, made: readonly number[], told = true, kind: 'live' | 'log' = 'live') =>
    run(
      {
        ...trace,
        source: { ...trace.source, kind },
        turns: trace.turns.slice(0, turns).map((turn) => (told ? { ...turn, applied: [], asked } : turn)),
        recordedEdits: made.map((turn) => ({
          turn,
          window: 0,
          kind: 'compaction',
          trigger: null,
          tokensBefore: null,
          summary: part.content,
          part,
        })),
      },
      {
        strategy: 'context_editing',
        max_context_tokens: 90_000,
        context_editing: { clear_tool_uses: { enabled: false }, compact: { enabled: true, trigger: 13_000 } },
      },
    )
  const first = runOf(30, [], false).data.edits.find(({ stage }) => stage === 'server_compact')?.turn ?? NaN
  const sentAt = ({ data }: ReturnType<typeof runOf>, turn: number) => {
    const { used } = data.turns[turn]?.points.sent ?? { used: NaN }
    return { ...sentIn(turn, {}, used), held: heldIn(data, turn) }
  }

  it('stays as it was sent, whether or not the provider did what was expected', () => {
    const waiting = runOf(first + 1, [], false)
    const sent = waiting.data.turns.map(({ turn }) => sentAt(waiting, turn))
    expect(compactedAt(waiting.data, first)).not.toBeNull()
    for (const made of [[], [first]]) {
      const later = runOf(first + 3, made).data
      expect(otherwiseIn(later, sent)).toBe(0)
      expect(compactedAt(later, first)).toEqual(compactedAt(waiting.data, first))
      // The report takes effect in the next turn, as an edit that was not expected there.
      expect(later.edits.some(({ turn, trigger }) => turn === first + 1 && trigger === undefined)).toBe(true)
    }
    expect(
      otherwiseIn(
        waiting.data,
        sent.map((one) => ({ ...one, used: one.used + 1 })),
      ),
    ).toBe(sent.length)
  })

  it('TOK-1 anchors at the billed prompt, which contained the summary', () => {
    for (const made of [first, first - 1]) {
      const turns = trace.turns.map(({ turn }) => billed(turn === made ? 500 : null))
      const now = runOf(made + 2, [made])
      const { data } = now
      expect(data.edits.map(({ turn }) => turn)).toContain(made + 1)
      // The reply and everything after it are not in the billed prompt.
      const reply = trace.turns[made]?.response ?? NaN
      const came = entriesAt(data.spans, OPEN - 1, 0).filter(
        ({ block }) => (data.blocks[block]?.message ?? -1) >= reply,
      )
      expect(came.length).toBeGreaterThan(1)
      expect(anchoredCount(data, [sentAt(now, made)], turns)?.sum).toBe(
        500 + came.reduce((sum, { tokens }) => sum + tokens, 0),
      )
    }
  })

  it('TOK-5 a summary that was only expected makes a different prompt from a request without it', () => {
    const isPlayed = (timeline: ReturnType<typeof runOf>, turn: number, made: readonly number[]) =>
      isPlayedIn(
        timeline.data,
        turn,
        timeline.messagesAt(turn, 'anthropic'),
        made.map((one) => ({ turn: one, summary: part.content })),
      )
    const untold = runOf(first + 2, [], false)
    expect([first, first + 1].map((turn) => isPlayed(untold, turn, []))).toEqual([false, true])
    const told = runOf(first + 2, [first])
    expect([first, first + 1].map((turn) => isPlayed(told, turn, [first]))).toEqual([false, false])
  })
})

it('EDIT-4 a sent request is also known by its blocks in strategies that open new windows', () => {
  const { data } = run(trace, { strategy: 'handover', max_context_tokens: 12_000 })
  expect(data.turns.some(({ context }) => context > 0)).toBe(true)
  expect(data.turns.map(({ turn }) => heldIn(data, turn)).filter((held) => held === '')).toEqual([])
})
