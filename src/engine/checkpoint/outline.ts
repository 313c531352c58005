/** A value read from a file, with its offset, so that a problem can name the place. */
export interface Node {
  readonly at: number
  readonly value: Value
}

type Value = string | number | boolean | null | readonly Node[] | Fields
export type Fields = ReadonlyMap<string, Node>

export function isFields(value: Value): value is Fields {
  return value instanceof Map
}

export function isItems(value: Value): value is readonly Node[] {
  return Array.isArray(value)
}

/** The value as a problem quotes it, at most 60 characters. */
export function quoted({ value }: Node): string {
  if (isItems(value)) return `a list of ${value.length}`
  if (isFields(value)) return `an object with ${value.size} fields`
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}

/** An error at a position, before its severity is decided. */
export interface Fault {
  readonly code: string
  /** Ends with the offending value. */
  readonly message: string
  readonly at: number
  readonly expected?: string
  readonly found?: string
}

export type Report = (fault: Fault) => void

/** The lines under a heading without blank lines at either end, and the offset of the first. */
export interface Body {
  readonly at: number
  readonly lines: readonly { readonly at: number; readonly text: string }[]
}

/** `- text` with its continuation lines, and the items indented below it. */
export interface Item {
  readonly at: number
  readonly text: string
  readonly children: readonly Item[]
}

/** A text of several lines as it is written under a heading. Blank lines at its ends are marked with a backslash. */
export function bodyOfText(text: string): string {
  if (text === '') return ''
  const lines = text.split('\n').map((line) => (line === '' ? '' : escaped(line)))
  const last = lines.length - 1
  if (lines[0] === '') lines[0] = '\\'
  if (lines[last] === '') lines[last] = '\\'
  return lines.join('\n')
}

export function textOfBody({ at, lines }: Body): Node {
  return { at, value: lines.map(({ text }) => unescaped(text)).join('\n') }
}

export function bodyOfItems(items: readonly Item[], indent = ''): string {
  return items
    .map(({ text, children }) => {
      const [first = '', ...more] = text.split('\n').map((line) => (line === '' ? '\\' : escaped(line)))
      const continued = more.map((line) => `\n${indent}  ${line}`).join('')
      const below = children.length === 0 ? '' : `\n${bodyOfItems(children, `${indent}  `)}`
      return `${indent}- ${first}${continued}${below}`
    })
    .join('\n')
}

/**
 * The items of a list, nested by two spaces per level; an item indented too deeply belongs to the previous one. A line
 * without a marker continues its item; blank lines are ignored.
 */
export function itemsOf(body: Body): Item[] {
  const top: Growing[] = []
  const open: Growing[] = []
  for (const { at, text } of body.lines) {
    if (text.trim() === '') continue
    const indent = indentOf(text)
    const rest = text.slice(indent)
    const marked = /^[-*] /.test(rest) || rest === '-' || rest === '*'
    if (!marked) {
      const level = Math.min(open.length, Math.max(1, Math.floor(indent / 2)))
      const item = open[level - 1]
      if (item === undefined) top.push({ at: at + indent, lines: [unescaped(rest)], children: [] })
      else item.lines.push(unescaped(rest))
      continue
    }
    const level = Math.min(open.length, Math.floor(indent / 2))
    const item: Growing = { at: at + indent, lines: [unescaped(rest.slice(2))], children: [] }
    open.length = level
    ;(open[level - 1]?.children ?? top).push(item)
    open.push(item)
  }
  return top.map(grown)
}

interface Growing {
  readonly at: number
  readonly lines: string[]
  readonly children: Growing[]
}

function grown({ at, lines, children }: Growing): Item {
  return { at, text: lines.join('\n'), children: children.map(grown) }
}

function indentOf(text: string): number {
  let indent = 0
  while (text.charAt(indent) === ' ') indent++
  return indent
}

/**
 * Doubles backslashes, writes a carriage return as `\r`, and puts a backslash before text that would read as markup or
 * indentation.
 */
function escaped(line: string): string {
  const safe = line.replaceAll('\\', '\\\\').replaceAll('\r', '\\r')
  return /^[\s#*-]/.test(safe) || (safe.trim() === '' && safe !== '') ? `\\${safe}` : safe
}

/** `\r` is a carriage return; before any other character, the backslash only escapes it. */
function unescaped(line: string): string {
  return line.replace(/\\(.?)/gsu, (_, char: string) => (char === 'r' ? '\r' : char))
}
