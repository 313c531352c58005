import type { BlockId } from '../../../engine/index.ts'
import type { BlockReferences } from '../../../sim/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { askedOnce } from './asked-once.ts'
import { referencesOfBlock } from './questions.ts'

const references = askedOnce<BlockReferences>()

/** References of a block, requested from the worker once per comparison. */
export async function referencesIn(
  comparison: Comparison,
  lane: string,
  block: BlockId,
): Promise<BlockReferences> {
  return references(comparison, `${block} ${lane}`, async () => referencesOfBlock(comparison, lane, block))
}
