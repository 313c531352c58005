import { named, stageNamed } from '../../../../engine/internal.ts'
import { policies } from '../../../../engine/index.ts'
import type { PlanStep } from '../../../../engine/index.ts'
import type { Config, SettingRow } from '../../../../config/index.ts'
import { valueIn } from '../../../store/choice/by-hand.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { strategyNamed } from '../../../../lessons/index.ts'

/** A setting of the panel: a declared one, or one number of a mapping of numbers. */
export interface Line extends SettingRow {
  /** Its default; for a weight, the policy's own. */
  readonly standard: unknown
}

/** A line with the lane's value. */
export interface ShownLine {
  readonly line: Line
  readonly value: unknown
  /** The value of the lane's preset. */
  readonly own: unknown
  readonly differs: boolean
  readonly changed: boolean
  /** Whether the lane's strategy reads it. */
  readonly read: boolean
}

/** Settings with a control elsewhere on the page: in the head of a lane. */
export const CHOSEN_ELSEWHERE: ReadonlySet<string> = new Set(['strategy', 'eviction.policy'])
/** Shared by all lanes: it never differs, and cannot be reset. */
const SHARED = 'max_context_tokens'

/** Every setting as a line, in the order of the YAML; the numbers of a mapping are separate lines. */
export function linesOf(policy: string, { settingRows, completeConfig }: Declarations): readonly Line[] {
  const defaults = completeConfig({})
  return settingRows().flatMap((row): Line[] => {
    const standard = valueIn(defaults, row.path)
    if (row.kind !== 'numbers') return [{ ...row, standard }]
    const numbers = standard ?? named(policies, policy)?.weights ?? {}
    return Object.entries(numbers as Readonly<Record<string, number>>).map(([name, value]) => ({
      ...row,
      path: [...row.path, name],
      key: `${row.key}.${name}`,
      kind: 'number',
      type: row.integer ? 'whole number' : 'number',
      meaning: row.choices.find((choice) => choice.name === name)?.meaning ?? row.meaning,
      default: String(value),
      choices: [],
      standard: value,
    }))
  })
}

/** The lines with the values of a config. `sections` are those that the lane reads. */
export function shownLines(
  lines: readonly Line[],
  config: Config,
  own: Config,
  sections: readonly string[],
): readonly ShownLine[] {
  const read = new Set(sections)
  return lines.map((line) => {
    const value = valueIn(config, line.path) ?? line.standard
    const ownValue = valueIn(own, line.path) ?? line.standard
    const shared = line.key === SHARED
    return {
      line,
      value,
      own: ownValue,
      differs: !shared && !same(value, line.standard),
      changed: !shared && !same(value, ownValue),
      read:
        line.path.length === 1 ? line.kind !== 'stages' || read.has(line.key) : read.has(line.path[0] ?? ''),
    }
  })
}

/** Whether all the words occur in the texts of a setting. */
export function matches({ key, meaning, choices }: Line, words: string): boolean {
  const text = `${key} ${meaning} ${choices.map((choice) => `${choice.name} ${choice.meaning}`).join(' ')}`
  const found = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word))
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

interface Placed {
  readonly path: readonly string[]
}

/** Sections that apply under every strategy, and the mock: they come after those that only the lane reads. */
const COMMON = ['pressure', 'budget', 'health_monitoring', 'mock_llm', 'simulation']

/**
 * Settings by section: first those that only this strategy reads, then those that every strategy reads, then the two
 * keys with controls elsewhere, and finally those that the lane does not read. `read` is in the order of the YAML.
 */
export function bySection<Row extends Placed>(
  rows: readonly Row[],
  read: readonly string[],
): readonly { readonly section: string; readonly rows: readonly Row[] }[] {
  const sections = new Map<string, Row[]>()
  for (const row of rows) {
    const section = row.path.length > 1 ? (row.path[0] ?? '') : ''
    const known = sections.get(section)
    if (known === undefined) sections.set(section, [row])
    else known.push(row)
  }
  const rank = (section: string): number => {
    if (section === '') return 2
    if (!read.includes(section)) return 3
    return COMMON.includes(section) ? 1 : 0
  }
  return [...sections]
    .map(([section, own]) => ({ section, rows: own }))
    .toSorted((a, b) => rank(a.section) - rank(b.section))
}

/** What the strategy of a lane reads, down to single keys if it declares them. */
export interface ReadByPlan {
  /** Whether one of its stages uses a key, such as `eviction.target`. */
  readonly reads: (key: string) => boolean
  /** Whether a share of the window that is not set in the step triggers this stage. */
  readonly calls: (stage: string) => boolean
}

/**
 * Reads the plan of a lane's strategy. The pictures show what a stage really uses: the section `eviction` is also read
 * by strategies that evict nothing.
 */
export function readByPlan(config: Config, { runSettings }: Declarations): ReadByPlan {
  const settings = runSettings(config)
  const plan: readonly PlanStep[] = strategyNamed(config.strategy)?.plan?.(settings) ?? []
  const keys = new Set(plan.flatMap(({ stage }) => stageNamed(stage)?.settings ?? []))
  const own = config.strategy === 'pipeline' ? plan.filter(({ at }) => at === null) : plan
  const called = new Set(own.map(({ stage }) => stage))
  return {
    reads: (key) => keys.has(key) || [...keys].some((one) => key.startsWith(`${one}.`)),
    calls: (stage) => called.has(stage),
  }
}
