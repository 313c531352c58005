import { asksBeside, withBeside } from '../../../sim/internal.ts'
import { alone, kindOfFile } from './file-kind.ts'

/** Bytes in which the first line of a session ends. */
const HEAD = 1_000_000

type Alone = ReturnType<typeof alone>

/** A file as it is read, and which files beside it change that. */
export type FileRead = Alone & { readonly asks: ReturnType<typeof asksBeside> }

/** A file as `kindOfFile` reads it, with what the files beside it change: see `withBeside`. */
export async function fileAmong(file: File, beside: readonly File[]): Promise<FileRead> {
  const kind = alone(await kindOfFile(file))
  const head = kind.kind === 'text' ? kind.content.slice(0, HEAD) : new Blob([textOfDecoded(kind)])
  const asks = asksBeside(await head.text())
  if (kind.kind === 'refused' || asks(beside.map(({ name }) => name)).length === 0) return { ...kind, asks }
  const others = beside.map((other) => ({
    name: other.name,
    text: async () => await textOf(alone(await kindOfFile(other))),
  }))
  return { kind: 'text', content: new Blob([await withBeside(await textOf(kind), others)]), asks }
}

async function textOf(kind: Alone): Promise<string> {
  return kind.kind === 'text' ? await kind.content.text() : textOfDecoded(kind)
}

function textOfDecoded(kind: Alone): string {
  return kind.kind === 'decoded' ? kind.text : ''
}
