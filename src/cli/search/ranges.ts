import { completeConfig, overlaid, settingRows } from '../../config/index.ts'
import type { Config, SettingRow } from '../../config/index.ts'
import { sectionsRead } from '../../config/internal.ts'
import { ProblemError } from '../../engine/index.ts'
import { spreadPoint } from '../../sim/internal.ts'
import { changeOf, settingIn, splitAtCommas } from '../option/lane.ts'
import type { Lane } from '../option/lane.ts'
import { UsageError } from '../terminal/io.ts'

/** A setting with what it may be: a value for each place from 0 to below 1. */
interface Range {
  readonly key: string
  readonly valueAt: (place: number) => string
}

/** Places of the sequence that are looked at for each candidate wanted: settings can exclude each other. */
const PLACES = 50

/**
 * The lane with settings spread evenly over their ranges. Settings with which it cannot run are left out.
 *
 * @param sets `eviction.target=0.3..0.8` or `eviction.policy=lru,hybrid`; none: every number that the strategy reads
 */
export function candidates(base: Lane, sets: readonly string[], tries: number): readonly Lane[] {
  const ranges = sets.length === 0 ? usualRanges(base) : sets.map(rangeIn)
  const found = new Map<string, Lane>()
  let refused: ProblemError | null = null
  for (let nth = 0; nth < tries * PLACES && found.size < tries; nth++) {
    const place = spreadPoint(nth, ranges.length)
    const changes = ranges.map(({ key, valueAt }, at) => [key, valueAt(place[at] ?? 0)] as const)
    const config = changes.reduce((below, [key, value]) => overlaid(below, changeOf(key, value)), base.config)
    try {
      completeConfig(config)
      const name = `${base.name}:${changes.map((one) => one.join('=')).join(',')}`
      found.set(name, { ...base, name, config })
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      refused = error
    }
  }
  if (found.size === 0) throw new UsageError(`No settings in these ranges can run: ${refused?.message ?? ''}`)
  return [...found.values()]
}

function rangeIn(text: string): Range {
  const { key, value } = settingIn(text, 'eviction.target=0.3..0.8')
  const row = settingRows().find((one) => one.key === key)
  const [, low, high] = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/.exec(value) ?? []
  if (low === undefined || high === undefined) {
    const values = splitAtCommas(value).map((one) => one.trim())
    return { key, valueAt: (place) => values[Math.floor(place * values.length)] ?? value }
  }
  if (Number(low) >= Number(high))
    throw new UsageError(`A range has a start and an end above it, as in 0.3..0.8, but this is ${text}`)
  return { key, valueAt: between(Number(low), Number(high), row?.integer === true) }
}

/** Every number that a strategy reads within its usual range, or else from half to one and a half of what the lane has. */
function usualRanges({ config }: Lane): readonly Range[] {
  const complete = completeConfig(config)
  const read = new Set(sectionsRead(complete))
  return settingRows().flatMap(({ key, path, kind, usual, range, integer }) => {
    const own = valueOf(complete, path)
    if (kind !== 'number' || path.length < 2 || !read.has(path[0] ?? '') || typeof own !== 'number') return []
    const { min, max } = range ?? { min: 0, max: Infinity }
    const [low, high] = usual ?? [Math.max(min, own * 0.5), Math.min(max, own * 1.5)]
    return low < high ? [{ key, valueAt: between(low, high, integer) }] : []
  })
}

function between(low: number, high: number, integer: boolean): Range['valueAt'] {
  return (place) => {
    const value = low + place * (high - low)
    return String(integer ? Math.round(value) : Number(value.toPrecision(3)))
  }
}

function valueOf(config: Config, path: SettingRow['path']): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    config,
  )
}
