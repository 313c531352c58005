import type { Problem } from '../core/problem.ts'
import { IMPORTANCES } from './note.ts'
import type { Importance, Note } from './note.ts'

const FORMAT = 'context-window-lab/notes'
const SCHEMA = 1
/** Longer texts are refused unread. */
const LONGEST_TEXT = 4_000_000

/** Notes, or null and at least one error. */
export interface ReadNotes {
  readonly notes: readonly Note[] | null
  readonly problems: readonly Problem[]
}

/** Notes as the text of a JSON file: equal notes give equal bytes. */
export function serializeNotes(notes: readonly Note[]): string {
  const kept = notes.map(({ category, importance, text, turn, key }) => ({
    category,
    importance,
    text,
    turn,
    ...(key === undefined ? {} : { key }),
  }))
  return `${JSON.stringify({ format: FORMAT, schema: SCHEMA, notes: kept }, null, 2)}\n`
}

/** Reads what `serializeNotes` wrote. A broken or foreign file gives no notes at all. */
export function parseNotes(text: string): ReadNotes {
  if (text.length > LONGEST_TEXT)
    return refused('text-too-large', `notes may have ${LONGEST_TEXT} characters, found ${text.length}`)
  const file = fileOf(text)
  if (file === null) return refused('invalid-json', `not a JSON object, found ${shown(text)}`)
  if (file['format'] !== FORMAT)
    return refused('foreign-format', `"format" must be ${FORMAT}, found ${shown(file['format'])}`)
  if (file['schema'] !== SCHEMA)
    return refused('unknown-schema', `"schema" must be ${SCHEMA}, found ${shown(file['schema'])}`)
  const items: unknown = file['notes']
  if (!Array.isArray(items)) return refused('wrong-type', `"notes" must be a list, found ${shown(items)}`)
  const notes: Note[] = []
  for (const [at, item] of items.entries()) {
    const note = noteOf(item)
    if (note === null)
      return refused(
        'wrong-type',
        `notes[${at}] must have a category, an importance (${IMPORTANCES.join(', ')}), a text and a turn, found ${shown(item)}`,
      )
    notes.push(note)
  }
  return { notes, problems: [] }
}

function fileOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function noteOf(item: unknown): Note | null {
  if (!isObject(item)) return null
  const { category, importance, text, turn, key } = item
  if (typeof category !== 'string' || typeof text !== 'string' || !isImportance(importance)) return null
  if (typeof turn !== 'number' || !Number.isSafeInteger(turn) || turn < 0) return null
  if (key !== undefined && typeof key !== 'string') return null
  return { category, importance, text, turn, ...(key === undefined ? {} : { key }) }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isImportance(value: unknown): value is Importance {
  return IMPORTANCES.some((each) => each === value)
}

function refused(code: string, message: string): ReadNotes {
  return { notes: null, problems: [{ severity: 'error', code, message }] }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none'
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}
