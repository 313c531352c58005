import { isMapping, sameData } from '../mapping.ts'
import type { Mapping } from '../mapping.ts'
import { textStart } from '../source.ts'
import { entryLines, inline, isMultiline, itemLines, keyText } from './scalar.ts'
import { within, keysOf, namesOf } from './declared.ts'
import {
  dataOf,
  removedEntry,
  endOfPart,
  linesAt,
  behindOf,
  endOf,
  blankAbove,
  commentAbove,
} from './outline.ts'
import type { Holder, MapPart, Outline, ScalarPart, ListPart, Entry, Item } from './outline.ts'
import { columnOf, nextLine, beginsLine, lineStart } from './range.ts'
import type { TextChange } from './range.ts'
import type { Setting } from '../../engine/index.ts'

/** Gives a part another value with as few changes as possible. */
export function replaced(outline: Outline, place: Holder, value: unknown): readonly TextChange[] {
  const { part } = place
  if (part !== null && sameData(dataOf(part), value)) return []
  if (part === null) return [filledIn(outline, place, value)]
  if (part.kind === 'list' && Array.isArray(value) && value.length > 0) {
    return changedItems(outline, part, value, place)
  }
  if (part.kind === 'map' && isMapping(value) && Object.keys(value).length > 0) {
    return changedEntries(outline, part, value, place)
  }
  const { text } = outline
  const end = endOfPart(text, part)
  if ((part.kind === 'map' || part.kind === 'list') && !part.flow) {
    const from = place.holder?.behind ?? part.from
    return [{ from, to: end, insert: `${place.holder === null ? '' : ' '}${inline(value)}` }]
  }
  if (part.kind === 'scalar') return [{ from: part.from, to: end, insert: scalarAgain(outline, part, value) }]
  return [{ from: part.from, to: end, insert: inline(value) }]
}

function filledIn(outline: Outline, { holder, flow }: Holder, value: unknown): TextChange {
  const { text, step } = outline
  if (holder === null) {
    const lines = isMapping(value)
      ? Object.entries(value).flatMap(([key, inner]) => entryLines(key, inner, '', step))
      : [inline(value)]
    return { from: text.length, to: text.length, insert: linesAt(outline, text.length, lines) }
  }
  if ('key' in holder && !flow && isMapping(value) && Object.keys(value).length > 0) {
    const indent = ' '.repeat(columnOf(text, holder.key.from)) + step
    const lines = Object.entries(value).flatMap(([key, inner]) => entryLines(key, inner, indent, step))
    const at = nextLine(text, holder.behind ?? holder.key.to)
    return { from: at, to: at, insert: linesAt(outline, at, lines) }
  }
  const at = holder.behind ?? ('key' in holder ? holder.key.to : holder.from)
  return { from: at, to: at, insert: `${holder.behind === null ? ':' : ''} ${inline(value)}` }
}

function changedEntries(
  outline: Outline,
  map: MapPart,
  value: Mapping,
  { setting, path }: Holder,
): readonly TextChange[] {
  const gone = map.entries.filter(({ name }) => !Object.hasOwn(value, name))
  const names = new Set(map.entries.map(({ name }) => name))
  const added = Object.entries(value).filter(([name]) => !names.has(name))
  // In a flow mapping both changes would affect the same commas.
  if (gone.length === map.entries.length || (map.flow && gone.length + added.length > 1)) {
    if (map.flow) return [{ from: map.from, to: map.to, insert: inline(value) }]
  }
  const changes: TextChange[] = []
  for (const entry of map.entries) {
    if (gone.includes(entry)) changes.push(removedEntry(outline, map, entry))
    else {
      const inner = setting === null ? null : within(setting, entry.name, path, outline.source.value)
      const place = {
        holder: entry,
        part: entry.value,
        setting: inner,
        path: [...path, entry.name],
        flow: map.flow,
      }
      changes.push(...replaced(outline, place, value[entry.name]))
    }
  }
  const order = setting ?? { kind: 'group', meaning: '', settings: {} }
  for (const [name, inner] of added) changes.push(inserted(outline, map, order, name, inner))
  return changes
}

/** A scalar in the style of the previous one. */
function scalarAgain({ text, eol }: Outline, part: ScalarPart, value: unknown): string {
  const source = text.slice(part.from, part.to)
  if (part.style !== 'block' || typeof value !== 'string' || value === '')
    return inline(value, { ...part, source })
  const head = /^[|>][^\r\n]*/.exec(source)?.[0] ?? '|'
  const body = source.slice(head.length).replace(/^\r?\n/, '')
  const indent = /^ */.exec(body)?.[0] ?? ''
  const ending = value.endsWith('\n') ? value.slice(0, -1) : value
  // For an indentation indicator, a comment, or lines that a folded scalar would join, quotes are simpler.
  if (!/^[|>][-+]?$/.test(head) || isMultiline(ending, head.startsWith('>')) || indent === '')
    return inline(value)
  const kept = `${head[0]}${value.endsWith('\n') ? '' : '-'}`
  return [kept, ...ending.split('\n').map((line) => (line === '' ? '' : indent + line))].join(eol)
}

/** Gives a list other items; those that stay keep their position, quotes and comments. */
function changedItems(
  outline: Outline,
  list: ListPart,
  values: readonly unknown[],
  { setting, path, holder }: Holder,
): readonly TextChange[] {
  const { text } = outline
  const { items } = list
  const old = items.map(({ value }) => dataOf(value))
  const common = longest(old, values)
  const inPlace = old.filter((value, index) => sameData(value, values[index])).length
  if (items.length === values.length && inPlace >= common(0, 0)) {
    return items.flatMap((item, index) => {
      const key = String(index)
      const inner = setting === null ? null : within(setting, key, path, outline.source.value)
      const place = { holder: item, part: item.value, setting: inner, path: [...path, key], flow: list.flow }
      return replaced(outline, place, values[index])
    })
  }
  if (list.flow) return [flowItems(outline, list, values)]
  if (!items.every(({ from }) => beginsLine(text, from))) {
    const from = holder?.behind ?? list.from
    return [{ from, to: endOfPart(text, list), insert: ` ${inline(values)}` }]
  }
  return blockItems(outline, list, values, common)
}

/** Writes the items between the common start and end. */
function flowItems({ text }: Outline, list: ListPart, values: readonly unknown[]): TextChange {
  const { items } = list
  const [first, second] = items
  const old = items.map(({ value }) => dataOf(value))
  const start = shared(old, values)
  const most = Math.min(old.length, values.length) - start
  const end = Math.min(most, shared(old.toReversed(), values.toReversed()))
  if (first === undefined || values.length === 0)
    return { from: list.from, to: list.to, insert: inline(values) }
  const written = text.slice(endOf(text, first), second?.from)
  const between = second !== undefined && /^\s*,\s*$/.test(written) ? written : ', '
  const style = first.value?.kind === 'scalar' ? first.value.style : 'plain'
  const middle = values.slice(start, values.length - end).map((value) => inline(value, { style, source: '' }))
  const [head, tail] = [items[start - 1], items[items.length - end]]
  const lastGone = items[items.length - end - 1]
  if (head !== undefined) {
    const from = endOf(text, head)
    const to = lastGone === undefined || items.length - end === start ? from : endOf(text, lastGone)
    return { from, to, insert: middle.map((item) => between + item).join('') }
  }
  if (tail !== undefined)
    return { from: first.from, to: tail.from, insert: middle.map((item) => item + between).join('') }
  return { from: first.from, to: endOf(text, lastGone ?? first), insert: middle.join(between) }
}

function shared(old: readonly unknown[], values: readonly unknown[]): number {
  const differs = old.findIndex((value, index) => index >= values.length || !sameData(value, values[index]))
  return differs < 0 ? old.length : differs
}

/** Removes and inserts lines of items around the longest common subsequence. */
function blockItems(
  outline: Outline,
  list: ListPart,
  values: readonly unknown[],
  common: (old: number, next: number) => number,
): readonly TextChange[] {
  const { text, step } = outline
  const { items } = list
  const [first] = items as readonly [Item, ...Item[]]
  const indent = ' '.repeat(columnOf(text, first.from))
  const changes: TextChange[] = []
  let lines: string[] = []
  let at = lineStart(text, first.from)
  const put = () => {
    if (lines.length > 0) changes.push({ from: at, to: at, insert: linesAt(outline, at, lines) })
    lines = []
  }
  let [old, next] = [0, 0]
  while (old < items.length || next < values.length) {
    const item = items[old]
    const value = values[next]
    if (item !== undefined && common(old + 1, next) === common(old, next)) {
      const behind = behindOf(text, item.from, endOf(text, item))
      put()
      changes.push({ from: lineStart(text, item.from), to: behind, insert: '' })
      at = behind
      old += 1
    } else if (next < values.length && common(old, next + 1) === common(old, next)) {
      lines.push(...itemLines(value, indent, step))
      next += 1
    } else {
      put()
      if (item !== undefined) at = behindOf(text, item.from, endOf(text, item))
      old += 1
      next += 1
    }
  }
  put()
  return changes
}

/** Length of the longest common subsequence of two lists, from a pair of positions on. */
function longest(a: readonly unknown[], b: readonly unknown[]): (i: number, j: number) => number {
  const lengths: number[][] = a.map(() => [])
  const from = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (const [i, row] of [...lengths.entries()].toReversed()) {
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = sameData(a[i], b[j]) ? 1 + from(i + 1, j + 1) : Math.max(from(i + 1, j), from(i, j + 1))
    }
  }
  return from
}

/** Inserts a key into a mapping, at its position in the order of the declarations. */
export function inserted(
  outline: Outline,
  map: MapPart,
  setting: Setting,
  key: string,
  value: unknown,
): TextChange {
  const { before, after } = neighbours(map, setting, key)
  if (map.flow) return insertedInFlow(outline, map, key, value, before, after)
  const { text, step, eol } = outline
  const column = columnOf(text, map.entries[0]?.key.from ?? map.from)
  const lines = entryLines(key, value, ' '.repeat(column), step)
  const apart = outline.root === map && isSpaced(outline, map)
  if (before !== null) {
    // Commented-out lines at the end of a section do not belong to a following key, because there is none.
    const last = before === map.entries.at(-1) && outline.root !== map
    const at = behindOf(text, before.key.from, endOf(text, before, before.key), last ? column - 1 : column)
    return { from: at, to: at, insert: linesAt(outline, at, apart ? ['', ...lines] : lines) }
  }
  const first = after ?? map.entries[0]
  const from = first?.key.from ?? map.from
  if (!beginsLine(text, from)) {
    const own = lines.map((line, index) => (index === 0 ? line.trimStart() : line))
    return { from, to: from, insert: `${own.join(eol)}${eol}${' '.repeat(column)}` }
  }
  const above = commentAbove(text, from)
  // A comment at the start of the file is about the file.
  const at = above === textStart(text) && outline.root === map ? lineStart(text, from) : above
  return { from: at, to: at, insert: linesAt(outline, at, apart ? [...lines, ''] : lines) }
}

function insertedInFlow(
  { text }: Outline,
  map: MapPart,
  key: string,
  value: unknown,
  before: Entry | null,
  after: Entry | null,
): TextChange {
  const pair = `${keyText(key)}: ${inline(value)}`
  if (before !== null) {
    const at = endOf(text, before, before.key)
    return { from: at, to: at, insert: `, ${pair}` }
  }
  const first = after ?? map.entries[0]
  if (first !== undefined) return { from: first.key.from, to: first.key.from, insert: `${pair}, ` }
  return { from: map.from, to: map.to, insert: `{ ${pair} }` }
}

/** The neighbours of a new key: the nearest one declared before it, else the nearest after it. */
function neighbours(
  map: MapPart,
  setting: Setting,
  key: string,
): { before: Entry | null; after: Entry | null } {
  const rank = rankIn(setting)
  const own = rank(key)
  const ranked = map.entries.flatMap((entry) => {
    const there = rank(entry.name)
    return there === null || own === null ? [] : [{ entry, there: there - own }]
  })
  const lower = ranked.filter(({ there }) => there < 0).toSorted((a, b) => a.there - b.there)
  const higher = ranked.filter(({ there }) => there > 0).toSorted((a, b) => a.there - b.there)
  const before = lower.at(-1)?.entry ?? null
  const after = higher[0]?.entry ?? null
  return before === null && after === null ? { before: map.entries.at(-1) ?? null, after } : { before, after }
}

function rankIn(setting: Setting): (key: string) => number | null {
  if (setting.kind === 'ladder') return (key) => (Number.isNaN(Number(key)) ? null : Number(key))
  const ranks = new Map(
    keysOf(setting).flatMap((key, index) => namesOf(setting, key).map((name) => [name, index] as const)),
  )
  return (key) => ranks.get(key) ?? null
}

/** Whether blank lines separate the sections of a text. */
function isSpaced({ text }: Outline, { entries }: MapPart): boolean {
  const [, second] = entries
  return second !== undefined && blankAbove(text, commentAbove(text, second.key.from))
}
