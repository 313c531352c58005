import type { Autopsy } from '../../../sim/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { simulator } from './simulator.ts'

/** By comparison: the note and the panel ask the same, and the worker drops a question for a newer one of its kind. */
const asked = new WeakMap<Comparison, Promise<Autopsy>>()

/** What the compactions by the client of the compared log lost; the same of every lane. */
export async function autopsyOfLog(comparison: Comparison, lane: string): Promise<Autopsy> {
  const known = asked.get(comparison) ?? simulator().ask('autopsy', comparison, lane, {})
  asked.set(comparison, known)
  return known.catch((reason: unknown) => {
    asked.delete(comparison)
    throw reason
  })
}

/**
 * The same of each conversation of another file. Rejects with a ProblemError for a text that cannot be read, and with
 * an AbortError if the comparison ends before.
 */
export async function autopsiesOfFile(
  comparison: Comparison,
  lane: string,
  file: File,
  signal: AbortSignal,
): Promise<readonly Autopsy[]> {
  const text = await file.text()
  return simulator().ask('logAutopsy', comparison, lane, { text, filename: file.name }, { signal })
}
