/** Bytes. Reading or decoding 40 MB in one go keeps the page from answering for a fifth of a second. */
const PIECE = 4_000_000

/**
 * The text of a file in UTF-8, piece by piece, without its byte order mark.
 *
 * @param fatal whether bytes that are not UTF-8 throw a TypeError, or are read as U+FFFD
 */
export async function* piecesOf(file: Blob, fatal: boolean): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal })
  for (let at = 0; at < file.size; at += PIECE)
    yield decoder.decode(await file.slice(at, at + PIECE).arrayBuffer(), { stream: true })
  yield decoder.decode()
}
