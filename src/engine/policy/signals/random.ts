import { uniformOf } from '../../core/number/random.ts'
import type { Signal } from './signal.ts'

/** Depends on the run's seed and the block alone, so that a block keeps its luck from turn to turn. */
export const random: Signal = Object.freeze({
  name: 'random',
  label: 'Chance',
  meaning: 'A number from 0 to 1 that the seed of the run gives each block.',
  values: (blocks, { seed }) => Float64Array.from(blocks, (block) => uniformOf(seed, block.id)),
} satisfies Signal)
