import type { Ratio, Tokens } from '../core/units.ts'
import { SPIKES } from './settings.ts'
import type { SpikeSettings } from './settings.ts'
import type { Window } from '../core/window/window.ts'

/** The four pressure zones, from no need to act to the next call risking an overflow. */
export const ZONES = Object.freeze(['green', 'yellow', 'orange', 'red'] as const)
export type Zone = (typeof ZONES)[number]

/** Where yellow, orange and red begin, as shares of the limit (PRES-1). */
export interface Thresholds {
  readonly yellow: Ratio
  readonly orange: Ratio
  readonly red: Ratio
}

export type VelocityClass = 'low' | 'medium' | 'high'

/** A measurement before a call: where the window stands and how fast it fills. */
export interface PressureReading {
  readonly zone: Zone
  readonly used: Tokens
  readonly utilization: Ratio
  /** Tokens that arrived since the reading before, fixed overhead aside. */
  readonly arrived: Tokens
  /** Mean of `arrived` over the last readings, in tokens per turn (PRES-2). */
  readonly velocity: Ratio
  readonly velocityClass: VelocityClass
  /** (red − used) / velocity; 0 in red, null when nothing arrives. */
  readonly turnsUntilRed: number | null
  /** Exponential average that a spike is measured against; null before there is one. */
  readonly baseline: number | null
  /** This turn's arrival is more than so many times the baseline (PRES-3). */
  readonly spike: boolean
  readonly source: 'counted' | 'model_reported'
  /** Tokens by our own counter, whatever the source: the cross-check (PRES-4). */
  readonly counted: Tokens
}

/** What a monitor carries from turn to turn; plain data. */
export interface PressureState {
  readonly recent: readonly Tokens[]
  readonly baseline: number | null
  readonly readings: number
}

export const NO_PRESSURE: PressureState = Object.freeze({
  recent: Object.freeze([]),
  baseline: null,
  readings: 0,
})

/**
 * Thresholds of a window whose reserve leaves less than .95 of it: all shrink by usable/.95, so that
 * orange still comes before the reserve is touched (PRES-1). Also used for the eviction target.
 */
export function scaleToUsable(share: Ratio, limit: Tokens, reserve: Tokens): Ratio {
  const usable = (limit - reserve) / limit
  return usable < 0.95 ? (share * usable) / 0.95 : share
}

export function scaledThresholds(thresholds: Thresholds, limit: Tokens, reserve: Tokens): Thresholds {
  return {
    yellow: scaleToUsable(thresholds.yellow, limit, reserve),
    orange: scaleToUsable(thresholds.orange, limit, reserve),
    red: scaleToUsable(thresholds.red, limit, reserve),
  }
}

export function zoneOf(utilization: Ratio, thresholds: Thresholds): Zone {
  if (utilization >= thresholds.red) return 'red'
  if (utilization >= thresholds.orange) return 'orange'
  return utilization >= thresholds.yellow ? 'yellow' : 'green'
}

/**
 * A reported figure further off than this is of another window, or of another request. Above, there is more room:
 * four characters to a token are half of what code or another script has, and what is not believed overflows.
 */
const LEAST_OF_COUNTED = 0.75
const MOST_OF_COUNTED = 2

function isPlausible(reported: Tokens, counted: Tokens): boolean {
  const base = Math.max(counted, 1)
  return reported >= LEAST_OF_COUNTED * base && reported <= MOST_OF_COUNTED * base
}

/**
 * Reads the pressure of a window before a call (“Agent Context Window Management”, 2). Velocity counts what arrived,
 * not the net difference, which turns negative after an eviction; a spike is this turn's arrival against an average
 * that does not yet contain it.
 *
 * @param arrived tokens that arrived since the last reading, without system prompt and tools
 * @param thresholds already scaled to the window
 */
export function readPressure(
  state: PressureState,
  input: {
    readonly used: Tokens
    readonly arrived: Tokens
    readonly limit: Tokens
    /** What a model reported as used; preferred unless it is far from what was counted. */
    readonly reported?: Tokens
  },
  thresholds: Thresholds,
  velocityWindow: number,
  spikes: SpikeSettings = SPIKES,
): { readonly state: PressureState; readonly reading: PressureReading } {
  const recent = [...state.recent, input.arrived].slice(-velocityWindow)
  let total = 0
  for (const tokens of recent) total += tokens
  const velocity = total / recent.length
  const reported = input.reported ?? Number.NaN
  const believed = isPlausible(reported, input.used)
  const used = believed ? reported : input.used
  const utilization = used / input.limit
  const spike = state.readings >= spikes.after && input.arrived > spikes.factor * (state.baseline ?? Infinity)
  const baseline =
    state.baseline === null
      ? input.arrived
      : spikes.baselineWeight * input.arrived + (1 - spikes.baselineWeight) * state.baseline
  return {
    state: { recent, baseline, readings: state.readings + 1 },
    reading: {
      zone: zoneOf(utilization, thresholds),
      used,
      utilization,
      arrived: input.arrived,
      velocity,
      velocityClass: velocity < 1000 ? 'low' : velocity < 5000 ? 'medium' : 'high',
      turnsUntilRed: turnsUntil(thresholds.red * input.limit, used, velocity),
      baseline: state.baseline,
      spike,
      source: believed ? 'model_reported' : 'counted',
      counted: input.used,
    },
  }
}

/** Reads the pressure of a window before a call; another one may stand in for `readPressure` (MAN-3). */
export type PressureMonitor = typeof readPressure

/**
 * Pressure left out (MAN-3): how full the window is by the ledger's count, and so its zone, which thresholds of the
 * strategy are compared with. Nothing is watched over turns: no velocity, no spike, nothing is expected ahead, and the
 * figure that a model reports is not looked at.
 */
export const levelOnly: PressureMonitor = (state, { used, arrived, limit }, thresholds) => {
  const utilization = used / limit
  const zone = zoneOf(utilization, thresholds)
  return {
    state,
    reading: {
      zone,
      used,
      utilization,
      arrived,
      velocity: 0,
      velocityClass: 'low',
      turnsUntilRed: null,
      baseline: null,
      spike: false,
      source: 'counted',
      counted: used,
    },
  }
}

/**
 * A reading once stages changed what arrived: the window is so many tokens larger, or smaller, than it was read. What
 * arrived, and how fast, stands as it came (PRES-2).
 */
export function afterStages(
  reading: PressureReading,
  change: Tokens,
  limit: Tokens,
  thresholds: Thresholds,
): PressureReading {
  const used = reading.used + change
  const utilization = used / limit
  return {
    ...reading,
    used,
    utilization,
    zone: zoneOf(utilization, thresholds),
    turnsUntilRed: turnsUntil(thresholds.red * limit, used, reading.velocity),
    counted: reading.counted + change,
  }
}

function turnsUntil(red: Tokens, used: Tokens, velocity: Ratio): number | null {
  return velocity <= 0 ? null : Math.max(0, (red - used) / velocity)
}

/** What is read of a window. */
interface Read {
  readonly window: Window
  readonly reading: Pick<PressureReading, 'used' | 'counted'>
}

/**
 * Tokens used by the anchored count (TOK-1, TOK-2): what the model reported for its last call, corrected by
 * everything that came or went since, so that what a stage freed counts at once for the next one's trigger
 * (TIER-3). In a replay nothing is reported and the counts are calibrated: then it is the ledger's figure.
 */
export function anchoredUsed({ window, reading }: Read): Tokens {
  return window.used + reading.used - reading.counted
}

/** A budget by both counts. */
interface AnchoredBudget {
  /** What is used, and allowed, as the model counts. */
  readonly used: Tokens
  readonly allowed: Tokens
  /** What is allowed as the ledger counts, which sizes every block: an edit frees down to here. */
  readonly room: Tokens
}

/**
 * A budget of so many tokens by the anchored count. What the ledger holds beside the reserve is never exceeded
 * either: where the model reported less than was counted, the overflow is still judged by the count (PRES-4).
 *
 * @param allowed at most what the limit leaves beside the reserve
 */
export function anchoredBudget(
  view: Read & { readonly limit: Tokens; readonly reserve: Tokens },
  allowed: Tokens,
): AnchoredBudget {
  const used = anchoredUsed(view)
  const apart = used - view.window.used
  const room = Math.max(0, Math.min(allowed - apart, view.limit - view.reserve))
  return { used, allowed: Math.min(allowed, room + apart), room }
}
