import { definePolicy, exp, nested, renamed } from '../engine/internal.ts'
import { policies } from '../engine/index.ts'
import type { PolicyEntry, Signal } from '../engine/index.ts'

/** Score of a block without any reference, at any age. */
const NEVER = 0.3

/** 1 − e^(−idle/decay): the inverted score of the last use. */
function lastReferenceInverted(decay: number): Signal {
  return {
    name: 'last_reference_inverted',
    label: 'Last use, inverted',
    meaning: `Blocks used lately go: 1 − e^(−idle/${decay}), idle in turns; ${NEVER} where never used, at any age.`,
    values: (blocks, { turn, references }) =>
      Float64Array.from(blocks, (block) => {
        const used = references.lastUse(block.id, turn)
        return used === null ? NEVER : 1 - exp(-Math.max(0, turn - used) / decay)
      }),
    measure(block, _value, { turn, references }) {
      const used = references.lastUse(block.id, turn)
      if (used !== null) return { of: 'idle', figure: Math.max(0, turn - used), full: null }
      return { of: 'unused', figure: Math.max(0, turn - block.turn), full: null }
    },
  }
}

const lruAsWritten = definePolicy({
  name: 'lru_as_written',
  label: 'Least recently used, as written',
  meaning: 'What was referred to last goes first; what never was goes before anything idle for two turns.',
  weights: { last_reference_inverted: 1 },
  signals: (scoring) => [lastReferenceInverted(scoring.idleDecay)],
})

/**
 * The initial scorer of every engine of the article; in the article's code `lru` names the term that is inverted here.
 */
const hybridAsWritten = definePolicy({
  name: 'hybrid_as_written',
  label: 'Hybrid of scorers, as written',
  meaning: 'The scores of four policies, weighed, the last use among them upside down.',
  weights: { fifo: 0.15, lru_as_written: 0.15, priority: 0.4, type: 0.3 },
  signals: (scoring) => [
    nested(policies.fifo.create({ scoring })),
    nested(lruAsWritten.create({ scoring })),
    nested(policies.priority.create({ scoring })),
    renamed(nested(policies.type_based), 'type'),
  ],
})

/** Eviction orders of the as-written strategies; a config cannot choose them as a policy. */
export const asWrittenPolicies: Readonly<Record<'lru_as_written' | 'hybrid_as_written', PolicyEntry>> =
  Object.freeze({ lru_as_written: lruAsWritten, hybrid_as_written: hybridAsWritten })
