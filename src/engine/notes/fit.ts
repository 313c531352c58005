import type { Tokens } from '../core/units.ts'

/** Available space for text: maximum tokens and their counter. */
export interface Room {
  readonly maxTokens: Tokens
  readonly count: (text: string) => Tokens
}

export interface Fitted {
  readonly text: string
  /** Indices of the lines in the text. */
  readonly kept: ReadonlySet<number>
}

/**
 * Writes as many lines as fit, the first ones first; a line that is too long for the remaining space is skipped in
 * favour of later, shorter ones. `write` gets the indices to keep and makes the whole text, including headings. null if
 * even the text without lines does not fit.
 *
 * Lines are first counted one by one. Then the whole text is counted, and the last lines are dropped until the headings
 * fit too. Binary search keeps the number of counts low, and every result has been counted.
 */
export function fitted(
  lines: readonly string[],
  write: (kept: ReadonlySet<number>) => string,
  room: Room,
): Fitted | null {
  const chosen = weighed(lines, room)
  let best: Fitted | null = null
  let low = 0
  let high = chosen.length
  // All of them first, because they usually fit.
  for (let size = high; low <= high; size = Math.floor((low + high) / 2)) {
    const kept = new Set(chosen.slice(0, size))
    const text = write(kept)
    if (room.count(text) <= room.maxTokens) {
      best = { text, kept }
      low = size + 1
    } else high = size - 1
  }
  return best
}

function weighed(lines: readonly string[], { maxTokens, count }: Room): number[] {
  const kept: number[] = []
  let left = maxTokens
  lines.forEach((line, at) => {
    const cost = count(`${line}\n`)
    if (cost > left) return
    kept.push(at)
    left -= cost
  })
  return kept
}
