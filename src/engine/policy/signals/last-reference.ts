import type { ScoringSettings, Signal, SignalContext } from './signal.ts'
import { exp } from '../../core/number/exp.ts'
import { ln } from '../../core/number/ln.ts'
import type { Block } from '../../core/message/block.ts'

type LastUseSettings = Pick<ScoringSettings, 'idleDecay' | 'neverUsed' | 'birthTurns'>

/**
 * e^(−idle/decay), where idle is the number of turns since the last reference; birth counts as one for `birthTurns`. A
 * block without a reference by then has `neverUsed`·e^(−age/decay) (EVI-1). “Agent Context Window Management” uses 1
 * minus that, so that it evicts what was just used, and a constant .3 for the never used, which would outlive anything
 * idle for 7 turns.
 */
export function lastReference(scoring: LastUseSettings): Signal<'last_reference'> {
  const { idleDecay: decay, neverUsed } = scoring
  return {
    name: 'last_reference',
    label: 'Last use',
    meaning: `Recently used blocks stay: e^(−idle/${decay}), idle in turns; ${neverUsed}·e^(−age/${decay}) where never used.`,
    values: (blocks, context) => logs(blocks, context, scoring).map(exp),
    /** The logarithm of the value: values underflow, their logarithms do not. */
    keys: (blocks, context) => logs(blocks, context, scoring),
    measure(block, _value, { turn, references }) {
      const used = references.lastUse(block.id, turn)
      if (used !== null) return { of: 'idle', figure: Math.max(0, turn - used), full: null }
      return { of: 'unused', figure: Math.max(0, turn - block.turn), full: null }
    },
  }
}

function logs(
  blocks: readonly Block[],
  { turn, references }: SignalContext,
  { idleDecay: decay, neverUsed, birthTurns }: LastUseSettings,
): Float64Array {
  const never = ln(neverUsed)
  const logs = new Float64Array(blocks.length)
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i]
    if (block === undefined) continue
    const used = references.lastUse(block.id, turn)
    const age = Math.max(0, turn - block.turn)
    if (used === null) logs[i] = (age < birthTurns ? 0 : never) - age / decay
    else logs[i] = -Math.max(0, turn - used) / decay
  }
  return logs
}
