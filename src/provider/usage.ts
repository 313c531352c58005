import type { CallUsage } from '../llm/index.ts'
import type { AppliedEdit } from './call.ts'
import { countAt, fieldOf, listAt, textAt } from './fields.ts'

/**
 * What was billed, from the usage of an answer; null where it holds no count of input. In a stream the last one stands
 * for the whole, but leaves out how long writes are kept, which only the first says.
 */
export function usageOf(first: unknown, last: unknown = first): CallUsage | null {
  const either = (name: string): number | null => countAt(last, name) ?? countAt(first, name)
  const uncached = either('input_tokens')
  if (uncached === null) return null
  const terms = fieldOf(last, 'cache_creation') ?? fieldOf(first, 'cache_creation')
  const short = countAt(terms, 'ephemeral_5m_input_tokens') ?? 0
  const long = countAt(terms, 'ephemeral_1h_input_tokens') ?? 0
  const written = either('cache_creation_input_tokens') ?? short + long
  const cacheWrite1h = Math.min(long, written)
  return {
    uncached,
    cacheRead: either('cache_read_input_tokens') ?? 0,
    cacheWrite5m: written - cacheWrite1h,
    cacheWrite1h,
    output: either('output_tokens') ?? 0,
  }
}

/**
 * What was billed for summaries that the provider made on the way; null for none. The usage of the answer leaves it out
 * (EDITAPI-1).
 */
export function compactionOf(usage: unknown): CallUsage | null {
  let sum: CallUsage | null = null
  for (const one of listAt(usage, 'iterations')) {
    if (textAt(one, 'type') !== 'compaction') continue
    const next = usageOf(one)
    if (next !== null) sum = sum === null ? next : added(sum, next)
  }
  return sum
}

function added(a: CallUsage, b: CallUsage): CallUsage {
  return {
    uncached: a.uncached + b.uncached,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
    output: a.output + b.output,
  }
}

/** What the provider says that it cleared from the prompt. */
export function appliedOf(contextManagement: unknown): readonly AppliedEdit[] {
  return listAt(contextManagement, 'applied_edits').map((edit) => ({
    type: textAt(edit, 'type'),
    clearedInputTokens: countAt(edit, 'cleared_input_tokens') ?? 0,
    clearedToolUses: countAt(edit, 'cleared_tool_uses'),
    clearedThinkingTurns: countAt(edit, 'cleared_thinking_turns'),
  }))
}
