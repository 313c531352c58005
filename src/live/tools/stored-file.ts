import { storedIn } from '../../engine/index.ts'
import type { ToolCall } from '../live.ts'
import { plain } from '../sandbox/shell.ts'
import { readFile } from './read-file.ts'

/** The path of a stored result that a call reads, whether it exists or not; null for every other call. */
export function storedPathOf({ name, input }: Pick<ToolCall, 'name' | 'input'>): string | null {
  if (name !== readFile.definition.name) return null
  const { path } = (input ?? {}) as { readonly path?: unknown }
  return typeof path === 'string' && storedIn(path) !== null ? path : null
}

/**
 * Reads a stored result as if it were a file: page by page, as `read_file` does (TIER-1). It is in no list of files and no
 * search, because it is none of the repository's.
 *
 * @param text all that is stored
 */
export function readStoredFile(
  path: string,
  input: ToolCall['input'],
  text: string,
): { readonly text: string; readonly failed: boolean } {
  const { text: said, failed } = readFile.run(input, { files: new Map([[plain(path), text]]) })
  return { text: said, failed }
}
