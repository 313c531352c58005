import { describe, expect, it } from 'vitest'
import { chars4, driveSync, strategies } from '../../engine/index.ts'
import { withoutCacheMarks } from '../../engine/internal.ts'
import { expectEqual } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { decodeTimeline, encodeTimeline, run, takeIn, unmanagedPeak } from '../index.ts'
import type { Intervention, Timeline } from '../index.ts'
import { resume, startBefore } from './replay/resume.ts'

const talk = traceOf(
  conversation(`
    user: build the parser
    assistant: 800 chars
    user: 800 chars
    assistant: 800 chars
    user: something else
    assistant: fine`),
)
const at = (turn: number, ...kinds: readonly ('compact' | 'reset')[]): Intervention[] =>
  kinds.map((kind) => ({ turn, kind }))
const stagesOf = (timeline: Timeline) => timeline.edits.map(({ turn, stage }) => [turn, stage])
const textAt = (timeline: Timeline, turn: number) =>
  JSON.stringify(timeline.messagesAt(turn, 'anthropic').messages)

describe('a compaction or reset by hand', () => {
  it.each(Object.keys(strategies))('ROLL-1 EVI-3 works with every strategy: %s', (strategy) => {
    const lane = {
      strategy,
      max_context_tokens: 20_000,
      ...(strategy === 'pipeline' ? { pipeline: ['evict'] } : {}),
    }
    const compacted = run(talk, lane, { interventions: at(2, 'compact') })
    const made = stagesOf(compacted).filter(([, stage]) => stage !== 'carry_notes')
    expect(made).toEqual([[2, expect.stringMatching(/^(?:manual_|roll_up)/)]])
    expect(textAt(compacted, 2)).toContain('build the parser')
    expect(textAt(compacted, 2)).toContain('something else')
    expect(compacted.turns[2]?.used).toBeLessThan((compacted.turns[1]?.used ?? 0) / 1.2)
    const reset = run(talk, lane, { interventions: at(2, 'reset') })
    expect(stagesOf(reset)).toEqual([[2, 'manual_reset']])
    expect(withoutCacheMarks(reset.messagesAt(2, 'anthropic')).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'something else' }] },
    ])
    expect(reset.turns.flatMap(({ violations }) => violations)).toEqual([])
  })

  it('of the same turn: a reset removes the summary, too, and after a reset nothing is summarized', () => {
    const lane = { strategy: 'unmanaged', max_context_tokens: 20_000 }
    const first = run(talk, lane, { interventions: at(2, 'compact', 'reset') })
    expect(stagesOf(first)).toEqual([
      [2, 'manual_summary'],
      [2, 'manual_reset'],
    ])
    const second = run(talk, lane, { interventions: at(2, 'reset', 'compact') })
    expect(stagesOf(second)).toEqual([[2, 'manual_reset']])
    expect(textAt(first, 2)).toBe(textAt(second, 2))
  })

  it('in the first turn has nothing to compact, and the run notes that', () => {
    const timeline = run(
      talk,
      { strategy: 'unmanaged', max_context_tokens: 20_000 },
      { interventions: at(0, 'compact') },
    )
    expect(timeline.edits).toEqual([])
    expect(timeline.turns[0]?.events).toContainEqual({
      kind: 'note',
      stage: 'manual_summary',
      note: { code: 'nothing_to_compress', tokens: 0 },
    })
  })
})

describe('runs with interventions', () => {
  const trace = scenario('axios-migration', 5)
  const intake = takeIn(trace, chars4)
  const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)
  const interventions = [...at(12, 'compact'), ...at(30, 'reset'), ...at(31, 'compact'), ...at(44, 'compact')]

  it.each(['managed', 'rolling_summary', 'context_editing', 'tiered'])(
    'EDIT-3 EDIT-4 %s: the same bytes again, after decoding, from every snapshot, and independent of later ones',
    (strategy) => {
      const timeline = run(trace, { strategy, max_context_tokens }, { intake, interventions })
      const { data } = timeline
      expect(data.edits.some(({ stage }) => stage === 'manual_reset')).toBe(true)
      const bytes = encodeTimeline(data)
      expect(encodeTimeline(run(trace, { strategy, max_context_tokens }, { interventions }).data)).toBe(bytes)
      expect(decodeTimeline(bytes).spec.interventions).toEqual(interventions)
      expect(encodeTimeline(decodeTimeline(bytes))).toBe(bytes)

      for (const { turn: first } of data.snapshots) {
        const replay = resume(timeline, startBefore(timeline, first), false)
        for (const { turn, points, events, byType } of data.turns.slice(first, first + 34)) {
          const outcome = driveSync(replay.step(turn), replay.answer)
          replay.finish(outcome)
          expectEqual({ turn, ...outcome.points }, { turn, ...points })
          expectEqual(outcome.events, events)
          expectEqual(outcome.ledger.byType, byType)
        }
      }

      const without = run(trace, { strategy, max_context_tokens }, { intake })
      const points = ({ turns }: Timeline) =>
        turns.slice(0, 12).map(({ points: own, events }) => [own, events])
      expect(points(without)).toEqual(points(timeline))
      expect(without.turns[30]?.points).not.toEqual(data.turns[30]?.points)
    },
  )
})
