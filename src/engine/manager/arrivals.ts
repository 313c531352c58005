import { COMPONENT_OF } from '../message/block.ts'
import type { Block, Component } from '../message/block.ts'
import type { Tokens } from '../units.ts'

/** Tokens of inputs that pressure counts: the fixed overhead of system prompt and tools arrives once and says nothing of speed. */
export function arrivedTokens(blocks: readonly Block[]): Tokens {
  let total = 0
  for (const block of blocks) {
    if (block.type !== 'system_prompt' && block.type !== 'tool_definition') total += block.tokens
  }
  return total
}

/** Tokens of blocks by the share of the budget that they are charged to, on top of what was charged before. */
export function byComponent(
  blocks: readonly Block[],
  before: Readonly<Record<Component, Tokens>>,
): Readonly<Record<Component, Tokens>> {
  const total: Record<Component, Tokens> = { ...before }
  for (const block of blocks) total[COMPONENT_OF[block.type]] += block.tokens
  return total
}
