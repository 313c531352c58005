import type { Reply } from '../../../provider/index.ts'

/**
 * Reasons to stop before an answer is complete. Half a summary would replace everything that it leaves out, so it
 * counts as a failure, and the originals stay (COMP-3).
 */
const REASONS: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal'])

/** Whether a reply stopped before its answer was complete. */
export function isCutOff({ stopReason }: Reply): boolean {
  return REASONS.has(stopReason ?? '')
}
