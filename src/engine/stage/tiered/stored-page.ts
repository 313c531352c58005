import { splitsPair } from '../../core/message/head-and-tail.ts'

/** An unchanged part of a stored result: consecutive pages, joined, are the original. */
export interface StoredPage {
  readonly text: string
  readonly unit: 'lines' | 'characters'
  /** Its first line (or character), from 1. */
  readonly from: number
  /** Offset of the next page, in the same unit; null if this one is the last. */
  readonly next: number | null
  /** Number of lines (or characters) of the whole. */
  readonly size: number
}

/**
 * The rest of a text from a line (or character) on; null if there is no such line. An empty text has one empty page.
 */
export function restFrom(whole: string, offset: number, unit: StoredPage['unit']): StoredPage | null {
  const byLines = unit === 'lines'
  const size = byLines ? linesIn(whole) : whole.length
  if (offset > Math.max(1, size)) return null
  const start = byLines ? lineStart(whole, offset - 1) : offset - (splitsPair(whole, offset - 1) ? 2 : 1)
  return { text: whole.slice(start), unit, from: byLines ? offset : start + 1, next: null, size }
}

/**
 * The part of a page that fits: up to the end of a line, or up to the last character if cutting at the last line break
 * would lose more than half. The latter is a page in characters, whatever its unit was, because no line number
 * describes its end: otherwise a text of one long line could not be read on.
 *
 * @param whole the text that the page is from
 * @param end how much fits, as an index into the page that is not inside a surrogate pair
 */
export function shorterPage(whole: string, page: StoredPage, end: number): StoredPage {
  const { text, unit, from } = page
  if (text.length <= end) return page
  const cut = cutBefore(text, end)
  const shown = text.slice(0, cut)
  if (unit === 'lines' && shown.endsWith('\n')) return { ...page, text: shown, next: from + linesIn(shown) }
  const start = unit === 'lines' ? lineStart(whole, from - 1) : from - 1
  return { text: shown, unit: 'characters', from: start + 1, next: start + cut + 1, size: whole.length }
}

/** Where to cut a text after at most `end` characters: after a line break, if one is near enough. */
export function cutBefore(text: string, end: number): number {
  const line = text.lastIndexOf('\n', end - 1) + 1
  return line * 2 < end ? end : line
}

/**
 * A page as a tool's answer: the unchanged text, one line break that belongs to neither part, and a notice that says
 * which part this is and how to read on. The notice comes last, so that positions in the text count from its beginning.
 *
 * @param name under which the whole is stored
 */
export function pageWithNotice(name: string, { text, unit, from, next, size }: StoredPage): string {
  const count = unit === 'lines' ? linesIn(text) : text.length
  const part = size === 0 ? 'it is empty' : `${unit} ${from} to ${from + count - 1} of ${size}`
  const onward = unit === 'lines' ? `offset ${next}` : `unit "characters" and offset ${next}`
  return `${text}\n[Page of ${name}: ${part}${next === null ? '' : `. Read on with ${onward}`}.]`
}

/** A tool's answer without the notice of `pageWithNotice`. */
export function withoutPageNotice(name: string, said: string): string {
  const at = said.lastIndexOf(`\n[Page of ${name}: `)
  return at >= 0 && said.indexOf('\n', at + 1) < 0 && said.endsWith('.]') ? said.slice(0, at) : said
}

/** Where the line with this many lines before it begins. */
export function lineStart(text: string, lines: number): number {
  let at = 0
  for (let line = 0; line < lines; line += 1) {
    const end = text.indexOf('\n', at)
    if (end < 0) return text.length
    at = end + 1
  }
  return at
}

/** Number of lines in a text; a line break at its end does not begin another line. */
export function linesIn(text: string): number {
  if (text === '') return 0
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** Length of a text in UTF-8. A lone surrogate counts three bytes, as it is written. Linear. */
export function utf8Bytes(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const size = sizeAt(text, at)
    bytes += size
    if (size === 4) at += 1
  }
  return bytes
}

/** Whether a text is longer than `limit` bytes; reads no further than necessary. */
export function isLonger(text: string, limit: number): boolean {
  // A UTF-16 unit is one to three bytes.
  if (text.length > limit) return true
  return text.length * 3 > limit && utf8Bytes(text) > limit
}

/** The longest beginning of a text with at most `limit` bytes, as an index; never inside a character. */
export function prefixOf(text: string, limit: number): number {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const size = sizeAt(text, at)
    bytes += size
    if (bytes > limit) return at
    if (size === 4) at += 1
  }
  return text.length
}

/** Bytes of the character that begins at an index. */
function sizeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  if (unit < 0xd800 || unit > 0xdbff) return 3
  const next = text.charCodeAt(at + 1)
  return next >= 0xdc00 && next <= 0xdfff ? 4 : 3
}
