/** Replaces the key in texts. */
export const HIDDEN = '[key]'

/** Minimum length of a part that reveals a key: about as long as the prefix that all keys of a provider share. */
const FRAGMENT = 12
/** Shorter keys are words (`ollama`, `not-needed`) for local servers, and not secret. */
const SHORTEST_SECRET = 8
/** A reply is content: a word that is used as a key must not vanish from it. */
const SHORTEST_IN_REPLY = 16

/** A text for people without the key, and without long parts of it, such as a truncated echo (LLM-2). */
export function withoutKey(text: string, key: string): string {
  if (key.length < SHORTEST_SECRET) return text
  const whole = text.replaceAll(key, HIDDEN)
  if (key.length < FRAGMENT) return whole
  const fragments = new Set<string>()
  for (let i = 0; i + FRAGMENT <= key.length; i++) fragments.add(key.slice(i, i + FRAGMENT))
  let clean = ''
  let kept = 0
  for (let i = 0; i + FRAGMENT <= whole.length; i++) {
    if (!fragments.has(whole.slice(i, i + FRAGMENT))) continue
    let end = i + FRAGMENT
    while (end < whole.length && fragments.has(whole.slice(end + 1 - FRAGMENT, end + 1))) end++
    clean += whole.slice(kept, i) + HIDDEN
    kept = end
    i = end - 1
  }
  return clean + whole.slice(kept)
}

/** A JSON value with the key removed from every text in it, including field names. */
export function withoutKeyIn<T>(value: T, key: string): T {
  if (key.length < SHORTEST_IN_REPLY) return value
  return cleaned(value, key) as T
}

function cleaned(value: unknown, key: string): unknown {
  if (typeof value === 'string') return value.includes(key) ? value.replaceAll(key, HIDDEN) : value
  if (Array.isArray(value)) return value.map((one) => cleaned(one, key))
  if (typeof value !== 'object' || value === null) return value
  // fromEntries defines fields, so that one called __proto__ stays a field.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.replaceAll(key, HIDDEN), cleaned(inner, key)]),
  )
}

/** Filters the key from pieces of a growing text, even if it begins in one piece and ends in another. */
export class PieceFilter {
  readonly #key: string
  #held = ''

  constructor(key: string) {
    this.#key = key.length < SHORTEST_IN_REPLY ? '' : key
  }

  /** The safe part of the text so far: an end that could be the start of the key is held back. */
  push(piece: string): string {
    if (this.#key === '') return piece
    const text = (this.#held + piece).replaceAll(this.#key, HIDDEN)
    let length = Math.min(this.#key.length - 1, text.length)
    while (length > 0 && !this.#key.startsWith(text.slice(text.length - length))) length--
    this.#held = text.slice(text.length - length)
    return text.slice(0, text.length - length)
  }

  /** The text that was held back, at the end. */
  end(): string {
    const held = this.#held
    this.#held = ''
    return held.length < FRAGMENT ? held : HIDDEN
  }
}
