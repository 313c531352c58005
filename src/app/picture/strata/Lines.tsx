import { memo } from 'react'
import type { LimitLine, Reserve } from '../../../view/index.ts'
import { isInSight, LEADER } from './line-labels.ts'
import type { LineLabel } from './line-labels.ts'
import { reserveHatch } from './reserve-hatch.ts'
import type { Scale } from '../plot/scale.ts'
import { HATCHES, pathOf } from '../plot/shape.ts'

/** Pixels between a label and the line it is on. */
const AIR = 5
/** Pixels by which a label may be off a line and still interrupt it. */
const ON = 5

/** The limit, the zones' lines, which begin beside their labels, and the reserve, hatched under the limit. */
export const Lines = memo(function Lines({
  lines,
  reserve,
  labels,
  scale,
  strong,
}: {
  readonly lines: readonly LimitLine[]
  readonly reserve: Reserve
  readonly labels: readonly LineLabel[]
  readonly scale: Scale
  /** Ids of the lines that a focused setting puts there. */
  readonly strong: ReadonlySet<string>
}) {
  const { left, right, width } = scale
  const hatch = pathOf(reserveHatch(reserve, scale), true)
  return (
    <>
      {hatch !== '' && (
        <path className="reserve" style={{ fill: `url('#${HATCHES.reserve.id}')` }} d={hatch} />
      )}
      {lines.map(({ id, kind, zone, tokens, from, to }) => {
        const y = scale.y(tokens)
        const focused = strong.has(id)
        // The edge of the hatching is line enough, until somebody asks for it.
        if (!isInSight(y) || (kind === 'reserve' && !focused)) return null
        // Not through its own name, nor through another that stands beside it.
        const begins = labels.reduce(
          (x, one) => {
            // A label in the middle of the picture is only in the way of its own line.
            if (one.id === id && one.leader !== null) return Math.max(x, one.leader + LEADER)
            if (one.asked && !strong.has(one.id)) return x
            const meets = Math.abs(one.y - y) < ON && (one.from === undefined || one.id === id)
            return meets ? Math.max(x, one.end + AIR) : x
          },
          from === undefined ? left : Math.max(left, scale.x(from)),
        )
        const at = Math.round(y) + 0.5
        const ends = to === undefined ? width - right : Math.min(width - right, scale.x(to))
        if (ends <= begins) return null
        const place = { x1: begins, x2: ends, y1: at, y2: at }
        return (
          <g key={id}>
            {focused && <line className="line-halo" {...place} />}
            <line className={`limit-line ${zone ?? kind}${focused ? ' is-focused' : ''}`} {...place} />
          </g>
        )
      })}
    </>
  )
})
