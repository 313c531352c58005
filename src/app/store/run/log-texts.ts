import { ProblemError } from '../../../engine/index.ts'
import type { LogChoice } from '../choice/choices.ts'
import { contentHash } from './content-hash.ts'
import { textsOf } from './file-pieces.ts'

/**
 * Texts from people, kept beside the stores: they are large, and nothing on the page shows them. The newest are kept,
 * so that undo and redo find them.
 */
const texts = new Map<number, string | Blob>()
/** `contentHash` of each log that was read, by its number. */
const hashes = new Map<number, string>()
/** The same while it is computed: several parts of the page ask for it at once. */
const asked = new Map<number, Promise<string>>()
/** Characters or bytes that are kept: one text of the maximum size, or very many usual ones. */
const KEPT = 60_000_000
let last = 0

export function keepLog(content: string | Blob, name: string): LogChoice {
  const id = ++last
  texts.set(id, content)
  return { kind: 'log', id, name, size: typeof content === 'string' ? content.length : content.size }
}

/** Drops old texts that take too much room, except those in `used`. */
export function forgetLogs(used: readonly number[]): void {
  let kept = 0
  for (const [id, content] of [...texts].toReversed()) {
    kept += typeof content === 'string' ? content.length : content.size
    if (kept > KEPT && !used.includes(id)) texts.delete(id)
  }
}

/** A log as it was kept: the worker reads a file itself, since to send a long text keeps the page from answering. */
export function contentOfLog(id: number): string | Blob {
  const content = texts.get(id)
  if (content === undefined) {
    const message = `the text of this log was released to save memory and must be loaded again: log ${id}`
    throw new ProblemError([{ severity: 'error', code: 'log-forgotten', message }])
  }
  return content
}

/** The text of a log; a file is read at each call. */
export async function textOfLog(id: number): Promise<string> {
  const content = contentOfLog(id)
  if (typeof content === 'string') return content
  let text = ''
  for await (const piece of textsOf(content)) text += piece
  return text
}

/** The hash of a log's text, which identifies it without showing any of it. */
export async function hashOfLog(id: number): Promise<string> {
  let hash = asked.get(id)
  if (hash === undefined) asked.set(id, (hash = contentHash(contentOfLog(id))))
  try {
    hashes.set(id, await hash)
  } catch (failure) {
    asked.delete(id)
    throw failure
  }
  return hash
}

/** The hash of a log if it is known already. */
export function knownHash(id: number): string | null {
  return hashes.get(id) ?? null
}

/** A log of this page by the hash of its text, if that was computed and the text is still here; else null. */
export function logWithHash(hash: string): number | null {
  return [...hashes].findLast(([id, known]) => known === hash && texts.has(id))?.[0] ?? null
}
