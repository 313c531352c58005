import { reserveOf, scaledThresholds } from '../engine/internal.ts'
import type { Tokens } from '../engine/index.ts'
import { inStretches, reserveLine, zonesAndLimit } from './limit-line.ts'
import type { LimitLine, LineData } from './limit-line.ts'
import { ownLines } from './own-line.ts'

/**
 * Every line of a picture: the zones, the limit, the reserve's edge, and those of the lane's own strategy; what was set
 * in mid-run as a line for each stretch of turns.
 */
export function laneLines(data: LineData): LimitLine[] {
  return inStretches(data, (one) => [...zonesAndLimit(one), reserveLine(one), ...ownLines(one)])
}

/**
 * The lines as a config puts them, before anything has run with it.
 *
 * @param config complete
 * @param limit of the window that all lanes share
 */
export function linesOfConfig(config: LineData['spec']['config'], limit: Tokens): LimitLine[] {
  const reserve = reserveOf(limit, config.budget.allocations.output_reserved)
  const thresholds = scaledThresholds(config.pressure.thresholds, limit, reserve)
  return laneLines({ limit, reserve, thresholds, spec: { config } })
}

/** Two lines of a lane that must not pass each other: the laws of the config, which would refuse it or warn. */
interface Order {
  readonly below: string
  readonly above: string
  /** Whether they may lie on one another. */
  readonly equal: boolean
}

const [YELLOW, ORANGE, RED] = [
  'pressure.thresholds.yellow',
  'pressure.thresholds.orange',
  'pressure.thresholds.red',
]
const RUNGS = 'compression.cascade'

const ORDERS: readonly Order[] = [
  { below: YELLOW, above: ORANGE, equal: false },
  { below: ORANGE, above: RED, equal: false },
  { below: 'eviction.target', above: ORANGE, equal: false },
  { below: 'eviction.target', above: RUNGS, equal: true },
  { below: ORANGE, above: 'compression.overflow_threshold', equal: false },
]

/**
 * Between which values a line may be moved: what its setting may hold, as far as its place has room, and not past the
 * lines beside it that it must not pass.
 *
 * @param step the least distance from a line that it must not lie on
 */
export function lineBounds(
  line: LimitLine,
  lines: readonly LimitLine[],
  step: number,
): { readonly min: number; readonly max: number } {
  let { min, max } = line.range
  // What was set in mid-run is no neighbour: the text holds what the run began with.
  const began = lines.filter((one) => one.from === undefined)
  const keep = (by: { readonly least?: number; readonly most?: number }): void => {
    min = Math.max(min, by.least ?? min)
    max = Math.min(max, by.most ?? max)
  }
  const { from, each, most } = line.place
  if (each > 0) keep({ most: (most - from) / each })
  if (each < 0) keep({ least: (most - from) / each })
  for (const { below, above, equal } of ORDERS) {
    const apart = equal ? 0 : step
    for (const other of began) {
      if (line.key === below && other.key === above) keep({ most: other.written - apart })
      if (line.key === above && other.key === below) keep({ least: other.written + apart })
    }
  }
  if (line.key === RUNGS) {
    // Each step begins somewhere else: two rungs at one share would become one.
    for (const other of began) {
      if (other.key !== RUNGS || other.id === line.id) continue
      if (other.written < line.written) keep({ least: other.written + step })
      else keep({ most: other.written - step })
    }
  }
  // What stands there may break a law; it is moved away from it, never further into it.
  return { min: Math.min(min, line.written), max: Math.max(max, line.written) }
}
