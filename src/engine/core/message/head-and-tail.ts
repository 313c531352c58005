/**
 * Shortens a text to at most `most` characters (UTF-16 units): it keeps equal parts of head and tail and says between
 * them how much is missing. A file's imports are at its head, a command's failure at its tail (TIER-1). It never cuts
 * inside a surrogate pair. A short enough text is returned unchanged, so the function can be applied again.
 */
export function headAndTail(text: string, most: number): string {
  if (text.length <= most) return text
  const keep = most - noteFor(text.length).length
  if (keep <= 0) return text.slice(0, before(text, most))
  const head = before(text, Math.ceil(keep / 2))
  const tail = after(text, text.length - Math.floor(keep / 2))
  return text.slice(0, head) + noteFor(tail - head) + text.slice(tail)
}

function noteFor(missing: number): string {
  return `\n[… ${missing} characters left out …]\n`
}

/** The nearest index at or before `at` that is not inside a surrogate pair. */
function before(text: string, at: number): number {
  return splitsPair(text, at) ? at - 1 : at
}

/** The nearest index at or after `at` that is not inside a surrogate pair. */
function after(text: string, at: number): number {
  return splitsPair(text, at) ? at + 1 : at
}

/** Whether an index lies inside a surrogate pair, where no text may be cut. */
export function splitsPair(text: string, at: number): boolean {
  const low = text.charCodeAt(at)
  if (!(low >= 0xdc00 && low <= 0xdfff)) return false
  const high = text.charCodeAt(at - 1)
  return high >= 0xd800 && high <= 0xdbff
}
