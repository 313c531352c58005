import { memo, useMemo } from 'react'
import type { OverlapPoint } from '../../../view/index.ts'
import { clippedTo } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { LANE_TEXT } from '../words.ts'
import { deltaPaths } from './delta.ts'

/** Pixels of the ribbon, and of what stands above and below its middle. */
export const DELTA_HEIGHT = 22
const HALF = DELTA_HEIGHT / 2

/** How far the prompts of a lane and the first one are apart, turn by turn. */
export const DeltaRibbon = memo(function DeltaRibbon({
  points,
  most,
  scale,
  lane,
  first,
}: {
  readonly points: readonly OverlapPoint[]
  /** Tokens from the middle to the edge, the same in every lane. */
  readonly most: number
  readonly scale: Scale
  readonly lane: string
  readonly first: string
}) {
  const { here, there } = useMemo(() => deltaPaths(points, scale, most, HALF), [points, scale, most])
  const apart = points.some(({ onlyFirst, onlySecond }) => onlyFirst > 0 || onlySecond > 0)
  const x = scale.left + 5
  return (
    <div className="delta" style={{ height: DELTA_HEIGHT }}>
      <svg
        className="strata-over"
        {...clippedTo(scale, DELTA_HEIGHT)}
        role="img"
        aria-label={LANE_TEXT.delta(lane, first)}
      >
        <path className="only-here" d={here} />
        <path className="only-there" d={there} />
        <line x1={0} x2={scale.width} y1={HALF} y2={HALF} />
        {apart ? (
          <>
            <text x={x} y={HALF - 6}>
              {LANE_TEXT.onlyHere}
            </text>
            <text x={x} y={HALF + 6}>
              {LANE_TEXT.onlyIn(first)}
            </text>
          </>
        ) : (
          <text x={x} y={HALF - 6}>
            {LANE_TEXT.noDelta(first)}
          </text>
        )}
      </svg>
    </div>
  )
})
