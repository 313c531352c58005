import type { LogChoice } from './choices.ts'

/**
 * Texts that people gave, kept beside the stores: they are large, and nothing on the page shows them.
 * Only the newest and the one before are kept, so that a failed attempt can go back.
 */
const texts = new Map<number, string | File>()
const KEPT = 2
let last = 0

export function keepLog(content: string | File, name: string): LogChoice {
  const id = ++last
  texts.set(id, content)
  return { kind: 'log', id, name, size: typeof content === 'string' ? content.length : content.size }
}

/** Forgets old texts, except those of `used`. */
export function forgetLogs(used: readonly number[]): void {
  for (const id of [...texts.keys()].slice(0, -KEPT)) if (!used.includes(id)) texts.delete(id)
}

/** The text of a log; a file is read when it is first asked for. */
export async function textOfLog(id: number): Promise<string> {
  const content = texts.get(id)
  if (content === undefined) throw new Error(`no log with this number is kept: ${id}`)
  if (typeof content === 'string') return content
  const text = await content.text()
  texts.set(id, text)
  return text
}
