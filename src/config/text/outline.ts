import { isAlias, isMap, isScalar, isSeq } from 'yaml'
import type { CST, Node, Pair } from 'yaml'
import { readSource, textStart } from '../source.ts'
import type { Source } from '../source.ts'
import { columnOf, lineStart, nextLine, beginsLine } from './range.ts'
import type { TextRange, TextChange } from './range.ts'
import type { Setting } from '../../engine/index.ts'

/** A valid text as a tree of its parts, each with its range. */
export interface Outline {
  readonly text: string
  readonly source: Source
  /** Null for an empty text. */
  readonly root: Part | null
  /** Every alias, in the order of the text. */
  readonly aliases: readonly AliasPart[]
  readonly eol: '\n' | '\r\n'
  /** Spaces per indentation level. */
  readonly step: string
}

export type Part = ScalarPart | MapPart | ListPart | AliasPart

interface Marked extends TextRange {
  /** The name of the anchor before it. */
  readonly anchor: string | null
}

export interface ScalarPart extends Marked {
  readonly kind: 'scalar'
  readonly style: 'plain' | 'single' | 'double' | 'block'
  readonly value: unknown
}

export interface MapPart extends Marked {
  readonly kind: 'map'
  readonly flow: boolean
  readonly entries: readonly Entry[]
}

export interface ListPart extends Marked {
  readonly kind: 'list'
  readonly flow: boolean
  readonly items: readonly Item[]
}

interface AliasPart extends TextRange {
  readonly kind: 'alias'
  readonly anchor: null
  readonly target: Part | null
}

export interface Entry {
  readonly name: string
  readonly key: TextRange
  /** Right after the colon and the marks of the value; null if there is no colon. */
  readonly behind: number | null
  readonly value: Part | null
}

export interface Item {
  /** Position of its dash; in a flow list, of its value. */
  readonly from: number
  /** Right after the dash. */
  readonly behind: number
  readonly value: Part | null
}

/** Reads the parts of a text; null if it is not valid YAML. */
export function outlineOf(text: string): Outline | null {
  const source = readSource(text)
  if (source.document === null) return null
  const aliases: AliasPart[] = []
  const root = createReader(aliases).read(source.document.contents)
  return {
    text,
    source,
    root,
    aliases,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    step: stepOf(text, root),
  }
}

function createReader(aliases: AliasPart[]) {
  const anchors = new Map<string, Part>()

  function read(node: unknown): Part | null {
    const part = partOf(node)
    if (part !== null && part.anchor !== null) anchors.set(part.anchor, part)
    return part
  }

  function partOf(node: unknown): Part | null {
    if (isAlias(node)) {
      const alias: AliasPart = {
        kind: 'alias',
        ...rangeOf(node),
        anchor: null,
        target: anchors.get(node.source) ?? null,
      }
      aliases.push(alias)
      return alias
    }
    if (isMap(node)) {
      const entries = node.items.map((pair) => entryOf(pair, read))
      return { kind: 'map', ...rangeOf(node), anchor: anchorOf(node), flow: node.flow === true, entries }
    }
    if (isSeq(node)) {
      const items = node.items.map((item, index) => itemOf(item, tokenOf(node, index), read))
      return { kind: 'list', ...rangeOf(node), anchor: anchorOf(node), flow: node.flow === true, items }
    }
    if (!isScalar(node) || (node.value === null && node.source === '')) return null
    const style =
      node.type === 'QUOTE_SINGLE'
        ? 'single'
        : node.type === 'QUOTE_DOUBLE'
          ? 'double'
          : node.type === 'PLAIN'
            ? 'plain'
            : 'block'
    return { kind: 'scalar', ...rangeOf(node), anchor: anchorOf(node), style, value: node.value }
  }

  return { read }
}

function entryOf(pair: Pair, read: (node: unknown) => Part | null): Entry {
  const key = pair.key as Node | null
  const token = pair.srcToken
  const colon = token?.sep?.find(({ type }) => type === 'map-value-ind')
  const last = token?.sep?.findLast(({ type }) => MARKS.has(type))
  const behind = colon === undefined || last === undefined ? null : last.offset + last.source.length
  // An empty key is placed right before its colon.
  const place = rangeOf(key, colon?.offset ?? 0)
  return {
    name: isScalar(key) ? String(key.value) : '',
    key: place,
    behind,
    value: read(pair.value),
  }
}

const MARKS: ReadonlySet<string> = new Set(['map-value-ind', 'anchor', 'tag'])

function itemOf(
  node: unknown,
  token: CST.CollectionItem | undefined,
  read: (node: unknown) => Part | null,
): Item {
  const dash = token?.start.find(({ type }) => type === 'seq-item-ind')
  const last = token?.start.findLast(({ type }) => type === 'anchor' || type === 'tag') ?? dash
  const value = read(node)
  const from = dash?.offset ?? value?.from ?? 0
  return { from, behind: last === undefined ? from : last.offset + last.source.length, value }
}

function tokenOf(node: { readonly srcToken?: CST.Token }, index: number): CST.CollectionItem | undefined {
  const token = node.srcToken
  return token !== undefined && 'items' in token ? token.items[index] : undefined
}

function rangeOf(node: unknown, fallback = 0): TextRange {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node))
    return { from: fallback, to: fallback }
  const [from, to] = node.range ?? [fallback, fallback]
  return { from, to }
}

function anchorOf(node: { readonly anchor?: string }): string | null {
  return node.anchor ?? null
}

/** The indentation of the first indented section; two spaces if there is none. */
function stepOf(text: string, root: Part | null): string {
  if (root?.kind !== 'map' || root.flow) return '  '
  for (const { key, value } of root.entries) {
    if (value?.kind !== 'map' || value.flow) continue
    const wide = columnOf(text, value.entries[0]?.key.from ?? 0) - columnOf(text, key.from)
    if (wide > 0 && wide <= 8) return ' '.repeat(wide)
  }
  return '  '
}

/** The plain data of a part, with aliases expanded; undefined if there are too many of them. */
export function dataOf(part: Part | null, budget = { left: 20_000 }): unknown {
  if (budget.left-- <= 0) return undefined
  if (part === null) return null
  switch (part.kind) {
    case 'scalar':
      return part.value
    case 'alias':
      return part.target === null ? undefined : dataOf(part.target, budget)
    case 'list':
      return part.items.map(({ value }) => dataOf(value, budget))
    case 'map': {
      const data = new Map<string, unknown>()
      for (const { name, value } of part.entries) if (!data.has(name)) data.set(name, dataOf(value, budget))
      return Object.fromEntries(data)
    }
  }
}

/** Where a value is or would be. */
export interface Holder {
  readonly holder: Entry | Item | null
  readonly part: Part | null
  readonly setting: Setting | null
  readonly path: readonly string[]
  readonly flow: boolean
}

/** Position of the last character of an entry or item, without its comment and the comments below it. */
export function endOf(text: string, { value, behind }: Entry | Item, key?: TextRange): number {
  if (value === null) return behind ?? key?.to ?? 0
  return endOfPart(text, value)
}

export function endOfPart(text: string, part: Part): number {
  if (part.kind === 'map' && !part.flow) {
    const last = part.entries.at(-1)
    return last === undefined ? part.to : endOf(text, last, last.key)
  }
  if (part.kind === 'list' && !part.flow) {
    const last = part.items.at(-1)
    return last === undefined ? part.to : endOf(text, last)
  }
  // A block scalar ends after the line break of its last line; kept line breaks are part of it.
  if (part.kind !== 'scalar' || part.style !== 'block') return part.to
  const end = text[part.to - 1] === '\n' ? part.to - 1 : part.to
  return text[end - 1] === '\r' ? end - 1 : end
}

/**
 * Start of the line after an entry, including comments indented deeper than its key; the end of the text if there is
 * none.
 *
 * @param column a comment indented beyond it belongs to the entry, in characters
 */
export function behindOf(text: string, from: number, end: number, column = columnOf(text, from)): number {
  let at = nextLine(text, end)
  for (let line = at; line < text.length;) {
    const next = nextLine(text, line)
    const written = text.slice(line, next).trim()
    if (written !== '' && !written.startsWith('#')) break
    if (written !== '' && text.slice(line, next).search(/\S/) <= column) break
    if (written !== '') at = next
    line = next
  }
  return at
}

/** Start of the comment directly above a line, without a blank line between; the line itself if there is none. */
export function commentAbove(text: string, offset: number): number {
  const column = columnOf(text, offset)
  let start = lineStart(text, offset)
  while (start > textStart(text)) {
    const before = lineStart(text, start - 1)
    const line = text.slice(before, start)
    if (!line.trimStart().startsWith('#') || line.search(/\S/) !== column) break
    start = before
  }
  return start
}

/** Whether there is a blank line before an offset. */
export function blankAbove(text: string, offset: number): boolean {
  const start = lineStart(text, offset)
  return start > textStart(text) && text.slice(lineStart(text, start - 1), start).trim() === ''
}

/** Lines in the text's own line breaks, after a line that may lack one. */
export function linesAt({ text, eol }: Outline, at: number, lines: readonly string[]): string {
  const whole = lines.join(eol)
  if (at > textStart(text) && text[at - 1] !== '\n') return eol + whole
  return whole + eol
}

/** Removes a key, and the comment directly above it; the first comment of a text stays. */
export function removedEntry(outline: Outline, map: MapPart, entry: Entry): TextChange {
  const { text } = outline
  if (map.flow) return removedFromFlow(text, map, map.entries, entry, entry.key.from)
  const end = endOf(text, entry, entry.key)
  if (!beginsLine(text, entry.key.from)) {
    // After a dash or an anchor, the next key moves up to its position.
    const next = map.entries[map.entries.indexOf(entry) + 1]
    return { from: entry.key.from, to: next?.key.from ?? end, insert: '' }
  }
  const above = commentAbove(text, entry.key.from)
  const from = above === textStart(text) && outline.root === map ? lineStart(text, entry.key.from) : above
  const to = behindOf(text, entry.key.from, end)
  return { ...withoutGap(text, from, to), insert: '' }
}

/** Removes an item from a list. */
export function removedItem(outline: Outline, list: ListPart, item: Item): TextChange {
  const { text } = outline
  if (list.flow) return removedFromFlow(text, list, list.items, item, item.from)
  const end = endOf(text, item)
  if (!beginsLine(text, item.from)) {
    const next = list.items[list.items.indexOf(item) + 1]
    return { from: item.from, to: next?.from ?? end, insert: '' }
  }
  return { from: commentAbove(text, item.from), to: behindOf(text, item.from, end), insert: '' }
}

function removedFromFlow<One extends Entry | Item>(
  text: string,
  whole: MapPart | ListPart,
  all: readonly One[],
  one: One,
  from: number,
): TextChange {
  const index = all.indexOf(one)
  const before = all[index - 1]
  const after = all[index + 1]
  const startOf = (other: Entry | Item) => ('key' in other ? other.key.from : other.from)
  const stopOf = (other: Entry | Item) => endOf(text, other, 'key' in other ? other.key : undefined)
  if (before !== undefined) {
    const stop = stopOf(one)
    // A comment behind a comma is about what is before it.
    const kept = /^[ \t]*,[ \t]+#[^\r\n]*/.exec(text.slice(stopOf(before), from))?.[0]
    const own = /^(?:[ \t]*,)?(?:[ \t]+#[^\r\n]*|[ \t]*)/.exec(text.slice(stop))?.[0] ?? ''
    const isWhole = after === undefined || own.trimStart().startsWith(',')
    if (kept === undefined || !isWhole) return { from: stopOf(before), to: stop, insert: '' }
    const to = stop + own.length
    const endsLine = /[\r\n]/.test(text[to] ?? '')
    return { from: endsLine ? stopOf(before) + kept.length : from, to, insert: '' }
  }
  if (after !== undefined) return { from, to: startOf(after), insert: '' }
  return { from: whole.from, to: whole.to, insert: whole.kind === 'map' ? '{}' : '[]' }
}

/** If two blank lines would become neighbours, removes one of them. */
function withoutGap(text: string, from: number, to: number): { from: number; to: number } {
  const below = to >= text.length || text.slice(to, nextLine(text, to)).trim() === ''
  return below && blankAbove(text, from) ? { from: lineStart(text, from - 1), to } : { from, to }
}
