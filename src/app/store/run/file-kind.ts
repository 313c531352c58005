import type { Problem } from '../../../engine/index.ts'
import { charactersOf, FILE_TEXT, sizeOf } from './file-words.ts'

/** What readers take at most; UTF-8 needs at most three bytes for one of them. */
const MOST_CHARACTERS = 50_000_000
const MOST_BYTES = 3 * MOST_CHARACTERS

/** The kind of a file, by its size and its first bytes. */
export type FileKind =
  | { readonly kind: 'text' }
  /** Decoded text that is not UTF-8: UTF-16, such as PowerShell writes with `>`, or Windows Latin-1. */
  | { readonly kind: 'decoded'; readonly encoding: 'UTF-16' | 'Latin-1'; readonly text: string }
  | { readonly kind: 'refused'; readonly problem: Problem }

/** First bytes of files that are sometimes mistaken for logs. */
const MAGIC: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['a Zstandard archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
]

/** Bytes to check; a binary file has a NUL among them. */
const HEAD = 4096

/** Reads the beginning of a file, and all of it only if it must be decoded here. */
export async function kindOfFile(file: Blob, most = MOST_BYTES): Promise<FileKind> {
  if (file.size === 0) return refused('empty-file', FILE_TEXT.emptyFile)
  if (file.size > most) return refused('file-too-large', FILE_TEXT.largeFile(sizeOf(most), sizeOf(file.size)))
  try {
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
    const encoding = utf16Of(head)
    if (encoding !== null) return { kind: 'decoded', encoding: 'UTF-16', text: await decoded(file, encoding) }
    const known = MAGIC.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))
    if (known !== undefined) return refused('binary-file', FILE_TEXT.binaryFile(known[0]))
    const nul = head.indexOf(0)
    if (nul >= 0) return refused('binary-file', FILE_TEXT.nulFile(nul))
    const length = await lengthOf(file)
    if (length !== null && length > MOST_CHARACTERS)
      return refused(
        'file-too-large',
        FILE_TEXT.largeFile(charactersOf(MOST_CHARACTERS), charactersOf(length)),
      )
    if (length !== null) return { kind: 'text' }
    return { kind: 'decoded', encoding: 'Latin-1', text: await decoded(file, 'windows-1252') }
  } catch (failure) {
    return refused('unreadable-file', FILE_TEXT.unreadable(failure instanceof Error ? failure.message : ''))
  }
}

/**
 * By its byte order mark; without one by its zeros: half of the bytes of such a text in Latin letters, and none in
 * other encodings.
 */
function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [place, byte] of head.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = head.length * ZEROS
  if (even === 0 && odd > most) return 'utf-16le'
  return odd === 0 && even > most ? 'utf-16be' : null
}

/** Minimum share of zero bytes for UTF-16 without a mark; the maximum is half. */
const ZEROS = 0.3

async function decoded(file: Blob, encoding: string): Promise<string> {
  return new TextDecoder(encoding).decode(await file.arrayBuffer())
}

/** The characters of a file, which is looked at piece by piece; null if it is not UTF-8. */
async function lengthOf(file: Blob): Promise<number | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let length = 0
  try {
    for (let at = 0; at < file.size; at += PIECE)
      length += decoder.decode(await file.slice(at, at + PIECE).arrayBuffer(), { stream: true }).length
    return length + decoder.decode().length
  } catch (failure) {
    if (failure instanceof TypeError) return null
    throw failure
  }
}

/** Bytes. */
const PIECE = 4_000_000

function refused(code: string, message: string): FileKind {
  return { kind: 'refused', problem: { severity: 'error', code, message } }
}
