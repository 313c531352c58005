import { ProblemError } from '../../engine/index.ts'
import { pageWithNotice, storedIn, storedPage } from '../../engine/internal.ts'
import type { ToolCall } from '../live.ts'
import { fieldsOf, InputFault, shown } from './input.ts'
import { LIMIT, READING_KEYS, readFile } from './read-file.ts'

/** The path of a stored result that a call reads, whether it exists or not; null for every other call. */
export function storedPathOf({ name, input }: Pick<ToolCall, 'name' | 'input'>): string | null {
  if (name !== readFile.definition.name) return null
  const { path } = (input ?? {}) as { readonly path?: unknown }
  return typeof path === 'string' && storedIn(path) !== null ? path : null
}

/** Characters of one reading where nobody asks for more or less: lines so long that they are not counted fill no window. */
const CHARACTERS = 20_000

/**
 * Reads a stored result as if it were a file, page by page (TIER-1). The page stands as it was, and which part it is
 * stands behind it: so a stage that shows less of it can tell what it shows, and lines of any length can be read on. It is
 * in no list of files and no search, because it is none of the repository's.
 *
 * @param text all that is stored
 */
export function readStoredFile(
  path: string,
  input: ToolCall['input'],
  text: string,
): { readonly text: string; readonly failed: boolean } {
  try {
    const fields = fieldsOf(readFile.definition.name, input, READING_KEYS)
    const unit = unitIn(fields.optionalText('unit'))
    const offset = fields.count('offset', 1, 1)
    const limit = fields.count('limit', 1, unit === 'lines' ? LIMIT : CHARACTERS)
    return { text: pageWithNotice(nameIn(path), storedPage(text, { offset, limit, unit })), failed: false }
  } catch (fault) {
    if (!(fault instanceof InputFault) && !(fault instanceof ProblemError)) throw fault
    return { text: fault.message, failed: true }
  }
}

function unitIn(given: string): 'lines' | 'characters' {
  if (given === '' || given === 'lines') return 'lines'
  if (given === 'characters') return given
  throw new InputFault(`read_file: unit must be "lines" or "characters", not ${shown(given)}`)
}

/** The name under which a path finds a stored result, whatever folder stands before it. */
function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('tool-results/'))
}
