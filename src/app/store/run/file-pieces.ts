/** Bytes. Reading or decoding 40 MB in one go keeps the page from answering for a fifth of a second. */
const PIECE = 4_000_000

interface Piece {
  readonly bytes: ArrayBuffer
  readonly text: string
}

/**
 * A file in UTF-8, piece by piece; the text is without its byte order mark.
 *
 * @param fatal whether bytes that are not UTF-8 throw a TypeError, or are read as U+FFFD
 */
export async function* piecesOf(file: Blob, fatal: boolean): AsyncGenerator<Piece> {
  const decoder = new TextDecoder('utf-8', { fatal })
  for (let at = 0; at < file.size; at += PIECE) {
    const bytes = await file.slice(at, at + PIECE).arrayBuffer()
    yield { bytes, text: decoder.decode(bytes, { stream: at + PIECE < file.size }) }
  }
}

/** The same, the texts alone; bytes that are not UTF-8 are read as U+FFFD. */
export async function* textsOf(file: Blob): AsyncGenerator<string> {
  for await (const { text } of piecesOf(file, false)) yield text
}
