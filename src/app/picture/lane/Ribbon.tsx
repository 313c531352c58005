import { memo } from 'react'
import { ZONES } from '../../../engine/internal.ts'
import type { Zone } from '../../../engine/index.ts'
import type { ZoneRun } from '../../../view/index.ts'
import { LANE_TEXT } from '../words.ts'
import { clippedTo } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { round } from '../plot/shape.ts'

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
    <div className="ribbon" style={{ height: HEIGHT }} title={LANE_TEXT.zonesMeaning}>
      <svg className="strata-over" {...clippedTo(scale, HEIGHT)} role="img" aria-label={label}>
        {ZONES.map((zone) => (
          <path key={zone} className={`zone ${zone}`} d={pathOf(runs, zone, scale)} />
        ))}
      </svg>
    </div>
  )
})

function pathOf(runs: readonly ZoneRun[], zone: Zone, { x, from, to }: Scale): string {
  const height = (HEIGHT * (ZONES.indexOf(zone) + 1)) / ZONES.length
  let path = ''
  for (const run of runs) {
    if (run.zone !== zone || run.to < from || run.from > to) continue
    const start = round(x(Math.max(run.from, from)))
    const end = round(Math.max(start + 0.5, x(Math.min(run.to, to))))
    path += `M${start} ${HEIGHT}V${HEIGHT - height}H${end}V${HEIGHT}Z`
  }
  return path
}
