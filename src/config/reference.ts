import { stages, strategies } from '../engine/index.ts'
import { quantities } from '../engine/internal.ts'
import { asWrittenStrategies } from '../lessons/index.ts'
import type { Setting, SettingsSpec } from '../engine/index.ts'
import { ALWAYS_READ, configSpec } from './declaration.ts'
import { rungsOf } from './ladder.ts'
import { dotted } from './wording.ts'

/** A setting as a page or a dialog lists it. */
export interface SettingRow {
  /** Keys from the top of the YAML down; `key` is the same with dots. */
  readonly path: readonly string[]
  readonly key: string
  readonly kind: Exclude<Setting['kind'], 'group'>
  readonly meaning: string
  /** The allowed values in words: 'whole number', 'one of', 'list of', … */
  readonly type: string
  /** As written in YAML on one line; '' if it depends on another setting. */
  readonly default: string
  /** '' if there is none. */
  readonly unit: string
  /** For numbers, and for the keys of a cascade; null for the rest. */
  readonly range: { readonly min: number; readonly max: number } | null
  /** The range of usual values, the ends of a slider; null: `range`. */
  readonly usual: readonly [number, number] | null
  /** Whether only whole numbers are allowed. */
  readonly integer: boolean
  /** Allowed names, with their meanings. */
  readonly choices: readonly { readonly name: string; readonly meaning: string }[]
}

/** Every setting with a value, in the order of the YAML (CONF-3). */
export function settingRows(): SettingRow[] {
  return rowsOf(configSpec, [])
}

function rowsOf(spec: SettingsSpec, path: readonly string[]): SettingRow[] {
  return Object.entries(spec).flatMap(([key, setting]) => {
    const here = [...path, key]
    return setting.kind === 'group' ? rowsOf(setting.settings, here) : [rowOf(setting, here)]
  })
}

/** One setting as a row of the list. */
export function rowOf(setting: Exclude<Setting, { kind: 'group' }>, path: readonly string[]): SettingRow {
  return {
    path,
    key: dotted(path),
    kind: setting.kind,
    meaning: setting.meaning,
    type: typeOf(setting),
    default: defaultOf(setting),
    unit: 'unit' in setting ? setting.unit : '',
    range: rangeOf(setting),
    usual: ('usual' in setting ? setting.usual : undefined) ?? null,
    integer: 'integer' in setting && setting.integer,
    choices:
      'choices' in setting
        ? Object.entries(setting.choices).map(([name, meaning]) => ({ name, meaning }))
        : [],
  }
}

function typeOf(setting: Exclude<Setting, { kind: 'group' }>): string {
  switch (setting.kind) {
    case 'number':
      return setting.integer ? 'whole number' : 'number'
    case 'numbers':
      return setting.integer ? 'whole number for each of' : 'number for each of'
    case 'boolean':
      return 'true or false'
    case 'choice':
      return 'one of'
    case 'names':
      return 'list of'
    case 'ladder':
      return 'mapping from numbers to steps, each once'
    case 'text':
      return setting.form
    case 'texts':
      return `list, each ${setting.form}`
    case 'stages':
      return 'list of steps, each with one of'
  }
}

function rangeOf(setting: Exclude<Setting, { kind: 'group' }>): SettingRow['range'] {
  if (setting.kind === 'number' || setting.kind === 'numbers') return { min: setting.min, max: setting.max }
  return setting.kind === 'ladder' || setting.kind === 'stages' ? { min: 0, max: 1 } : null
}

function defaultOf(setting: Exclude<Setting, { kind: 'group' }>): string {
  switch (setting.kind) {
    case 'names':
    case 'texts':
    case 'stages':
      return `[${setting.default.join(', ')}]`
    case 'numbers':
      return setting.default === null ? '' : flow(Object.entries(setting.default))
    case 'ladder':
      return flow(rungsOf(setting.default).map(({ at, step }) => [String(at), step]))
    default:
      return String(setting.default)
  }
}

function flow(entries: readonly (readonly [string, string | number])[]): string {
  return `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(', ')} }`
}

/**
 * Every setting with its meaning, type, range, unit and default, as Markdown with a heading per section. Lists instead
 * of tables, because a cell is too narrow for a sentence.
 */
export function settingsReference(): string {
  const rows = settingRows()
  const lines = [
    '# Settings',
    '',
    'Every key of a config, made from the declarations in the engine; a test keeps this page equal to them. A key',
    'that is left out has its default. Shares are parts of 1.',
    '',
    ...rows.filter(({ path, kind }) => path.length === 1 && kind !== 'stages').flatMap(itemOf),
    ...rows.filter(({ kind }) => kind === 'stages').flatMap(pipelineSection),
  ]
  for (const [section, setting] of Object.entries(configSpec)) {
    if (setting.kind !== 'group') continue
    lines.push('', `## ${section}`, '', `${setting.meaning} ${readersOf(section)}`, '')
    lines.push(...rows.filter(({ path }) => path.length > 1 && path[0] === section).flatMap(itemOf))
  }
  return `${lines.join('\n')}\n`
}

/** The list of stages, the settings of a step of each, and the quantities of conditions. */
function pipelineSection(row: SettingRow): string[] {
  const asked = Object.entries(quantities).map(
    ([name, { meaning, unit, kind }]) =>
      `- \`${name}\` — ${meaning}${unit === '' ? (kind === 'truth' ? ' (yes or no)' : '') : ` (${unit})`}`,
  )
  const told = Object.entries(stages).map(([name, { phase, at, settings }]) => {
    const facts = [`phase ${phase}`, ...(at === undefined ? [] : ['has a threshold for `at`'])]
    const keys = settings.map((key) => `\`${key}\``).join(', ')
    return `- \`${name}\` — ${facts.join('; ')}; \`with\`: ${keys === '' ? 'nothing' : keys}.`
  })
  return [
    '',
    `## ${row.key}`,
    '',
    'Read by `pipeline`. A step is the name of a stage, or a mapping with the keys `stage`, `when`, `at` and `with`:',
    '',
    '```yaml',
    'pipeline:',
    '  - stage: summarize_results',
    '    when: utilization >= 60% and not (idle < 5 or zone == red)',
    '    at: 0.75',
    '    with: { compression: { result_share: 0.3 } }',
    '  - evict',
    '```',
    '',
    'Stages of one phase act in the order of the list: `result` as inputs arrive, `manual` when a person asks, `call`',
    'before the call, `overflow` when the request does not fit. Before each the window is measured again.',
    '',
    ...itemOf(row),
    '',
    'What a step may set for its own stage:',
    '',
    ...told,
    '',
    'A condition compares with `<`, `<=`, `>`, `>=`, `==`, `!=` and joins with `and`, `or`, `not` and parentheses. Numbers',
    'may end with `%` or `k`; `always` and `never` are conditions, too. It may name:',
    '',
    ...asked,
  ]
}

function readersOf(section: string): string {
  if (ALWAYS_READ.includes(section)) return 'Read by every strategy.'
  const all = [...Object.values(strategies), ...Object.values(asWrittenStrategies)]
  const readers = all.filter(({ sections }) => sections.includes(section))
  const names = readers.map(({ name }) => `\`${name}\``)
  return names.length === 0 ? 'Read by no strategy.' : `Read by ${names.join(', ')}.`
}

function itemOf(row: SettingRow): string[] {
  const facts = [row.choices.length > 0 && row.kind !== 'ladder' ? `${row.type} the names below` : row.type]
  if (row.range !== null) facts.push(`${row.range.min} to ${row.range.max}`)
  if (row.unit !== '') facts.push(row.unit)
  const value = row.default === '' ? 'of the chosen policy' : `\`${row.default}\``
  return [
    `- \`${row.key}\` — ${row.meaning} (${facts.join('; ')}; default ${value})`,
    ...row.choices.map(({ name, meaning }) => `  - \`${name}\` — ${meaning}`),
  ]
}
