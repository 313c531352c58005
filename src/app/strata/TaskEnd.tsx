import { LANE_TEXT } from '../words.ts'

/** The cross where the task stopped standing in full, and what that means. */
export function TaskEnd({
  x,
  y,
  below = false,
}: {
  readonly x: number
  readonly y: number
  /** Puts the words under the cross, for one near the top of a picture. */
  readonly below?: boolean
}) {
  return (
    <g className="task-end" transform={`translate(${x} ${y})`}>
      <path d="M-3 -3L3 3M-3 3L3 -3" />
      <text x={7} y={below ? 12 : -6}>
        {LANE_TEXT.taskLost}
      </text>
    </g>
  )
}
