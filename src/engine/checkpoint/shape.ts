import { isFields, isItems, quoted, bodyOfItems, bodyOfText, itemsOf, textOfBody } from './outline.ts'
import type { Node, Report, Body, Item } from './outline.ts'

/** Longer lists are refused: such a file is not a checkpoint. */
export const MOST_ITEMS = 10_000

/** A kind of field: how it is read, and how it is written under its heading in Markdown. */
export interface Shape<T> {
  readonly empty: T
  /**
   * undefined if the node is of another kind, which has then been reported.
   *
   * @param known the value before, for parts that cannot be read
   */
  read(node: Node, where: string, report: Report, known?: T): T | undefined
  /** '' if there is nothing to write. */
  body(value: T): string
  /** Reads what `body` wrote, or what a person wrote in the same form. */
  node(body: Body): Node
}

/** A kind of value within an item: `label: value`, or `label:` with a list below. */
export interface Part<T> {
  readonly empty: T
  /** A record that leaves it out keeps the known value. */
  readonly isKept?: true
  read(node: Node, where: string, report: Report): T | undefined
  items(value: T): { readonly text: string; readonly children: readonly Item[] } | null
  node(item: Item, text: string): Node
}

export const text: Shape<string> = {
  empty: '',
  read: readString,
  body: bodyOfText,
  node: textOfBody,
}

export const list: Shape<readonly string[]> = {
  empty: [],
  read: readStrings,
  body: (value) => bodyOfItems(value.map((line) => ({ at: 0, text: line, children: [] }))),
  node: (body) => ({ at: body.at, value: flat(itemsOf(body)) }),
}

export const line: Part<string> = {
  empty: '',
  read: readString,
  items: (value) => (value === '' ? null : { text: value, children: [] }),
  node: ({ at, children }, value) => ({
    at,
    value: [value, ...flat(children).map((child) => `- ${child.value}`)].join('\n'),
  }),
}

export const lines: Part<readonly string[]> = {
  empty: [],
  read: readStrings,
  items: (value) =>
    value.length === 0
      ? null
      : { text: '', children: value.map((each) => ({ at: 0, text: each, children: [] })) },
  node: ({ at, children }) => ({ at, value: flat(children) }),
}

/**
 * One of a few words: of each, only the letters count.
 *
 * @param others words that stand for one of them, separated by spaces
 */
export function choice<T extends string>(
  words: readonly T[],
  empty: T,
  others: Readonly<Record<T, string>>,
): Part<T> {
  return {
    empty,
    isKept: true,
    read: (node, where, report) => {
      const said = typeof node.value === 'string' ? lettersOf(node.value) : ''
      const word = words.find((each) => lettersOf(each) === said || others[each].split(' ').includes(said))
      if (word === undefined) wrong(node, where, `one of ${words.join(', ')}`, report)
      return word
    },
    items: (value) => ({ text: value, children: [] }),
    node: ({ at }, value) => ({ at, value }),
  }
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/\P{L}/gu, '')
}

/** What a person indented below an item of a plain list is also an item. */
function flat(items: readonly Item[]): { readonly at: number; readonly value: string }[] {
  return items.flatMap(({ at, text: value, children }) => [{ at, value }, ...flat(children)])
}

type Parts<T> = { readonly [K in keyof T]: Part<T[K]> }

/** Items of several parts. The first part is on the item's own line; a bare string is an item with only that part. */
export function records<T extends object>(parts: Parts<T>): Shape<readonly T[]> {
  const [headline, ...rest] = namesOf(parts)
  return {
    empty: [],
    read: (node, where, report, known = []) => {
      const items = readItems(node, where, report)
      return items?.flatMap((item, at) => {
        const fields =
          typeof item.value === 'string' ? { at: item.at, value: new Map([[String(headline), item]]) } : item
        const named = isFields(fields.value) ? fields.value.get(String(headline))?.value : undefined
        const before = headline === undefined ? undefined : known.find((each) => each[headline] === named)
        const read = readParts(parts, fields, `${where}[${at}]`, report, before)
        return read === undefined ? [] : [read]
      })
    },
    body: (value) =>
      bodyOfItems(
        value.map((record) => ({
          at: 0,
          text: headline === undefined ? '' : (parts[headline].items(record[headline])?.text ?? ''),
          children: rest.flatMap((name) => labelled(parts, record, name)),
        })),
      ),
    node: (body) => ({
      at: body.at,
      value: itemsOf(body).map((item) => ({
        at: item.at,
        value: new Map([
          [String(headline), { at: item.at, value: item.text }],
          ...partNodes(parts, item.children),
        ]),
      })),
    }),
  }
}

/** One record, its parts as items. */
export function record<T extends object>(parts: Parts<T>): Shape<T> {
  const names = namesOf(parts)
  return {
    empty: emptyOf(parts),
    read: (node, where, report, known) => readParts(parts, node, where, report, known),
    body: (value) => bodyOfItems(names.flatMap((name) => labelled(parts, value, name))),
    node: (body) => ({ at: body.at, value: new Map(partNodes(parts, itemsOf(body))) }),
  }
}

function labelled<T extends object, K extends keyof T>(parts: Parts<T>, record: T, name: K): Item[] {
  const written = parts[name].items(record[name])
  if (written === null) return []
  const text = written.text === '' ? `${String(name)}:` : `${String(name)}: ${written.text}`
  return [{ at: 0, text, children: written.children }]
}

function partNodes<T extends object>(parts: Parts<T>, items: readonly Item[]): [string, Node][] {
  return items.map((item) => {
    const colon = item.text.indexOf(':')
    const label = colon < 0 ? item.text : item.text.slice(0, colon)
    const name = namesOf(parts).find((each) => each === label)
    const value = colon < 0 ? '' : item.text.slice(colon + 1).replace(/^ /, '')
    return [label, name === undefined ? { at: item.at, value } : parts[name].node(item, value)]
  })
}

function readParts<T extends object>(
  parts: Parts<T>,
  node: Node,
  where: string,
  report: Report,
  known?: T,
): T | undefined {
  const { value } = node
  if (!isFields(value)) return wrong(node, where, 'an object', report)
  const record: { -readonly [K in keyof T]: T[K] } = emptyOf(parts)
  const readOne = <K extends keyof T>(name: K): void => {
    const found = value.get(String(name))
    const read = found === undefined ? undefined : parts[name].read(found, `${where}.${String(name)}`, report)
    const isKnown = known !== undefined && (found !== undefined || parts[name].isKept === true)
    record[name] = read ?? (isKnown ? known[name] : record[name])
  }
  const names = namesOf(parts)
  for (const name of names) readOne(name)
  for (const [name, found] of value)
    if (!names.some((each) => each === name))
      report({
        code: 'unknown-field',
        message: `${where} has no field ${JSON.stringify(name.slice(0, 60))}, found ${quoted(found)}`,
        at: found.at,
        expected: names.join(', '),
        found: name.slice(0, 60),
      })
  return record
}

function emptyOf<T extends object>(parts: Parts<T>): T {
  return Object.fromEntries(namesOf(parts).map((name) => [name, parts[name].empty])) as T
}

function namesOf<T extends object>(parts: Parts<T>): (keyof T)[] {
  return Object.keys(parts) as (keyof T)[]
}

function readString(node: Node, where: string, report: Report): string | undefined {
  return typeof node.value === 'string' ? node.value : wrong(node, where, 'a text', report)
}

function readItems(node: Node, where: string, report: Report): readonly Node[] | undefined {
  if (!isItems(node.value)) return wrong(node, where, 'a list', report)
  if (node.value.length <= MOST_ITEMS) return node.value
  report({
    code: 'too-many-items',
    message: `${where} may have ${MOST_ITEMS} items, found ${node.value.length}`,
    at: node.at,
    expected: `at most ${MOST_ITEMS} items`,
    found: String(node.value.length),
  })
  return undefined
}

function readStrings(node: Node, where: string, report: Report): string[] | undefined {
  return readItems(node, where, report)?.flatMap((item, at) => {
    const read = readString(item, `${where}[${at}]`, report)
    return read === undefined ? [] : [read]
  })
}

function wrong(node: Node, where: string, expected: string, report: Report): undefined {
  const found = quoted(node)
  report({
    code: 'wrong-type',
    message: `${where} must be ${expected}, found ${found}`,
    at: node.at,
    expected,
    found,
  })
  return undefined
}
