import type { Signal } from './signal.ts'

/**
 * Turns that referred to a block, divided by as many as make it as valuable as it gets (EVI-1).
 *
 * @param full turns with a reference that make the value 1
 */
export function reuse(full: number): Signal {
  return Object.freeze({
    name: 'reuse',
    label: 'Reuse',
    meaning: `Blocks used often stay: turns that referred to it, divided by ${full}, at most 1.`,
    values: (blocks, { references, turn }) =>
      Float64Array.from(blocks, (block) => Math.min(references.uses(block.id, turn) / full, 1)),
    measure: (block, _value, { references, turn }) => ({
      of: 'uses',
      figure: references.uses(block.id, turn),
      full,
    }),
  } satisfies Signal)
}
