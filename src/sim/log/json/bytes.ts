/** First bytes of files that are sometimes mistaken for logs. */
const MAGIC: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a Parquet table', [0x50, 0x41, 0x52, 0x31]],
]
const PARQUET =
  "Write its rows into a file, with DuckDB: COPY (FROM 'log.parquet') TO 'log.jsonl' (FORMAT json)"

/** Why a file is no text, by its first bytes, and what to do about it; null if it may be one. */
export function notText(head: Uint8Array): string | null {
  const known = MAGIC.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))
  if (known === undefined) return null
  const [name] = known
  const why = `a log is text, but this file is ${name}`
  return name.startsWith('a Parquet') ? `${why}. ${PARQUET}.` : why
}

/**
 * Where a byte is that no text has; -1: nowhere. Zeros after a line, and at the end of one of JSON, are what a power
 * failure leaves of a log.
 */
export function binaryAt(head: Uint8Array): number {
  const nul = head.indexOf(0)
  const begin = head[head.lastIndexOf(10, nul) + 1]
  const isCut = (begin === 0x7b || begin === 0x5b) && head.subarray(nul).every((byte) => byte === 0)
  const isPadding = nul > 0 && (head[nul - 1] === 10 || isCut)
  return isPadding ? -1 : nul
}

/** Minimum share of zero bytes for UTF-16 without a mark; the maximum is half. */
const ZEROS = 0.3

/**
 * By its byte order mark; without one by its zeros: half of the bytes of such a text in Latin letters, and none in
 * other encodings.
 */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [place, byte] of head.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = head.length * ZEROS
  if (even === 0 && odd > most) return 'utf-16le'
  return odd === 0 && even > most ? 'utf-16be' : null
}
