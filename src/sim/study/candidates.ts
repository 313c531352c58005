import { completeConfig, overlaid } from '../../config/index.ts'
import type { Config, PartialConfig, SettingRow } from '../../config/index.ts'
import { ProblemError } from '../../engine/index.ts'
import { spreadPoint } from './search.ts'

/** A setting with what a search tries for it: numbers between two ends, or values. */
export type Range = { readonly key: string } & (
  | { readonly from: number; readonly to: number; readonly integer: boolean }
  | { readonly values: readonly unknown[] }
)

/** A config that a search tries. */
export interface Candidate {
  /** The settings that it tries, by their dotted keys, in the order of the ranges. */
  readonly changes: readonly (readonly [key: string, value: unknown])[]
  readonly config: PartialConfig
}

/** Places of the sequence that are looked at for each candidate wanted: settings can exclude each other. */
const PLACES = 50

/**
 * A config with settings spread evenly over their ranges. Those with which it cannot run are left out, and so are
 * duplicates.
 *
 * @param tries candidates at most
 * @throws ProblemError if none can run, with the problems of the last one
 */
export function candidatesOf(
  base: PartialConfig,
  ranges: readonly Range[],
  tries: number,
): readonly Candidate[] {
  const found = new Map<string, Candidate>()
  let refused: ProblemError | null = null
  for (let nth = 0; nth < tries * PLACES && found.size < tries; nth++) {
    const place = spreadPoint(nth, ranges.length)
    const changes = ranges.map((range, at) => [range.key, valueAt(range, place[at] ?? 0)] as const)
    const config = changes.reduce((below, [key, value]) => overlaid(below, changeOf(key, value)), base)
    try {
      completeConfig(config)
      found.set(JSON.stringify(changes), { changes, config })
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      refused = error
    }
  }
  if (found.size === 0 && refused !== null) throw refused
  return [...found.values()]
}

function valueAt(range: Range, place: number): unknown {
  if ('values' in range) return range.values[Math.floor(place * range.values.length)]
  const value = range.from + place * (range.to - range.from)
  return range.integer ? Math.round(value) : Number(value.toPrecision(3))
}

/** The usual range of a setting, or else from half to one and a half of what the config has; null if that is nothing. */
export function usualRange(
  config: Config,
  { key, path, usual, range, integer }: SettingRow,
): Extract<Range, { from: number }> | null {
  const own = path.reduce<unknown>(
    (inner, one) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, one) : undefined),
    config,
  )
  if (typeof own !== 'number') return null
  const { min, max } = range ?? { min: 0, max: Infinity }
  const [from, to] = usual ?? [Math.max(min, own * 0.5), Math.min(max, own * 1.5)]
  return from < to ? { key, from, to, integer } : null
}

/** One setting by its dotted key, as a config. */
export function changeOf(key: string, value: unknown): PartialConfig {
  // `completeConfig` checks every key and value.
  return key
    .split('.')
    .reduceRight<unknown>((inner, part) => Object.fromEntries([[part, inner]]), value) as PartialConfig
}
