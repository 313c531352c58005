import { BLOCK_TYPES, COMPONENT_OF, COMPONENTS } from '../message/block.ts'
import type { BlockType, Component } from '../message/block.ts'
import type { Ratio, Tokens } from '../units.ts'
import type { BlockTable, Window } from './window.ts'

/**
 * The token account of a window. Every number shown anywhere comes from one (LED-1):
 * used = Σ by type = Σ by component, and used + reserve + free = limit.
 */
export interface Ledger {
  readonly limit: Tokens
  /** Kept free for the answer; never part of `used` (LED-2). */
  readonly reserve: Tokens
  readonly used: Tokens
  /** limit − used − reserve; negative when the window overflows. */
  readonly free: Tokens
  /** used / limit. */
  readonly utilization: Ratio
  readonly byType: Readonly<Record<BlockType, Tokens>>
  readonly byComponent: Readonly<Record<Component, Tokens>>
}

export function ledgerOf(window: Window, table: BlockTable, limit: Tokens, reserve: Tokens): Ledger {
  const byType = Object.fromEntries(BLOCK_TYPES.map((type) => [type, 0])) as Record<BlockType, Tokens>
  for (const entry of window.entries) byType[table(entry.block).type] += entry.tokens
  const byComponent = Object.fromEntries(COMPONENTS.map((name) => [name, 0])) as Record<Component, Tokens>
  for (const type of BLOCK_TYPES) byComponent[COMPONENT_OF[type]] += byType[type]
  return {
    limit,
    reserve,
    used: window.used,
    free: limit - window.used - reserve,
    utilization: window.used / limit,
    byType,
    byComponent,
  }
}

/** Whether the answer no longer has its reserve: used + reserve > limit (LED-2). */
export function overflows(used: Tokens, limit: Tokens, reserve: Tokens): boolean {
  return used + reserve > limit
}

/**
 * Tokens kept free for the model's answer (BUD-3): `share` of the limit, at least 4,096 tokens, at
 * most a quarter of the window.
 */
export function reserveOf(limit: Tokens, share: Ratio): Tokens {
  return Math.min(Math.max(Math.ceil(share * limit), 4096), Math.floor(limit / 4))
}
