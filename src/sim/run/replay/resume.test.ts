import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../../config/index.ts'
import { chars4, driveSync } from '../../../engine/index.ts'
import { resume, startBefore } from './resume.ts'
import { expectEqual } from '../../../testing/expect-equal.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../index.ts'
import type { Trace } from '../../index.ts'
import { SNAPSHOT_EVERY } from '../../internal.ts'

const whole = scenario('axios-migration', 5)
/** Its first turns, with a snapshot after most of them. */
const trace: Trace = { ...whole, turns: whole.turns.slice(0, 44) }
const intake = takeIn(trace, chars4)
const STEPS = ['tool_result_summarization', 'progressive', 'conversation_compaction', 'sub_agent'] as const
const early = {
  compression: {
    cascade: Object.fromEntries(STEPS.map((step, index) => [`0.${4 + index}`, step])),
    delegation: { min_calls: 3 },
  },
  eviction: { target: 0.35 },
}

describe('a resumed run', () => {
  it.each<readonly [string, number, PartialConfig]>([
    ['the cascade', 0.3, early],
    ['a model that often fails', 0.3, { ...early, mock_llm: { failure_rate: 0.6 } }],
    ['new windows', 0.3, { strategy: 'handover', cross_window: { bootstrap_tokens: 1000 } }],
    ['merges', 0.3, { eviction: { policy: 'semantic_merge', merge_similarity: 0.5 } }],
    [
      'compactions by the provider',
      0.3,
      { strategy: 'context_editing', context_editing: { compact: { enabled: true, trigger_share: 0.6 } } },
    ],
    ['folded blocks', 0.3, { strategy: 'tiered_full', tiered_full: { collapse_from: 0.5 } }],
    ['component budgets', 0.4, { budget: { enforce: 'per_component' } }],
  ])('EDIT-1 continues from every snapshot like the original run: %s', (_, share, config) => {
    const max_context_tokens = Math.round(share * unmanagedPeak(intake))
    const timeline = run(trace, { ...config, max_context_tokens }, { intake })
    const { data } = timeline
    expect(data.snapshots.length).toBeGreaterThan(1)
    expect(data.edits.some(({ turn }) => turn > SNAPSHOT_EVERY)).toBe(true)
    // Each one up to the next and a little beyond it: from there on that one is checked.
    for (const { turn: first } of data.snapshots) {
      const replay = resume(timeline, startBefore(timeline, first), false)
      for (const record of data.turns.slice(first, first + SNAPSHOT_EVERY + 4)) {
        const outcome = driveSync(replay.step(record.turn), replay.answer)
        replay.finish(outcome)
        const { points, responded, reading, events, context, byType } = record
        const { used } = outcome.ledger
        expect({ ...outcome.ledger, ...outcome }).toMatchObject({
          points,
          responded,
          reading,
          events,
          context,
          byType,
          used,
        })
        const own = record.edits.map((edit) => data.edits[edit])
        const made = outcome.changes.flatMap(({ tick, edit }) =>
          edit === null ? [] : [{ tick, stage: edit.stage, opened: edit.opened, decision: edit.decision }],
        )
        expectEqual(
          made,
          own.map((edit) => ({
            tick: edit?.tick,
            stage: edit?.stage,
            opened: edit?.opened,
            decision: edit?.decision,
          })),
        )
        expectEqual(
          outcome.asks.map(({ verdict, input, output, sources }) => ({ verdict, input, output, sources })),
          record.asks.map((ask) => {
            const { verdict, input, output, sources } = data.asks[ask] ?? {}
            return { verdict, input, output, sources }
          }),
        )
        const standing = data.notes.filter(
          ({ window, from, to }) =>
            window === record.window && from <= record.turn && (to === null || to > record.turn),
        )
        expectEqual(new Set(outcome.notes.map(({ text }) => text)), new Set(standing.map(({ text }) => text)))
        expectEqual(
          outcome.checkpoints.map(({ checkpoint }) => checkpoint),
          data.checkpoints.filter(({ turn }) => turn === record.turn).map(({ checkpoint }) => checkpoint),
        )
      }
    }
  })
})
