import type { EndReason } from '../../../view/index.ts'
import { LANE_TEXT } from '../words.ts'

/** The cross where the task stopped standing in full, and what that means. */
export function TaskEnd({
  x,
  y,
  reason,
  below = false,
  before = false,
}: {
  readonly x: number
  readonly y: number
  /** How it ended: what went into a summary is not lost. */
  readonly reason: EndReason
  /** Puts the words under the cross, for one near the top of a picture. */
  readonly below?: boolean
  /** Puts them left of it, for one near the right edge. */
  readonly before?: boolean
}) {
  return (
    <g className={isTold(reason) ? 'task-end is-told' : 'task-end'} transform={`translate(${x} ${y})`}>
      <path d="M-3 -3L3 3M-3 3L3 -3" />
      <text x={before ? -7 : 7} y={below ? 12 : -6} textAnchor={before ? 'end' : 'start'}>
        {isTold(reason) ? LANE_TEXT.taskTold : LANE_TEXT.taskLost}
      </text>
    </g>
  )
}

function isTold(reason: EndReason): boolean {
  return reason === 'absorbed' || reason === 'folded'
}
