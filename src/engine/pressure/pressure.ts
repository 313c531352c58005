import { overflows } from '../core/window/ledger.ts'
import type { Ratio, Tokens } from '../core/units.ts'
import { SPIKES } from './settings.ts'
import type { SpikeSettings } from './settings.ts'
import type { Window } from '../core/window/window.ts'

/** The four pressure zones, from no need to act to a risk that the next call overflows. */
export const ZONES = Object.freeze(['green', 'yellow', 'orange', 'red'] as const)
export type Zone = (typeof ZONES)[number]

/** Where yellow, orange and red begin, as shares of the limit (PRES-1). */
export interface Thresholds {
  readonly yellow: Ratio
  readonly orange: Ratio
  readonly red: Ratio
}

export type VelocityClass = 'low' | 'medium' | 'high'

/** A measurement before a call: how full the window is and how fast it fills. */
export interface PressureReading {
  readonly zone: Zone
  readonly used: Tokens
  readonly utilization: Ratio
  /** Tokens that arrived since the previous reading, without fixed overhead. */
  readonly arrived: Tokens
  /** Mean of `arrived` over the last readings, in tokens per turn (PRES-2). */
  readonly velocity: Ratio
  readonly velocityClass: VelocityClass
  /** (red − used) / velocity; 0 in red, null when nothing arrives. */
  readonly turnsUntilRed: number | null
  /** Exponential average that a spike is compared with; null before there is one. */
  readonly baseline: number | null
  /** Whether this turn's arrival is more than a given multiple of the baseline (PRES-3). */
  readonly spike: boolean
  readonly source: 'counted' | 'model_reported'
  /** Tokens by our own counter, whatever the source, for comparison (PRES-4). */
  readonly counted: Tokens
  /** Reported tokens that every request has beside the counted ones, such as tools that were not told, or reasoning that only the provider can read; missing: none. */
  readonly untold?: Tokens
  /**
   * Parts of reasoning in the window that only their provider can read, and whose size no reply reported: nothing is known
   * of their tokens; missing: none.
   */
  readonly unread?: number
  /** Tokens that the model reported, where that is too far from the count to be believed; missing: none. */
  readonly disbelieved?: Tokens
}

/** State of a monitor between turns; plain data. */
export interface PressureState {
  readonly recent: readonly Tokens[]
  readonly baseline: number | null
  readonly readings: number
  /** By how much the last report was above the count; missing: nothing was reported. */
  readonly apart?: Tokens
}

export const NO_PRESSURE: PressureState = Object.freeze({
  recent: Object.freeze([]),
  baseline: null,
  readings: 0,
})

/**
 * A threshold scaled to a window whose reserve leaves less than .95 of it: all shrink by usable/.95, so that orange
 * still comes before the reserve is used (PRES-1). Also used for the eviction target.
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
 * A reported figure below or above these multiples of the count is of another window or another request. There is more
 * room above: four characters per token count half of what code or another script needs, and a true figure that is not
 * believed leads to an overflow.
 */
const LEAST_OF_COUNTED = 0.75
const MOST_OF_COUNTED = 2

function isPlausible(reported: Tokens, counted: Tokens): boolean {
  const base = Math.max(counted, 1)
  return reported >= LEAST_OF_COUNTED * base && reported <= MOST_OF_COUNTED * base
}

/**
 * Whether a report is above the count by what the one before was, within a quarter of the count. Sums over several
 * calls, which some clients report, grow by a whole count each time.
 */
function isUntold(apart: Tokens, before: Tokens, counted: Tokens): boolean {
  return apart > 0 && before > 0 && Math.abs(apart - before) <= (1 - LEAST_OF_COUNTED) * counted
}

/** Whether what a report is above the count is reasoning that its replies reported. */
function isHidden(reported: Tokens, counted: Tokens, hidden: Tokens): boolean {
  return reported > counted && isPlausible(Math.max(reported - hidden, counted), counted)
}

/**
 * Reads the pressure of a window before a call (“Agent Context Window Management”, 2). Velocity counts arrivals, not
 * the net difference, which turns negative after an eviction. A spike compares this turn's arrival with an average that
 * does not yet contain it.
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
    /** Tokens in use as the model reported them; preferred unless they are far from the count. */
    readonly reported?: Tokens
    /** What of them cannot be counted, as the replies that brought it said; default 0. */
    readonly hidden?: Tokens
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
  const apart = input.reported === undefined ? state.apart : reported - input.used
  const plausible = isPlausible(reported, input.used)
  const untold =
    !plausible &&
    (isUntold(reported - input.used, state.apart ?? 0, input.used) ||
      isHidden(reported, input.used, input.hidden ?? 0))
  const believed = plausible || untold
  const used = believed ? reported : input.used
  const utilization = used / input.limit
  const spike = state.readings >= spikes.after && input.arrived > spikes.factor * (state.baseline ?? Infinity)
  const baseline =
    state.baseline === null
      ? input.arrived
      : spikes.baselineWeight * input.arrived + (1 - spikes.baselineWeight) * state.baseline
  return {
    state: { recent, baseline, readings: state.readings + 1, ...(apart === undefined ? {} : { apart }) },
    reading: {
      zone: zoneOf(utilization, thresholds),
      used,
      utilization,
      arrived: input.arrived,
      velocity,
      velocityClass: velocity < 1000 ? 'low' : velocity < 5000 ? 'medium' : 'high',
      turnsUntilRed: turnsUntil(
        thresholds.red * input.limit,
        used,
        untold ? velocity : weighed(velocity, used, input.used),
      ),
      baseline: state.baseline,
      spike,
      source: believed ? 'model_reported' : 'counted',
      counted: input.used,
      ...(untold ? { untold: reported - input.used } : {}),
      ...(believed || input.reported === undefined ? {} : { disbelieved: reported }),
    },
  }
}

/**
 * Reads the pressure of a window before a call; can be replaced by another implementation than `readPressure` (MAN-3).
 */
export type PressureMonitor = typeof readPressure

/**
 * Pressure left out (MAN-3): only how full the window is by the ledger's count, and so its zone, which the strategy's
 * thresholds are compared with. Nothing is tracked over turns: there is no velocity, no spike and no forecast, and the
 * model's reported figure is ignored.
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
 * A reading after stages changed the window: the window has this many tokens more, or fewer, than were read. What
 * arrived, and how fast, does not change (PRES-2).
 */
export function afterStages(
  reading: PressureReading,
  change: Tokens,
  limit: Tokens,
  thresholds: Thresholds,
): PressureReading {
  const used = reading.used + change
  const utilization = used / limit
  const { velocity, untold } = reading
  return {
    ...reading,
    used,
    utilization,
    zone: zoneOf(utilization, thresholds),
    turnsUntilRed: turnsUntil(
      thresholds.red * limit,
      used,
      untold === undefined ? weighed(velocity, reading.used, reading.counted) : velocity,
    ),
    counted: reading.counted + change,
  }
}

function turnsUntil(red: Tokens, used: Tokens, velocity: Ratio): number | null {
  return velocity <= 0 ? null : Math.max(0, (red - used) / velocity)
}

/** A counted velocity in the tokens of a window's level: what arrives is undercounted as much as what is there. */
function weighed(velocity: Ratio, used: Tokens, counted: Tokens): Ratio {
  return used === counted ? velocity : (velocity * used) / Math.max(counted, 1)
}

/** What a request may take. */
interface Limits {
  readonly limit: Tokens
  readonly reserve: Tokens
}

/** The window and its reading. */
interface Read {
  readonly window: Window
  readonly reading: Pick<PressureReading, 'used' | 'counted' | 'untold'>
}

/**
 * Tokens used by the anchored count (TOK-1, TOK-2): the model's report for its last call, corrected by everything that
 * was added or removed since. So tokens freed by a stage count at once for the trigger of the next one (TIER-3). In a
 * replay nothing is reported and the counts are calibrated: then it is the ledger's figure.
 */
export function anchoredUsed({ window, reading }: Read): Tokens {
  return window.used + reading.used - reading.counted
}

/**
 * Whether the request would not fit, by the larger of both counts; an estimating counter's is judged with its margin
 * (BUD-5).
 */
export function wouldOverflow(view: Read & Limits & { readonly margin: Tokens }): boolean {
  const { window, limit, reserve, margin } = view
  return overflows(Math.max(window.used + margin, anchoredUsed(view)), limit, reserve)
}

/**
 * A level of the window in tokens of the ledger's count, in which edits free. It is lower where the model reported more
 * tokens than were counted, in that ratio, or by what is not counted at all, so that the window is at the level by the
 * model's count.
 */
export function countedLevel(view: Read, level: Tokens): Tokens {
  const { untold } = view.reading
  if (untold !== undefined) return Math.max(0, level - untold)
  const told = anchoredUsed(view)
  const { used } = view.window
  return told > used ? Math.floor((level * used) / told) : level
}

/** A budget by both counts. */
interface AnchoredBudget {
  /** Used and allowed tokens, by the model's count. */
  readonly used: Tokens
  readonly allowed: Tokens
  /** Allowed tokens by the ledger's count, which measures every block: an edit frees down to this. */
  readonly room: Tokens
}

/**
 * A budget by the anchored count. The ledger's limit less the reserve is never exceeded either: if the model reported
 * less than was counted, an overflow is still judged by the count (PRES-4).
 *
 * @param allowed at most the limit less the reserve
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
