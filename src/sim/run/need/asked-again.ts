import type { BlockId, Turn } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'

/** A call that the agent of a log made again: same tool, same arguments (REF-2). */
export interface AskedAgain {
  readonly turn: Turn
  readonly call: BlockId
  /** The newest result that the same call had before. */
  readonly source: BlockId
}

/**
 * The calls of a log that repeat an earlier one of the same window, once it had its result. What such a call returned
 * before, the agent wanted again: the least that it needed, where references are the most. Linear.
 */
export function callsAskedAgain({ blocks, text }: Pick<Intake, 'blocks' | 'text'>): readonly AskedAgain[] {
  const resultOf = new Map<string, BlockId>()
  const found: AskedAgain[] = []
  const keyOf = (call: BlockId): string | null => {
    const { window, type, call: link } = blocks[call] ?? {}
    return type === 'tool_call' ? JSON.stringify([window, link?.name, text(call)]) : null
  }
  for (const { id, type, turn, call } of blocks) {
    if (type !== 'tool_call' && type !== 'tool_result') continue
    const key = keyOf(type === 'tool_call' ? id : (call?.before ?? -1))
    if (key === null) continue
    const source = resultOf.get(key)
    if (type === 'tool_result') resultOf.set(key, id)
    else if (source !== undefined) found.push({ turn, call: id, source })
  }
  return found
}
