import { COMPONENT_OF, COMPONENTS } from '../core/message/block.ts'
import type { Block, Component } from '../core/message/block.ts'
import type { Tokens } from '../core/units.ts'
import type { BlockTable, Entry } from '../core/window/window.ts'

/** Tokens by the budget component that they are charged to. */
export type Arrivals = Readonly<Record<Component, Tokens>>

/**
 * Tokens that came into a window, as the ledger counts them, including message overhead (TOK-3). The blocks that open a
 * window, its system prompt and tools, are left out: they come once and say nothing about speed. So over the turns of
 * an unedited window, arrivals are what its ledger grows by (PRES-2, BUD-4, LED-1).
 *
 * @param opens whether these are the first entries of the window
 */
export function arrivedIn(
  entries: readonly Entry[],
  table: BlockTable,
  before: Arrivals,
  opens: boolean,
): Arrivals {
  const total: Record<Component, Tokens> = { ...before }
  for (const { block, tokens } of entries) {
    const found = table(block)
    if (!opens || !isSetup(found)) total[COMPONENT_OF[found.type]] += tokens
  }
  return total
}

/** The sum of both, component by component. */
export function plus(one: Arrivals, other: Arrivals): Arrivals {
  const sum: Record<Component, Tokens> = { ...one }
  for (const name of COMPONENTS) sum[name] += other[name]
  return sum
}

/** Tokens that arrived in all. */
export function sumOfArrivals(arrivals: Arrivals): Tokens {
  let sum = 0
  for (const name of COMPONENTS) sum += arrivals[name]
  return sum
}

/** Whether a block is at the head of every request; a system message in a conversation is not. */
function isSetup({ type, message, unexplained }: Block): boolean {
  if (type === 'tool_definition') return true
  return type === 'system_prompt' && message < 0 && unexplained !== true
}
