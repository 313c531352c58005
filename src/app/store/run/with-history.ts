import { isFork, withItsHistory } from '../../../sim/internal.ts'
import { kindOfFile } from './file-kind.ts'
import type { FileKind } from './file-kind.ts'

/** Bytes in which the first line of a session ends. */
const HEAD = 1_000_000

/**
 * A file as `kindOfFile` reads it, and a log that goes on with the lines of others has them, as on the command line.
 *
 * @param beside where these others may be
 */
export async function fileWithHistory(file: File, beside: readonly File[]): Promise<FileKind> {
  const kind = await kindOfFile(file)
  const head = kind.kind === 'text' ? kind.content.slice(0, HEAD) : new Blob([textOfDecoded(kind)])
  if (!isFork(await head.text())) return kind
  const others = beside.map((other) => ({
    name: other.name,
    text: async () => await textOf(await kindOfFile(other)),
  }))
  return { kind: 'text', content: new Blob([await withItsHistory(await textOf(kind), others)]) }
}

async function textOf(kind: FileKind): Promise<string> {
  return kind.kind === 'text' ? await kind.content.text() : textOfDecoded(kind)
}

function textOfDecoded(kind: FileKind): string {
  return kind.kind === 'decoded' ? kind.text : ''
}
