import { completeConfig, settingRows } from '../../config/index.ts'
import { mainSettings, numbersRead } from '../../config/internal.ts'
import { ProblemError } from '../../engine/index.ts'
import { candidatesOf, usualRange } from '../../sim/internal.ts'
import type { Range } from '../../sim/internal.ts'
import { settingIn, splitAtCommas, valueIn } from '../option/lane.ts'
import type { Lane } from '../option/lane.ts'
import { UsageError } from '../terminal/io.ts'

/** What a search varies, and the other numbers of the strategy, which it leaves as they are. */
export interface Varied {
  readonly ranges: readonly Range[]
  readonly fixed: readonly string[]
}

/** @param sets `eviction.target=0.3..0.8` or `eviction.policy=lru,hybrid`; none: the main settings of the strategy */
export function variedIn(base: Lane, sets: readonly string[]): Varied {
  const config = completeConfig(base.config)
  const ranges =
    sets.length === 0
      ? mainSettings(config).flatMap((row) => usualRange(config, row) ?? [])
      : sets.map(rangeIn)
  if (ranges.length === 0)
    throw new UsageError(`${base.name} has no numbers to vary. Name settings with --set`)
  const varied = new Set(ranges.map(({ key }) => key))
  return {
    ranges,
    fixed: numbersRead(config).flatMap(({ key }) => (varied.has(key) ? [] : [key])),
  }
}

/** The lane with settings spread evenly over their ranges. Settings with which it cannot run are left out. */
export function candidates(base: Lane, ranges: readonly Range[], tries: number): readonly Lane[] {
  try {
    return candidatesOf(base.config, ranges, tries).map(({ changes, config }) => {
      const written = changes.map(([key, value]) => `${key}=${textOf(value)}`)
      return { ...base, name: `${base.name}:${written.join(',')}`, config }
    })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw new UsageError(`No settings in these ranges can run: ${error.message}`)
  }
}

/** A range as a person reads it. */
export function rangeText(range: Range): string {
  return 'values' in range
    ? `${range.key}=${range.values.map(textOf).join(',')}`
    : `${range.key}=${range.from}..${range.to}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function rangeIn(text: string): Range {
  const { key, value } = settingIn(text, 'eviction.target=0.3..0.8')
  const [, low, high] = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/.exec(value) ?? []
  if (low === undefined || high === undefined) return { key, values: splitAtCommas(value).map(valueIn) }
  const [from, to] = [Number(low), Number(high)]
  if (from >= to)
    throw new UsageError(`A range has a start and an end above it, as in 0.3..0.8, but this is ${text}`)
  return { key, from, to, integer: settingRows().find((one) => one.key === key)?.integer === true }
}
