import { isStageWith } from '../stage/catalogue/known-for.ts'
import type { HealthInput } from '../health/health.ts'
import type { Ratio, Tokens, Turn, WindowId } from '../core/units.ts'
import type { Verb } from '../core/window/change.ts'
import type { Ledger } from '../core/window/ledger.ts'
import type { CompressionRecord } from './record.ts'

/** The part of an edit that health monitoring reads. */
export interface JudgedEdit {
  readonly changes: readonly { readonly verb: Verb }[]
  readonly stage: string
  readonly opened: WindowId | null
  readonly compression: Pick<CompressionRecord, 'before' | 'after' | 'probes' | 'kept'> | null
}

/**
 * The changes of an edit that are evictions: blocks dropped or replaced by a placeholder. Not evictions are blocks
 * absorbed by a compaction, left behind at a new window, replaced by newer notes, or changed by a repair.
 */
export function evictionsOf<One extends { readonly verb: Verb }>(
  edit: Omit<JudgedEdit, 'changes'>,
  changes: readonly One[],
): readonly One[] {
  const { stage, opened, compression } = edit
  if (compression !== null || opened !== null || stage === 'repair') return []
  if (isStageWith('evicts_nothing', stage)) return []
  return changes.filter(({ verb }) => verb === 'drop' || verb === 'replace')
}

/**
 * What a turn did to its window, from its ledger and its edits.
 *
 * @param leastQuestions minimum number of questions for a fidelity figure; at least 1
 */
export function healthInputOf(
  turn: Turn,
  ledger: Pick<Ledger, 'used' | 'limit' | 'utilization' | 'byComponent'>,
  arrived: Tokens,
  repeatedCalls: number,
  edits: readonly JudgedEdit[],
  leastQuestions = 1,
): HealthInput {
  let evicted = 0
  let before = 0
  let after = 0
  let compressed = false
  let fidelity: Ratio | null = null
  for (const edit of edits) {
    const { changes, compression } = edit
    evicted += evictionsOf(edit, changes).length
    if (compression !== null) {
      compressed = true
      before += compression.before
      after += compression.after
      if (compression.probes >= leastQuestions) fidelity = compression.kept / compression.probes
    }
  }
  return {
    turn,
    utilization: ledger.utilization,
    limit: ledger.limit,
    repeatedCalls,
    evicted,
    compression: compressed ? { before, after } : null,
    arrived,
    fidelity,
    resultsShare: ledger.used === 0 ? 0 : ledger.byComponent.results / ledger.used,
  }
}
