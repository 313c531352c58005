import { ProblemError } from '../../../engine/index.ts'
import type { LogChoice } from '../choice/choices.ts'

/**
 * Texts from people, kept beside the stores: they are large, and nothing on the page shows them. The newest are kept,
 * so that undo and redo find them.
 */
const texts = new Map<number, string | File>()
/** Characters or bytes that are kept: one text of the maximum size, or very many usual ones. */
const KEPT = 60_000_000
let last = 0

export function keepLog(content: string | File, name: string): LogChoice {
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

/** The text of a log; a file is read on first use. */
export async function textOfLog(id: number): Promise<string> {
  const content = texts.get(id)
  if (content === undefined) {
    const message = `the text of this log was released to save memory and must be loaded again: log ${id}`
    throw new ProblemError([{ severity: 'error', code: 'log-forgotten', message }])
  }
  if (typeof content === 'string') return content
  const text = await content.text()
  texts.set(id, text)
  return text
}
