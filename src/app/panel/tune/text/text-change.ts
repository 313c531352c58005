import { diffLines } from 'diff'

/** The replacement of a range of a text; offsets count UTF-16 units. */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Above this many added or removed lines, the changes count as one: finding the minimum takes quadratic time. */
const MOST_EDITS = 400

/**
 * The changes between two texts, in order and separate: unchanged text is not touched, so that a cursor in it stays.
 * One range if the change is within a line or too large to analyse, else one range per run of lines.
 */
export function changesBetween(before: string, after: string): readonly TextChange[] {
  const whole = trimmed(before, after, 0)
  if (whole === null) return []
  const gone = before.slice(whole.from, whole.to)
  if (!gone.includes('\n') || !whole.insert.includes('\n')) return [whole]
  // Whole lines: the last one may lack a line break.
  const from = whole.from === 0 ? 0 : before.lastIndexOf('\n', whole.from - 1) + 1
  const tail = endOfLine(before, whole.to)
  const old = before.slice(from, tail)
  const now = after.slice(from, after.length - (before.length - tail))
  const parts = diffLines(old, now, { maxEditLength: MOST_EDITS })
  if (parts === undefined) return [whole]
  const changes: TextChange[] = []
  let at = from
  let open: { from: number; gone: string; insert: string } | null = null
  const close = (): void => {
    if (open === null) return
    const change = trimmed(open.gone, open.insert, open.from)
    if (change !== null) changes.push(change)
    open = null
  }
  for (const { value, added, removed } of parts) {
    if (added || removed) {
      open ??= { from: at, gone: '', insert: '' }
      if (added) open.insert += value
      else {
        open.gone += value
        at += value.length
      }
      continue
    }
    close()
    at += value.length
  }
  close()
  return changes
}

/** The new or changed lines of a text, counted from 0. */
export function changedLines(after: string, changes: readonly TextChange[]): readonly number[] {
  const lines = new Set<number>()
  let shift = 0
  let line = 0
  let read = 0
  const lineAt = (offset: number): number => {
    for (; read < offset; read++) if (after.charCodeAt(read) === BREAK) line++
    return line
  }
  for (const { from, to, insert } of changes) {
    const start = from + shift
    const end = start + insert.length
    shift += insert.length - (to - from)
    const first = lineAt(start)
    // A break at the end begins a line that was there before.
    const last = lineAt(insert.endsWith('\n') && end > start ? end - 1 : end)
    for (let one = first; one <= last; one++) lines.add(one)
  }
  return [...lines]
}

const BREAK = 10

/** The difference between two texts without their common start and end; null if they are equal. */
function trimmed(before: string, after: string, offset: number): TextChange | null {
  if (before === after) return null
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++
  if (isLead(before.charCodeAt(head - 1))) head--
  let tail = 0
  while (
    tail < most - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++
  if (isTrail(before.charCodeAt(before.length - tail))) tail--
  return {
    from: offset + head,
    to: offset + before.length - tail,
    insert: after.slice(head, after.length - tail),
  }
}

function endOfLine(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset
  const at = text.indexOf('\n', offset)
  return at < 0 ? text.length : at + 1
}

/** The first and second half of a surrogate pair, which must not be split. */
function isLead(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc_00 && unit <= 0xdf_ff
}
