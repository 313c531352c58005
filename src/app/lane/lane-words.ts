import type { TimelineData } from '../../sim/index.ts'
import {
  blockName,
  counted,
  END_WORDS,
  share,
  STATE_LABELS,
  tokens,
  tokensShort,
  turnName,
  whole,
  ZONE_LABELS,
} from '../../view/index.ts'
import type { Hit, Lifeline, TurnRow } from '../../view/index.ts'
import { LANE_TEXT } from '../words/lane.ts'

/** The line above a lane's charts: a turn in figures, and what it lost. */
export function readoutOf(
  row: TurnRow | undefined,
  turn: number,
  limit: number,
  exact: boolean,
): { readonly figures: string; readonly loss: string } {
  if (row === undefined) return { figures: `${turnName(turn)} · ${LANE_TEXT.elsewhere}`, loss: '' }
  const parts = [
    turnName(turn),
    `${tokens(row.sent, { exact })} of ${whole(limit)} tokens (${share(row.share)})`,
  ]
  if (row.edited > 0) parts.push(`${whole(-row.freed)} by ${counted(row.edited, 'block')}`)
  parts.push(
    `${ZONE_LABELS[row.zone]} on arrival`,
    `velocity ${tokensShort(row.velocity)}/turn${row.spike ? ', spike' : ''}`,
  )
  return {
    figures: parts.join(' · '),
    loss: row.lost === 0 ? '' : `${counted(row.lost, 'need')} of ${row.needs} lost`,
  }
}

/** The tip over a band. */
export function tipOf(hit: Hit, data: TimelineData): readonly string[] {
  const { band, turn, low, high } = hit
  const first = data.blocks[band.blocks[0] ?? -1]
  const size = tokens(Math.round(high - low), { exact: data.exact })
  if (first === undefined) return []
  if (band.blocks.length > 1) {
    return [counted(band.blocks.length, 'small block'), `${size} tokens together in ${turnName(turn)}`]
  }
  const state = band.segments.find(
    ({ from, to }) => (band.x[from] ?? 0) <= turn + 0.5 && turn + 0.5 <= (band.x[to] ?? 0),
  )?.state
  const standing = state === undefined || state === 'live' ? '' : `, ${STATE_LABELS[state]}`
  return [blockName(first), `came in ${turnName(first.turn)}`, `${size} tokens${standing}`]
}

/** The tip over a lifeline: what it is, when it came, and how it ended. */
export function tipOfLife({ block, ends }: Lifeline, data: TimelineData): readonly string[] {
  const found = data.blocks[block]
  if (found === undefined) return []
  return [
    blockName(found),
    `came in ${turnName(found.turn)}`,
    ...ends.map(({ edit, reason }) =>
      LANE_TEXT.ends(END_WORDS[reason].label, turnName(data.edits[edit]?.turn ?? 0)),
    ),
  ]
}
