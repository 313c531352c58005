import { run, scenario } from '../sim/index.ts'
import type { TimelineData } from '../sim/index.ts'

/**
 * A window in which the manager of “Agent Context Window Management” has to do everything: about a third of what the
 * scenario offers.
 */
const LIMIT = 18_000

let made: TimelineData | null = null

/** One run of the whole manager, with compactions, checkpoints, notes and alerts; made once for all tests of a file. */
export function managedRun(): TimelineData {
  made ??= run(scenario('axios-migration', 7), {
    strategy: 'managed',
    max_context_tokens: LIMIT,
    compression: { cascade: { '0.55': 'tool_result_summarization', '0.6': 'conversation_compaction' } },
  }).data
  return made
}

/** A run that goes on in new windows, with a bootstrap made of its checkpoint. */
export function handoverRun(): TimelineData {
  return run(scenario('axios-migration', 7), { strategy: 'handover', max_context_tokens: 2 * LIMIT }).data
}
