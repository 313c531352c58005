import type { Turn } from '../../../engine/index.ts'
import { turnName } from '../../../view/index.ts'
import { clippedTo } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { HATCHES } from '../plot/shape.ts'
import { LANE_TEXT } from '../words.ts'

/** Pixels below which the words do not fit into what is left. */
const WORDS = 150

/** The turns that a run did not reach, and why. */
export function Ended({
  turn,
  turns,
  scale,
}: {
  readonly turn: Turn
  readonly turns: number
  readonly scale: Scale
}) {
  const { from, to, left, right, width, height } = scale
  if (turn + 1 >= to || turns <= turn + 1) return null
  const start = Math.max(left, scale.x(Math.max(turn + 1, from)))
  const end = Math.min(width - right, scale.x(turns))
  const fits = end - start >= WORDS
  return (
    <svg className="strata-over ended" {...clippedTo(scale, height)} aria-hidden="true">
      <rect
        x={start}
        width={Math.max(0, end - start)}
        height={height}
        style={{ fill: `url('#${HATCHES.ended.id}')` }}
      />
      <line x1={start} x2={start} y2={height} />
      <text x={fits ? start + 8 : start - 8} y={height / 2} textAnchor={fits ? 'start' : 'end'}>
        {LANE_TEXT.endedIn(turnName(turn))}
      </text>
    </svg>
  )
}
