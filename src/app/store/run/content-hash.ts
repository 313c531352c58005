import { textsOf } from './file-pieces.ts'

/** Characters that are hashed at once: between pieces the page stays responsive. */
const PIECE = 1_000_000
/** Hexadecimal digits of the result. */
const DIGITS = 16

/**
 * The beginning of the SHA-256 of the UTF-8 of a text or of a file's text, in 16 hexadecimal digits. A text of more than
 * a million characters is hashed in pieces of that length, and then the hashes of the pieces.
 */
export async function contentHash(content: string | Blob): Promise<string> {
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto }
  const sha256 = subtle === undefined ? await slowSha256() : fastSha256(subtle)
  const pieces: Uint8Array[] = []
  for await (const text of inPieces(content)) {
    // A hash may be there at once, and all pieces would be one task.
    if (pieces.length > 0) await new Promise((resolve) => setTimeout(resolve))
    pieces.push(await sha256(new TextEncoder().encode(text)))
  }
  const [first] = pieces
  const hash =
    pieces.length === 1 && first !== undefined
      ? first
      : await sha256(new Uint8Array(pieces.flatMap((piece) => [...piece])))
  return [...hash]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, DIGITS)
}

/** All but the last have `PIECE` characters. A file is never one long text, which costs 0.3 s to put together. */
async function* inPieces(content: string | Blob): AsyncGenerator<string> {
  let rest = ''
  for await (const text of typeof content === 'string' ? [content] : textsOf(content)) {
    let at = 0
    rest += text
    for (; rest.length - at > PIECE; at += PIECE) yield rest.slice(at, at + PIECE)
    rest = rest.slice(at)
  }
  yield rest
}

type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

function fastSha256(subtle: SubtleCrypto): Sha256 {
  return async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes))
}

/** For pages that came over plain http from another machine, where the browser has no hash. */
async function slowSha256(): Promise<Sha256> {
  return (await import('./slow-hash.ts')).slowSha256
}
