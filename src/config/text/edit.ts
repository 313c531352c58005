import type { Setting } from '../../engine/index.ts'
import { shareOf } from '../ladder.ts'
import { isMapping } from '../mapping.ts'
import type { Mapping } from '../mapping.ts'
import { dotted, findingOf, shown } from '../wording.ts'
import { entryLines, inline, isWritable } from './scalar.ts'
import { dataAt, declaredAt, namesOf, within } from './declared.ts'
import { inserted, replaced } from './replace.ts'
import { dataOf, behindOf, endOf, linesAt } from './outline.ts'
import type { Entry, Item, ListPart, MapPart, Outline, Part, ScalarPart } from './outline.ts'
import { beginsLine, columnOf } from './range.ts'
import type { TextChange } from './range.ts'
import { isLeftBehind, unwritten } from './whole.ts'

const LISTS: ReadonlySet<string> = new Set(['names', 'texts', 'stages'])

/** Changes to a text, and its data after them. */
export interface Edited {
  readonly changes: readonly TextChange[]
  readonly expected: (data: unknown) => unknown
}

type Result = Edited | { readonly refused: string }

/** The changes to a text that give a setting a value. */
export function changesOf(outline: Outline, path: readonly string[], value: unknown): Result {
  const data = outline.source.value
  const name = shown(dotted(path))
  if (!isWritable(value)) {
    return {
      refused: `${name} can be a number, a text, a list or a mapping, but this is ${findingOf(value)}`,
    }
  }
  const root = declaredAt([], data)
  if (path.length === 0 || root === null || declaredAt(path, data) === null) {
    return { refused: `A config has no setting called ${name === '' ? 'nothing' : name}` }
  }
  if (outline.root !== null && outline.root.kind !== 'map') {
    return { refused: `A config is a mapping of keys to values, but this is ${findingOf(data)}` }
  }
  const walked = walk(outline, path)
  const changes = changesAt(outline, walked, path, value)
  if ('refused' in changes) return changes
  return {
    changes: [...changes.changes, ...freed(outline, walked, changes.changes)],
    expected: changes.expected,
  }
}

/** How much of a path is written. */
export interface Walked {
  /** The path in the text: each key by the name that it has there. */
  readonly written: readonly string[]
  /** The visited parts, from the top down, including the last one. */
  readonly parts: readonly Part[]
  /** The end of the walk: the value of the whole path, or the part that lacks the rest of it. */
  readonly last: Part | null
  readonly holder: Entry | Item | null
  readonly setting: Setting
  /** Keys of the path that are missing. */
  readonly rest: readonly string[]
  readonly flow: boolean
}

/** Follows a path through the parts of a text as far as it is written. */
export function walk(outline: Outline, path: readonly string[]): Walked {
  const data = outline.source.value
  const parts: Part[] = []
  const written: string[] = []
  let setting: Setting = declaredAt([], data) ?? { kind: 'group', meaning: '', settings: {} }
  let last = outline.root
  let holder: Entry | Item | null = null
  let flow = false
  for (const [index, key] of path.entries()) {
    if (last !== null) parts.push(last)
    const next: Entry | Item | undefined =
      last?.kind === 'map'
        ? entryIn(last, setting, key)
        : last?.kind === 'list'
          ? itemIn(last, key)
          : undefined
    if (next === undefined) return { written, parts, last, holder, setting, rest: path.slice(index), flow }
    flow ||= (last as MapPart | ListPart).flow
    setting = within(setting, key, path.slice(0, index), data) ?? setting
    written.push('key' in next ? next.name : key)
    holder = next
    last = next.value
  }
  if (last !== null) parts.push(last)
  return { written, parts, last, holder, setting, rest: [], flow }
}

/** The entry of a key, under any of its names; a cascade step by its share. */
export function entryIn(map: MapPart, setting: Setting, key: string): Entry | undefined {
  const share = setting.kind === 'ladder' ? shareOf(key) : null
  if (share !== null) return map.entries.find(({ name }) => shareOf(name) === share)
  for (const name of namesOf(setting, key)) {
    const entry = map.entries.find((one) => one.name === name)
    if (entry !== undefined) return entry
  }
  return undefined
}

function itemIn({ items }: { readonly items: readonly Item[] }, key: string): Item | undefined {
  return /^(?:0|[1-9]\d{0,5})$/.test(key) ? items[Number(key)] : undefined
}

function changesAt(outline: Outline, walked: Walked, path: readonly string[], value: unknown): Result {
  const { last, rest, setting, written, flow, holder } = walked
  const data = outline.source.value
  const here = path.slice(0, path.length - rest.length)
  const [key, ...deeper] = rest
  if (key === undefined) {
    const said = spoken(value, last)
    const changes = replaced(outline, { holder, part: last, setting, path, flow }, said)
    return { changes, expected: (before) => withValue(before, written, said) }
  }
  const isStep = setting.kind === 'group' && here.at(-2) === 'pipeline'
  if (last?.kind === 'alias') {
    const data = dataOf(last)
    const given = isStep && typeof data === 'string' ? { stage: data } : data
    const whole = withValue(given, aliasPath(given, setting, rest), value)
    const change = { from: last.from, to: last.to, insert: inline(whole) }
    return { changes: [change], expected: (before) => withValue(before, written, whole) }
  }
  const inner = within(setting, key, here, data)
  if (last?.kind === 'list') {
    return appended(outline, walked, path, nested(inner, [...here, key], deeper, value, outline.text))
  }
  if (last?.kind === 'scalar' && isStep) {
    return unfolded(outline, walked, last, nested(setting, here, rest, value, outline.text) as Mapping)
  }
  if (LISTS.has(setting.kind)) return noItem(path, here)
  if (last?.kind === 'scalar' && last.value !== null) {
    const found = findingOf(last.value)
    return { refused: `${shown(dotted(here))} would have to be a mapping to hold ${key}, but is ${found}` }
  }
  const whole = nested(inner, [...here, key], deeper, value, outline.text)
  if (whole === undefined) {
    const list = path.findIndex((_, index) => LISTS.has(declaredAt(path.slice(0, index), data)?.kind ?? ''))
    return noItem(path, path.slice(0, list))
  }
  if (last?.kind === 'map' && !isLeftBehind(setting, here, dataOf(last))) {
    const change = inserted(outline, last, setting, key, whole)
    return { changes: [change], expected: (before) => withValue(before, [...written, key], whole) }
  }
  // An empty cascade has no steps; a missing one has the default steps.
  const filled = setting.kind === 'ladder' && last === null ? {} : unwritten(setting, here, outline.text)
  const mapping = Object.fromEntries(new Map([...Object.entries(filled), [key, whole] as const]))
  const expected = (before: unknown) => withValue(before, [...written], mapping)
  return { changes: replaced(outline, { holder, part: last, setting, path: here, flow }, mapping), expected }
}

/** A switch written as on or off stays one of these words. */
function spoken(value: unknown, part: Part | null): unknown {
  const isWord = part?.kind === 'scalar' && (part.value === 'on' || part.value === 'off')
  return typeof value === 'boolean' && isWord ? (value ? 'on' : 'off') : value
}

function noItem(path: readonly string[], here: readonly string[]): { readonly refused: string } {
  return { refused: `${shown(dotted(here))} has no item ${path[here.length] ?? ''}` }
}

/** A value with the missing mappings around it; undefined if an item of a list would be needed. */
function nested(
  setting: Setting | null,
  at: readonly string[],
  keys: readonly string[],
  value: unknown,
  yaml: string,
): unknown {
  const [key, ...rest] = keys
  if (key === undefined || setting === null) return value
  if (LISTS.has(setting.kind)) return undefined
  const path = [...at, key]
  const inner = nested(within(setting, key, at, null), path, rest, value, yaml)
  if (inner === undefined) return undefined
  return Object.fromEntries(new Map([...Object.entries(unwritten(setting, at, yaml)), [key, inner] as const]))
}

/** An item after the last one of a list. */
function appended(outline: Outline, walked: Walked, path: readonly string[], value: unknown): Result {
  const { last, written, rest, holder, flow, setting } = walked
  const here = path.slice(0, path.length - rest.length)
  if (last?.kind !== 'list' || rest[0] !== String(last.items.length) || value === undefined)
    return noItem(path, here)
  const values = [...last.items.map((item) => dataOf(item.value)), value]
  const changes = replaced(outline, { holder, part: last, setting, path: here, flow }, values)
  return { changes, expected: (before) => withValue(before, written, values) }
}

/** A bare stage becomes a step with keys. */
function unfolded(outline: Outline, walked: Walked, last: ScalarPart, keys: Mapping): Result {
  const { text, step } = outline
  const { written, flow } = walked
  const holder = walked.holder as Entry | Item
  const whole = { stage: last.value, ...keys }
  const expected = (before: unknown) => withValue(before, written, whole)
  if (flow || 'key' in holder || !beginsLine(text, holder.from)) {
    return { changes: [{ from: last.from, to: last.to, insert: inline(whole) }], expected }
  }
  const indent = ' '.repeat(columnOf(text, last.from))
  const lines = Object.entries(keys).flatMap(([key, value]) => entryLines(key, value, indent, step))
  const at = behindOf(text, holder.from, endOf(text, holder))
  return {
    changes: [
      { from: last.from, to: last.from, insert: 'stage: ' },
      { from: at, to: at, insert: linesAt(outline, at, lines) },
    ],
    expected,
  }
}

/** Aliases of what is about to change, or of a part of it, are written out so that they keep their value. */
export function freed(
  outline: Outline,
  { parts, last, rest }: Walked,
  changes: readonly TextChange[],
): readonly TextChange[] {
  if (changes.length === 0) return []
  const touched = new Set<Part | null>(rest.length === 0 ? [...parts, ...below(last)] : parts)
  return outline.aliases
    .filter(
      ({ target, from }) => touched.has(target) && !changes.some((one) => one.from <= from && from < one.to),
    )
    .map((alias) => ({ from: alias.from, to: alias.to, insert: inline(dataOf(alias)) }))
}

function below(part: Part | null): readonly (Part | null)[] {
  const inner =
    part?.kind === 'map'
      ? part.entries.map(({ value }) => value)
      : part?.kind === 'list'
        ? part.items.map(({ value }) => value)
        : []
  return inner.flatMap((one) => [one, ...below(one)])
}

/** A path in data that an alias stands for. */
function aliasPath(data: unknown, setting: Setting, path: readonly string[]): readonly string[] {
  const [key = '', ...rest] = path
  const name = namesOf(setting, key).find((one) => dataAt(data, [one]) !== undefined) ?? key
  return [name, ...rest]
}

/** Plain data with another value at a path; missing parts of the path become mappings. */
export function withValue(data: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(data))
    return (data as readonly unknown[]).with(Number(key), withValue(data[Number(key)], rest, value))
  const entries = new Map<string, unknown>(isMapping(data) ? Object.entries(data) : [])
  entries.set(key, withValue(entries.get(key), rest, value))
  return Object.fromEntries(entries)
}
