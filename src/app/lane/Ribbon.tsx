import { memo } from 'react'
import { ZONES } from '../../engine/index.ts'
import type { ZoneRun } from '../../view/index.ts'
import type { Scale } from '../strata/scale.ts'

const HEIGHT = 8

/** The zone of every turn: the redder, the taller, so that it reads without colour. */
export const Ribbon = memo(function Ribbon({
  runs,
  scale,
  label,
}: {
  readonly runs: readonly ZoneRun[]
  readonly scale: Scale
  readonly label: string
}) {
  return (
    <svg className="ribbon" width={scale.width} height={HEIGHT} role="img" aria-label={label}>
      {runs.map(({ from, to, zone }) => {
        const height = (HEIGHT * (ZONES.indexOf(zone) + 1)) / ZONES.length
        return (
          <rect
            key={from}
            className={`zone ${zone}`}
            x={scale.x(from)}
            y={HEIGHT - height}
            width={Math.max(0.5, scale.x(to) - scale.x(from))}
            height={height}
          />
        )
      })}
    </svg>
  )
})
