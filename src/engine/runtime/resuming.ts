import { acceptCheckpoint } from '../checkpoint/checkpoint.ts'
import type { Checkpoint } from '../checkpoint/checkpoint.ts'
import { parseCheckpoint } from '../checkpoint/file.ts'
import { ProblemError } from '../core/problem.ts'

/**
 * Reads a checkpoint from which a conversation is to go on.
 *
 * @param newest the newest known one
 * @param write what the window will say of it, '' if not even its goal fits
 * @throws ProblemError for one that is unreadable or older than the newest, that no save could follow, or without room
 */
export function resumable(
  given: Checkpoint | string,
  newest: Checkpoint | null,
  write: (checkpoint: Checkpoint) => string,
): Checkpoint {
  const text = typeof given === 'string' ? given : String(JSON.stringify(given))
  const { checkpoint, problems } = parseCheckpoint(text)
  if (checkpoint === null) throw new ProblemError(problems)
  const stale = acceptCheckpoint(newest, checkpoint)
  if (stale !== null) throw new ProblemError([stale])
  for (const field of ['window', 'version'] as const)
    if (checkpoint[field] >= Number.MAX_SAFE_INTEGER)
      throw refused(`bad-${field}`, `nothing can be counted on from "${field}" ${checkpoint[field]}`)
  if (write(checkpoint) === '')
    throw refused(
      'no-room',
      'the window has no room for the goal of the checkpoint: raise cross_window.bootstrap_tokens, or use a larger window',
    )
  return checkpoint
}

function refused(code: string, message: string): ProblemError {
  return new ProblemError([{ severity: 'error', code, message }])
}
