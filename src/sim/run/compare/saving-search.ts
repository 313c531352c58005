import type { Ratio } from '../../../engine/index.ts'
import type { ConfigKnob, KnobRange } from './saving-knob.ts'

/** The nearest value of a knob that a search found, with its result. */
export interface FoundChange<Result> {
  readonly value: number | boolean
  /** |value − original value| as a share of the knob's range; 1 for a switch. */
  readonly share: Ratio
  readonly result: Result
}

/** The result of trying a value. */
export interface TriedValue<Result> {
  /** Null if the condition does not hold. */
  readonly result: Result | null
  /** False if everything went as with the original value; true if the value is not allowed. */
  readonly moved: boolean
}

/** How far the probes go in each direction, as parts of the way to its end. */
const PROBES = [0.125, 0.25, 0.5, 1] as const

/**
 * The nearest value of a knob at which a condition holds that does not hold at its original value. In each direction it
 * finds the first probe at which the condition holds, and from there searches by bisection towards the probe before,
 * down to one step. The nearer of the two directions counts, the lower one if equal. A knob without any effect at
 * either end is assumed to have none. Yields as often as its tries do; no value is tried twice.
 */
export function* smallestChange<Result>(
  { value: own, range }: Pick<ConfigKnob, 'value' | 'range'>,
  tried: (value: number | boolean) => Generator<void, TriedValue<Result>, void>,
): Generator<void, FoundChange<Result> | null, void> {
  if (range === null || typeof own === 'boolean') {
    const { result } = yield* tried(!own)
    return result === null ? null : { value: !own, share: 1, result }
  }
  const known = new Map<number, TriedValue<Result>>()
  function* at(value: number): Generator<void, TriedValue<Result>, void> {
    const before = known.get(value)
    if (before !== undefined) return before
    const found = yield* tried(value)
    known.set(value, found)
    return found
  }
  let moves = false
  for (const direction of BOTH) {
    const steps = stepsTowards(own, range, direction)
    if (steps > 0 && (yield* at(valueAfter(own, range, direction, steps))).moved) moves = true
  }
  if (!moves) return null
  let nearest: FoundChange<Result> | null = null
  for (const direction of BOTH) {
    const found = yield* nearestTowards(own, range, direction, at)
    if (found !== null && (nearest === null || found.share < nearest.share)) nearest = found
  }
  return nearest
}

const BOTH = [-1, 1] as const

function* nearestTowards<Result>(
  own: number,
  range: KnobRange,
  direction: -1 | 1,
  at: (value: number) => Generator<void, TriedValue<Result>, void>,
): Generator<void, FoundChange<Result> | null, void> {
  const steps = stepsTowards(own, range, direction)
  /** The last step known to fail, and the nearest known to succeed. */
  let below = 0
  let best: { readonly step: number; readonly result: Result } | null = null
  for (const probe of PROBES) {
    const step = Math.ceil(probe * steps)
    if (step <= below) continue
    const { result } = yield* at(valueAfter(own, range, direction, step))
    if (result === null) {
      below = step
      continue
    }
    best = { step, result }
    break
  }
  if (best === null) return null
  while (best.step - below > 1) {
    const middle: number = below + Math.floor((best.step - below) / 2)
    const { result } = yield* at(valueAfter(own, range, direction, middle))
    if (result === null) below = middle
    else best = { step: middle, result }
  }
  const value = valueAfter(own, range, direction, best.step)
  const width = range.most - range.least
  return { value, share: width === 0 ? 0 : Math.abs(value - own) / width, result: best.result }
}

/** The values that a search probes in a direction, the farthest first. */
export function probesTowards(own: number, range: KnobRange, direction: -1 | 1): readonly number[] {
  const steps = stepsTowards(own, range, direction)
  const all = steps === 0 ? [] : PROBES.map((part) => Math.ceil(part * steps))
  return [...new Set(all)].toReversed().map((step) => valueAfter(own, range, direction, step))
}

/** Values on the grid of steps between a value and the end of its range. */
export function stepsTowards(own: number, { least, most, step }: KnobRange, direction: -1 | 1): number {
  const room = direction < 0 ? own - least : most - own
  // A value between two steps is less than a whole step from the first of them.
  return room <= 0 ? 0 : Math.max(1, Math.ceil(room / step - EXACT))
}

/** The value after a number of steps: on the grid, except at the end of the range. */
export function valueAfter(
  own: number,
  { least, most, step }: KnobRange,
  direction: -1 | 1,
  count: number,
): number {
  const place = own / step
  const first = direction > 0 ? Math.floor(place + EXACT) : Math.ceil(place - EXACT)
  const value = (first + direction * count) * step
  return Number(Math.max(least, Math.min(most, value)).toFixed(6))
}

/** Shares are binary fractions: 0.6 / 0.01 is not quite 60. */
const EXACT = 1e-6
