import { behindKey, SECRET_KINDS, secretsIn } from './secret.ts'
import type { SecretKind, SecretPlace } from './secret.ts'

/** A secret that was found, once for all its places. */
export interface FoundSecret {
  readonly kind: SecretKind
  readonly value: string
  /** What replaces it: `<email-1>`. The same secret has the same in all texts of a redaction. */
  readonly placeholder: string
  /** In how many places. */
  readonly count: number
  /** The text around its first place, on one line. */
  readonly before: string
  readonly after: string
}

export interface RedactionOptions {
  /** Kinds that are replaced. Default: all. */
  readonly kinds?: ReadonlySet<SecretKind>
  /** Single secrets that stay, by their value. Default: none. */
  readonly keep?: ReadonlySet<string>
}

/** A redaction of one file, which may consist of several texts. */
export interface Redaction {
  /** A text with its secrets replaced. Redacting the result again changes nothing. */
  readonly text: (text: string) => string
  /**
   * The same for JSON and for lines of JSON: only the strings change, so that JSON stays JSON, byte for byte elsewhere.
   * A string that holds JSON is treated likewise. Any other text is redacted as a text.
   */
  readonly json: (text: string) => string
  /** The same for comma-separated values: only in cells, so that each stays in its row and column. */
  readonly csv: (text: string) => string
  /** The secrets found so far, those that stay among them: by kind, then in the order in which they were found. */
  readonly found: () => readonly FoundSecret[]
}

/** Characters shown around a secret. */
const AROUND = 28
/** No secret has fewer characters, and JSON has many texts with fewer. */
const SHORTEST = 6
/** Characters from which on a string is remembered. */
const LONG = 64
/** What a replacement reveals is found in another pass; a text needs two or three. */
const MOST_PASSES = 16
/** Strings of JSON in strings of JSON are followed this deep. */
const DEEPEST = 6

/**
 * Replaces what may give a person or an access away by placeholders: API keys, tokens, private keys, passwords, values
 * of `Authorization` and of cookies, signatures of addresses, e-mail and IP addresses, names of users in file paths.
 * Patterns find what has a known form; they cannot find a name in a sentence.
 */
export function redaction({
  kinds = new Set(SECRET_KINDS),
  keep = new Set(),
}: RedactionOptions = {}): Redaction {
  const known = new Map<string, { secret: FoundSecret; count: number }>()
  const numbers = new Map<SecretKind, number>()
  /** Keys of the secrets in the string that is read, as often as they are there. */
  const hits: string[] = []
  /** Long strings that were read: requests of many turns repeat them. */
  const read = new Map<string, { readonly after: string; readonly hits: readonly string[] }>()

  function placeholderOf({ kind, from, to }: SecretPlace, text: string, key: string): string {
    const value = text.slice(from, to)
    const id = `${kind} ${value}`
    hits.push(id)
    const seen = known.get(id)
    if (seen !== undefined) {
      seen.count += 1
      return seen.secret.placeholder
    }
    const number = (numbers.get(kind) ?? 0) + 1
    numbers.set(kind, number)
    const placeholder = `<${kind}-${number}>`
    const before = behindKey(from < AROUND ? key : '') + text.slice(Math.max(0, from - AROUND), from)
    const secret = {
      kind,
      value,
      placeholder,
      count: 1,
      before: onOneLine(before.slice(-AROUND)),
      after: onOneLine(text.slice(to, to + AROUND) + (key === '' ? '' : '"')),
    }
    known.set(id, { secret, count: 1 })
    return placeholder
  }

  function pass(text: string, key: string, isFirst: boolean): string {
    let result = ''
    let end = 0
    for (const place of secretsIn(text, key)) {
      const { kind, from, to } = place
      const stays = !kinds.has(kind) || keep.has(text.slice(from, to))
      // What stays is found in every pass, and counted in the first.
      if (stays && !isFirst) continue
      const placeholder = placeholderOf(place, text, key)
      if (stays) continue
      result += text.slice(end, from) + placeholder
      end = to
    }
    return end === 0 ? text : result + text.slice(end)
  }

  /** With a key: the value that JSON has behind it. */
  function redacted(text: string, key = ''): string {
    if (text.length + key.length < SHORTEST) return text
    let before = text
    for (let number = 0; number < MOST_PASSES; number++) {
      const after = pass(before, key, number === 0)
      if (after === before) break
      before = after
    }
    return before
  }

  function redactedJson(text: string, depth: number): string {
    let result = ''
    /** The string before a colon that may be the key of what comes. */
    let key = ''
    let last = ''
    /** What `{"name": "Cookie", "value": …}` calls its value. */
    let named = ''
    let isList = false
    for (const { from, to, isString } of partsOfJson(text)) {
      const part = text.slice(from, to)
      if (!isString) {
        if (/[{}]/.test(part)) named = ''
        const goesOn: boolean = isList && /^\s*,\s*$/.test(part)
        isList = goesOn || /^\s*:\s*\[\s*$/.test(part)
        if (isList || /^\s*:\s*$/.test(part)) {
          if (!goesOn) key = last === '"value"' && named !== '' ? named : last
        } else key = ''
        result += redacted(part)
        continue
      }
      if (/^"(?:name|key)"$/i.test(key)) named = part
      last = part
      const ofKey = SECRET_KEY.test(key) ? key : null
      const again = ofKey === null ? read.get(part) : undefined
      if (again !== undefined) {
        result += again.after
        for (const key of again.hits) {
          hits.push(key)
          const secret = known.get(key)
          if (secret !== undefined) secret.count += 1
        }
        continue
      }
      if (depth === 0) hits.length = 0
      const before = hits.length
      const value = JSON.parse(part) as string
      const own =
        depth < DEEPEST && isJson(value) ? redactedJson(value, depth + 1) : redacted(value, ofKey ?? '')
      const after = own === value ? part : JSON.stringify(own)
      if (part.length > LONG && ofKey === null) read.set(part, { after, hits: hits.slice(before) })
      result += after
    }
    return result
  }

  return {
    text: redacted,
    json: (text) => (isJson(text) || isJsonLines(text) ? redactedJson(text, 0) : redacted(text)),
    csv: (text) =>
      text.replace(CELL, (cell) => {
        const isQuoted = cell.startsWith('"')
        const value = isQuoted ? cell.replace(/^"|"$/g, '').replaceAll('""', '"') : cell
        const after = redacted(value)
        return after === value ? cell : isQuoted ? `"${after.replaceAll('"', '""')}"` : after
      }),
    found: () =>
      [...known.values()]
        .map(({ secret, count }) => ({ ...secret, count }))
        .toSorted((a, b) => SECRET_KINDS.indexOf(a.kind) - SECRET_KINDS.indexOf(b.kind)),
  }
}

/** A cell that is not empty; one without an end goes to the end of the text. */
const CELL = /"(?:[^"]|"")*(?:"|$)|[^",\r\n][^,\r\n]*/g

/** Keys whose values the detectors judge together with them. */
const SECRET_KEY = /pass|pwd|secret|credential|token|key|authorization|cookie/i

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function isJson(text: string): boolean {
  if (!/^\s{0,64}[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Lines of JSON: the first is enough, because a broken line does not make the others text. */
function isJsonLines(text: string): boolean {
  const start = /^\s*/.exec(text)?.[0].length ?? 0
  const end = text.indexOf('\n', start)
  return end > 0 && isJson(text.slice(start, end))
}

/** The strings of a JSON text and what is between them, in order. A string without an end is none. */
function* partsOfJson(
  text: string,
): Generator<{ readonly from: number; readonly to: number; readonly isString: boolean }> {
  let outside = 0
  let at = text.indexOf('"')
  while (at >= 0) {
    let end = at + 1
    let code = text.charCodeAt(end)
    while (end < text.length && code !== 0x22 && code >= 0x20) {
      end += code === 0x5c ? 2 : 1
      code = text.charCodeAt(end)
    }
    const isString = code === 0x22 && isLiteral(text.slice(at, end + 1))
    if (isString) {
      if (outside < at) yield { from: outside, to: at, isString: false }
      yield { from: at, to: end + 1, isString: true }
      outside = end + 1
    }
    at = text.indexOf('"', end + 1)
  }
  if (outside < text.length) yield { from: outside, to: text.length, isString: false }
}

function isLiteral(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
