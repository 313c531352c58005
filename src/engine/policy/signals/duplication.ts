import { createLikeness } from './likeness.ts'
import type { Signal } from './signal.ts'

/**
 * 1 − the highest similarity to a newer block whose content is in the window (EVI-1). Similarities below .5
 * may be missed, which errs towards keeping (see `newerVectors`). 1 where a block has no text. A block may be
 * asked about that is not in the window any more (a placeholder): it is compared all the same.
 */
export const duplication: Signal = Object.freeze({
  name: 'duplication',
  label: 'Uniqueness',
  meaning: 'What a newer block repeats may go: 1 − the highest cosine to a newer block of the window.',
  values(blocks, { window, embedding, likeness = createLikeness() }) {
    const highest = likeness.toNewer(window, embedding)
    return Float64Array.from(blocks, (block) => 1 - highest(block))
  },
  measure: (block, value, { embedding }) =>
    embedding(block.id) === null ? null : { of: 'cosine', figure: 1 - value, full: null },
} satisfies Signal)
