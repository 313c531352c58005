import { ProblemError } from '../../../engine/index.ts'
import type { Problem } from '../../../engine/index.ts'
import { binaryAt, notText, packingOf, severalLogs, unpackedLogs, utf16Of } from '../../../sim/internal.ts'
import type { PackedLog } from '../../../sim/internal.ts'
import { piecesOf } from './file-pieces.ts'
import { charactersOf, FILE_TEXT, sizeOf } from './file-words.ts'

/** What readers take at most; UTF-8 needs at most three bytes for one of them. */
const MOST_CHARACTERS = 50_000_000
const MOST_BYTES = 3 * MOST_CHARACTERS
/** Bytes of a database, in which there are many conversations and much else. */
const MOST_OF_DATABASE = 1_000_000_000

/** The kind of a file, by its size and its first bytes. */
export type FileKind =
  /** Its bytes as they are now: a client may go on writing to the file. */
  | { readonly kind: 'text'; readonly content: Blob }
  /** Decoded text that is not UTF-8: UTF-16, such as PowerShell writes with `>`, or Windows Latin-1. Or an archive’s. */
  | { readonly kind: 'decoded'; readonly encoding: 'UTF-16' | 'Latin-1' | 'archive'; readonly text: string }
  /** An archive with several logs. */
  | { readonly kind: 'several'; readonly logs: readonly PackedLog[] }
  | { readonly kind: 'refused'; readonly problem: Problem }

/** Bytes to check; a binary file has a NUL among them. */
const HEAD = 4096

/**
 * Reads a file, unless its size or its beginning shows that it is none of these.
 *
 * @param writtenLast the file beside a database, see `unpackedLogs`
 */
export async function kindOfFile(
  file: Blob,
  most = MOST_BYTES,
  writtenLast: Blob | null = null,
): Promise<FileKind> {
  if (file.size === 0) return refused('empty-file', FILE_TEXT.emptyFile)
  try {
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
    if (packingOf(head) === 'sqlite' && file.size > MOST_OF_DATABASE)
      return refused('file-too-large', FILE_TEXT.largeDatabase(sizeOf(MOST_OF_DATABASE), sizeOf(file.size)))
    if (packingOf(head) !== 'sqlite' && file.size > most)
      return refused('file-too-large', FILE_TEXT.largeFile(sizeOf(most), sizeOf(file.size)))
    const encoding = utf16Of(head)
    if (encoding !== null) return { kind: 'decoded', encoding: 'UTF-16', text: await decoded(file, encoding) }
    if (packingOf(head) !== null) {
      const found = await unpackedFile(file, most, writtenLast)
      if (typeof found !== 'string') return { kind: 'several', logs: found }
      return { kind: 'decoded', encoding: 'archive', text: found }
    }
    const known = notText(head)
    if (known !== null) return refused('binary-file', known)
    const nul = binaryAt(head)
    if (nul >= 0) return refused('binary-file', FILE_TEXT.nulFile(nul))
    const read = await asUtf8(file)
    if (read === null)
      return { kind: 'decoded', encoding: 'Latin-1', text: await decoded(file, 'windows-1252') }
    const { length, content } = read
    return length <= MOST_CHARACTERS
      ? { kind: 'text', content }
      : refused('file-too-large', FILE_TEXT.largeFile(charactersOf(MOST_CHARACTERS), charactersOf(length)))
  } catch (failure) {
    if (failure instanceof ProblemError) return refusedBy(failure)
    return refused('unreadable-file', FILE_TEXT.unreadable(failure instanceof Error ? failure.message : ''))
  }
}

/** The same where one log is asked for. */
export function alone(kind: FileKind): Exclude<FileKind, { kind: 'several' }> {
  return kind.kind === 'several' ? refusedBy(severalLogs(kind.logs)) : kind
}

function refusedBy({ problems: [problem], message }: ProblemError): FileKind & { kind: 'refused' } {
  return problem === undefined ? refused('unreadable-file', message) : { kind: 'refused', problem }
}

async function unpackedFile(
  file: Blob,
  most: number,
  writtenLast: Blob | null,
): ReturnType<typeof unpackedLogs> {
  const [{ unpackUpTo }, bytes, last] = await Promise.all([
    import('./unpack.ts'),
    file.arrayBuffer(),
    writtenLast?.arrayBuffer(),
  ])
  return await unpackedLogs(
    new Uint8Array(bytes),
    unpackUpTo(most),
    last === undefined ? null : new Uint8Array(last),
  )
}

async function decoded(file: Blob, encoding: string): Promise<string> {
  return new TextDecoder(encoding).decode(await file.arrayBuffer())
}

/** The number of characters of a file, and a copy of its bytes; null if it is not UTF-8. */
async function asUtf8(file: Blob): Promise<{ readonly length: number; readonly content: Blob } | null> {
  let length = 0
  const copied: Blob[] = []
  try {
    for await (const { bytes, text } of piecesOf(file, true)) {
      length += text.length
      copied.push(new Blob([bytes]))
    }
    return { length, content: new Blob(copied) }
  } catch (failure) {
    if (failure instanceof TypeError) return null
    throw failure
  }
}

function refused(code: string, message: string): FileKind & { kind: 'refused' } {
  return { kind: 'refused', problem: { severity: 'error', code, message } }
}
