import { asksBeside, withBeside } from '../../../sim/internal.ts'
import { kindOfFile } from './file-kind.ts'
import type { FileKind } from './file-kind.ts'

/** Bytes in which the first line of a session ends. */
const HEAD = 1_000_000

/**
 * A file as `kindOfFile` reads it; what other files say of it is as on the command line.
 */
export async function fileAmong(file: File, beside: readonly File[]): Promise<FileKind> {
  const kind = await kindOfFile(file)
  const head = kind.kind === 'text' ? kind.content.slice(0, HEAD) : new Blob([textOfDecoded(kind)])
  const names = beside.map(({ name }) => name)
  if (kind.kind === 'refused' || !asksBeside(await head.text(), names)) return kind
  const others = beside.map((other) => ({
    name: other.name,
    text: async () => await textOf(await kindOfFile(other)),
  }))
  return { kind: 'text', content: new Blob([await withBeside(await textOf(kind), others)]) }
}

async function textOf(kind: FileKind): Promise<string> {
  return kind.kind === 'text' ? await kind.content.text() : textOfDecoded(kind)
}

function textOfDecoded(kind: FileKind): string {
  return kind.kind === 'decoded' ? kind.text : ''
}
