import type { BlockId } from '../../../engine/index.ts'
import type { BlockReferences } from '../../../sim/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { referencesOfBlock } from './questions.ts'

const asked = new WeakMap<Comparison, Map<string, Promise<BlockReferences>>>()

/** References of a block, requested from the worker once per comparison. */
export async function referencesIn(
  comparison: Comparison,
  lane: string,
  block: BlockId,
): Promise<BlockReferences> {
  const known = asked.get(comparison) ?? new Map<string, Promise<BlockReferences>>()
  asked.set(comparison, known)
  const key = `${block} ${lane}`
  const before = known.get(key)
  if (before !== undefined) return before
  const question = referencesOfBlock(comparison, lane, block)
  known.set(key, question)
  try {
    return await question
  } catch (failure) {
    known.delete(key)
    throw failure
  }
}
