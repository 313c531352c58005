import type { Row } from './row.ts'
import { endOfQuotes, isKeyAgain, marks, nameOf, trimEnd } from './scan.ts'

interface Bracket {
  readonly list: boolean
  readonly path: readonly string[]
  count: number
  /** The key whose value is being read, as a row that lacks it. */
  row: Row | null
}

const DEEPEST = 100

/** Reads what stands between brackets, until they close or a line is a key again; returns where it ends. */
export function sketchFlow(
  text: string,
  start: number,
  column: number,
  path: readonly string[],
  rows: Row[],
): number {
  const brackets: Bracket[] = []
  let from = -1
  let word: { from: number; to: number } | null = null

  /** Ends a key, an item or a value; `key` where a colon follows. */
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

  /** Where a bracket opens: below the key before it, or as an item. */
  function open(at: number): void {
    const top = brackets.at(-1)
    let own = path
    if (top !== undefined) own = top.row?.path ?? [...top.path, String(top.count)]
    brackets.push({ list: text[at] === '[', path: own, count: 0, row: null })
  }

  let at = start
  for (; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '\n' && isKeyAgain(text, at + 1, column)) break
    if (character === '#' && (at === 0 || /\s/.test(text[at - 1] ?? ' '))) {
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
      // What was between them is the value; nobody has to know where it began.
      from = -1
      word = null
      if (top.row !== null) {
        const index = rows.lastIndexOf(top.row)
        const opened = marks(text, top.row.behind, text.length)
        const first = opened + (/^\s*/.exec(text.slice(opened, opened + 200))?.[0].length ?? 0)
        if (index >= 0) rows[index] = { ...top.row, value: { from: first, to: at + 1 } }
        top.row = null
      }
    } else if (character === ',') {
      close(at, false)
      const top = brackets.at(-1)
      if (top !== undefined) top.count += 1
    } else if (character === ':' && isColon(text, at, word !== null)) close(at, true)
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

function isColon(text: string, at: number, quoted: boolean): boolean {
  return quoted || /[\s,\]}]/.test(text[at + 1] ?? ' ')
}
