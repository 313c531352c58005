import type {
  Ratio,
  Tokens,
  Turn,
  TurnEvent,
  Verdict,
  WindowId,
  Zone,
  FoundViolation,
} from '../../engine/index.ts'
import type { EditRecord, NeedRecord, Refetch, RunAsk, TimelineData, TurnRecord } from '../../sim/index.ts'
import { turnsOf, xAt } from '../layout/axis.ts'
import type { TurnPoint } from '../layout/axis.ts'
import { told } from '../sentence/event-words.ts'
import { noteKind, noteWords } from './notes.ts'
import type { NoteContext } from './notes.ts'
import { MAIN_WINDOW } from '../layout/series.ts'
import { serialOf } from '../layout/window-at.ts'
import { blockOfTurn, EVENT_WORDS, sentences } from '../sentence/words.ts'
import type { LaneEventKind } from '../sentence/words.ts'
import { remembered } from '../../engine/internal.ts'
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

type EventData = Pick<
  TimelineData,
  'turns' | 'edits' | 'needs' | 'asks' | 'blocks' | 'limit' | 'reserve' | 'ended' | 'exact' | 'windows'
>

/**
 * Every notable event of a window, in order of turn, then of occurrence. The lost needs of a turn are one event, and so
 * are its discarded answers.
 */
export function laneEvents(data: EventData, window: WindowId = MAIN_WINDOW): readonly LaneEvent[] {
  const known = eventsOf(data)
  let events = known.get(window)
  if (events === undefined) {
    events = turnsOf(data.turns, window).flatMap((record) =>
      happeningsOf(record, data).map((happening) => laneEvent(happening, record, data)),
    )
    known.set(window, events)
  }
  return events
}

/** By window: the strip, the steps and the charts ask for the same. */
const eventsOf = /* @__PURE__ */ remembered((_data: EventData) => new Map<WindowId, readonly LaneEvent[]>())

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
  const named = lost.map(({ kind, source }) => {
    const block = blocks[source]
    return sentences.needOf(kind, block === undefined ? '' : blockOfTurn(block))
  })
  const inferred = lost.some((need) => need.inferred)
  return { kind: 'lost', label: sentences.needsLost(named, all.length, inferred), loss: true }
}

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
  | { readonly of: 'fetched'; readonly at: TurnPoint; readonly again: readonly Refetch[] }
  | { readonly of: 'discarded'; readonly at: TurnPoint; readonly asks: readonly RunAsk[] }

type HappeningData = Pick<TimelineData, 'edits' | 'needs' | 'asks'>

/** Notes of stages that had nothing to do. */
const QUIET: ReadonlySet<string> = new Set([
  'below_trigger',
  'not_worth_it',
  'nothing_to_compress',
  'breaker_open',
  'summary_discarded',
])

function isTold(event: TurnEvent): boolean {
  if (event.kind !== 'note') return false
  // A manual request without an effect is always explained.
  return !QUIET.has(event.note.code) || (isByHand(event.stage) && event.note.code !== 'below_trigger')
}

/**
 * Every notable event of a turn, in order: arrivals, edits, results of the cascade, the sent prompt. Lost needs are one
 * event, and so are discarded answers of a model.
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
    ...fetched(record),
  ]
}

function fetched({ fetched }: TurnRecord): Happening[] {
  return fetched === undefined ? [] : [{ of: 'fetched', at: 'sent', again: fetched.again }]
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
