import type { Room } from '../notes/fit.ts'
import type { Turn } from '../core/units.ts'

/** A message of the user or of the agent. */
export interface Message {
  readonly turn: Turn
  readonly text: string
}

/**
 * What the user or the agent said, word for word, as a part of the text that opens a new window (CROSS-3): oldest first.
 * Newer messages have the room first; one that does not fit keeps no older one out.
 *
 * @param newestFirst messages of one of them
 * @returns the part, which takes at most `maxTokens`; empty if no message fits
 */
export function wordsOf(
  who: keyof typeof HEADINGS,
  newestFirst: readonly Message[],
  { maxTokens, count }: Room,
): string {
  const heading = HEADINGS[who]
  const kept: string[] = []
  let left = maxTokens - count(heading)
  for (const { turn, text } of newestFirst) {
    const part = `\n## Turn ${turn}\n${text}`
    const tokens = count(part)
    if (tokens > left) continue
    left -= tokens
    kept.unshift(part)
  }
  // Tokens of parts add up to those of the whole only roughly.
  while (kept.length > 0) {
    const whole = heading + kept.join('')
    if (count(whole) <= maxTokens) return whole
    kept.shift()
  }
  return ''
}

const HEADINGS = {
  user: '\n\n# What the user said, word for word',
  agent: '\n\n# What the agent said, word for word',
}
