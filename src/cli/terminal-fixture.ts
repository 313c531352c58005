import { join } from 'node:path'
import { program } from './program.ts'
import type { Io } from './terminal/io.ts'

export const samples = join(import.meta.dirname, '..', '..', 'public', 'samples')

/** A command line with what it printed and its exit code; `args` is split at spaces outside single quotes. */
export async function ran(
  args: string,
  io: Partial<Io> & { readonly input?: string } = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let [out, err] = ['', '']
  const words = [...args.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const code = await program(words, {
    cwd: samples,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: () => io.input ?? '',
    columns: null,
    colour: false,
    progress: false,
    ...io,
  })
  return { code, out, err }
}
