import type { Room } from '../notes/fit.ts'
import { isBetweenUs, saidIn } from '../notes/words.ts'
import type { Speaker } from '../notes/words.ts'
import type { Turn } from '../core/units.ts'

/** A message of the user or of the agent. */
export interface Message {
  readonly turn: Turn
  readonly text: string
}

/**
 * What the user or the agent said, word for word, as a part of the text that opens a new window (CROSS-3): oldest first.
 * If not all of it fits, sentences of a few words, pasted text and what is told elsewhere are left out. Newer messages
 * have the room first, but of the agent what is about both who talk; one that does not fit keeps no older one out.
 *
 * @param newestFirst messages of one of them
 * @param told what is written elsewhere
 * @returns the part, which takes at most `maxTokens`; empty if nothing fits
 */
export function wordsOf(
  who: Speaker,
  newestFirst: readonly Message[],
  { maxTokens, count }: Room,
  told = '',
): string {
  const heading = `\n\n# What the ${who} said, word for word, by turn`
  const write = (parts: readonly Part[]): string =>
    parts.length === 0
      ? ''
      : parts
          .toSorted((a, b) => b.at - a.at)
          .reduce((all, { turn, text }) => `${all}\n${turn}: ${text}`, heading)
  const whole = placed(newestFirst)
  if (count(write(whole)) <= maxTokens) return write(whole)
  const said = newestFirst.flatMap(({ turn, text }) => {
    const sentences = saidIn(who, text).filter((one) => !told.includes(one))
    return (who === 'user' ? [sentences.join(' ')] : sentences.reverse()).map((one) => ({ turn, text: one }))
  })
  const isFirst = ({ text }: Message) => Number(who === 'agent' && isBetweenUs(text))
  let left = maxTokens - count(heading)
  const kept: Part[] = []
  for (const part of placed(said).sort((a, b) => isFirst(b) - isFirst(a))) {
    const tokens = count(`\n${part.turn}: ${part.text}`)
    if (part.text === '' || tokens > left) continue
    left -= tokens
    kept.push(part)
  }
  // Tokens of parts add up to those of the whole only roughly.
  while (count(write(kept)) > maxTokens) kept.pop()
  return write(kept)
}

/** A message, or a sentence of one, and its place among them. */
interface Part extends Message {
  readonly at: number
}

function placed(said: readonly Message[]): Part[] {
  return said.map((one, at) => ({ ...one, at }))
}
