import { memo, useMemo } from 'react'
import { ZONES } from '../../../engine/internal.ts'
import type { Zone } from '../../../engine/index.ts'
import type { ZoneRun, OverlapPoint } from '../../../view/index.ts'
import { LANE_TEXT } from '../words.ts'
import { clippedTo } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'
import { round } from '../plot/shape.ts'

const HEIGHT = 8

/** The zone of every turn: the redder, the taller, so that it is readable without colour. */
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
          <path key={zone} className={`zone ${zone}`} d={zonePath(runs, zone, scale)} />
        ))}
      </svg>
    </div>
  )
})

/** All ranges of a zone as one path: the redder, the taller. */
export function zonePath(runs: readonly ZoneRun[], zone: Zone, { x, from, to }: Scale): string {
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

/** Pixels of the ribbon, and of what stands above and below its middle. */
export const DELTA_HEIGHT = 26
const HALF = DELTA_HEIGHT / 2

/** How much the prompts of a lane and of the first one differ, turn by turn. */
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
        <line className="stroke faint" x2={scale.width} y1={HALF} y2={HALF} />
      </svg>
      {/* Above the playhead, which passes behind words. */}
      <svg className="strata-over ribbon-words" {...clippedTo(scale, DELTA_HEIGHT)} aria-hidden="true">
        {apart ? (
          <>
            <text className="haloed" x={x} y={HALF / 2}>
              {LANE_TEXT.onlyHere}
            </text>
            <text className="haloed" x={x} y={HALF * 1.5}>
              {LANE_TEXT.onlyIn(first)}
            </text>
          </>
        ) : (
          <text className="haloed" x={x} y={HALF / 2}>
            {LANE_TEXT.noDelta(first)}
          </text>
        )}
      </svg>
    </div>
  )
})

/**
 * The difference of two lanes, as two stepped paths: above the middle what only this lane has, below what only the
 * first has.
 */
interface DeltaPaths {
  readonly here: string
  readonly there: string
}

/** Minimum height of a difference, so that the smallest is visible. */
const LEAST = 1

/**
 * One step per visible turn, or per pixel if turns are narrower; of several turns in a pixel the largest difference is
 * drawn. Turns without a difference have no step.
 *
 * @param most tokens from the middle to the edge
 * @param half pixels from the middle to the edge
 */
export function deltaPaths(
  points: readonly OverlapPoint[],
  scale: Pick<Scale, 'x' | 'from' | 'to'>,
  most: number,
  half: number,
): DeltaPaths {
  const steps = stepsOf(points, scale)
  const tall = (tokens: number): number =>
    tokens <= 0 ? 0 : Math.max(LEAST, Math.min(half, (tokens / Math.max(1, most)) * half))
  return {
    here: deltaPath(steps, half, ({ here }) => -tall(here)),
    there: deltaPath(steps, half, ({ there }) => tall(there)),
  }
}

/** The largest difference of any lane in any turn: the common scale of their ribbons. */
export function mostApart(series: Iterable<readonly OverlapPoint[]>): number {
  let most = 0
  for (const points of series)
    for (const { onlyFirst, onlySecond } of points) most = Math.max(most, onlyFirst, onlySecond)
  return most
}

interface Step {
  readonly from: number
  to: number
  here: number
  there: number
}

function stepsOf(points: readonly OverlapPoint[], { x, from, to }: Pick<Scale, 'x' | 'from' | 'to'>): Step[] {
  const steps: Step[] = []
  for (const { turn, onlyFirst, onlySecond } of points) {
    if (turn + 1 < from || turn > to) continue
    const next = { from: x(turn), to: x(turn + 1), here: onlySecond, there: onlyFirst }
    const last = steps.at(-1)
    if (last !== undefined && next.to - last.from < 1) {
      last.to = next.to
      last.here = Math.max(last.here, next.here)
      last.there = Math.max(last.there, next.there)
    } else steps.push(next)
  }
  return steps
}

function deltaPath(steps: readonly Step[], middle: number, height: (step: Step) => number): string {
  let path = ''
  let end: number | null = null
  for (const step of steps) {
    const by = height(step)
    const [from, to] = [round(step.from), round(step.to)]
    if (by === 0) {
      if (end !== null) path += `V${middle}Z`
      end = null
      continue
    }
    if (end !== from) path += `${end === null ? '' : `V${middle}Z`}M${from} ${middle}`
    path += `V${round(middle + by)}H${to}`
    end = to
  }
  return end === null ? path : `${path}V${middle}Z`
}
