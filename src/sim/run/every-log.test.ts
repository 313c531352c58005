import { beforeAll, describe, expect, it } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { chars4, PROVIDERS, strategies, validate } from '../../engine/index.ts'
import { expectEqual } from '../../testing/expect-equal.ts'
import { doubtful } from '../../testing/least-request.ts'
import { freedAddsUp } from '../../testing/run-record.ts'
import { seed } from '../../testing/seed.ts'
import { logs, readLog } from '../../testing/shared-traces.ts'
import { encodeTimeline, entriesAt, metrics, run, takeIn, unmanagedPeak } from '../index.ts'
import type { Intake, Timeline, Trace } from '../index.ts'

const NO_PLACEHOLDERS: PartialConfig = { strategy: 'evict', eviction: { placeholders: false } }

/** Every strategy with its defaults, and with other settings. */
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
  ['evict without placeholders', NO_PLACEHOLDERS],
  ['token_trim back', { strategy: 'token_trim', token_trim: { direction: 'end', rollback: true } }],
]

const SHARES = [0.5, 0.25, 0.1] as const

it.skipIf(logs.length === 0)('there are at least twelve logs to read', () => {
  expect(logs.length).toBeGreaterThanOrEqual(12)
})

describe.skipIf(logs.length === 0).each(logs)('%s', (file) => {
  let trace: Trace
  let intake: Intake

  beforeAll(() => {
    trace = readLog(file)
    intake = takeIn(trace, chars4)
  })

  // Every third lane runs on a log, the next ones on the next log, each in a window of one size: which one goes round, so
  // that every lane meets every size on other logs and every log meets every size in other lanes. Another seed gives each
  // its next size. A twelfth is made again.
  const at = logs.indexOf(file)
  const runs = lanes.flatMap(([title, lane], nth) => {
    if ((nth + at + seed) % 3 !== 0) return []
    const share = SHARES[(Math.floor((nth + at) / 3) + seed) % SHARES.length] ?? 0.5
    return [[title, share, lane, (nth + at) % 12 < 1] as const]
  })
  it.each(runs)(
    'STRAT-1 LED-1 LED-2 EVI-4 VALID-3 EDIT-3 %s at %f × the peak acts or says why not, balances, and gives equal results again',
    (_, share, lane, again) => {
      // The minimum of the setting is more than a quarter of the shortest conversation.
      const max_context_tokens = Math.max(2000, Math.floor(unmanagedPeak(intake) * share))
      const config = { ...lane, max_context_tokens }
      const timeline = run(trace, config, { intake })
      expect(actsOrSaysWhy(timeline)).toBe(true)
      balances(timeline)
      introducesNothing(timeline)
      // If a request is over its limit, no strategy that keeps the rules of eviction could have made it fit (EVI-4).
      if (lane.strategy === 'managed' || lane.strategy === 'evict') {
        expect(doubtful(timeline, { placeholders: lane !== NO_PLACEHOLDERS })).toEqual([])
        saysWhatIsOver(timeline)
      }
      if (again)
        expect(encodeTimeline(run(trace, config, { intake }).data)).toBe(encodeTimeline(timeline.data))
    },
  )
})

/** An edit, or a recorded reason for none. A window that fits everything needs neither. */
function actsOrSaysWhy({ edits, turns, ended, data }: Timeline): boolean {
  const reason = turns.some(({ events }) => events.some(({ kind }) => kind === 'note' || kind === 'overflow'))
  const small = turns.every(({ used }) => used + data.reserve <= data.limit)
  return edits.length > 0 || reason || small || ended !== null
}

/**
 * A request over its limit is always recorded: the turn has an event with its sizes, whose difference is the shortfall.
 */
function saysWhatIsOver({ turns, data: { limit, reserve } }: Timeline): void {
  for (const { used, events } of turns) {
    const said = events.flatMap((event) => (event.kind === 'overflow' ? [event] : []))
    const sizes = { kind: 'overflow', used, limit, reserve }
    const over = used + reserve > limit
    if (over || said.length > 0) expectEqual(said, over ? [sizes] : [])
  }
}

function balances({ data }: Timeline): void {
  freedAddsUp(data)
  expect(metrics({ data }).find(({ id }) => id === 'freed-tokens')?.value).toBe(
    data.edits.reduce((sum, { before, after }) => sum + before - after, 0),
  )
  for (const { points, window, used, adjustment = 0, byType, turn } of data.turns) {
    const entries = entriesAt(data.spans, points.sent.tick, window)
    const held = entries.reduce((sum, { tokens }) => sum + tokens, adjustment)
    const types = Object.values(byType).reduce((a, b) => a + b, adjustment)
    if (held !== used || types !== used) expectEqual({ turn, held, types }, { turn, held: used, types: used })
  }
}

/** No violation by the strategy before repair, and none at all in what is sent after an edit. */
function introducesNothing(timeline: Timeline): void {
  const { strategy } = timeline.data.spec.config
  let asked = 0
  for (const { turn, violations, edits } of timeline.turns) {
    // A pipeline may be any list of stages, and `unmanaged` does nothing (VALID-3).
    const made = violations.filter(({ origin }) => origin === 'strategy')
    if (made.length > 0 && strategy !== 'pipeline' && strategy !== 'unmanaged')
      expectEqual(made, [], `turn ${turn}`)
    if (edits.length === 0 && turn !== timeline.turns.length - 1) continue
    // One provider after another from edit to edit, and all of them for the last request.
    asked += 1
    for (const [nth, provider] of PROVIDERS.entries()) {
      if (nth !== asked % PROVIDERS.length && turn !== timeline.turns.length - 1) continue
      const { repairs: _, ...request } = timeline.messagesAt(turn, provider)
      expectEqual(validate(request, provider), [], `turn ${turn}`)
    }
  }
}
