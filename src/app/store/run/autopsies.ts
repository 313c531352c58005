import type { Autopsy } from '../../../sim/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { simulator } from './simulator.ts'

/** What the compactions by the client of the compared log lost. */
export async function autopsyOfLog(
  comparison: Comparison,
  lane: string,
  signal: AbortSignal,
): Promise<Autopsy> {
  return simulator().ask('autopsy', comparison, lane, {}, { signal })
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
