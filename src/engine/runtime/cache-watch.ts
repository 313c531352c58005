import type { Milliseconds, Ratio, Tokens } from '../core/units.ts'
import type { BlockTable, Entry, Window } from '../core/window/window.ts'
import type { CacheBreak, CacheBreakCause, CacheMemory } from './cache-break.ts'
import { keptByFirst, readByMarks } from './marked-cache.ts'
import type { SetupSize } from './marked-cache.ts'
import type { WindowChange } from './record.ts'

/** A smaller drop is noise from message boundaries (TIER-3). */
const DROP: Ratio = 0.05

/** A call, as far as the cache is concerned. */
interface CachedCall {
  readonly window: Window
  readonly changes: readonly WindowChange[]
  readonly idle: Milliseconds | null
  readonly life: Milliseconds
  /**
   * Tokens before the conversation, if its requests mark what to cache; missing: the provider caches any beginning of a
   * prompt by itself.
   */
  readonly setup?: () => SetupSize
}

/**
 * Tokens of a prompt that the cache still holds: the longest beginning that the previous call sent word for word, and
 * nothing after a pause longer than the cache lives (TIER-3). If requests mark what to cache, it is the longest marked
 * beginning that is found again. Tokens that the provider clears in place are subtracted from both sides, because the
 * rest of the prefix stays valid. O(changes), and O(entries) in a turn with edits.
 */
export function readCache(
  last: CacheMemory | null,
  call: CachedCall,
  table: BlockTable,
): { readonly memory: CacheMemory; readonly broken: CacheBreak | null } {
  const { setup: marked, window, idle, life } = call
  const { used: sent } = window
  if (last === null) {
    const kept = marked === undefined ? {} : { kept: keptByFirst(window, table) }
    return { memory: { read: 0, sent, ...kept }, broken: null }
  }
  const { order, stage, cleared, setup } = lowestChange(call.changes, table)
  const before = Math.max(0, last.read - cleared)
  const cold = idle !== null && idle > life
  const whole = Math.max(0, last.sent - cleared)
  const found =
    marked === undefined
      ? { read: Math.min(whole, setup !== null ? 0 : order === Infinity ? sent : below(window, order)) }
      : readByMarks(last.kept ?? [], { window, idle, life, setup: marked }, { order, setup }, whole, table)
  const memory: CacheMemory = { sent, ...found, read: cold ? 0 : found.read }
  if (memory.read >= (1 - DROP) * before) return { memory, broken: null }
  const cause: CacheBreakCause = cold
    ? { of: 'pause', idle, life }
    : setup !== null
      ? { of: 'setup' }
      : { of: 'edit', stage }
  return { memory, broken: { before, after: memory.read, cause } }
}

interface Lowest {
  /** Order in the prompt of the first entry that changed since it was sent; Infinity if none did. */
  readonly order: number
  readonly stage: string
  /** Tokens that the provider cleared in place. */
  readonly cleared: Tokens
  /** What changed before the conversation; tools come before everything else. */
  readonly setup: 'tools' | 'system' | null
}

function lowestChange(changes: readonly WindowChange[], table: BlockTable): Lowest {
  let order = Infinity
  let stage = ''
  let cleared = 0
  let setup: Lowest['setup'] = null
  for (const { applied, edit } of changes) {
    const closed = new Map(edit === null ? [] : applied.closed.map((entry) => [entry.block, entry]))
    const touch = (entry: Entry): void => {
      const own = setupOf(entry, table)
      if (setup !== 'tools' && own !== null) setup = own
      if (edit === null || entry.order >= order) return
      order = entry.order
      stage = edit.stage
    }
    for (const entry of applied.opened) {
      const was = closed.get(entry.block)
      closed.delete(entry.block)
      if (
        was === undefined ||
        was.content !== entry.content ||
        was.state !== entry.state ||
        was.order !== entry.order
      ) {
        if (was !== undefined && entry.state === 'server_cleared') cleared += was.tokens - entry.tokens
        else touch(entry)
      }
      if (was !== undefined && was.order < entry.order) touch(was)
    }
    for (const entry of closed.values()) touch(entry)
  }
  return { order, stage, cleared, setup }
}

/** What an entry before the conversation belongs to; null for an entry of the conversation. */
function setupOf({ block }: Entry, table: BlockTable): Lowest['setup'] {
  const { type, message } = table(block)
  if (type === 'tool_definition') return 'tools'
  return type === 'system_prompt' && message < 0 ? 'system' : null
}

function below({ entries }: Window, order: number): Tokens {
  let total = 0
  for (const entry of entries) {
    if (entry.order >= order) return total
    total += entry.tokens
  }
  return total
}
