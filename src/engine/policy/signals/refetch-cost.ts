import type { Block } from '../../core/message/block.ts'
import type { Tokens } from '../../core/units.ts'
import type { Signal } from './signal.ts'

/** Tokens the model writes to ask a tool again (NEED-3). */
const CALL: Tokens = 120
/** Tokens of a re-fetch that is half as bad as a loss for good. */
const HALF: Tokens = 10_000

/**
 * What it would cost to get a block back. A tool's result costs a call and the result once more, an injected
 * memory the same, a tool definition only itself, as the client has it. What user and model wrote is nowhere
 * else: 1.
 */
export const refetchCost: Signal = Object.freeze({
  name: 'refetch_cost',
  label: 'Cost to get back',
  meaning:
    'What cannot be had again stays: 1 for words of user and model, else c/(10000 + c), c the tokens of a re-fetch.',
  values: (blocks) =>
    Float64Array.from(blocks, (block) => {
      const cost = refetchTokens(block)
      return cost === null ? 1 : cost / (HALF + cost)
    }),
  measure(block) {
    const cost = refetchTokens(block)
    return cost === null ? null : { of: 'tokens', figure: cost, full: null }
  },
} satisfies Signal)

/** Tokens it takes to have a block back: a call and its result once more; null for what cannot be had again. */
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
