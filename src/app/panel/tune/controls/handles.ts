import { stages } from '../../../../engine/index.ts'
import { beginsBy, isStageWith } from '../../../../engine/internal.ts'
import type { Ratio } from '../../../../engine/index.ts'
import type { Config } from '../../../../config/index.ts'
import type { ReadByPlan } from './rows.ts'

/** A share of the window that can be moved along its bar. */
export interface Handle {
  /** Stays the same during a drag: a cascade step is identified by its index in the cascade. */
  readonly id: string
  readonly kind: 'yellow' | 'orange' | 'red' | 'target' | 'overflow' | 'rung'
  /** Where it is written; for a cascade step the last part is the share itself. */
  readonly path: readonly string[]
  readonly value: Ratio
  /** Its bounds between its neighbours. */
  readonly least: Ratio
  readonly most: Ratio
  /** The cascade steps that begin there. */
  readonly steps: readonly string[]
}

/** One step of a handle: a hundredth of the window. */
export const STEP = 0.01

export const CASCADE = Object.freeze(['compression', 'cascade'])
const NAMES = Object.keys(stages)

/**
 * Every share of the window at which the lane acts, in the order of the bar's tracks. They keep the order that the
 * config's constraints require: zones rise, the eviction target is below orange, no step of the cascade begins below
 * the target, and a new window opens above orange.
 */
export function handlesOf(config: Config, { reads, calls }: ReadByPlan): readonly Handle[] {
  const { yellow, orange, red } = config.pressure.thresholds
  const target = reads('eviction.target') ? config.eviction.target : null
  const overflow = NAMES.some((name) => isStageWith('opens_window', name) && calls(name))
    ? config.compression.overflow_threshold
    : null
  const rungs = NAMES.some((name) => beginsBy(name, 'compression.cascade') && calls(name))
    ? rungsOf(config)
    : []
  const zone = (kind: 'yellow' | 'orange' | 'red', value: Ratio, least: Ratio, most: Ratio): Handle =>
    handle({ id: kind, kind, path: ['pressure', 'thresholds', kind], value, least, most, steps: [] })
  return [
    zone('yellow', yellow, 0, orange - STEP),
    zone(
      'orange',
      orange,
      Math.max(yellow, target ?? 0) + STEP,
      Math.min(red, overflow ?? 1, 1) - (red < 1 || overflow !== null ? STEP : 0),
    ),
    zone('red', red, orange + STEP, 1),
    ...(target === null
      ? []
      : [
          handle({
            id: 'target',
            kind: 'target',
            path: ['eviction', 'target'],
            value: target,
            least: 0,
            most: Math.min(orange - STEP, rungs[0]?.at ?? 1),
            steps: [],
          }),
        ]),
    ...(overflow === null
      ? []
      : [
          handle({
            id: 'overflow',
            kind: 'overflow',
            path: ['compression', 'overflow_threshold'],
            value: overflow,
            least: orange + STEP,
            most: 1,
            steps: [],
          }),
        ]),
    ...rungs.map(({ at, key, steps }, place) =>
      handle({
        id: `rung-${place}`,
        kind: 'rung',
        path: [...CASCADE, key],
        value: at,
        least: Math.max(target ?? 0, place === 0 ? 0 : (rungs[place - 1]?.at ?? 0) + STEP),
        most: (rungs[place + 1]?.at ?? 1 + STEP) - STEP,
        steps,
      }),
    ),
  ]
}

/** The next value of a handle on the grid of hundredths, no further than its neighbours. */
export function moved({ value, least, most }: Pick<Handle, 'value' | 'least' | 'most'>, to: number): Ratio {
  const next = onGrid(Math.round(to / STEP) * STEP)
  // A neighbour between two hundredths is not passed either.
  if (next < least) return Math.min(value, onGrid(Math.ceil(least / STEP - 1e-9) * STEP))
  if (next > most) return Math.max(value, onGrid(Math.floor(most / STEP + 1e-9) * STEP))
  return next
}

function onGrid(value: number): number {
  return Number(value.toFixed(6))
}

/** A text may already violate the order; then a handle can at least stay where it is. */
function handle(made: Handle): Handle {
  const [least, most] = [onGrid(made.least), onGrid(made.most)]
  return {
    ...made,
    least: Math.min(made.value, Math.max(0, least)),
    most: Math.max(made.value, Math.min(1, most)),
  }
}

interface CascadeRung {
  readonly key: string
  readonly at: Ratio
  readonly steps: readonly string[]
}

/** The cascade from low to high; steps with the same share move together. */
function rungsOf({ compression }: Config): readonly CascadeRung[] {
  return Object.entries(compression.cascade)
    .map(([key, steps]) => ({ key, at: Number(key), steps: [steps].flat() }))
    .toSorted((a, b) => a.at - b.at)
}
