import type { Problem } from '../../../engine/index.ts'
import { models, readModelFacts, writeModelFacts } from '../../../llm/index.ts'
import { MODELS_TEXT } from './words.ts'
import { connection } from './connection.ts'
import { factsOf } from './facts.ts'

/** What came of a table that was loaded. */
export interface LoadedTable {
  readonly name: string
  /** Models that could be read, and those of them whose figures are not those that came with the page. */
  readonly read: number
  readonly own: number
  /** What could not be read, each with its place and its value. */
  readonly problems: readonly Problem[]
}

/** A text has at most a million characters, and UTF-8 needs at most three bytes for one of them. */
const MOST_BYTES = 3_000_000

/** The windows and prices of every model that anything is known of, as `loadTable` takes them. */
export function tableText(): string {
  const { own } = connection.getState()
  const ids = new Set([...Object.keys(models), ...own.keys()])
  return writeModelFacts([...ids].flatMap((id) => factsOf(id, { own }) ?? []))
}

/**
 * Takes windows and prices from a text, in place of those that are known. Models that it does not name keep theirs, and
 * one whose figures are those that came with the page is a person's own no more.
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
    // What a browser says of a file that is gone helps nobody.
  }
  const message = MODELS_TEXT.unreadable(file.size)
  return {
    name: file.name,
    read: 0,
    own: 0,
    problems: [{ severity: 'error', code: 'unreadable-file', message }],
  }
}

/** Written and read once, so that their fields stand in the order of a table that was read. */
const SHIPPED = readModelFacts(writeModelFacts(Object.values(models))).models
