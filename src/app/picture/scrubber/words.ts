import {
  whole,
  counted,
  EVENT_WORDS,
  gravityOf,
  share,
  stageWords,
  tokens,
  turnName,
} from '../../../view/index.ts'
import type { LaneEventKind } from '../../../view/index.ts'
import type { Turn } from '../../../engine/index.ts'
import type { StripLane } from './strip-lane.ts'
import texts from './words.json' with { type: 'json' }

export const SCRUBBER_TEXT = Object.freeze({
  ...texts.SCRUBBER_TEXT,
  turn: (turn: number, last: number) => `turn ${whole(turn)}, last ${whole(last)}`,
  last: (last: number) => `· last ${whole(last)}`,
  perSecond: (turns: number) => `${turns}/s`,
  perSecondSpoken: (turns: number) => (turns === 1 ? '1 turn per second' : `${turns} turns per second`),
  others: (count: number) => `${count} more`,
  used: (lane: string, part: string) => `${lane} ${part} used`,
  noPrompt: (lane: string) => `${lane} has no prompt`,
  evicted: (blocks: string, freed: string) => `evicted ${blocks}, ${freed}`,
  changed: (blocks: string, stages: readonly string[], freed: string, more: boolean) =>
    `changed ${blocks}${stages.length === 0 ? '' : ` by ${stages.join(', ')}`}, ${freed} ${more ? 'more' : 'freed'}`,
  event: (label: string) => `– ${label}`,
  more: (count: number) => `${whole(count)} more`,
  stretch: (first: string, last: string, count: string, turns: string) =>
    `turns ${first} to ${last}, ${count} of ${turns}`,
})

export const HAPPENINGS_TEXT = Object.freeze({
  ...texts.HAPPENINGS_TEXT,
  heading: (turn: string) => `Events of ${turn}`,
  more: (count: number) => counted(count, 'more event', 'more events'),
  kind: (kind: LaneEventKind) => EVENT_WORDS[kind].label,
})

/** Events that a tip lists, shared among the lanes; further events are counted. */
const MOST_EVENTS = 6

/** A turn in all lanes as the slider's value: `turn 23, last 55, FIFO 91.0 % used, evicted 3 blocks, 900 tokens; …`. */
export function valueText(turn: Turn, last: Turn, lanes: readonly StripLane[]): string {
  const told = lanes.map((lane) => [usedBy(lane, turn), ...editsOf(lane, turn)].join(', '))
  return `${SCRUBBER_TEXT.turn(turn, last)}, ${told.join('; ')}`
}

/** What happened in a turn, lane by lane, for the announcement; empty if nothing did. */
export function announcement(turn: Turn, lanes: readonly StripLane[]): string {
  const told = lanes.flatMap((lane) => {
    const edits = editsOf(lane, turn).map((edit) => `${lane.label} ${edit}`)
    const parts = [...(edits.length === 0 ? [lane.label] : edits), ...otherEvents(lane, turn)]
    return edits.length === 0 && parts.length === 1 ? [] : parts.join(', ')
  })
  return told.length === 0 ? '' : `${turnName(turn)}: ${told.join('; ')}`
}

/** The tip over a turn: its name, then each lane and what happened in it. */
export function tipOfTurn(turn: Turn, lanes: readonly StripLane[]): readonly string[] {
  const most = Math.max(1, Math.floor(MOST_EVENTS / lanes.length))
  const lines = lanes.flatMap((lane) => {
    const parts = [...editsOf(lane, turn), ...otherEvents(lane, turn)]
    const listed = parts.slice(0, most)
    if (parts.length > most) listed.push(SCRUBBER_TEXT.more(parts.length - most))
    return [usedBy(lane, turn), ...listed.map(SCRUBBER_TEXT.event)]
  })
  return [turnName(turn), ...lines]
}

function usedBy({ label, rows, exact }: StripLane, turn: Turn): string {
  const row = rows.get(turn)
  return row === undefined
    ? SCRUBBER_TEXT.noPrompt(label)
    : SCRUBBER_TEXT.used(label, share(row.share, { exact }))
}

/** The edits of a turn combined: the number of blocks, and the tokens freed. */
function editsOf({ rows, exact, evicting, stages }: StripLane, turn: Turn): readonly string[] {
  const row = rows.get(turn)
  if (row === undefined || (row.edited === 0 && row.freed === 0)) return []
  const blocks = row.edited === 0 ? 'no block' : counted(row.edited, 'block')
  const freed = `${tokens(Math.abs(row.freed), { exact })} ${SCRUBBER_TEXT.tokens}`
  if (evicting.has(turn) && row.freed >= 0) return [SCRUBBER_TEXT.evicted(blocks, freed)]
  return [SCRUBBER_TEXT.changed(blocks, (stages.get(turn) ?? []).map(stageWords), freed, row.freed < 0)]
}

/** Everything but the edits, losses first; a zone only if no edit explains its change. */
function otherEvents({ events, rows }: StripLane, turn: Turn): readonly string[] {
  const edited = (rows.get(turn)?.edits ?? 0) > 0
  return (events.get(turn) ?? [])
    .filter(({ kind }) => kind !== 'edit' && !(kind === 'zone' && edited))
    .toSorted((a, b) => Number(b.loss) - Number(a.loss) || gravityOf(a.kind) - gravityOf(b.kind))
    .map(({ label }) => label)
}

/** `turns 100 to 140, 41 of 300`. */
export function stretchName(from: number, to: number, turns: number): string {
  const [first, last] = [Math.floor(from), Math.min(turns, Math.ceil(to)) - 1]
  return SCRUBBER_TEXT.stretch(whole(first), whole(last), whole(last - first + 1), whole(turns))
}
