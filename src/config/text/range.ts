import { textStart } from '../source.ts'

/** A range of a text; both count UTF-16 units from 0, and `to` is exclusive. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** The replacement of a range. */
export interface TextChange extends TextRange {
  readonly insert: string
}

/** Applies changes to a text. They refer to the same text, in its order, and do not overlap. */
export function applied(text: string, changes: readonly TextChange[]): string {
  let result = ''
  let at = 0
  for (const { from, to, insert } of changes) {
    result += text.slice(at, from) + insert
    at = to
  }
  return result + text.slice(at)
}

/** Sorted by position; null if two would change the same place. */
export function ordered(changes: readonly TextChange[]): readonly TextChange[] | null {
  const sorted = changes.toSorted((a, b) => a.from - b.from || a.to - b.to)
  const apart = sorted.every((change, index) => index === 0 || (sorted[index - 1]?.to ?? 0) <= change.from)
  return apart ? sorted : null
}

/** Changes to a text, followed by changes to the result, as changes to the first text. */
export function composed(first: readonly TextChange[], then: readonly TextChange[]): readonly TextChange[] {
  let result = first
  // From the end, so that earlier positions stay valid.
  for (const change of then.toReversed()) result = joined(result, change)
  return result
}

/** Adds a change to the result of the others; if it touches what they wrote, they are merged. */
function joined(changes: readonly TextChange[], { from, to, insert }: TextChange): readonly TextChange[] {
  const before: TextChange[] = []
  const after: TextChange[] = []
  const touched: (TextChange & { readonly start: number })[] = []
  let shift = 0
  let behind = 0
  for (const change of changes) {
    const start = change.from + shift
    const end = start + change.insert.length
    shift += change.insert.length - (change.to - change.from)
    if (end < from) {
      before.push(change)
      behind = shift
    } else if (start > to) after.push(change)
    else touched.push({ ...change, start })
  }
  const [first] = touched
  const last = touched.at(-1)
  if (first === undefined || last === undefined) {
    return [...before, { from: from - behind, to: to - behind, insert }, ...after]
  }
  const head = first.insert.slice(0, Math.max(0, from - first.start))
  const tail = last.insert.slice(Math.max(0, to - last.start))
  const beyond = Math.max(0, to - (last.start + last.insert.length))
  return [
    ...before,
    {
      from: first.from - Math.max(0, first.start - from),
      to: last.to + beyond,
      insert: head + insert + tail,
    },
    ...after,
  ]
}

/** Characters between the start of its line and an offset. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset)
}

export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : Math.max(text.lastIndexOf('\n', offset - 1) + 1, textStart(text))
}

/** Start of a line that counts from 1; the end of the text if there are fewer. */
export function startOfLine(text: string, line: number): number {
  let at = textStart(text)
  for (let row = 1; row < line; row++) at = nextLine(text, at)
  return at
}

export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset)
  return at < 0 ? text.length : at + 1
}

/** Whether there are only spaces between the start of its line and an offset. */
export function beginsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === ''
}

/** Position of a line's break, or the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset)
  return at < 0 ? text.length : at
}
