import { named } from '../../../engine/internal.ts'
import { settingRows } from '../../../config/index.ts'
import { sectionsRead } from '../../../config/internal.ts'
import type { Config, PartialConfig, SettingRow } from '../../../config/index.ts'
import { policies } from '../../../engine/index.ts'
import type { BlockType } from '../../../engine/index.ts'

/** A number or a switch of a config that can be set to another value while the rest stays. */
export interface ConfigKnob {
  /** Keys from the top of the YAML down. A cascade step is named by its share, a pipeline step by its number. */
  readonly path: readonly string[]
  readonly value: number | boolean
  /** The usual range of a number, extended to its value, with the step size; null for a switch. */
  readonly range: KnobRange | null
  /** The config to overlay for another value. */
  readonly set: (value: number | boolean) => PartialConfig
}

export interface KnobRange {
  readonly least: number
  readonly most: number
  readonly step: number
  /** Whether 0 is allowed, usual or not. */
  readonly zero: boolean
}

/** Sections that set up the run rather than its strategy. */
const NOT_TUNED: ReadonlySet<string> = new Set(['mock_llm', 'simulation'])

/** Every number and every switch that the strategy of a config reads, in the order of the YAML. */
export function knobsOf(config: Config): ConfigKnob[] {
  const sections = new Set(sectionsRead(config))
  const rows = settingRows().filter(({ path: [section = ''] }) => !NOT_TUNED.has(section))
  return [
    ...rows
      .filter(({ path: [section = ''] }) => sections.has(section))
      .flatMap((row) => knobsOfRow(row, config)),
    ...(sections.has('pipeline') ? knobsOfSteps(rows, config) : []),
  ]
}

function knobsOfRow(row: SettingRow, config: Config): ConfigKnob[] {
  const { kind, path } = row
  const value = valueAt(config, path)
  if (kind === 'number' || kind === 'boolean') return knobOf(row, path, value, (next) => nested(path, next))
  if (kind === 'numbers') return knobsOfNumbers(row, config)
  if (kind === 'ladder') return knobsOfLadder(row, value)
  return []
}

function knobOf(
  row: SettingRow,
  path: readonly string[],
  value: unknown,
  set: ConfigKnob['set'],
): ConfigKnob[] {
  if (typeof value === 'boolean') return [{ path, value, range: null, set }]
  return typeof value === 'number' ? [{ path, value, range: rangeOf(row, value), set }] : []
}

/** The weights of the policy, or the lifetimes of the types: a knob for each. */
function knobsOfNumbers(row: SettingRow, config: Config): ConfigKnob[] {
  const { path } = row
  const numbers = valueAt(config, path) ?? ownWeights(config)
  if (!isMapping(numbers)) return []
  return Object.entries(numbers).flatMap(([name, value]) =>
    knobOf(row, [...path, name], value, (next) => nested([...path, name], next)),
  )
}

/** Without written weights, the policy's own apply. */
function ownWeights({ eviction: { policy } }: Config): Readonly<Record<string, number>> {
  const terms = named(policies, policy)?.terms ?? []
  return Object.fromEntries(terms.map(({ signal, weight }) => [signal.name, weight]))
}

/** Steps with the same share move together; moved to the share of another step, both have it. */
function knobsOfLadder(row: SettingRow, ladder: unknown): ConfigKnob[] {
  if (!isMapping(ladder)) return []
  const rungs = Object.entries(ladder)
  return rungs.flatMap(([own, steps]) =>
    knobOf(row, [...row.path, own], Number(own), (next) => {
      const moved = new Map(rungs.filter(([key]) => key !== own))
      const key = String(next)
      const there = moved.get(key)
      moved.set(key, there === undefined ? steps : [there, steps].flat())
      return nested(row.path, Object.fromEntries(moved))
    }),
  )
}

/** Settings of the steps of a pipeline. */
function knobsOfSteps(rows: readonly SettingRow[], { pipeline }: Config): ConfigKnob[] {
  const share = rows.find(({ kind }) => kind === 'stages')
  return pipeline.flatMap((step, index) => {
    const path = ['pipeline', String(index)]
    const placed = (changed: typeof step): PartialConfig => ({ pipeline: pipeline.with(index, changed) })
    const own = rows.flatMap((row) =>
      knobOf(row, [...path, 'with', ...row.path], valueAt(step.with, row.path), (next) =>
        placed({ ...step, with: replaced(step.with, row.path, next) }),
      ),
    )
    if (share === undefined || step.at === null) return own
    return [
      ...knobOf(share, [...path, 'at'], step.at, (next) => placed({ ...step, at: Number(next) })),
      ...own,
    ]
  })
}

/** Whether a type is protected: a switch, although the YAML has a list. Empty for a type that is always protected. */
export function protection(type: BlockType, { eviction }: Config): ConfigKnob[] {
  const before = eviction.protected_types
  if (before.includes(type)) return []
  const set: ConfigKnob['set'] = (on) => ({
    eviction: { protected_types: on === true ? [...before, type] : before },
  })
  return [{ path: ['eviction', 'protected_types'], value: false, range: null, set }]
}

function rangeOf({ range, usual, integer }: SettingRow, value: number): KnobRange {
  const [least, most] = usual ?? [range?.min ?? 0, range?.max ?? 1]
  return {
    least: Math.min(least, value),
    most: Math.max(most, value),
    step: integer ? 1 : most - least <= 2 ? 0.01 : 0.1,
    zero: (range?.min ?? 0) <= 0,
  }
}

/** The value at a path of a config; undefined if there is none. */
export function valueAt(config: unknown, path: readonly string[]): unknown {
  let value = config
  for (const key of path) {
    if (!isMapping(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

function nested(path: readonly string[], value: unknown): PartialConfig {
  return replaced({}, path, value)
}

/** A mapping with another value at a path. */
function replaced(mapping: object, [key, ...rest]: readonly string[], value: unknown): PartialConfig {
  if (key === undefined) return mapping
  const entries = new Map<string, unknown>(Object.entries(mapping))
  const below = entries.get(key)
  entries.set(key, rest.length === 0 ? value : replaced(isMapping(below) ? below : {}, rest, value))
  return Object.fromEntries(entries)
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
