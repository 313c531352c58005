import { splitsPair } from './bytes.ts'

/**
 * A text of at most `most` characters (UTF-16 units) that keeps its head and its tail in equal parts and says
 * how much is missing between them: a file's imports stand at its head, a command's failure at its tail
 * (TIER-1). Never cut inside a surrogate pair. Itself where it is short enough, so that it can be applied again.
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
