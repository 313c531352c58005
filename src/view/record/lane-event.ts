import type { Ratio, Tokens, Turn, TurnEvent, Verdict, Zone, FoundViolation } from '../../engine/index.ts'
import type { EditRecord, NeedRecord, Refetch, RunAsk, TimelineData, TurnRecord } from '../../sim/index.ts'
import { perWindow, turnsOf, xAt } from '../layout/axis.ts'
import type { TurnPoint } from '../layout/axis.ts'
import { told } from '../sentence/event-words.ts'
import { noteKind, noteWords } from './notes.ts'
import type { NoteContext } from './notes.ts'
import { serialOf } from '../layout/window-at.ts'
import { blockOfTurn, EVENT_WORDS, sentences } from '../sentence/words.ts'
import type { LaneEventKind } from '../sentence/words.ts'
import { isMissing } from '../../sim/internal.ts'
import { isByHand } from '../sentence/stage-words.ts'

/** An event of a run, as a mark in a chart and a step for the playhead. */
export interface LaneEvent {
  readonly x: number
  readonly turn: Turn
  readonly kind: LaneEventKind
  /** Shown with the mark, so that kinds do not differ only in colour. */
  readonly letter: string
  /** A short sentence with its figures: `orange from yellow at 76.2 %`. */
  readonly label: string
  /** True if something is missing, refused, or made invalid by the run; only these are red. */
  readonly loss: boolean
  /** The zone that a `zone` event leads to. */
  readonly zone?: Zone
  /** used / limit at the event; before an edit. */
  readonly share?: Ratio
  /**
   * The tokens of its figure: freed by an edit, arrived in a spike, over the limit, into the reserve, short of the
   * target.
   */
  readonly tokens?: Tokens
}

/** From the most to the least important. */
const GRAVITY: readonly LaneEventKind[] = [
  'overflow',
  'lost',
  'violation',
  'refused',
  'window',
  'breaker',
  'edit',
  'fetched',
  'reserve',
  'shortfall',
  'unrecorded',
  'discarded',
  'alert',
  'checkpoint',
  'cache',
  'zone',
  'spike',
  'budget',
]

/** Priority of a kind of event if there is no room for all: 0 comes first. */
export function gravityOf(kind: LaneEventKind): number {
  return GRAVITY.indexOf(kind)
}

type EventData = Pick<
  TimelineData,
  'turns' | 'edits' | 'needs' | 'asks' | 'blocks' | 'limit' | 'reserve' | 'ended' | 'exact' | 'windows'
>

/**
 * Every notable event of a window, in order of turn, then of occurrence. The lost needs of a turn are one event, and so
 * are its discarded answers.
 */
export const laneEvents = /* @__PURE__ */ perWindow((data: EventData, window): readonly LaneEvent[] => {
  const events: LaneEvent[] = []
  for (const record of turnsOf(data.turns, window)) {
    for (const happening of happeningsOf(record, data)) events.push(laneEvent(happening, record, data))
  }
  return events
})

/** A happening as a mark, with a short sentence. */
export function laneEvent(happening: Happening, record: TurnRecord, data: EventData): LaneEvent {
  const { turn } = record
  const happened = happenedOf(happening, record, data)
  return { x: xAt(turn, happening.at), turn, letter: EVENT_WORDS[happened.kind].letter, ...happened }
}

/** An event without the fields that follow from its turn and kind. */
type Happened = Omit<LaneEvent, 'x' | 'turn' | 'letter'>

function happenedOf(happening: Happening, record: TurnRecord, data: EventData): Happened {
  switch (happening.of) {
    case 'edit':
      return editEvent(happening.edit, data)
    case 'violation': {
      const { rule, origin } = happening.violation
      return { kind: 'violation', label: sentences.violation(rule, origin), loss: origin === 'strategy' }
    }
    case 'lost':
      return lostNeeds(happening.lost, happening.needs, data)
    case 'fetched': {
      const { fetched, points } = record
      const { again = [], point = points.sent } = fetched ?? {}
      const calls = again.reduce((sum, { blind }) => sum + blind + 1, 0)
      const tokens = point.used - points.sent.used
      const label = sentences.fetchedAgain(again.length, calls, tokens, data.exact)
      return { kind: 'fetched', label, loss: false, tokens }
    }
    case 'discarded': {
      const verdicts = new Map<Verdict, number>()
      for (const { verdict } of happening.asks) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
      return { kind: 'discarded', label: told.discardedLabel(verdicts), loss: false }
    }
    case 'event':
      return ofEvent(happening.event, record, data)
  }
}

function ofEvent(event: TurnEvent, record: TurnRecord, data: EventData): Happened {
  const { exact, limit } = data
  switch (event.kind) {
    case 'zone': {
      const share = record.points[event.point].used / limit
      const label = sentences.zoneChange(event.to, event.from, share, exact)
      return { kind: 'zone', label, loss: false, zone: event.to, share }
    }
    case 'spike': {
      const label = sentences.spike(event.arrived, event.baseline, exact)
      return { kind: 'spike', label, loss: false, tokens: event.arrived }
    }
    case 'note': {
      const context = noteContext(event, record, data)
      const kind = noteKind(event.note, context)
      const label = noteWords(event.note, context)
      return { kind, label, loss: kind === 'refused', tokens: event.note.tokens }
    }
    case 'overflow':
      return overflowEvent(event, data.ended?.turn === record.turn, exact)
    case 'budget':
      return { kind: 'budget', label: told.budgetLabel(event.event, exact), loss: false }
    case 'alert':
      return { kind: 'alert', label: told.alertLabel(event.alert, exact), loss: false }
    case 'breaker':
      return { kind: 'breaker', label: told.breakerLabel(event.failures), loss: false }
    case 'checkpoint':
      return { kind: 'checkpoint', label: told.checkpointLabel(event.version), loss: false }
    case 'window':
      return { kind: 'window', label: told.windowLabel(serialOf(data.windows, event.to)), loss: false }
    case 'cache_break':
      return {
        kind: 'cache',
        label: told.cacheLabel(event, exact),
        loss: false,
        tokens: event.before - event.after,
      }
  }
}

/** The context of a sentence about a note. */
export function noteContext(
  { stage, note }: Extract<TurnEvent, { kind: 'note' }>,
  record: Pick<TurnRecord, 'edits'>,
  { edits, blocks, exact }: Pick<TimelineData, 'edits' | 'blocks' | 'exact'>,
): NoteContext {
  const block = note.block === undefined ? undefined : blocks[note.block]
  const edited = record.edits.some((index) => edits[index]?.stage === stage)
  return { stage, edited, block: block === undefined ? '' : blockOfTurn(block), exact }
}

function overflowEvent(
  { used, limit, reserve }: { readonly used: Tokens; readonly limit: Tokens; readonly reserve: Tokens },
  ends: boolean,
  exact: boolean,
): Happened {
  const over = used > limit
  const tokens = over ? used - limit : used + reserve - limit
  const label = over
    ? sentences.overLimit(tokens, limit, exact)
    : sentences.intoReserve(tokens, reserve, exact)
  return {
    kind: over || ends ? 'overflow' : 'reserve',
    label: ends ? sentences.runEnds(label) : label,
    loss: over || ends,
    share: used / limit,
    tokens,
  }
}

function editEvent(edit: EditRecord, { limit, exact }: EventData): Happened {
  const tokens = edit.freed - edit.added
  const [before, after] = [edit.before / limit, edit.after / limit]
  const freed = sentences.tokensFreed(tokens, exact)
  const label = sentences.editDone(edit.stage, edit.blocks.length, freed, [before, after], exact)
  return { kind: 'edit', label, loss: false, share: before, tokens }
}

function lostNeeds(
  lost: readonly NeedRecord[],
  all: readonly NeedRecord[],
  { blocks }: Pick<EventData, 'blocks'>,
): Happened {
  const named = lost.map(({ kind, inferred, source }) => {
    const block = blocks[source]
    return sentences.needOf(kind, inferred, block === undefined ? '' : blockOfTurn(block))
  })
  const inferred = lost.some((need) => need.inferred)
  return { kind: 'lost', label: sentences.needsLost(named, all.length, inferred), loss: true }
}

/** Something that happened in a turn, as it was recorded. */
export type Happening = What & { readonly at: TurnPoint }

type What =
  | { readonly of: 'edit'; readonly edit: EditRecord }
  | { readonly of: 'event'; readonly event: TurnEvent }
  | { readonly of: 'violation'; readonly violation: FoundViolation }
  | { readonly of: 'lost'; readonly lost: readonly NeedRecord[]; readonly needs: readonly NeedRecord[] }
  | { readonly of: 'fetched'; readonly again: readonly Refetch[] }
  | { readonly of: 'discarded'; readonly asks: readonly RunAsk[] }

type HappeningData = Pick<TimelineData, 'edits' | 'needs' | 'asks'>

/** Notes of stages that had nothing to do. */
const QUIET: ReadonlySet<string> = new Set([
  'below_trigger',
  'not_worth_it',
  'nothing_to_compress',
  'breaker_open',
  'summary_discarded',
])

/** What may happen in a turn, in order, and the point of the window that shows it. */
const POINT_OF = {
  arriving: 'arrived',
  spike: 'offered',
  budget: 'offered',
  checkpoint: 'offered',
  acting: 'offered',
  window: 'offered',
  discarded: 'sent',
  breaker: 'sent',
  note: 'sent',
  cache_break: 'sent',
  violation: 'sent',
  repair: 'sent',
  overflow: 'sent',
  alert: 'sent',
  lost: 'sent',
  fetched: 'sent',
} as const satisfies Record<string, TurnPoint>
type Place = keyof typeof POINT_OF

/** The place of an event among the others of its turn; null if it is not told. */
function placeOf(event: TurnEvent): Place | null {
  if (event.kind === 'zone') return event.point === 'offered' ? 'spike' : 'overflow'
  if (event.kind !== 'note' || !QUIET.has(event.note.code)) return event.kind
  // A manual request without an effect is always explained.
  return isByHand(event.stage) && event.note.code !== 'below_trigger' ? 'note' : null
}

/**
 * Every notable event of a turn, in order: arrivals, edits, results of the cascade, the sent prompt. Lost needs are one
 * event, and so are discarded answers of a model.
 */
export function happeningsOf(record: TurnRecord, data: HappeningData): Happening[] {
  const found = new Map<Place, Happening[]>()
  const put = (place: Place, what: What): void => {
    const happening = { ...what, at: POINT_OF[place] }
    const there = found.get(place)
    if (there === undefined) found.set(place, [happening])
    else there.push(happening)
  }
  for (const edit of picked(data.edits, record.edits)) {
    const acting = edit.stage === 'repair' ? 'repair' : 'acting'
    put(edit.tick <= record.points.offered.tick ? 'arriving' : acting, { of: 'edit', edit })
  }
  for (const event of record.events) {
    const place = placeOf(event)
    if (place !== null) put(place, { of: 'event', event })
  }
  for (const violation of record.violations) put('violation', { of: 'violation', violation })
  const asks = picked(data.asks, record.asks).filter(({ verdict }) => verdict !== 'used')
  if (asks.length > 0) put('discarded', { of: 'discarded', asks })
  const needs = picked(data.needs, record.needs)
  const lost = needs.filter(isMissing)
  if (lost.length > 0) put('lost', { of: 'lost', lost, needs })
  if (record.fetched !== undefined) put('fetched', { of: 'fetched', again: record.fetched.again })
  return found.size === 0 ? [] : PLACES.flatMap((place) => found.get(place) ?? [])
}

const PLACES = Object.keys(POINT_OF) as readonly Place[]

function picked<Row>(rows: readonly Row[], indices: readonly number[]): Row[] {
  return indices.flatMap((index) => rows[index] ?? [])
}
