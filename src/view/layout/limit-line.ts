import { limitSetting, reserveOf, scaleToUsable, ZONES } from '../../engine/internal.ts'
import type { Ratio, Tokens, Turn, Zone } from '../../engine/index.ts'
import type { TimelineData } from '../../sim/index.ts'

/**
 * Where a value of a setting puts its line: at `from` + `each` × value tokens, at most `most`. This can be inverted to
 * find a value for a position, whatever scaling of thresholds applies (PRES-1).
 */
export interface LinePlace {
  readonly from: Tokens
  readonly each: number
  readonly most: Tokens
}

/** A horizontal line with the YAML key that sets it. */
export interface LimitLine {
  /** Unique among the lines of a picture, whatever its value. */
  readonly id: string
  /** As in `settingRows`. */
  readonly key: string
  /** Its place in the YAML; a cascade step is itself a key. */
  readonly path: readonly string[]
  /**
   * `zone`: start of a pressure zone · `own`: a threshold or target of the lane's strategy · `finer`: one of several of
   * those · `reserve`: the lower edge of the reserve · `limit`: the window itself.
   */
  readonly kind: 'zone' | 'own' | 'finer' | 'reserve' | 'limit'
  /** Null for all except the zones. */
  readonly zone: Zone | null
  /** Share of the limit as the run used it: scaled if the reserve takes much of a small window (PRES-1). */
  readonly share: Ratio
  readonly tokens: Tokens
  /** The value written at the key. */
  readonly written: number
  readonly unit: 'share' | 'tokens'
  readonly place: LinePlace
  /** The allowed values, ignoring constraints of order. */
  readonly range: { readonly min: number; readonly max: number }
  /** For a cascade step: the steps that begin there. */
  readonly steps?: readonly string[]
  /** The first turn of this position, if a person changed the setting in mid-run; missing for the initial one. */
  readonly from?: Turn
  /** The turn in which this position ends, because a person changed the setting; missing if it stays. */
  readonly to?: Turn
}

export type LineData = Pick<TimelineData, 'limit' | 'reserve' | 'thresholds' | 'set'> & {
  readonly spec: Pick<TimelineData['spec'], 'config'>
}

const WHOLE: LimitLine['range'] = { min: 0, max: 1 }

/**
 * The zones from yellow on and the limit, each as a line with its key; settings changed in mid-run give one line per
 * range of turns.
 */
export function limitLines(data: LineData): LimitLine[] {
  return inStretches(data, zonesAndLimit)
}

/**
 * The lines of a run, one per range of turns between changes of settings. An unchanged line continues; a changed one
 * has the turn in its id.
 *
 * @param draw the lines of one config
 */
export function inStretches(data: LineData, draw: (data: LineData) => readonly LimitLine[]): LimitLine[] {
  const { set = [], ...began } = data
  const drawn = [...draw(began)]
  for (const { from, config, reserve, thresholds } of set) {
    const now = draw({ limit: data.limit, reserve, thresholds, spec: { config } })
    drawn.forEach((line, index) => {
      if (line.to === undefined && !now.some((one) => isSameLine(one, line)))
        drawn[index] = { ...line, to: from }
    })
    for (const one of now) {
      const goesOn = drawn.some((line) => line.to === undefined && isSameLine(one, line))
      if (!goesOn) drawn.push({ ...one, id: `${one.id} from ${from}`, from })
    }
  }
  // A setting changed before the first turn never had its old position.
  return drawn.filter(({ to }) => to !== 0)
}

function isSameLine(one: LimitLine, other: LimitLine): boolean {
  return (
    one.path.join('.') === other.path.join('.') &&
    one.kind === other.kind &&
    one.tokens === other.tokens &&
    one.written === other.written &&
    one.steps?.join() === other.steps?.join()
  )
}

/** Those of one config. */
export function zonesAndLimit(data: LineData): LimitLine[] {
  const { limit, thresholds, reserve, spec } = data
  const zones = ZONES.flatMap((zone): LimitLine[] => {
    if (zone === 'green') return []
    const key = `pressure.thresholds.${zone}`
    return [
      {
        id: key,
        key,
        path: key.split('.'),
        kind: 'zone',
        zone,
        share: thresholds[zone],
        tokens: thresholds[zone] * limit,
        written: spec.config.pressure.thresholds[zone],
        unit: 'share',
        place: scaledPlace({ limit, reserve }),
        range: WHOLE,
      },
    ]
  })
  return [...zones, limitLine(limit)]
}

/** The place of a share of the limit that shrinks with what the reserve leaves (PRES-1). */
export function scaledPlace({ limit, reserve }: Pick<LineData, 'limit' | 'reserve'>): LinePlace {
  const each = scaleToUsable(1, limit, reserve) * limit
  return { from: 0, each, most: each }
}

/** Position of a value's line, in tokens. */
export function tokensAt({ place: { from, each, most } }: Pick<LimitLine, 'place'>, written: number): Tokens {
  return Math.min(most, from + each * written)
}

/** The value for a line at a position, before rounding and clamping. */
export function writtenAt({ place: { from, each, most } }: Pick<LimitLine, 'place'>, tokens: Tokens): number {
  return each === 0 ? 0 : (Math.min(most, tokens) - from) / each
}

/** Whether the written share differs from the share that the run used. */
export function isScaledLine({ kind, written, share, unit }: LimitLine): boolean {
  if (unit === 'tokens' || kind === 'limit') return false
  return Math.abs(written - share) > 0.0005
}

function limitLine(limit: Tokens): LimitLine {
  return {
    id: 'max_context_tokens',
    key: 'max_context_tokens',
    path: ['max_context_tokens'],
    kind: 'limit',
    zone: null,
    share: 1,
    tokens: limit,
    written: limit,
    unit: 'tokens',
    place: { from: 0, each: 1, most: limitSetting.max },
    range: { min: limitSetting.min, max: limitSetting.max },
  }
}

/** Two decimals of a share, towards 0. */
const PARTS = 100

/** The lower edge of the reserve. */
export function reserveLine({ limit, reserve, spec }: LineData): LimitLine {
  const key = 'budget.allocations.output_reserved'
  const least = Math.floor((reserveOf(limit, 0) / limit) * PARTS) / PARTS
  return {
    id: key,
    key,
    path: key.split('.'),
    kind: 'reserve',
    zone: null,
    share: 1 - reserve / limit,
    tokens: limit - reserve,
    written: spec.config.budget.allocations.output_reserved,
    unit: 'share',
    // The reserve rule (BUD-3) keeps it between its minimum and a quarter of the window.
    place: { from: limit, each: -limit, most: limit - reserveOf(limit, 0) },
    range: { min: Math.min(least, 0.25), max: 0.25 },
  }
}
