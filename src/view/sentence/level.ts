import { floorShare, scaleToUsable } from '../../engine/internal.ts'
import type { Ratio } from '../../engine/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import type { Config } from './stage-config.ts'

/** A setting above which something acts, or is reported. */
export interface Level {
  readonly path: readonly string[]
  /** As written. */
  readonly value: number
  /** In the unit of the compared measurement. */
  readonly at: number
  readonly measure: Measure
  /** Whether the level itself counts as reached; otherwise only values above it, or below it for `fidelity`. */
  readonly included: boolean
  /** What the written value is a share of; null for a plain amount. */
  readonly of: 'limit' | 'effective' | 'budget' | 'component' | 'used' | 'questions' | null
  /** The stage that compares; null for the turn loop itself. */
  readonly stage: string | null
}

export type Measure =
  | 'tokens'
  | 'zone'
  | 'messages'
  | 'minutes'
  | 'result'
  | 'component'
  | 'utilization'
  | 'eviction_rate'
  | 'bloat'
  | 'fidelity'

export type LevelData = Pick<
  TimelineData,
  | 'spec'
  | 'set'
  | 'model'
  | 'limit'
  | 'reserve'
  | 'thresholds'
  | 'exact'
  | 'blocks'
  | 'spans'
  | 'turns'
  | 'edits'
>

/** The values with which a stage compares its readings. */
export type Source = Omit<Level, 'stage'>
export type Reader = (config: Config, data: LevelData) => readonly Source[]

export function orange({ pressure: { thresholds } }: Config, data: LevelData): readonly Source[] {
  return [scaled(['pressure', 'thresholds', 'orange'], thresholds.orange, data)]
}

/** A step of the cascade acts from its share on; a step that is not listed has no level. */
export function rung(step: string): Reader {
  return ({ compression: { cascade } }, data) =>
    Object.entries(cascade).flatMap(([share, steps]) =>
      [steps].flat().some((one) => one === step)
        ? [scaled(['compression', 'cascade', share], Number(share), data)]
        : [],
    )
}

export function longResult({
  compression: { summarization_threshold_tokens: at },
}: Config): readonly Source[] {
  return [{ ...plain(['compression', 'summarization_threshold_tokens'], at, 'result'), included: false }]
}

/** A share of the limit that is scaled to the window and includes itself (PRES-1). */
export function scaled(path: readonly string[], value: Ratio, { limit, reserve }: LevelData): Source {
  const at = scaleToUsable(value, limit, reserve) * limit
  return { path, value, at, measure: 'tokens', included: true, of: 'limit' }
}

/** A share of some tokens; reached above it. `whole`: rounded down to whole tokens. */
export function above(
  path: readonly string[],
  value: Ratio,
  base: number,
  of: Level['of'],
  whole = false,
): Source {
  const at = whole ? floorShare(value, base) : value * base
  return { path, value, at, measure: 'tokens', included: false, of }
}

export function plain(path: readonly string[], value: number, measure: Measure): Source {
  return { path, value, at: value, measure, included: true, of: null }
}

export function pause(path: readonly string[], minutes: number): Source {
  return { ...plain(path, minutes, 'minutes'), included: false }
}

export function triggerOf(
  section: readonly string[],
  { trigger, trigger_share }: { readonly trigger: number; readonly trigger_share: Ratio },
  limit: number,
): Source {
  if (trigger === 0) return above([...section, 'trigger_share'], trigger_share, limit, 'limit', true)
  return { ...plain([...section, 'trigger'], trigger, 'tokens'), included: false }
}
