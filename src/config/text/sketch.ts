import type { TextRange } from './range.ts'
import {
  colonIn,
  endOfLine,
  endOfPlain,
  endOfQuotes,
  isBlank,
  marks,
  nameOf,
  skipBlanks,
  trimEnd,
  isKeyAgain,
} from './scan.ts'

interface Frame {
  readonly column: number
  readonly path: readonly string[]
  readonly list: boolean
  /** Number of items seen in a list. */
  count: number
  /** The path that a deeper line belongs to. */
  open: readonly string[]
}

/** Longer texts are not configs. */
const LONGEST = 50_000

/**
 * Reads a text line by line by its indentation, as a person does. For a valid text it finds what the parser finds; for
 * one being written, what is already there. Never throws.
 */
export function sketch(text: string): readonly Row[] {
  const rows: Row[] = []
  if (text.length > LONGEST) return rows
  const frames: Frame[] = [{ column: -1, path: [], list: false, count: 0, open: [] }]
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) at = line(text, at, frames, rows)
  return rows
}

/** Reads one line, and the lines in which its value continues; returns where the next one begins. */
function line(text: string, start: number, frames: Frame[], rows: Row[]): number {
  const end = endOfLine(text, start)
  let at = start
  while (at < end && isBlank(text[at])) at += 1
  if (at === end || text[at] === '#' || (at === start && /^(?:---|\.\.\.)\s*$/.test(text.slice(at, end)))) {
    return end + 1
  }
  while (text[at] === '-' && (at + 1 >= end || isBlank(text[at + 1]))) {
    const path = openItem(frames, at - start)
    const behind = marks(text, at + 1, end)
    const from = skipBlanks(text, at + 1, end)
    const inner = skipBlanks(text, behind, end)
    const item: Row = {
      path,
      kind: 'item',
      column: at - start,
      key: { from: at, to: at + 1 },
      behind,
      value: null,
      flow: false,
    }
    const index = rows.push(item) - 1
    if (inner === end || text[inner] === '#') return end + 1
    if (!/^-(?:\s|$)/.test(text.slice(from, from + 2)) && colonIn(text, inner, end) === null) {
      return value(text, inner, start, at - start, path, rows, (range) => {
        rows[index] = { ...item, value: range }
      })
    }
    at = inner
  }
  const column = at - start
  const colon = colonIn(text, at, end)
  if (colon === null) return word(text, at, end, column, frames, rows)
  const key = { from: at, to: trimEnd(text, at, colon) }
  const frame = openMap(frames, column)
  const path = [...frame.path, nameOf(text.slice(key.from, key.to))]
  frame.open = path
  const behind = marks(text, colon + 1, end)
  const row: Row = { path, kind: 'key', column, key, behind, value: null, flow: false }
  const index = rows.push(row) - 1
  const inner = skipBlanks(text, behind, end)
  if (inner === end || text[inner] === '#') return end + 1
  return value(text, inner, start, column, path, rows, (range) => {
    rows[index] = { ...row, value: range }
  })
}

/** A line that is not a key: the continuation of the text above it, or a key being written. */
function word(text: string, at: number, end: number, column: number, frames: Frame[], rows: Row[]): number {
  const to = endOfPlain(text, at, end)
  const before = rows.at(-1)
  if (
    before !== undefined &&
    before.value !== null &&
    !before.flow &&
    column > before.column &&
    !'"\'[{|>*'.includes(text.charAt(before.value.from))
  ) {
    rows[rows.length - 1] = { ...before, value: { from: before.value.from, to } }
    return end + 1
  }
  if (text[at] === '{' || text[at] === '[') {
    const owner = frames.findLast((frame) => frame.column < column) as Frame
    return sketchFlow(text, at, column, owner.open, rows) + 1
  }
  const frame = openMap(frames, column)
  const key = { from: at, to }
  rows.push({
    path: [...frame.path, text.slice(at, to)],
    kind: 'word',
    column,
    key,
    behind: to,
    value: null,
    flow: false,
  })
  return end + 1
}

/** Reads the text after a colon or dash; returns where the next line begins. */
function value(
  text: string,
  at: number,
  start: number,
  column: number,
  path: readonly string[],
  rows: Row[],
  found: (range: TextRange) => void,
): number {
  const end = endOfLine(text, start)
  const first = text.charAt(at)
  if (first === '{' || first === '[') {
    const stop = sketchFlow(text, at, column, path, rows)
    // An unclosed value extends to where it was interrupted.
    found({ from: at, to: '}]'.includes(text[stop - 1] ?? ' ') ? trimEnd(text, at, stop) : stop })
    return endOfLine(text, Math.max(stop - 1, at)) + 1
  }
  if (/^[|>][-+\d]{0,2}\s*(?:#.*)?$/.test(text.slice(at, end))) {
    const stop = endOfBlock(text, end + 1, column)
    found({ from: at, to: Math.max(stop, trimEnd(text, at, end)) })
    return Math.max(stop, end + 1)
  }
  if (first === '"' || first === "'") {
    const stop = endOfQuotes(text, at, column)
    found({ from: at, to: stop })
    return endOfLine(text, stop) + 1
  }
  found({ from: at, to: endOfPlain(text, at, end) })
  return end + 1
}

/** End of a block scalar: before the first line that is not deeper than its key. */
function endOfBlock(text: string, start: number, column: number): number {
  let at = start
  while (at < text.length) {
    const end = endOfLine(text, at)
    const inner = skipBlanks(text, at, end)
    if (inner < end && inner - at <= column) break
    at = end + 1
  }
  return Math.min(at, text.length)
}

/** The frame of the whole text is left of every column and stays. */
function openMap(frames: Frame[], column: number): Frame {
  let top = frames.at(-1) as Frame
  while (top.column > column || (top.column === column && top.list)) {
    frames.pop()
    top = frames.at(-1) as Frame
  }
  if (top.column === column) return top
  const frame: Frame = { column, path: top.open, list: false, count: 0, open: top.open }
  frames.push(frame)
  return frame
}

function openItem(frames: Frame[], column: number): readonly string[] {
  while ((frames.at(-1) as Frame).column > column) frames.pop()
  let top = frames.at(-1) as Frame
  if (!top.list || top.column < column) {
    top = { column, path: top.open, list: true, count: 0, open: [] }
    frames.push(top)
  }
  const path = [...top.path, String(top.count)]
  top.count += 1
  top.open = path
  return path
}

/** A key, an item of a list or a word that may become either, in a text that may be broken. */
export interface Row {
  readonly path: readonly string[]
  readonly kind: 'key' | 'item' | 'word'
  /** Characters before it in its line. */
  readonly column: number
  /** Its name with its quotes; the dash of an item. */
  readonly key: TextRange
  /** Right after the colon or dash, and the marks of the value. */
  readonly behind: number
  /** The text after it; null if there is none, or if the value is on lines below. */
  readonly value: TextRange | null
  /** Whether it is inside brackets. */
  readonly flow: boolean
}

interface Bracket {
  readonly list: boolean
  readonly path: readonly string[]
  count: number
  /** The key whose value is being read, as a row that lacks it. */
  row: Row | null
}

const DEEPEST = 100

/** Reads the text inside brackets, until they close or a line is a key again; returns where it ends. */
function sketchFlow(
  text: string,
  start: number,
  column: number,
  path: readonly string[],
  rows: Row[],
): number {
  const brackets: Bracket[] = []
  let from = -1
  let word: { from: number; to: number } | null = null

  /** Ends a key, an item or a value; `key` if a colon follows. */
  function close(at: number, key: boolean): void {
    const top = brackets.at(-1)
    const range = word ?? (from >= 0 ? { from, to: trimEnd(text, from, at) } : null)
    from = -1
    word = null
    if (top === undefined) return
    if (key) {
      const place = range ?? { from: at, to: at }
      const name = nameOf(text.slice(place.from, place.to))
      const owner = top.list ? [...top.path, String(top.count)] : top.path
      const line = text.lastIndexOf('\n', place.from - 1) + 1
      top.row = {
        path: [...owner, name],
        kind: 'key',
        column: place.from - line,
        key: place,
        behind: at + 1,
        value: null,
        flow: true,
      }
      rows.push(top.row)
      return
    }
    if (range === null) {
      top.row = null
      return
    }
    if (top.row !== null) {
      rows[rows.lastIndexOf(top.row)] = { ...top.row, value: range }
      top.row = null
    } else push(top, range)
  }

  function push(top: Bracket, range: { from: number; to: number }): void {
    const line = text.lastIndexOf('\n', range.from - 1) + 1
    const place = { column: range.from - line, key: range, behind: range.to, flow: true }
    if (top.list)
      rows.push({
        ...place,
        path: [...top.path, String(top.count)],
        kind: 'item',
        value: range,
        behind: range.from,
      })
    else
      rows.push({
        ...place,
        path: [...top.path, nameOf(text.slice(range.from, range.to))],
        kind: 'word',
        value: null,
      })
  }

  /** Position of an opening bracket: below the key before it, or as an item. */
  function open(at: number): void {
    const top = brackets.at(-1)
    let own = path
    if (top !== undefined) own = top.row?.path ?? [...top.path, String(top.count)]
    brackets.push({ list: text[at] === '[', path: own, count: 0, row: null })
  }

  let at = start
  for (; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\n' && isKeyAgain(text, at + 1, column)) break
    if (character === '#' && /\s/.test(text.charAt(at - 1))) {
      if (from >= 0 && word === null) word = { from, to: trimEnd(text, from, at) }
      while (at + 1 < text.length && text[at + 1] !== '\n') at += 1
    } else if ((character === '{' || character === '[') && from < 0) {
      if (brackets.length >= DEEPEST) break
      open(at)
    } else if (character === '}' || character === ']') {
      close(at, false)
      brackets.pop()
      const top = brackets.at(-1)
      if (top === undefined) return at + 1
      // The brackets themselves are the value; its start is not needed.
      from = -1
      word = null
      if (top.row !== null) {
        const opened = marks(text, top.row.behind, text.length)
        const first = opened + (/^\s*/.exec(text.slice(opened, opened + 200))?.[0].length ?? 0)
        rows[rows.lastIndexOf(top.row)] = { ...top.row, value: { from: first, to: at + 1 } }
        top.row = null
      }
    } else if (character === ',') {
      close(at, false)
      const top = brackets.at(-1)
      if (top !== undefined) top.count += 1
    } else if (character === ':' && (word !== null || /[\s,\]}]/.test(text[at + 1] ?? ' '))) close(at, true)
    else if ((character === '"' || character === "'") && from < 0) {
      const end = endOfQuotes(text, at, column)
      word = { from: at, to: end }
      from = at
      at = end - 1
    } else if (!/\s/.test(character) && from < 0) {
      const marked = marks(text, at, text.length)
      if (marked > at) at = marked - 1
      else from = at
    }
  }
  close(at, false)
  return at
}
