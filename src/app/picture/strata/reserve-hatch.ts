import type { Reserve } from '../../../view/index.ts'
import type { Scale } from '../plot/scale.ts'
import { round } from '../plot/shape.ts'
import type { Line } from '../plot/shape.ts'

/**
 * The outline of what is reserved for the reply, over the whole plot: one area, so that its hatch runs through
 * where it steps. None where all of it lies above the picture.
 */
export function reserveHatch({ high, steps }: Reserve, scale: Scale): readonly Line[] {
  const end = Math.max(scale.left, scale.width - scale.right)
  const within = (x: number): number => round(Math.min(end, Math.max(scale.left, x)))
  const top = round(Math.max(0, scale.y(high)))
  const edge = steps.flatMap(({ from, low }, index) => {
    const next = steps[index + 1]
    const [x1, x2] = [
      index === 0 ? within(scale.left) : within(scale.x(from)),
      next === undefined ? within(end) : within(scale.x(next.from)),
    ]
    const y = round(Math.max(top, scale.y(low)))
    return x1 === x2 ? [] : [{ x1, x2, y }]
  })
  const [first, last] = [edge[0], edge.at(-1)]
  if (first === undefined || last === undefined || edge.every(({ y }) => y === top)) return []
  return [[first.x1, top, last.x2, top, ...edge.toReversed().flatMap(({ x1, x2, y }) => [x2, y, x1, y])]]
}
