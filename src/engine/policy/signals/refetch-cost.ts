import type { Block } from '../../core/message/block.ts'
import type { Tokens, Turn } from '../../core/units.ts'
import { column } from './signal.ts'
import type { Signal, SignalContext } from './signal.ts'

/** Tokens that the model writes to call a tool again (NEED-3). */
const CALL: Tokens = 120
/** Tokens of a re-fetch that count as half as bad as a permanent loss. */
const HALF: Tokens = 10_000

/**
 * The cost of getting a block back. A tool's result costs a call and the result again, an injected memory the same, a
 * tool definition only itself, because the client has it. What user and model wrote exists nowhere else: 1.
 */
export const refetchCost: Signal<'refetch_cost'> = {
  name: 'refetch_cost',
  label: 'Cost to get back',
  meaning:
    'Blocks that cannot be fetched again stay: 1 for words of user and model, else c/(10000 + c), where c is the tokens of a refetch.',
  values: (blocks) =>
    column(blocks, (block) => {
      const cost = refetchTokens(block)
      return cost === null ? 1 : cost / (HALF + cost)
    }),
  measure(block) {
    const cost = refetchTokens(block)
    return cost === null ? null : { of: 'tokens', figure: cost, full: null }
  },
}

/** Tokens needed to get a block back: a call and its result again; null if that is impossible. */
export function refetchTokens(block: Block): Tokens | null {
  switch (block.type) {
    case 'tool_result':
    case 'memory_injection':
      return CALL + block.tokens
    case 'tool_definition':
      return block.tokens
    case 'system_prompt':
    case 'user_message':
    case 'assistant_response':
    case 'thinking':
    case 'tool_call':
    case 'summary':
      return null
  }
}

/**
 * The cost of losing words of user and model, which cannot be fetched again: that of a re-fetch that counts as half a
 * loss.
 */
const LOSS: Tokens = 10_000
/** Turns without a use in which a block's worth falls by one. */
const PACE: Turn = 10

/**
 * GreedyDual-Size with frequency (Cherkasova, "Improving WWW Proxies Performance with Greedy-Dual-Size-Frequency
 * Caching Policy", HP Labs 1998): frequency × cost / size + clock. Frequency is 1 for the arrival plus 1 for each turn
 * with a use; cost is the tokens needed to get the block back. The paper's clock is the worth of the last evicted item.
 * Remembering it would make a value depend on earlier edits, so here the clock is the turn in which the block was last
 * used: one point of worth per 10 turns.
 */
export const worthPerToken: Signal<'worth_per_token'> = {
  name: 'worth_per_token',
  label: 'Worth per token',
  meaning:
    'Often used, expensive to refetch and small blocks stay: x = uses × cost/tokens − idle/10, on a scale from 0 to 1 with 0.5 at x = 0.',
  values: (blocks, context) => worths(blocks, context).map(scaled),
  /** The worth itself, because the scale compresses large ones near 1. */
  keys: (blocks, context) => worths(blocks, context),
  measure: (block, _value, { references, turn }) => ({
    of: 'uses',
    figure: references.uses(block.id, turn),
    full: null,
  }),
}

function worths(blocks: readonly Block[], { references, turn }: SignalContext): Float64Array {
  return column(blocks, (block) => {
    const frequency = 1 + references.uses(block.id, turn)
    const cost = refetchTokens(block) ?? LOSS
    const idle = Math.max(0, turn - Math.max(block.turn, references.lastUse(block.id, turn) ?? 0))
    return (frequency * cost) / Math.max(1, block.tokens) - idle / PACE
  })
}

/** Each step is monotonic in x even after rounding, so the scale never swaps the order of two blocks. */
function scaled(x: number): number {
  return x > 0 ? 1 - 0.5 / (1 + x) : 0.5 / (1 - x)
}
