import { memo } from 'react'
import type { Strata } from '../../view/index.ts'
import { isInSight } from './line-labels.ts'
import type { LineLabel } from './line-labels.ts'
import type { Scale } from './scale.ts'
import { HATCHES } from './shape.ts'

/** Pixels between a label and the line it is on. */
const AIR = 5
/** Pixels by which a label may be off its line and still interrupt it. */
const ON = 5

/** The limit, the zones' lines, which begin beside their labels, and the reserve, hatched under the limit. */
export const Lines = memo(function Lines({
  picture,
  labels,
  scale,
}: {
  readonly picture: Strata
  readonly labels: readonly LineLabel[]
  readonly scale: Scale
}) {
  const { left, right, width } = scale
  const top = Math.max(0, scale.y(picture.reserve.high))
  const bottom = scale.y(picture.reserve.low)
  return (
    <>
      {bottom > 0 && (
        <rect
          className="reserve"
          style={{ fill: `url('#${HATCHES.reserve.id}')` }}
          x={left}
          y={top}
          width={Math.max(0, width - left - right)}
          height={Math.max(0, bottom - top)}
        />
      )}
      {picture.lines.map(({ key, zone, tokens }) => {
        const y = scale.y(tokens)
        if (!isInSight(y)) return null
        const label = labels.find((one) => one.key === key && Math.abs(one.y - y) < ON)
        const at = Math.round(y) + 0.5
        return (
          <line
            key={key}
            className={`limit-line ${zone ?? 'limit'}`}
            x1={label === undefined ? left : label.end + AIR}
            x2={width - right}
            y1={at}
            y2={at}
          />
        )
      })}
    </>
  )
})
