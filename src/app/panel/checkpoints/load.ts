import { parseCheckpoint } from '../../../engine/index.ts'
import { checkpointFromMarkdown } from '../../../engine/internal.ts'
import type { Checkpoint, Problem } from '../../../engine/index.ts'
import { CHECKPOINT_TEXT } from './words.ts'

/** A loaded file: a checkpoint, or its problems. */
export interface LoadedFile {
  readonly name: string
  readonly checkpoint: Checkpoint | null
  /** Errors if there is no checkpoint, else warnings. */
  readonly problems: readonly Problem[]
}

/** A checkpoint has at most four million characters, and UTF-8 needs at most three bytes for one of them. */
const MOST_BYTES = 12_000_000

/** Reads the text of a checkpoint, JSON or Markdown. Never throws. */
export function readText(text: string, name: string): LoadedFile {
  const markdown = text.trimStart().startsWith('#')
  return { name, ...(markdown ? checkpointFromMarkdown(text) : parseCheckpoint(text)) }
}

export async function readFile(file: File): Promise<LoadedFile> {
  if (file.size > MOST_BYTES) return broken(file.name, CHECKPOINT_TEXT.tooLarge(file.name, file.size))
  try {
    return readText(await file.text(), file.name)
  } catch {
    return broken(file.name, CHECKPOINT_TEXT.unreadable(file.name))
  }
}

function broken(name: string, message: string): LoadedFile {
  return { name, checkpoint: null, problems: [{ severity: 'error', code: 'unreadable-file', message }] }
}
