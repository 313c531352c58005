import { policies } from '../../engine/index.ts'
import { named, ALWAYS, weightsSetting } from '../../engine/internal.ts'
import type {
  LadderSetting,
  NumbersSetting,
  Setting,
  SettingsSpec,
  StagesSetting,
} from '../../engine/index.ts'
import type { Config } from '../config.ts'
import { configSpec } from '../declaration.ts'
import { isMapping } from '../mapping.ts'
import { inline } from '../text/scalar.ts'

/** Comments are wrapped here, so that they fit beside a picture. */
const WIDTH = 92
/** The cascade sets the same; with both written, the two would have to be changed together. */
const SAID_TWICE = 'compaction_utilization_threshold'

/**
 * Writes a complete config as commented YAML in the layout of the file of “Agent Context Window Management”: every
 * declared key with its value, comments from the declarations.
 *
 * @param heading paragraphs of the comment at the top
 * @param sections the sections to write; keys that are not sections are always written
 */
export function renderConfig(
  config: Config,
  heading: readonly string[],
  sections: readonly string[],
): string {
  const lines = heading.flatMap((paragraph) => comment(paragraph, ''))
  const values: Readonly<Record<string, unknown>> = { ...config }
  for (const [key, setting] of Object.entries(configSpec)) {
    if ((setting.kind === 'group' || setting.kind === 'stages') && !sections.includes(key)) continue
    lines.push('', ...entry(key, setting, values[key], '', config))
  }
  return `${lines.join('\n')}\n`
}

function entry(key: string, setting: Setting, value: unknown, indent: string, config: Config): string[] {
  const head = comment(explanation(setting), indent)
  if (setting.kind === 'group') {
    return [...head, `${indent}${key}:`, ...group(setting.settings, value, `${indent}  `, config)]
  }
  if (setting.kind === 'numbers') return numbers(key, setting, value, indent, config, head)
  if (setting.kind === 'ladder') return ladder(key, setting, value, indent, head)
  if (setting.kind === 'stages') return steps(key, setting, value, indent, head)
  if (setting.kind === 'text') return [...head, `${indent}${key}: ${quoted(value)}`]
  const line = `${indent}${key}: ${scalar(value)}`
  if ((setting.kind !== 'names' && setting.kind !== 'texts') || line.length <= WIDTH || !Array.isArray(value))
    return [...head, line]
  return [...head, `${indent}${key}:`, ...value.map((name) => `${indent}  - ${inline(name)}`)]
}

/** A group of plain values is written as a table, each line with its meaning; a mixed one as paragraphs. */
function group(spec: SettingsSpec, value: unknown, indent: string, config: Config): string[] {
  const values = isMapping(value) ? value : {}
  const settings = Object.entries(spec).filter(([key]) => key !== SAID_TWICE)
  const plain = settings.every(([, { kind }]) => kind === 'number' || kind === 'boolean')
  if (plain)
    return table(
      settings.map(([key, { meaning }]) => [key, values[key], meaning]),
      indent,
    )
  return settings.flatMap(([key, setting]) => entry(key, setting, values[key], indent, config))
}

function numbers(
  key: string,
  setting: NumbersSetting,
  value: unknown,
  indent: string,
  config: Config,
  head: readonly string[],
): string[] {
  const policy = setting.default === null ? named(policies, config.eviction.policy) : undefined
  const { choices, default: own } = policy === undefined ? setting : weightsSetting(policy)
  const entries = Object.entries(isMapping(value) ? value : (own ?? {}))
  // A single weight has no effect, whatever its value.
  if (policy !== undefined && entries.length < 2) return []
  const rows = entries.map(([name, number]) => [name, number, choices[name] ?? ''] as const)
  return [...head, `${indent}${key}:`, ...table(rows, `${indent}  `)]
}

function ladder(
  key: string,
  setting: LadderSetting,
  value: unknown,
  indent: string,
  head: readonly string[],
): string[] {
  const steps = isMapping(value) ? value : {}
  const rows = Object.keys(steps)
    .toSorted((a, b) => Number(a) - Number(b))
    .map((at) => {
      const listed = [steps[at]].flat()
      return [at, steps[at], listed.map((step) => setting.choices[String(step)]).join('; ')] as const
    })
  if (rows.length === 0) return [...head, `${indent}${key}: {}`]
  return [...head, `${indent}${key}:`, ...table(rows, `${indent}  `)]
}

/** Steps as a list of mappings, each with the meaning of its stage above it. */
function steps(
  key: string,
  setting: StagesSetting,
  value: unknown,
  indent: string,
  head: readonly string[],
): string[] {
  const list = Array.isArray(value) ? (value as Config['pipeline']) : []
  if (list.length === 0) return [...head, `${indent}${key}: []`]
  const inner = `${indent}    `
  const lines = list.flatMap(({ stage, when, at, with: own }) => [
    ...comment(setting.choices[stage] ?? '', `${indent}  `),
    `${indent}  - stage: ${stage}`,
    ...(when === ALWAYS ? [] : [`${inner}when: ${condition(when)}`]),
    ...(at === null ? [] : [`${inner}at: ${scalar(at)}`]),
    ...(Object.keys(own).length === 0
      ? []
      : [`${inner}with:`, ...plain(setting.settings[stage] ?? {}, own, `${inner}  `)]),
  ])
  return [...head, `${indent}${key}:`, ...lines]
}

/** Values without comments: their meanings are in the sections. */
function plain(spec: SettingsSpec, values: object, indent: string): string[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const kind = spec[key]?.kind
    if (isMapping(value)) {
      const below = spec[key]?.kind === 'group' ? spec[key].settings : {}
      return [`${indent}${key}:`, ...plain(below, value, `${indent}  `)]
    }
    return [`${indent}${key}: ${kind === 'text' ? quoted(value) : scalar(value)}`]
  })
}

/** A condition is a plain word if YAML reads it as a text, else quoted. */
function condition(text: string): string {
  return /^[A-Za-z(][\w .%()<>=]*$/.test(text) ? text : JSON.stringify(text)
}

function table(
  rows: readonly (readonly [key: string, value: unknown, meaning: string])[],
  indent: string,
): string[] {
  const fraction = rows.some(([, value]) => typeof value === 'number' && !Number.isInteger(value))
  const cells = rows.map(([key, value, meaning]) => ({
    text: `${indent}${key}: ${scalar(value, fraction)}`,
    meaning,
  }))
  const column = Math.max(...cells.map(({ text }) => text.length)) + 2
  const fits = cells.every(({ meaning }) => column + 2 + meaning.length <= WIDTH + 8)
  if (fits) return cells.map(({ text, meaning }) => `${text.padEnd(column)}# ${meaning}`)
  return cells.flatMap(({ text, meaning }) => [...comment(meaning, indent), text])
}

function explanation(setting: Setting): string {
  switch (setting.kind) {
    case 'number':
      return measured(setting.meaning, `${setting.unit}, ${setting.min} to ${setting.max}`)
    case 'choice':
      return `${setting.meaning} One of ${Object.keys(setting.choices).join(', ')}.`
    case 'numbers':
    case 'ladder':
      return measured(setting.meaning, setting.unit)
    case 'boolean':
    case 'names':
    case 'text':
    case 'texts':
    case 'stages':
    case 'group':
      return setting.meaning
  }
}

function measured(sentence: string, unit: string): string {
  return sentence.replace(/\.?$/, ` (${unit}).`)
}

function comment(sentence: string, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of sentence.split(' ')) {
    if (line !== '' && indent.length + 3 + line.length + word.length > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((text) => `${indent}# ${text}`.trimEnd())
}

/** A declared name is a plain word and needs no quotes; those in a list can be an author's. */
function scalar(value: unknown, fraction = !Number.isInteger(value)): string {
  if (Array.isArray(value)) return inline(value)
  if (typeof value !== 'number') return String(value)
  return fraction && !/\.\d\d|e/.test(String(value)) ? value.toFixed(2) : String(value)
}

/** A text that could be read as something else, a number or a list, is quoted. */
function quoted(value: unknown): string {
  const text = String(value)
  return /^[A-Za-z]\w*\.[a-z]+$/.test(text) ? text : JSON.stringify(text)
}
