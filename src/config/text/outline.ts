import { isAlias, isMap, isScalar, isSeq } from 'yaml'
import type { CST, Node, Pair } from 'yaml'
import { readSource } from '../source.ts'
import type { Source } from '../source.ts'
import { columnOf } from './line.ts'
import type { TextRange } from './range.ts'

/** A valid text as a tree of its parts, each with the stretch that it takes. */
export interface Outline {
  readonly text: string
  readonly source: Source
  /** Null for an empty text. */
  readonly root: Part | null
  /** Every alias, in the order of the text. */
  readonly aliases: readonly AliasPart[]
  readonly eol: '\n' | '\r\n'
  /** Blanks that a level is indented by. */
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

export interface AliasPart extends TextRange {
  readonly kind: 'alias'
  readonly anchor: null
  readonly target: Part | null
}

export interface Entry {
  readonly name: string
  readonly key: TextRange
  /** Right behind the colon and what marks the value; null where there is no colon. */
  readonly behind: number | null
  readonly value: Part | null
}

export interface Item {
  /** Where its dash stands; in a flow list, where its value does. */
  readonly from: number
  /** Right behind the dash. */
  readonly behind: number
  readonly value: Part | null
}

/** Reads the parts of a text; null where it is not valid YAML. */
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
  // What holds no character stands in front of its colon.
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

/** The indentation of the first section that has one; two blanks where none has. */
function stepOf(text: string, root: Part | null): string {
  if (root?.kind !== 'map' || root.flow) return '  '
  for (const { key, value } of root.entries) {
    if (value?.kind !== 'map' || value.flow) continue
    const wide = columnOf(text, value.entries[0]?.key.from ?? 0) - columnOf(text, key.from)
    if (wide > 0 && wide <= 8) return ' '.repeat(wide)
  }
  return '  '
}

/** The plain data of a part, aliases written out; undefined where too many would have to be. */
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
