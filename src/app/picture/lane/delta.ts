import type { OverlapPoint } from '../../../view/index.ts'
import { round } from '../plot/shape.ts'
import type { Scale } from '../plot/scale.ts'

/** What two lanes hold apart, as two paths of steps: above the middle what only this lane has, below what only the first has. */
export interface DeltaPaths {
  readonly here: string
  readonly there: string
}

/** A difference is never lower than this, so that the smallest is seen. */
const LEAST = 1

/**
 * One step for each turn in sight, or for each pixel where turns are narrower; of several turns in a pixel
 * the largest difference is drawn. Turns without a difference have no step.
 *
 * @param most tokens that reach from the middle to the edge
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
    here: pathOf(steps, half, ({ here }) => -tall(here)),
    there: pathOf(steps, half, ({ there }) => tall(there)),
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

function pathOf(steps: readonly Step[], middle: number, height: (step: Step) => number): string {
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
