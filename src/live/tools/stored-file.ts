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

/** Default number of characters, so that very long lines do not fill the window. */
const CHARACTERS = 20_000

/**
 * Reads a stored result as if it were a file, page by page (TIER-1). The page is unchanged, and a notice after it says
 * which part it is, so that a stage that shows less of it can say what it shows, and lines of any length can be read
 * on. It is not in lists of files and searches, because it does not belong to the repository.
 *
 * @param text the whole stored text
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

/** The name of a stored result in a path, in any folder. */
function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('tool-results/'))
}
