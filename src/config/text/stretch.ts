import { columnOf, lineStart, nextLine } from './line.ts'
import type { Entry, Item, Outline, Part } from './outline.ts'
import type { TextRange } from './range.ts'

/** Where the last character of an entry or item stands, its comment and the comments below it left out. */
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
  // A block scalar ends behind the break of its last line; those that it keeps are its own.
  if (part.kind !== 'scalar' || part.style !== 'block') return part.to
  return text[part.to - 1] === '\n' ? part.to - 1 : part.to
}

/**
 * Where the line behind an entry begins, comments that are indented deeper than its key being its own; the end of the
 * text where there is none.
 *
 * @param column beyond which a comment is its own, in characters
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

/** Where the comment that stands right above a line begins, no blank line between; the line itself where none does. */
export function commentAbove(text: string, offset: number): number {
  const column = columnOf(text, offset)
  let start = lineStart(text, offset)
  while (start > 0) {
    const before = lineStart(text, start - 1)
    const line = text.slice(before, start)
    if (!line.trimStart().startsWith('#') || line.search(/\S/) !== column) break
    start = before
  }
  return start
}

/** Whether a blank line stands in front of an offset. */
export function blankAbove(text: string, offset: number): boolean {
  const start = lineStart(text, offset)
  return start > 0 && text.slice(lineStart(text, start - 1), start).trim() === ''
}

/** The lines of a text in its own breaks, behind a line that may lack one. */
export function linesAt({ text, eol }: Outline, at: number, lines: readonly string[]): string {
  const whole = lines.join(eol)
  if (at > 0 && text[at - 1] !== '\n') return eol + whole
  return whole + eol
}
