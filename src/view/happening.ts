import type { FoundViolation, TurnEvent } from '../engine/index.ts'
import { isMissing } from '../sim/internal.ts'
import type { EditRecord, NeedRecord, RunAsk, TimelineData, TurnRecord } from '../sim/index.ts'
import type { TurnPoint } from './axis.ts'
import { isByHand } from './stage-words.ts'

/** Something that happened in a turn, as it was recorded. */
export type Happening =
  | { readonly of: 'edit'; readonly at: TurnPoint; readonly edit: EditRecord }
  | { readonly of: 'event'; readonly at: TurnPoint; readonly event: TurnEvent }
  | { readonly of: 'violation'; readonly at: TurnPoint; readonly violation: FoundViolation }
  | {
      readonly of: 'lost'
      readonly at: TurnPoint
      readonly lost: readonly NeedRecord[]
      readonly needs: readonly NeedRecord[]
    }
  | { readonly of: 'discarded'; readonly at: TurnPoint; readonly asks: readonly RunAsk[] }

export type HappeningData = Pick<TimelineData, 'edits' | 'needs' | 'asks'>

/** Notes of stages that had nothing to do: they say nothing of the run. */
const QUIET: ReadonlySet<string> = new Set([
  'below_trigger',
  'not_worth_it',
  'nothing_to_compress',
  'breaker_open',
  'summary_discarded',
])

function isTold(event: TurnEvent): boolean {
  if (event.kind !== 'note') return false
  // Who asked for something wants to know why nothing came of it.
  return !QUIET.has(event.note.code) || (isByHand(event.stage) && event.note.code !== 'below_trigger')
}

/**
 * Everything of note that happened in a turn, in order: what arrived, edits, what the ladder left, what was
 * sent. Lost needs are one happening, and so are the answers of a model that were discarded.
 */
export function happeningsOf(record: TurnRecord, data: HappeningData): Happening[] {
  const { points } = record
  const edits = record.edits.flatMap((index) => data.edits[index] ?? [])
  const arriving = edits.filter((edit) => edit.tick <= points.offered.tick)
  const acting = edits.filter((edit) => edit.tick > points.offered.tick)
  const edited =
    (at: TurnPoint) =>
    (edit: EditRecord): Happening => ({ of: 'edit', at, edit })
  const events = (at: TurnPoint, picked: (event: TurnEvent) => boolean): Happening[] =>
    record.events.filter(picked).map((event) => ({ of: 'event', at, event }))
  return [
    ...arriving.map(edited('arrived')),
    ...events(
      'offered',
      (event) => event.kind === 'spike' || (event.kind === 'zone' && event.point === 'offered'),
    ),
    ...events('offered', (event) => event.kind === 'budget'),
    ...events('offered', (event) => event.kind === 'checkpoint'),
    ...acting.filter((edit) => edit.stage !== 'repair').map(edited('offered')),
    ...events('offered', (event) => event.kind === 'window'),
    ...discarded(record, data),
    ...events('sent', (event) => event.kind === 'breaker'),
    ...events('sent', isTold),
    ...events('sent', (event) => event.kind === 'cache_break'),
    ...record.violations.map((violation): Happening => ({ of: 'violation', at: 'sent', violation })),
    ...acting.filter((edit) => edit.stage === 'repair').map(edited('sent')),
    ...events(
      'sent',
      (event) => event.kind === 'overflow' || (event.kind === 'zone' && event.point === 'sent'),
    ),
    ...events('sent', (event) => event.kind === 'alert'),
    ...lost(record, data),
  ]
}

function discarded(record: TurnRecord, { asks }: HappeningData): Happening[] {
  const found = record.asks.flatMap((index) => asks[index] ?? []).filter(({ verdict }) => verdict !== 'used')
  return found.length === 0 ? [] : [{ of: 'discarded', at: 'sent', asks: found }]
}

function lost(record: TurnRecord, data: HappeningData): Happening[] {
  const needs = record.needs.flatMap((index) => data.needs[index] ?? [])
  const gone = needs.filter(isMissing)
  return gone.length === 0 ? [] : [{ of: 'lost', at: 'sent', lost: gone, needs }]
}
