import type { Signal } from '../signal.ts'

/** Turns with a reference that make a block as valuable as it gets (EVI-1). */
const ENOUGH = 5

export const reuse: Signal = Object.freeze({
  name: 'reuse',
  label: 'Reuse',
  meaning: 'Blocks used often stay: turns that referred to it, divided by 5, at most 1.',
  values: (blocks, { references, turn }) =>
    Float64Array.from(blocks, (block) => Math.min(references.uses(block.id, turn) / ENOUGH, 1)),
  measure: (block, _value, { references, turn }) => ({
    of: 'uses',
    figure: references.uses(block.id, turn),
    full: ENOUGH,
  }),
} satisfies Signal)
