import { BLOCK_TYPES, COMPONENT_OF, COMPONENTS } from '../message/block.ts'
import type { BlockType, Component } from '../message/block.ts'
import type { Ratio, Tokens } from '../units.ts'
import type { Applied } from './change.ts'
import type { BlockTable, Entry, Window } from './window.ts'
import { ceilShare } from '../number/share.ts'

/**
 * The token account of a window. Every number shown comes from one (LED-1): used = Σ by type + adjustment = Σ by
 * component + adjustment, and used + reserve + free = limit.
 */
export interface Ledger {
  readonly limit: Tokens
  /** Reserved for the reply; never part of `used` (LED-2). */
  readonly reserve: Tokens
  readonly used: Tokens
  /** limit − used − reserve; negative when the window overflows. */
  readonly free: Tokens
  /** used / limit. */
  readonly utilization: Ratio
  /** Tokens that recorded usage adds to the sum of the blocks, possibly negative; 0 if both agree. */
  readonly adjustment: Tokens
  readonly byType: Readonly<Record<BlockType, Tokens>>
  readonly byComponent: Readonly<Record<Component, Tokens>>
}

export function ledgerOf(window: Window, table: BlockTable, limit: Tokens, reserve: Tokens): Ledger {
  return ledgerFrom(tokensByType(window.entries, table), window.used, limit, reserve)
}

/** Tokens of entries by the type of their blocks. */
export function tokensByType(entries: readonly Entry[], table: BlockTable): Ledger['byType'] {
  const byType: Record<BlockType, Tokens> = { ...NOTHING_BY_TYPE }
  for (const entry of entries) byType[table(entry.block).type] += entry.tokens
  return byType
}

/** Tokens by type after a change, without summing the whole window again. */
export function afterChange(byType: Ledger['byType'], applied: Applied, table: BlockTable): Ledger['byType'] {
  const next: Record<BlockType, Tokens> = { ...byType }
  for (const entry of applied.closed) next[table(entry.block).type] -= entry.tokens
  for (const entry of applied.opened) next[table(entry.block).type] += entry.tokens
  return next
}

/** The account of a window whose tokens by type are already summed. */
export function ledgerFrom(byType: Ledger['byType'], used: Tokens, limit: Tokens, reserve: Tokens): Ledger {
  const byComponent: Record<Component, Tokens> = { ...NOTHING_BY_COMPONENT }
  let sum = 0
  for (const type of BLOCK_TYPES) {
    byComponent[COMPONENT_OF[type]] += byType[type]
    sum += byType[type]
  }
  return {
    limit,
    reserve,
    used,
    free: limit - used - reserve,
    utilization: used / limit,
    adjustment: used - sum,
    byType,
    byComponent,
  }
}

const NOTHING_BY_TYPE = Object.fromEntries(BLOCK_TYPES.map((type) => [type, 0])) as Ledger['byType']
const NOTHING_BY_COMPONENT = Object.fromEntries(COMPONENTS.map((name) => [name, 0])) as Ledger['byComponent']

/** Whether the reply no longer has its whole reserve: used + reserve > limit (LED-2). */
export function overflows(used: Tokens, limit: Tokens, reserve: Tokens): boolean {
  return used + reserve > limit
}

/**
 * Tokens reserved for the reply (BUD-3): `share` of the limit, at least 4,096 tokens, at most a quarter of the window.
 */
export function reserveOf(limit: Tokens, share: Ratio): Tokens {
  return Math.min(Math.max(ceilShare(share, limit), 4096), Math.floor(limit / 4))
}
