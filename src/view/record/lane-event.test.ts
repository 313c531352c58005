import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { TimelineData, TurnRecord } from '../../sim/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { arbitraryTrace, traceOf } from '../../testing/trace.ts'
import { laneEvents } from './lane-event.ts'
import { EVENT_WORDS } from '../sentence/words.ts'

const timelines: fc.Arbitrary<TimelineData> = fc
  .record({
    trace: arbitraryTrace(),
    percent: fc.integer({ min: 15, max: 100 }),
    strategy: fc.constantFrom('evict', 'managed', 'unmanaged'),
    gates: fc.boolean(),
  })
  .map(({ trace, percent, strategy, gates }) => {
    const peak = unmanagedPeak(takeIn(trace, chars4))
    return run(trace, {
      max_context_tokens: Math.max(2000, Math.floor((peak * percent) / 100)),
      strategy,
      eviction: { policy: 'fifo', gates: { task: gates, current_user_message: gates } },
    }).data
  })

/** Notes of stages that should have acted and could not; other stages had nothing to do. */
const LACKING: readonly string[] = [
  'nothing_evictable',
  'held_back',
  'target_unreachable',
  'new_window_no_gain',
]

describe('the events of a lane', () => {
  it('PRES-5 contain every recorded zone change, spike, edit, overflow, violation, alert, checkpoint and turn with missing needs', () => {
    fc.assert(
      fc.property(timelines, (data) => {
        const events = laneEvents(data)
        const count = (kind: string): number => events.filter((event) => event.kind === kind).length
        const recorded = data.turns.flatMap((turn) => turn.events)
        const ofKind = (kind: string): number => recorded.filter((event) => event.kind === kind).length
        expect(count('edit')).toBe(data.edits.length)
        expect(count('zone')).toBe(ofKind('zone'))
        for (const kind of ['spike', 'budget', 'alert', 'checkpoint', 'window', 'breaker'])
          expect(count(kind), kind).toBe(ofKind(kind))
        expect(count('shortfall')).toBe(
          recorded.filter((event) => event.kind === 'note' && LACKING.includes(event.note.code)).length,
        )
        expect(count('overflow') + count('reserve')).toBe(ofKind('overflow'))
        expect(count('violation')).toBe(data.turns.reduce((sum, turn) => sum + turn.violations.length, 0))
        // With the needs of the turn in which a run stops, but not of later turns.
        const missing = data.needs.filter((need) => ['lost', 'unreached'].includes(need.resolution))
        const lossy = new Set(missing.map(({ turn }) => turn).filter((turn) => turn < data.turns.length))
        expect(events.filter((event) => event.kind === 'lost').map((event) => event.turn)).toEqual(
          [...lossy].sort((a, b) => a - b),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('are ordered, lie within their turn, and have complete labels', () => {
    fc.assert(
      fc.property(timelines, (data) => {
        let x = 0
        for (const event of laneEvents(data)) {
          expect(event.x).toBeGreaterThanOrEqual(x)
          expect(Math.floor(event.x)).toBe(event.turn)
          expect(event.letter).toBe(EVENT_WORDS[event.kind].letter)
          expect(event.label).not.toMatch(/undefined|NaN|null|^$|[.]$/)
          x = event.x
        }
      }),
      { numRuns: 40 },
    )
  })

  it('LED-1 TOK-5 zone changes have the utilization of their point, and each begins with the previous zone', () => {
    const trace = scenario('axios-migration', 7)
    const limit = Math.floor(unmanagedPeak(takeIn(trace, chars4)) / 3)
    const { data } = run(trace, { max_context_tokens: limit, eviction: { policy: 'hybrid' } })
    const zones = laneEvents(data).filter((event) => event.kind === 'zone')
    expect(zones.length).toBeGreaterThan(4)
    let zone = 'green'
    for (const event of zones) {
      const point = event.x === event.turn + 0.25 ? 'offered' : 'sent'
      expect(event.share).toBe((data.turns[event.turn]?.points[point].used ?? NaN) / limit)
      expect(event.label).toBe(
        `${event.zone ?? ''} from ${zone} at ≈ ${((event.share ?? NaN) * 100).toFixed(1)} %`,
      )
      zone = event.zone ?? ''
    }
  })

  it('EDIT-1 TOK-5 an edit says how many blocks it changed and how many tokens it freed', () => {
    const trace = scenario('axios-migration', 7)
    const { data } = run(trace, { max_context_tokens: 20000, eviction: { policy: 'fifo' } })
    const [first] = laneEvents(data).filter((event) => event.kind === 'edit')
    const edit = data.edits[0]
    if (edit === undefined) throw new Error('nothing was edited')
    const percent = (tokens: number): string => `≈ ${((tokens / 20000) * 100).toFixed(1)} %`
    const freed = edit.freed - edit.added
    expect(first).toEqual({
      x: edit.turn + 0.25,
      turn: edit.turn,
      kind: 'edit',
      letter: 'E',
      label:
        `evicted: ${edit.blocks.length} blocks, ≈ ${freed.toString().replace(/(\d)(\d{3})$/, '$1,$2')} tokens freed, ` +
        `${percent(edit.before)} to ${percent(edit.after)} of the limit`,
      loss: false,
      share: edit.before / 20000,
      tokens: freed,
    })
  })
})

describe('events of records written by hand', () => {
  const { data } = run(traceOf([{ role: 'user', content: 'fix it' }]), { max_context_tokens: 10000 })
  const [record] = data.turns
  if (record === undefined) throw new Error('the run is empty')

  function told(turn: Partial<TurnRecord>, extra: Partial<TimelineData> = {}): unknown[] {
    const events = laneEvents({
      ...data,
      ...extra,
      exact: true,
      turns: [{ ...record, ...turn } as TurnRecord],
    })
    return events.map(({ kind, label, loss, tokens }) => [kind, label, loss, tokens])
  }

  it('LED-2 distinguish a prompt over the limit, one that used some of the reserve, and the end of the run', () => {
    const over = { kind: 'overflow', used: 10100, limit: 10000, reserve: 2500 } as const
    const tight = { ...over, used: 8000 }
    expect(told({ events: [over] })).toEqual([['overflow', '100 tokens over the limit of 10,000', true, 100]])
    expect(told({ events: [tight] })).toEqual([
      ['reserve', '500 tokens into the reserve of 2,500', false, 500],
    ])
    const ended = { turn: 0, code: 'overflow' } as const
    expect(told({ events: [tight] }, { ended })).toEqual([
      ['overflow', '500 tokens into the reserve of 2,500: the run ends', true, 500],
    ])
  })

  it('PRES-3 a spike says how much larger than usual it is', () => {
    expect(told({ events: [{ kind: 'spike', arrived: 9200, baseline: 2240 }] })).toEqual([
      ['spike', '9,200 tokens arrived, 4.1 times the usual 2,240', false, 9200],
    ])
    expect(told({ events: [{ kind: 'spike', arrived: 90, baseline: 0 }] })).toEqual([
      ['spike', '90 tokens arrived, against the usual 0', false, 90],
    ])
  })

  it('EVI-4 a stage that missed its target says by how many tokens', () => {
    const note = (code: 'target_unreachable' | 'nothing_evictable'): TurnRecord['events'][number] => {
      return { kind: 'note', stage: 'evict', note: { code, tokens: 1204 } }
    }
    expect(told({ events: [note('target_unreachable'), note('nothing_evictable')] })).toEqual([
      ['shortfall', '1,204 tokens short of the target', false, 1204],
      ['shortfall', 'nothing could be evicted, 1,204 tokens over the limit', false, 1204],
    ])
  })

  it('VALID-3 a violation is a loss only if the strategy caused it', () => {
    const violation = { rule: 'orphan-result', message: '', blocks: [] }
    const violations = [
      { ...violation, origin: 'trace' as const },
      { ...violation, origin: 'strategy' as const },
    ]
    expect(told({ violations })).toEqual([
      ['violation', 'orphan-result, not caused by the strategy', false, undefined],
      ['violation', 'orphan-result, caused by the strategy', true, undefined],
    ])
  })

  it('NEED-2 the missing needs of a turn are one event; those of a log are called inferred', () => {
    const source = data.blocks.find((block) => block.type === 'user_message')?.id ?? -1
    const need = (kind: 'goal' | 'fact' | 'tool_result', resolution: 'lost' | 'full', inferred: boolean) => {
      return { turn: 0, source, kind, evidence: [], refetchable: false, inferred, resolution }
    }
    const lost = (inferred: boolean) => ({
      needs: [
        need('goal', 'lost', inferred),
        need('fact', 'full', inferred),
        need('fact', 'lost', inferred),
        need('tool_result', 'lost', inferred),
      ],
    })
    const all = { needs: [0, 1, 2, 3] }
    const named = 'the goal in the user message of turn 0, a fact in the user message of turn 0 and 1 more'
    expect(told(all, lost(false))).toEqual([['lost', `3 of 4 needs missing: ${named}`, true, undefined]])
    expect(told({ needs: [3] }, lost(false))).toEqual([
      ['lost', '1 of 1 need missing: the user message of turn 0', true, undefined],
    ])
    expect(told({ needs: [0, 1] }, lost(true))).toEqual([
      ['lost', '1 of 2 inferred needs missing: the goal in the user message of turn 0', true, undefined],
    ])
  })
})
