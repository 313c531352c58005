import { endOfBrackets, endOfString, isSpace, skipSpace } from './fault.ts'

const STEP = /\[(\d+)\]|([^.[\]]+)/g

/**
 * Where the value at a path such as `messages[3].content[1].text` begins in a text of valid JSON. A
 * path that leads nowhere gives the last value on the way that is there.
 */
export function offsetOf(text: string, path: string): number {
  let at = skipSpace(text, 0)
  for (const [, index, key] of path.matchAll(STEP)) {
    const next = index === undefined ? memberOf(text, at, key ?? '') : entryOf(text, at, Number(index))
    if (next < 0) return at
    at = next
  }
  return at
}

/** The value of a key, -1 where there is none; of equal keys the last one counts, as for `JSON.parse`. */
function memberOf(text: string, start: number, key: string): number {
  if (text[start] !== '{') return -1
  let found = -1
  let at = skipSpace(text, start + 1)
  while (text[at] === '"') {
    const end = endOfValue(text, at)
    const value = skipSpace(text, skipSpace(text, end) + 1)
    if (JSON.parse(text.slice(at, end)) === key) found = value
    const after = skipSpace(text, endOfValue(text, value))
    if (text[after] !== ',') break
    at = skipSpace(text, after + 1)
  }
  return found
}

function entryOf(text: string, start: number, index: number): number {
  if (text[start] !== '[') return -1
  let at = skipSpace(text, start + 1)
  if (text[at] === ']') return -1
  for (let passed = 0; passed < index; passed++) {
    const after = skipSpace(text, endOfValue(text, at))
    if (text[after] !== ',') return -1
    at = skipSpace(text, after + 1)
  }
  return at
}

function endOfValue(text: string, start: number): number {
  const char = text[start]
  if (char === '{' || char === '[') return endOfBrackets(text, start)
  if (char === '"') {
    const end = endOfString(text, start)
    return typeof end === 'number' ? end : text.length
  }
  let at = start
  while (at < text.length && !',]}'.includes(text.charAt(at)) && !isSpace(text.charCodeAt(at))) at += 1
  return at
}
