import { exp } from '../../core/number/exp.ts'
import type { Signal } from './signal.ts'

/**
 * e^(−age/decay), age being the turns since birth (EVI-1; “Agent Context Window Management”, 3, calls the decay a
 * half-life, which it is not: after `decay` turns 37 % are left, not half).
 *
 * @param decay turns in which the value falls to 1/e
 */
export function recency(decay: number): Signal {
  return {
    name: 'recency',
    label: 'Recency',
    meaning: `Newer blocks stay: e^(−age/${decay}), age in turns.`,
    byAge: true,
    values(blocks, { turn }) {
      const values = new Float64Array(blocks.length)
      let lastAge = -1
      let value = 0
      for (let i = 0; i < blocks.length; i++) {
        const age = Math.max(0, turn - (blocks[i]?.turn ?? turn))
        // Neighbours are mostly of one turn.
        if (age !== lastAge) {
          value = exp(-age / decay)
          lastAge = age
        }
        values[i] = value
      }
      return values
    },
    /** −age: e^(−age/10) is 0 from 7,452 turns on, and ages are still in order there. */
    keys(blocks, { turn }) {
      const keys = new Float64Array(blocks.length)
      for (let i = 0; i < blocks.length; i++) keys[i] = Math.min(0, (blocks[i]?.turn ?? turn) - turn)
      return keys
    },
    measure: (block, _value, { turn }) => ({ of: 'age', figure: Math.max(0, turn - block.turn), full: null }),
  }
}
