import { reserveOf, scaledThresholds, zoneOf } from '../../../engine/internal.ts'
import type { Thresholds, Tokens, Turn, Zone } from '../../../engine/index.ts'
import type { Config } from '../../../config/index.ts'
import type { SetSettings, TimelineData, TurnRecord } from './timeline.ts'

type Recorded = Pick<TimelineData, 'spec' | 'set'>

/** A complete config as the settings of a run from a turn on. */
export function obeying(config: Config, from: Turn): SetSettings {
  // Not from `runSettings`, which translates all other settings, too: a search does this hundreds of times.
  const { max_context_tokens: limit, budget, pressure } = config
  const reserve = reserveOf(limit, budget.allocations.output_reserved)
  return { from, config, reserve, thresholds: scaledThresholds(pressure.thresholds, limit, reserve) }
}

/** The newest change of settings that applies to a turn; undefined before the first. */
export function newestSet(set: readonly SetSettings[] | undefined, turn: Turn): SetSettings | undefined {
  return set?.findLast(({ from }) => from <= turn)
}

/** The settings of a run in a turn: the initial ones, with the changes by a person up to then. */
export function configAt({ spec, set }: Recorded, turn: Turn): Config {
  return newestSet(set, turn)?.config ?? spec.config
}

/** The thresholds of a turn as shares of the limit, scaled to the window (PRES-1). */
export function thresholdsAt(
  { set, thresholds }: Pick<TimelineData, 'set' | 'thresholds'>,
  turn: Turn,
): Thresholds {
  return newestSet(set, turn)?.thresholds ?? thresholds
}

/** The zone of what a turn sent; `reading.zone` is that before the strategy acted. */
export function sentZone(
  data: Pick<TimelineData, 'set' | 'thresholds'>,
  { turn, utilization }: Pick<TurnRecord, 'turn' | 'utilization'>,
): Zone {
  return zoneOf(utilization, thresholdsAt(data, turn))
}

/**
 * Whether the request of a turn was sent: not the one that ended the run, and not one that no reply follows, such as that
 * of the last result in a log whose client stopped there (COST-2).
 */
export function isSent({ calls }: Pick<TurnRecord, 'calls'>): boolean {
  return calls.some(
    ({ kind, output, unseen }) => kind === 'main' && (output !== null || unseen !== undefined),
  )
}

/** How many turns a run came through: all but the one that ended it. */
export function turnsReached({ turns, ended }: Pick<TimelineData, 'turns' | 'ended'>): number {
  return turns.length - (ended === null ? 0 : 1)
}

/** The turns whose request was sent. */
export function sentTurns({ turns }: Pick<TimelineData, 'turns'>): readonly TurnRecord[] {
  return turns.filter(isSent)
}

/** Tokens reserved for the reply in a turn (BUD-3). */
export function reserveAt({ set, reserve }: Pick<TimelineData, 'set' | 'reserve'>, turn: Turn): Tokens {
  return newestSet(set, turn)?.reserve ?? reserve
}

/**
 * A run with the settings of one turn from first to last, for readers that explain that turn by the settings of the
 * run. The same object if nothing was changed up to then.
 */
export function asObeyedAt<Data extends Recorded & Partial<TimelineData>>(data: Data, turn: Turn): Data {
  const found = newestSet(data.set, turn)
  if (found === undefined) return data
  const { config, reserve, thresholds } = found
  return { ...data, spec: { ...data.spec, config }, set: [], reserve, thresholds }
}
