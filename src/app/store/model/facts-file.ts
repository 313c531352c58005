import type { Problem } from '../../../engine/index.ts'
import { models, readModelFacts, writeModelFacts } from '../../../llm/index.ts'
import { MODELS_TEXT } from './words.ts'
import { connection } from './connection.ts'
import { factsOf } from './facts.ts'

/** The result of loading a table. */
export interface LoadedTable {
  readonly name: string
  /** The number of valid models, and those whose figures differ from the shipped ones. */
  readonly read: number
  readonly own: number
  /** The invalid entries, each with its place and value. */
  readonly problems: readonly Problem[]
}

/** A text has at most a million characters, and UTF-8 needs at most three bytes per character. */
const MOST_BYTES = 3_000_000

/** The windows and prices of every known model, in the form that `loadTable` reads. */
export function tableText(): string {
  const { own } = connection.getState()
  const ids = new Set([...Object.keys(models), ...own.keys()])
  return writeModelFacts([...ids].flatMap((id) => factsOf(id, { own }) ?? []))
}

/**
 * Reads windows and prices from a text, in place of the known ones. Models that it does not name keep theirs, and a
 * model with exactly the shipped figures no longer counts as a person's own.
 */
export function loadTable(text: string, name: string): LoadedTable {
  const { models: found, problems } = readModelFacts(text)
  const own = new Map(connection.getState().own)
  const different = new Set<string>()
  for (const [id, facts] of found) {
    if (JSON.stringify(SHIPPED.get(facts.id)) === JSON.stringify(facts)) {
      own.delete(id)
      continue
    }
    own.set(id, facts)
    different.add(id)
  }
  connection.setState({ own })
  return { name, read: found.size, own: different.size, problems }
}

export async function loadFile(file: File): Promise<LoadedTable> {
  try {
    if (file.size <= MOST_BYTES) return loadTable(await file.text(), file.name)
  } catch {
    // The browser's message about a missing file is of no help.
  }
  const message = MODELS_TEXT.unreadable(file.size)
  return {
    name: file.name,
    read: 0,
    own: 0,
    problems: [{ severity: 'error', code: 'unreadable-file', message }],
  }
}

/** Written and read once, so that their fields have the order of a loaded table. */
const SHIPPED = readModelFacts(writeModelFacts(Object.values(models))).models
