import { nearestNewer } from '../../reference/nearest.ts'
import type { Embedding } from '../../reference/embedding.ts'
import type { Block } from '../../message/block.ts'
import type { BlockId } from '../../units.ts'
import type { Signal } from '../signal.ts'

/**
 * 1 − the highest similarity to a newer block whose content is in the window (EVI-1). Similarities below .5
 * may be missed, which errs towards keeping (see `nearestNewer`). 1 where a block has no text.
 */
export const duplication: Signal = Object.freeze({
  name: 'duplication',
  label: 'Uniqueness',
  meaning: 'What a newer block repeats may go: 1 − the highest cosine to a newer block of the window.',
  values(blocks, { window, embedding }) {
    // A block may be asked about that is not in the window any more (a placeholder): it is compared all the same.
    const compared = new Map<BlockId, Block>()
    for (const block of window) compared.set(block.id, block)
    const present = new Set(compared.keys())
    for (const block of blocks) compared.set(block.id, block)
    const ordered = [...compared.values()].sort((a, b) => a.turn - b.turn || a.id - b.id)
    const vectors: (Embedding | null)[] = ordered.map((block) => embedding(block.id))
    const { similarity } = nearestNewer(vectors, { among: ordered.map((block) => present.has(block.id)) })
    const values = new Map(ordered.map((block, i) => [block.id, 1 - (similarity[i] ?? 0)]))
    return Float64Array.from(blocks, (block) => values.get(block.id) ?? 1)
  },
} satisfies Signal)
