import { contentHash } from '../engine/internal.ts'
import type { CounterName, TokenCounter, Tokens } from '../engine/index.ts'

/** Hex digits of a content hash. */
const DIGITS = 16

/** Counts of known texts, made ahead of time: plain data, small enough to come with the page. */
export interface CountList {
  readonly counter: CounterName
  /** False where the counter that made it estimates. */
  readonly exact: boolean
  readonly messageOverhead: Tokens
  /** Content hashes of the texts, 16 hex digits each, ascending and one after the other. */
  readonly hashes: string
  /** The tokens of each text, in the order of the hashes, with a space between. */
  readonly tokens: string
}

/** Asked for a text that its list does not hold: what was begun must be done again with the whole counter. */
export class UncountedText extends Error {
  override readonly name = 'UncountedText'
  readonly text: string

  constructor(text: string) {
    super(`this text is not in the list of counted texts: ${JSON.stringify(text.slice(0, 60))}`)
    this.text = text
  }
}

/** The counts that `counter` gives for some texts, to be stored and read back by `listedCounter`. */
export function countList(counter: TokenCounter, texts: Iterable<string>): CountList {
  const counts = new Map<string, Tokens>()
  for (const text of texts) counts.set(contentHash([text]), counter.count(text))
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    counter: counter.name,
    exact: counter.exact,
    messageOverhead: counter.messageOverhead,
    hashes: sorted.map(([hash]) => hash).join(''),
    tokens: sorted.map(([, tokens]) => tokens).join(' '),
  }
}

/**
 * The counter that a list was made by, for the texts of the list alone: it needs no ranks. `count` throws
 * an UncountedText for every other text, however short; the empty text is always 0.
 *
 * @throws RangeError for a list whose columns differ in length
 */
export function listedCounter({ counter, exact, messageOverhead, hashes, tokens }: CountList): TokenCounter {
  const counts = tokens === '' ? [] : tokens.split(' ').map(Number)
  const known = new Map<string, Tokens>()
  for (let at = 0; at < hashes.length; at += DIGITS) {
    known.set(hashes.slice(at, at + DIGITS), counts[at / DIGITS] ?? -1)
  }
  if (known.size !== counts.length) {
    throw new RangeError(`a list of ${known.size} texts has as many counts, not ${counts.length}`)
  }
  const count = (text: string): Tokens => {
    if (text === '') return 0
    const found = known.get(contentHash([text]))
    if (found === undefined) throw new UncountedText(text)
    return found
  }
  return Object.freeze({ name: counter, exact, messageOverhead, count })
}
