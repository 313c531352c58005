import { basename } from 'node:path'
import {
  completeConfig,
  overlaid,
  parseConfig,
  presetConfig,
  presets,
  settingRows,
} from '../../config/index.ts'
import { isPreset, nearestName } from '../../config/internal.ts'
import { ProblemError } from '../../engine/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { changeOf } from '../../sim/internal.ts'
import { textOf } from '../terminal/text-file.ts'
import { UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'

/** What one lane of a comparison runs. */
export interface Lane {
  readonly name: string
  readonly config: PartialConfig
  /** In every log, also where its client did nothing to its window; missing: see `RECORDED`. */
  readonly always?: true
}

/** The lane of the log's own client, which only a log with recorded compactions has. */
export const RECORDED = 'recorded'
/** The same in every log: where its client did nothing to its window, everything was sent. */
const CLIENT = 'client'

/**
 * A lane as written on the command line: `hybrid`, `mine.yaml`, `managed:eviction.target=0.7,strategy=evict`, with a
 * name of its own as `tight=managed:eviction.target=0.5`. Warnings about a file go to the error stream.
 *
 * @throws UsageError with the place and the value of every error
 */
export function laneOf(written: string, io: Pick<Io, 'cwd' | 'err'>): Lane {
  const [, named, rest = written] = /^([\w-]+)=(.*)$/.exec(written) ?? []
  const [, base = rest, changes = ''] = /^(.*?):([\w.]+=.*)$/.exec(rest) ?? []
  const config = overlaid(baseOf(base, io), changesIn(changes, written))
  try {
    completeConfig(config)
  } catch (error) {
    throw error instanceof ProblemError ? new UsageError(reasonsOf(`--lane ${written}`, error)) : error
  }
  return {
    name: named ?? (isFile(base) ? basename(base).replace(/\.\w+$/, '') + rest.slice(base.length) : rest),
    config,
    ...(base === CLIENT && { always: true }),
  }
}

/** The lanes with names that differ: the second `hybrid` is `hybrid_2`, or the next number that no lane has. */
export function withNames(lanes: readonly Lane[]): readonly Lane[] {
  const given = new Set(lanes.map(({ name }) => name))
  const seen = new Set<string>()
  return lanes.map((lane) => {
    let { name } = lane
    for (let count = 2; seen.has(name); count++)
      if (!given.has(`${lane.name}_${count}`)) name = `${lane.name}_${count}`
    seen.add(name)
    return name === lane.name ? lane : { ...lane, name }
  })
}

function isFile(base: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(base)
}

function baseOf(base: string, io: Pick<Io, 'cwd' | 'err'>): PartialConfig {
  if (isFile(base)) return fileConfig(base, io)
  const name = base === CLIENT ? RECORDED : base
  if (isPreset(name)) return presetConfig(name)
  const near = nearestName(base, ['managed', CLIENT, ...presets])
  const meant = near === null ? 'context-window-lab run --help lists the presets' : `Is ${near} meant?`
  throw new UsageError(`A lane is a preset or a .yaml file, but ${base} is neither. ${meant}`)
}

function fileConfig(path: string, io: Pick<Io, 'cwd' | 'err'>): PartialConfig {
  const { config, problems } = parseConfig(textOf(path, io))
  const lines = problems.map(
    ({ line, column, severity, message, fix }) =>
      `${path}:${line}:${column}: ${severity}: ${message}${fix === undefined ? '' : ` (did you mean ${fix}?)`}`,
  )
  if (config === null) throw new UsageError(lines.join('\n'))
  for (const line of lines) io.err(`${line}\n`)
  return config
}

/** `eviction.target=0.7,pressure.preemptive=false` as a config. */
function changesIn(text: string, written: string): PartialConfig {
  let config: PartialConfig = {}
  for (const change of text === '' ? [] : splitAtCommas(text)) {
    const [, key, value] = /^([\w.]+)=(.*)$/s.exec(change.trim()) ?? []
    if (key === undefined || value === undefined)
      throw new UsageError(`A change of a lane is key=value, but ${written} has ${change}`)
    config = overlaid(config, changeOf(key, valueIn(value)))
  }
  return config
}

/**
 * What `--set` says: a setting, and its values as they are written.
 *
 * @throws UsageError for an unknown setting, naming the nearest
 */
export function settingIn(text: string, example: string): { readonly key: string; readonly value: string } {
  const [, key, value] = /^([\w.]+)=(.+)$/.exec(text) ?? []
  if (key === undefined || value === undefined)
    throw new UsageError(`--set must be a setting with its values, as in ${example}, but is ${text}`)
  const keys = settingRows().map((row) => row.key)
  if (
    !keys.includes(key.split('.').slice(0, 2).join('.')) &&
    !keys.some((one) => one === key || one.startsWith(`${key}.`) || key.startsWith(`${one}.`))
  ) {
    const near = nearestName(key, keys)
    throw new UsageError(
      `There is no setting ${key}. ${near === null ? `Settings begin with ${[...new Set(keys.map((one) => one.split('.')[0]))].join(', ')}` : `Is ${near} meant?`}`,
    )
  }
  return { key, value }
}

/** A value as people write it: 0.7, 70%, 128k, true, a list in brackets, any text. */
export function valueIn(text: string): unknown {
  const written = text.trim()
  if (/^[[{"]/.test(written)) {
    try {
      return JSON.parse(written)
    } catch {
      return written
    }
  }
  if (written === 'true' || written === 'false') return written === 'true'
  if (written === 'null') return null
  const [, digits, suffix = ''] = /^(-?\d+(?:\.\d+)?)([km%]?)$/i.exec(written) ?? []
  if (digits === undefined) return written
  const number = Number(digits)
  if (suffix === '%') return number / 100
  return number * (suffix === '' ? 1 : suffix.toLowerCase() === 'k' ? 1000 : 1_000_000)
}

/** Splits at commas that are not inside brackets or quotes. */
export function splitAtCommas(text: string): string[] {
  const parts = ['']
  let depth = 0
  let quoted = false
  for (const letter of text) {
    if (letter === '"') quoted = !quoted
    else if (!quoted && /[[{]/.test(letter)) depth += 1
    else if (!quoted && /[\]}]/.test(letter)) depth -= 1
    if (letter === ',' && depth === 0 && !quoted) parts.push('')
    else parts.push((parts.pop() ?? '') + letter)
  }
  return parts
}

function reasonsOf(where: string, error: ProblemError): string {
  return error.problems
    .map(({ message, fix }) => `${where}: ${message}${fix === undefined ? '' : ` (did you mean ${fix}?)`}`)
    .join('\n')
}
