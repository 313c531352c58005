import type { StageName } from './list.ts'

/**
 * What is asked of a stage where its code is not loaded: of an edit in a record, whose stage is only a name. Names of the
 * list, so that one that is gone is a mistake that the compiler finds.
 */

/** Stages that store: each preview, and with it each name that is told, is the work of one of them (TIER-1). */
const STORING: readonly StageName[] = ['persist_results', 'store_results']

/** Stages that let go what gives way to its like, or a person asked to be rid of. */
const NO_EVICTIONS: readonly StageName[] = ['carry_notes', 'manual_reset']

export function isStoringStage(stage: string): boolean {
  return STORING.some((name) => name === stage)
}

/** Whether what a stage drops is no eviction (HEALTH-2). */
export function evictsNothing(stage: string): boolean {
  return NO_EVICTIONS.some((name) => name === stage)
}
