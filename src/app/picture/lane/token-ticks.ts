import type { Tokens } from '../../../engine/index.ts'
import { tokensShort } from '../../../view/index.ts'
import { LANE_TEXT } from '../words.ts'
import type { Scale } from '../plot/scale.ts'
import type { GutterLabel } from './Gutters.tsx'

/** Steps between two ticks are one of these times a power of ten. */
const STEPS = [1, 2, 5] as const
/** Ticks above the zero, about, and the least pixels between two. */
const TICKS = 3
const APART = 16

/** Numbers of the scale of tokens: up to the limit, or in round steps where it is stretched, with the limit named that is then out of sight. */
export function tokenTicks(limit: Tokens, scale: Pick<Scale, 'top' | 'y'>): GutterLabel[] {
  const { top, y } = scale
  if (limit <= top) {
    return [0, limit / 2, limit].map((tokens) => ({
      key: String(tokens),
      text: tokensShort(tokens),
      y: y(tokens),
    }))
  }
  const step = roundStep(top / TICKS)
  const ticks: GutterLabel[] = []
  for (let tokens = 0; tokens <= top; tokens += step)
    ticks.push({ key: String(tokens), text: tokensShort(tokens), y: y(tokens) })
  const above = [
    { key: 'limit', text: LANE_TEXT.limit, y: 5, strong: true },
    { key: 'limit tokens', text: `${tokensShort(limit)} ↑`, y: 16, strong: true },
  ]
  return [...ticks.filter((tick) => tick.y >= 16 + APART), ...above]
}

/** The smallest round number that is not below `least`. */
function roundStep(least: number): number {
  let power = 1
  while (power * 10 <= least) power *= 10
  return (STEPS.find((step) => step * power >= least) ?? 10) * power
}
