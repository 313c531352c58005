import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { chars4, PROVIDERS, strategies, validate } from '../../engine/index.ts'
import { doubtful } from '../../testing/least-request.ts'
import { encodeTimeline, entriesAt, readTrace, run, takeIn, unmanagedPeak } from '../index.ts'
import type { Intake, Timeline, Trace } from '../index.ts'

const folder = process.env['TRACES_DIR'] ?? ''
const files = folder === '' ? [] : readdirSync(folder).filter((name) => /\.(?:jsonl?|traj)$/.test(name))

const NO_STUBS: PartialConfig = { strategy: 'evict', eviction: { placeholders: false } }

/** Every strategy as it is by default, and what it does otherwise. */
const lanes: readonly (readonly [string, PartialConfig])[] = [
  ...Object.keys(strategies).map((strategy) => [strategy, { strategy }] as const),
  ...[
    'compaction_first',
    'component_budgets',
    'summarize_results',
    'atomic_window_tokens',
    'token_trim_end',
    'token_trim_middle',
    'tiered_full_margin',
    'context_editing_compact',
    'pipeline',
  ].map((preset) => [`preset ${preset}`, presetConfig(preset)] as const),
  [
    'atomic_window with a summary',
    { strategy: 'atomic_window', atomic_window: { token_aware: true, on_drop: 'summarize' } },
  ],
  ['evict without placeholders', NO_STUBS],
  ['token_trim back', { strategy: 'token_trim', token_trim: { direction: 'end', rollback: true } }],
]

const SHARES = [0.5, 0.25, 0.1] as const

it.skipIf(folder === '')('there are logs to read, one of each format', () => {
  expect(files.length).toBeGreaterThanOrEqual(12)
})

describe.skipIf(folder === '').each(files)('%s', (file) => {
  let trace: Trace
  let intake: Intake

  beforeAll(() => {
    trace = readTrace(readFileSync(join(folder, file), 'utf8'), { filename: file })
    intake = takeIn(trace, chars4)
  })

  // Every lane is made again on every log, in a window of one size; which one goes round from lane to lane.
  const runs = lanes.flatMap(([title, lane], nth) =>
    SHARES.map(
      (share, size) => [title, share, lane, (nth + files.indexOf(file)) % SHARES.length === size] as const,
    ),
  )
  it.each(runs)(
    'STRAT-1 LED-1 LED-2 EVI-4 VALID-3 EDIT-3 %s at %f × the peak acts or says why not; its record stands, and the run made again is equal',
    (_, share, lane, again) => {
      // The least that a config may have is more than a quarter of the shortest conversation.
      const max_context_tokens = Math.max(2000, Math.floor(unmanagedPeak(intake) * share))
      const config = { ...lane, max_context_tokens }
      const timeline = run(trace, config, { intake })
      expect(actsOrSaysWhy(timeline)).toBe(true)
      balances(timeline)
      introducesNothing(timeline)
      // What is over its limit could not have been made to fit by anybody who keeps the rules of eviction (EVI-4).
      if (lane.strategy === 'managed' || lane.strategy === 'evict') {
        expect(doubtful(timeline, { stubs: lane !== NO_STUBS })).toEqual([])
        saysWhatIsOver(timeline)
      }
      if (again)
        expect(encodeTimeline(run(trace, config, { intake }).data)).toBe(encodeTimeline(timeline.data))
    },
  )
})

/** An edit, or a recorded reason for none; a window that held everything needs neither. */
function actsOrSaysWhy({ edits, turns, ended, data }: Timeline): boolean {
  const reason = turns.some(({ events }) => events.some(({ kind }) => kind === 'note' || kind === 'overflow'))
  const small = turns.every(({ used }) => used + data.reserve <= data.limit)
  return edits.length > 0 || reason || small || ended !== null
}

/** A request over its limit is never silent: the turn says so with its sizes, and they give the shortfall. */
function saysWhatIsOver({ turns, data: { limit, reserve } }: Timeline): void {
  for (const { used, events } of turns) {
    const said = events.flatMap((event) => (event.kind === 'overflow' ? [event] : []))
    const sizes = { kind: 'overflow', used, limit, reserve }
    expect(said).toEqual(used + reserve > limit ? [sizes] : [])
  }
}

function balances({ data }: Timeline): void {
  for (const { before, freed, added, after } of data.edits) expect(before - freed + added).toBe(after)
  for (const { points, window, used, adjustment = 0, byType } of data.turns) {
    const entries = entriesAt(data.spans, points.sent.tick, window)
    expect(entries.reduce((sum, { tokens }) => sum + tokens, adjustment)).toBe(used)
    expect(Object.values(byType).reduce((a, b) => a + b, adjustment)).toBe(used)
  }
}

/** No violation of its own before repair, and none at all in what is sent after an edit. */
function introducesNothing(timeline: Timeline): void {
  const { strategy } = timeline.data.spec.config
  let asked = 0
  for (const { turn, violations, edits } of timeline.turns) {
    // A pipeline may be any list of stages, and what nobody manages has nothing to keep (VALID-3).
    if (strategy !== 'pipeline' && strategy !== 'unmanaged')
      expect(
        violations.filter(({ origin }) => origin === 'strategy'),
        `turn ${turn}`,
      ).toEqual([])
    if (edits.length === 0 && turn !== timeline.turns.length - 1) continue
    // One provider after the other from edit to edit, and each of them for the last request.
    asked += 1
    for (const [nth, provider] of PROVIDERS.entries()) {
      if (nth !== asked % PROVIDERS.length && turn !== timeline.turns.length - 1) continue
      const { repairs: _, ...request } = timeline.messagesAt(turn, provider)
      expect(validate(request, provider), `turn ${turn}`).toEqual([])
    }
  }
}
