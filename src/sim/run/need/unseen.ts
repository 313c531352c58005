import { UNSEEN } from '../../../engine/internal.ts'
import type { Block } from '../../../engine/index.ts'
import type { FilesOfCall } from './look.ts'

/** Anything may be in a summary that the log does not hold. */
export const SUMMED_UP: readonly string[] = [UNSEEN.summary]
/** What is in a file may also have been attached beside one. */
const ATTACHED: readonly string[] = [UNSEEN.summary, UNSEEN.more]

/**
 * In texts for what the log does not hold: where they are in a prompt, it is not known whether it has the content of a
 * block (NEED-2).
 */
export function unseenOf(
  { id, type, call }: Block,
  filesBy: (call: number) => FilesOfCall,
): readonly string[] {
  const { read, written } = filesBy(type === 'tool_result' ? (call?.before ?? -1) : id)
  return read.length + written.length > 0 ? ATTACHED : SUMMED_UP
}
