import type { Setting } from '../../engine/index.ts'
import { dataAt, declaredAt, keysOf, namesOf, within } from './declared.ts'
import { keyIn } from './key-at.ts'
import type { KeyAt } from './key-at.ts'
import { columnOf, lineStart } from './range.ts'
import { roughData } from './rough.ts'
import { sketch } from './sketch.ts'
import type { Row } from './sketch.ts'
import { inline } from './scalar.ts'
import { docOf } from './setting-doc.ts'
import { quantities } from '../../engine/internal.ts'

/** A suggestion for a position. */
export interface Completion {
  readonly label: string
  readonly kind: 'key' | 'value'
  /** The text that replaces the range. */
  readonly insert: string
  /** A short description: the default and the unit of a key. */
  readonly detail: string
  /** What it means. */
  readonly info: string
}

/** Suggestions to replace a range. */
export interface Completions {
  readonly from: number
  readonly to: number
  readonly options: readonly Completion[]
}

/** A position in a text with its surroundings. */
interface Around {
  readonly yaml: string
  readonly rows: readonly Row[]
  readonly data: unknown
  readonly offset: number
}

/**
 * Suggestions at an offset, in the order of the declarations: keys of the section that are not there yet, values of the
 * key. Null in a comment and where nothing is declared. Never throws.
 */
export function completionsAt(yaml: string, offset: number): Completions | null {
  if (!Number.isInteger(offset) || offset < 0 || offset > yaml.length) return null
  const rows = sketch(yaml)
  const at = keyIn(yaml, rows, offset)
  const around: Around = { yaml, rows, data: roughData(yaml, rows), offset }
  if (at.in === 'key') return keysAt(around, at.path.slice(0, -1), at)
  if (at.in === 'value') return valuesAt(around, at)
  return /(?:^|\s)#/.test(yaml.slice(lineStart(yaml, offset), offset)) ? null : keysAt(around, at.path, at)
}

/** Keys of a section that replace a word; before a colon only the name is replaced. */
function keysAt(around: Around, path: readonly string[], at: KeyAt): Completions | null {
  const { data, yaml, rows } = around
  const setting = declaredAt(path, data)
  if (setting === null) return null
  if (isList(setting)) {
    return range(at, itemsOf(setting, around, path, null, flowAt(around) ? '' : '- '))
  }
  const own = rows.find(({ key, kind }) => kind === 'key' && key.from === at.range.from && at.in === 'key')
  const taken = new Set(
    rows
      .filter((row) => row.kind === 'key' && row !== own && row.path.length === path.length + 1)
      .filter((row) => path.every((key, index) => row.path[index] === key))
      .map((row) => row.path.at(-1) ?? ''),
  )
  const free = keysOf(setting).filter((key) => !namesOf(setting, key).some((name) => taken.has(name)))
  const column = columnOf(yaml, at.range.from)
  const options = free.flatMap((key) => {
    const inner = within(setting, key, path, data)
    return inner === null ? [] : [keyOption(key, inner, [...path, key], around, column, own !== undefined)]
  })
  if (setting.kind === 'ladder') options.push(...rungs(setting, around, path, own !== undefined))
  return range(at, options)
}

function keyOption(
  key: string,
  setting: Setting,
  path: readonly string[],
  around: Around,
  column: number,
  bare: boolean,
): Completion {
  const doc = docOf(path, around.data)
  const detail = [
    doc?.section === true ? 'section' : '',
    (doc?.default ?? '') === '' ? '' : `default ${doc?.default}`,
    doc?.unit ?? '',
  ]
  return {
    label: key,
    kind: 'key',
    insert: bare ? key : key + behindKey(setting, around, column),
    detail: detail.filter((part) => part !== '').join(', '),
    info: doc?.meaning ?? '',
  }
}

/** A value with keys continues on the next line, one level deeper. */
function behindKey(setting: Setting, around: Around, column: number): string {
  const holds = setting.kind === 'group' || setting.kind === 'numbers' || setting.kind === 'ladder'
  if ((!holds && setting.kind !== 'stages') || flowAt(around)) return ': '
  const eol = around.yaml.includes('\r\n') ? '\r\n' : '\n'
  return `:${eol}${' '.repeat(column)}${stepOf(around.rows)}${setting.kind === 'stages' ? '- ' : ''}`
}

/** Default cascade steps that this one lacks. */
function rungs(
  setting: Extract<Setting, { kind: 'ladder' }>,
  { data }: Around,
  path: readonly string[],
  bare: boolean,
): Completion[] {
  const written = Object.values((dataAt(data, path) as object | null | undefined) ?? {}).flat()
  return Object.entries(setting.default).flatMap(([share, steps]) => {
    const left = [steps].flat().filter((step) => !written.includes(step))
    if (left.length === 0) return []
    const info = left.map((step) => setting.choices[step]).join('; ')
    const step = inline(left.length === 1 ? left[0] : left)
    return [{ label: share, kind: 'key', insert: bare ? share : `${share}: ${step}`, detail: step, info }]
  })
}

function valuesAt(around: Around, at: KeyAt): Completions | null {
  const { path } = at
  const { data, yaml, offset } = around
  const setting = declaredAt(path, data)
  if (setting === null) return null
  const above = declaredAt(path.slice(0, -1), data)
  if (above !== null && isList(above) && yaml[at.range.from] !== '{')
    return range(at, itemsOf(above, around, path.slice(0, -1), path.at(-1) ?? null, ''))
  switch (setting.kind) {
    case 'names':
    case 'texts':
    case 'stages': {
      const open = /^[[{]/.test(yaml.slice(at.range.from, at.range.to))
      if (open && offset <= at.range.from) return null
      const place = open ? { ...at, range: { from: offset, to: offset } } : at
      return range(place, itemsOf(setting, around, path, null, open ? '' : null))
    }
    case 'group':
    case 'numbers':
    case 'ladder':
      return insideBraces(around, at)
    case 'choice':
      return range(at, choices(setting.choices, setting.default))
    case 'boolean':
      return range(
        at,
        [true, false].map((value) =>
          option(String(value), value === setting.default ? USUAL : '', setting.meaning),
        ),
      )
    case 'number':
      return range(at, numbers(setting, path, data))
    case 'text':
      if (path[0] === 'pipeline' && path.at(-1) === 'when') return conditionAt(around, at)
      return setting.default === '' ? null : range(at, [option(setting.default, USUAL, setting.meaning)])
  }
}

/** Keys inside braces that are open at the offset. */
function insideBraces(around: Around, at: KeyAt): Completions | null {
  const { yaml, offset } = around
  if (yaml[at.range.from] !== '{' || offset <= at.range.from) return null
  return keysAt(around, at.path, { ...at, in: 'blank', range: { from: offset, to: offset } })
}

type ListSetting = Extract<Setting, { kind: 'names' | 'texts' | 'stages' }>

function isList(setting: Setting): setting is ListSetting {
  return setting.kind === 'names' || setting.kind === 'texts' || setting.kind === 'stages'
}

/** Items that a list lacks; `own` is the one being written. */
function itemsOf(
  setting: ListSetting,
  around: Around,
  path: readonly string[],
  own: string | null,
  before: string | null,
): Completion[] {
  const written = Object.entries((dataAt(around.data, path) as object | null | undefined) ?? {})
  const taken = new Set(written.flatMap(([index, item]: [string, unknown]) => (index === own ? [] : [item])))
  const wrap = (text: string) =>
    before === null ? (setting.kind === 'stages' ? null : `[${text}]`) : before + text
  if (setting.kind === 'texts') {
    return setting.default.flatMap((name) => {
      const insert = wrap(inline(name))
      return taken.has(name) || insert === null ? [] : [{ ...option(name, USUAL, setting.meaning), insert }]
    })
  }
  const names = Object.entries(setting.choices).flatMap(([name, meaning]) => {
    const insert = wrap(name)
    // A stage may act more than once.
    if (insert === null || (setting.kind === 'names' && taken.has(name))) return []
    return [{ ...option(name, '', meaning), insert }]
  })
  if (setting.kind !== 'stages' || before === null) return names
  const doc = docOf([...path, own ?? '0', 'stage'], around.data)
  const insert = `${before}${flowAt(around) ? '{ ' : ''}stage: `
  return [...names, { label: 'stage', kind: 'key', insert, detail: '', info: doc?.meaning ?? '' }]
}

function choices(of: Readonly<Record<string, string>>, usual: string): Completion[] {
  return Object.entries(of).map(([name, meaning]) => option(name, name === usual ? USUAL : '', meaning))
}

/** The default, and the ends of the usual range. */
function numbers(
  setting: Extract<Setting, { kind: 'number' }>,
  path: readonly string[],
  data: unknown,
): Completion[] {
  const own = docOf(path, data)?.default ?? ''
  const [least, most] = setting.usual ?? [setting.min, setting.max]
  const ends = [...new Set([least, most])].map(String).filter((end) => end !== own)
  const listed = ends.map((end) => option(end, `usual, ${setting.unit}`, setting.meaning))
  return own === '' ? listed : [option(own, `${USUAL}, ${setting.unit}`, setting.meaning), ...listed]
}

/** Quantities of a condition, to replace the word at the offset. */
function conditionAt({ yaml, offset }: Around, at: KeyAt): Completions {
  const before = /\w*$/.exec(yaml.slice(at.range.from, offset))?.[0].length ?? 0
  const behind = /^\w*/.exec(yaml.slice(offset, at.range.to))?.[0].length ?? 0
  const options = Object.entries(quantities).map(([name, { unit, meaning }]) => option(name, unit, meaning))
  return { from: offset - before, to: offset + behind, options }
}

/** What is said of a value that is the default. */
const USUAL = 'default'

function option(name: string, detail: string, info: string): Completion {
  return { label: name, kind: 'value', insert: inline(plainOf(name)), detail, info }
}

/** A number or switch is written without quotes, not as a text. */
function plainOf(name: string): unknown {
  if (name === 'true' || name === 'false') return name === 'true'
  return Number.isFinite(Number(name)) ? Number(name) : name
}

/** Whether the offset is inside brackets. */
function flowAt({ yaml, rows, offset }: Around): boolean {
  return rows.some(
    ({ value, flow }) =>
      !flow &&
      value !== null &&
      value.from < offset &&
      offset <= value.to &&
      /[{[]/.test(yaml.charAt(value.from)),
  )
}

function range({ range: { from, to } }: KeyAt, options: readonly Completion[]): Completions | null {
  return options.length === 0 ? null : { from, to, options }
}

/** The smallest indentation below a section in the text. */
function stepOf(rows: readonly Row[]): string {
  const columns = rows
    .filter(({ flow, column, kind }) => !flow && column > 0 && kind === 'key')
    .map(({ column }) => column)
  return ' '.repeat(columns.length === 0 ? 2 : Math.min(...columns))
}
