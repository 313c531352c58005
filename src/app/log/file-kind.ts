import type { Problem } from '../../engine/index.ts'
import { LOG_TEXT, sizeOf } from '../words/log.ts'

/** What a file is, by its size and its first bytes. */
export type FileKind =
  | { readonly kind: 'text' }
  /** Text that no reader of UTF-8 would understand, such as what PowerShell writes with `>`. */
  | { readonly kind: 'utf-16'; readonly text: string }
  | { readonly kind: 'refused'; readonly problem: Problem }

/** First bytes of files that people take for a log. */
const MAGIC: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['a Zstandard archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
]

/** Bytes that are looked at; a binary file has a NUL among them. */
const HEAD = 4096

/** Reads the beginning of a file, and all of it only where it must be decoded here. */
export async function kindOfFile(file: Blob, most: number): Promise<FileKind> {
  if (file.size === 0) return refused('empty-file', LOG_TEXT.emptyFile)
  if (file.size > most) return refused('file-too-large', LOG_TEXT.largeFile(sizeOf(most), sizeOf(file.size)))
  try {
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
    const encoding = utf16Of(head)
    if (encoding !== null)
      return { kind: 'utf-16', text: new TextDecoder(encoding).decode(await file.arrayBuffer()) }
    const known = MAGIC.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))
    if (known !== undefined) return refused('binary-file', LOG_TEXT.binaryFile(known[0]))
    const nul = head.indexOf(0)
    return nul < 0 ? { kind: 'text' } : refused('binary-file', LOG_TEXT.nulFile(nul))
  } catch (failure) {
    return refused('unreadable-file', LOG_TEXT.unreadable(failure instanceof Error ? failure.message : ''))
  }
}

function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null
}

function refused(code: string, message: string): FileKind {
  return { kind: 'refused', problem: { severity: 'error', code, message } }
}
