import type { Ratio, Tokens, Turn, WindowId, Zone } from '../engine/index.ts'
import type { EditRecord, TimelineData, TurnRecord } from '../sim/index.ts'
import { turnsOf, xAt } from './axis.ts'
import type { TurnPoint } from './axis.ts'
import { MAIN_WINDOW } from './series.ts'
import { blockOfTurn, EVENT_WORDS, sentences } from './words.ts'
import type { LaneEventKind } from './words.ts'

/** Something that happened in a run, as a mark in a chart and a step for the playhead. */
export interface LaneEvent {
  readonly x: number
  readonly turn: Turn
  readonly kind: LaneEventKind
  /** Beside the mark, so that kinds differ in more than their colour. */
  readonly letter: string
  /** A short sentence with its figures: `orange from yellow at 76.2 %`. */
  readonly label: string
  /** True where something is missing, refused, or made invalid by the run: red is kept for these. */
  readonly loss: boolean
  /** The zone that a `zone` event leads to. */
  readonly zone?: Zone
  /** used / limit at the event; before an edit. */
  readonly share?: Ratio
  /** What its figure counts: freed by an edit, arrived in a spike, over the limit, into the reserve, short of the target. */
  readonly tokens?: Tokens
}

type EventData = Pick<
  TimelineData,
  'turns' | 'edits' | 'needs' | 'blocks' | 'limit' | 'reserve' | 'ended' | 'exact'
>

/** Everything of note that happened in a window, in order of turn, then of happening. Lost needs of a turn are one event. */
export function laneEvents(data: EventData, window: WindowId = MAIN_WINDOW): LaneEvent[] {
  return turnsOf(data.turns, window).flatMap((record) => eventsOfTurn(record, data))
}

/** An event without what follows from its turn and kind. */
type Happened = Omit<LaneEvent, 'x' | 'turn' | 'letter'> & { readonly at: TurnPoint }

function eventsOfTurn(record: TurnRecord, data: EventData): LaneEvent[] {
  const { turn, points } = record
  const edits = record.edits.flatMap((index) => data.edits[index] ?? [])
  const arriving = edits.filter((edit) => edit.tick <= points.offered.tick)
  const acting = edits.filter((edit) => edit.tick > points.offered.tick)
  const repairs = acting.filter((edit) => edit.stage === 'repair')
  const told = record.events.map((event) => ({ event, happened: happenedOf(event, record, data) }))
  const ofEvents = (picked: (event: TurnRecord['events'][number]) => boolean): Happened[] =>
    told.flatMap(({ event, happened }) => (picked(event) ? [happened] : []))
  const happened: Happened[] = [
    ...arriving.map((edit) => editEvent(edit, 'arrived', data)),
    ...ofEvents((event) => event.kind === 'spike' || (event.kind === 'zone' && event.point === 'offered')),
    ...acting.filter((edit) => edit.stage !== 'repair').map((edit) => editEvent(edit, 'offered', data)),
    ...ofEvents((event) => event.kind === 'note'),
    ...violations(record),
    ...repairs.map((edit) => editEvent(edit, 'offered', data)),
    ...ofEvents((event) => event.kind === 'overflow' || (event.kind === 'zone' && event.point === 'sent')),
    ...lostNeeds(record, data),
  ]
  return happened.map(({ at, ...event }) => ({
    x: xAt(turn, at),
    turn,
    letter: EVENT_WORDS[event.kind].letter,
    ...event,
  }))
}

function happenedOf(event: TurnRecord['events'][number], record: TurnRecord, data: EventData): Happened {
  const { exact, limit } = data
  switch (event.kind) {
    case 'zone': {
      const share = record.points[event.point].used / limit
      const label = sentences.zoneChange(event.to, event.from, share, exact)
      return { at: event.point, kind: 'zone', label, loss: false, zone: event.to, share }
    }
    case 'spike': {
      const label = sentences.spike(event.arrived, event.baseline, exact)
      return { at: 'offered', kind: 'spike', label, loss: false, tokens: event.arrived }
    }
    case 'note': {
      const { code, tokens } = event.note
      const label =
        code === 'nothing_evictable'
          ? sentences.nothingEvictable(tokens, exact)
          : sentences.shortOfTarget(tokens, exact)
      return { at: 'sent', kind: 'shortfall', label, loss: false, tokens }
    }
    case 'overflow':
      return overflowEvent(event, data.ended?.turn === record.turn, exact)
  }
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
    at: 'sent',
    kind: over || ends ? 'overflow' : 'reserve',
    label: ends ? sentences.runEnds(label) : label,
    loss: over || ends,
    share: used / limit,
    tokens,
  }
}

function editEvent(edit: EditRecord, at: TurnPoint, { limit, exact }: EventData): Happened {
  const tokens = edit.freed - edit.added
  const [before, after] = [edit.before / limit, edit.after / limit]
  const freed = sentences.tokensFreed(tokens, exact)
  const label = sentences.editDone(edit.stage, edit.blocks.length, freed, [before, after], exact)
  return { at, kind: 'edit', label, loss: false, share: before, tokens }
}

function violations({ violations: found }: TurnRecord): Happened[] {
  return found.map(({ rule, origin }) => {
    const label = sentences.violation(rule, origin)
    return { at: 'sent', kind: 'violation', label, loss: origin === 'strategy' }
  })
}

function lostNeeds(record: TurnRecord, { needs, blocks }: EventData): Happened[] {
  const all = record.needs.flatMap((index) => needs[index] ?? [])
  const lost = all.filter((need) => need.resolution === 'lost')
  if (lost.length === 0) return []
  const named = lost.map(({ kind, source }) => {
    const block = blocks[source]
    return sentences.needOf(kind, block === undefined ? '' : blockOfTurn(block))
  })
  const label = sentences.needsLost(
    named,
    all.length,
    lost.some((need) => need.inferred),
  )
  return [{ at: 'sent', kind: 'lost', label, loss: true }]
}
