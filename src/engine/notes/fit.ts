import type { Tokens } from '../core/units.ts'

/** A room for text: what fits, and who counts. */
export interface Room {
  readonly maxTokens: Tokens
  readonly count: (text: string) => Tokens
}

export interface Fitted {
  readonly text: string
  /** Positions of the lines that are in it. */
  readonly kept: ReadonlySet<number>
}

/**
 * Writes as many of some lines as fit a room, the first ones first; a line that is too long for what is left is
 * replaced by shorter ones after it. `write` gets the positions that are kept and makes the whole text, headings
 * included. null where not even the text without any line fits.
 *
 * Lines are weighed one by one; then the whole is counted, and as many of the last ones dropped as its headings are too
 * much. Halving finds how many with few counts, and every answer has been counted.
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
  // All of them first, since that is what mostly fits.
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
