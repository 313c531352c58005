import { run } from '../sim/index.ts'
import { scenario } from './shared-traces.ts'
import type { TimelineData } from '../sim/index.ts'

/** Tokens. About a third of the scenario, so that the manager has to do everything. */
const LIMIT = 18_000

let made: TimelineData | null = null

/** One run of the whole manager, with compactions, checkpoints, notes and alerts. Made once; do not change it. */
export function managedRun(): TimelineData {
  made ??= run(scenario('axios-migration', 7), {
    strategy: 'managed',
    max_context_tokens: LIMIT,
    compression: { cascade: { '0.55': 'tool_result_summarization', '0.6': 'conversation_compaction' } },
  }).data
  return made
}

/** A run that continues in new windows, each with a bootstrap made from the checkpoint. Made on every call. */
export function handoverRun(): TimelineData {
  return run(scenario('axios-migration', 7), { strategy: 'handover', max_context_tokens: 2 * LIMIT }).data
}
