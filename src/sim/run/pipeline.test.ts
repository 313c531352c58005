import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import type { WindowId } from '../../engine/index.ts'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { run } from '../index.ts'
import type { Timeline, Trace } from '../index.ts'

/** Six reads of 1,000 tokens, one per turn; by chars4 each turn adds about 1,020. */
const READS = conversation(
  [
    'user: fix the bug in the parser',
    ...'abcdef'
      .split('')
      .flatMap((id) => [
        `assistant: call ${id} read_file {"path":"src/${id}.ts"}`,
        `result ${id}: 4000 chars`,
      ]),
    'assistant: done',
  ].join('\n'),
)
const TRACE = traceOf(READS)
const LIMIT = 8000

function piped(
  pipeline: PartialConfig['pipeline'],
  trace: Trace = TRACE,
  more: PartialConfig = {},
): Timeline {
  return run(trace, {
    strategy: 'pipeline',
    max_context_tokens: LIMIT,
    pressure: { preemptive: false },
    ...more,
    pipeline,
  })
}

/** The stages that edited, by turn. */
function edited({ edits }: Timeline): string[] {
  return edits.map(({ turn, stage }) => `${stage} ${turn}`)
}

/** The same trace with a clock: minutes between its turns. */
function timed(minutes: readonly number[], windows: readonly WindowId[] = []): Trace {
  let now = 1_700_000_000_000
  const turns = TRACE.turns.map((turn, index) => {
    now += (minutes[index] ?? 0) * 60_000
    return { ...turn, window: windows[index] ?? 0, time: now }
  })
  return { ...TRACE, turns }
}

describe('a pipeline', () => {
  it('PIPE-1 LED-2 a step acts from its own share on, scaled by the reserve of the window', () => {
    // 8,000 less a reserve of 2,000 is .75. Scaled by .75/.95, a share of .5 begins at 3,158 tokens.
    const early = piped([{ stage: 'evict', at: 0.5, with: { eviction: { target: 0.3 } } }])
    const used = early.turns.map(({ points }) => points.offered.used)
    const first = used.findIndex((tokens) => tokens >= 3158)
    expect(first).toBeGreaterThan(1)
    expect(early.edits[0]).toMatchObject({ turn: first, stage: 'evict' })
    const late = piped(['evict'], TRACE, { eviction: { target: 0.3 } })
    expect(late.edits[0]?.turn).toBeGreaterThan(first)
  })

  it('PIPE-1 MAN-2 of two stages with the same share the first in the list acts first', () => {
    const steps = [
      { stage: 'summarize_results', at: 0.5 },
      { stage: 'evict', at: 0.5 },
    ]
    const settings = { eviction: { target: 0.3 }, compression: { summarization_threshold_tokens: 100 } }
    const summarized = piped(steps, TRACE, settings)
    const evicted = piped(steps.toReversed(), TRACE, settings)
    expect(edited(summarized)[0]).toMatch(/^summarize_results/)
    expect(edited(evicted)[0]).toMatch(/^evict/)
    expect(edited(evicted)).not.toEqual(edited(summarized))
  })

  it('PIPE-1 phases act in their fixed order, whatever the order of the list', () => {
    const timeline = piped(
      [
        {
          stage: 'compact',
          at: 0.1,
          with: { compression: { keep_messages: 2 }, eviction: { target: 0.05 } },
        },
        'summarize_arrivals',
      ],
      TRACE,
      { max_context_tokens: 2000, compression: { summarization_threshold_tokens: 100 } },
    )
    const turn = timeline.turns.find(({ edits }) => edits.length > 1)
    expect(turn?.edits.map((index) => timeline.edits[index]?.stage)).toEqual([
      'summarize_arrivals',
      'compact',
    ])
  })

  it('PIPE-1 edited: only in turns in which an edit has already broken the cached prefix', () => {
    const first = { stage: 'evict', at: 0.7, with: { eviction: { target: 0.6 } } }
    const second = {
      stage: 'summarize_results',
      at: 0.1,
      when: 'edited',
      with: { eviction: { target: 0.1 } },
    }
    const timeline = piped([first, second])
    const [evict, summary] = timeline.edits
    expect([evict?.stage, summary?.stage]).toEqual(['evict', 'summarize_results'])
    expect(summary?.turn).toBe(evict?.turn)
    expect(piped([{ ...second, when: 'not edited' }, first]).edits[0]?.turn).toBeLessThan(evict?.turn ?? 0)
  })

  it('PIPE-1 idle: minutes since the previous turn of the same window', () => {
    const step = { stage: 'evict', when: 'idle >= 5', at: 0.1, with: { eviction: { target: 0.05 } } }
    expect(edited(piped([step]))).toEqual([])
    expect(edited(piped([step], timed([0, 1, 1, 6, 1, 4.9, 5])))).toEqual(['evict 3', 'evict 6'])
    // Another window was active in between; its turns do not count for this one.
    const other = timed([0, 1, 3, 3, 1, 1, 1], [0, 0, 0, 1, 0, 0, 0])
    const two: Trace = {
      ...other,
      windows: [
        { id: 0, parent: null, kind: 'main', opened: 0, closed: null },
        { id: 1, parent: 0, kind: 'subagent', opened: 3, closed: 3 },
      ],
    }
    expect(edited(piped([step], two)).filter((one) => one.startsWith('evict'))).toEqual([])
    const longer = { ...step, when: 'idle >= 4' }
    expect(edited(piped([longer], two)).filter((one) => one.startsWith('evict'))).toEqual(['evict 4'])
  })

  it('PIPE-1 end_at_overflow ends the run if no stage made room', () => {
    const limit = { max_context_tokens: 6000 }
    const unmanaged = run(TRACE, { strategy: 'unmanaged', ...limit })
    expect(unmanaged.ended).toMatchObject({ code: 'overflow' })
    expect(piped(['end_at_overflow'], TRACE, limit).ended).toEqual(unmanaged.ended)
    expect(piped(['evict', 'end_at_overflow'], TRACE, limit).ended).toBeNull()
    expect(piped([], TRACE, limit).ended).toBeNull()
    // It is before clip in the list, but a request that fits after all stages is not an overflow.
    expect(piped(['end_at_overflow', 'clip'], TRACE, limit).turns.length).toBeGreaterThan(
      unmanaged.turns.length,
    )
  })

  it('PIPE-1 an empty pipeline edits nothing', () => {
    expect(edited(piped([]))).toEqual([])
  })
})
