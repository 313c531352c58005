import { contentHash } from '../engine/internal.ts'
import type { CounterName, TokenCounter, Tokens } from '../engine/index.ts'

/** Hex digits of a content hash that are stored: of a thousand texts, two are confused in one of 10¹¹ lists. */
const DIGITS = 14

const keyOf = (text: string): string => contentHash([text]).slice(0, DIGITS)

/** Counts of known texts, made in advance: plain data, small enough to be shipped with the page. */
export interface CountList {
  readonly counter: CounterName
  /** False if its counter estimates. */
  readonly exact: boolean
  readonly messageOverhead: Tokens
  /** Beginnings of the content hashes of the texts, 14 hex digits each, ascending and one after the other. */
  readonly hashes: string
  /** The tokens of each text, in the order of the hashes, with a space between. */
  readonly tokens: string
}

/** A text that is not in the list: the work must be repeated with the complete counter. */
export class UncountedText extends Error {
  override readonly name = 'UncountedText'
  readonly text: string

  constructor(text: string) {
    super(`not among the counted texts: ${JSON.stringify(text.slice(0, 60))}`)
    this.text = text
  }
}

/** The counts by `counter` of some texts, to be stored and read back by `listedCounter`. */
export function countList(counter: TokenCounter, texts: Iterable<string>): CountList {
  const counts = new Map<string, Tokens>()
  for (const text of texts) counts.set(keyOf(text), counter.count(text))
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
 * The counter of a list, only for the texts in it: it needs no rank files. `count` throws an UncountedText for every
 * other text, however short; the empty text is always 0.
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
    const found = known.get(keyOf(text))
    if (found === undefined) throw new UncountedText(text)
    return found
  }
  return Object.freeze({ name: counter, exact, messageOverhead, count })
}
