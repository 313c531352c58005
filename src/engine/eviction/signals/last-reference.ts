import { exp } from '../../number/exp.ts'
import { ln } from '../../number/ln.ts'
import type { Block } from '../../message/block.ts'
import type { Signal, SignalContext } from '../signal.ts'

/** Turns for which birth counts as a reference: the block's own and the next, in which no other is looked for (REF-1). */
const GRACE = 2
/** What a block is worth that was never referenced in its life. */
const NEVER = 0.3
const LN_NEVER = ln(NEVER)

/**
 * e^(−idle/decay), idle being the turns since the last reference, with birth as one for two turns. A block that
 * was not referenced by then has .3·e^(−age/decay) (EVI-1). Article 003's own is 1 minus that, so that it evicts
 * what was just used, and a constant .3 for the never used, which would outlive anything idle for 7 turns.
 *
 * @param decay turns in which the value falls to 1/e
 */
export function lastReference(decay: number): Signal {
  return {
    name: 'last_reference',
    label: 'Last use',
    meaning: `Blocks used lately stay: e^(−idle/${decay}), idle in turns; 0.3·e^(−age/${decay}) where never used.`,
    values: (blocks, context) => logs(blocks, context, decay).map(exp),
    /** The logarithm of the value: values underflow, their logarithms do not. */
    keys: (blocks, context) => logs(blocks, context, decay),
    measure(block, _value, { turn, references }) {
      const used = references.lastUse(block.id, turn)
      if (used !== null) return { of: 'idle', figure: Math.max(0, turn - used), full: null }
      return { of: 'unused', figure: Math.max(0, turn - block.turn), full: null }
    },
  }
}

function logs(blocks: readonly Block[], { turn, references }: SignalContext, decay: number): Float64Array {
  const logs = new Float64Array(blocks.length)
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i]
    if (block === undefined) continue
    const used = references.lastUse(block.id, turn)
    const age = Math.max(0, turn - block.turn)
    if (used === null) logs[i] = (age < GRACE ? 0 : LN_NEVER) - age / decay
    else logs[i] = -Math.max(0, turn - used) / decay
  }
  return logs
}
