import { LEAST_COMPACTION } from '../../engine/internal.ts'
import type { Elsewhere, WrittenEdit } from './elsewhere.ts'

/**
 * Anthropic's `context_management.edits` (Anthropic, “Context editing” and “Compaction”): the provider edits the prompt
 * itself, and the client's history stays whole.
 */
export const anthropic: Elsewhere = {
  name: 'anthropic',
  title: 'Anthropic context management',
  language: 'json',
  write: {
    old_results({ from, keep, atLeast, exclude, inputs }) {
      return edit({
        type: 'clear_tool_uses_20250919',
        trigger: { type: from.unit === 'tokens' ? 'input_tokens' : 'tool_uses', value: from.value },
        keep: { type: 'tool_uses', value: keep },
        ...(atLeast === 0 ? {} : { clear_at_least: { type: 'input_tokens', value: atLeast } }),
        ...(exclude.length === 0 ? {} : { exclude_tools: exclude }),
        ...(inputs === false ? {} : { clear_tool_inputs: inputs }),
      })
    },
    old_thinking: ({ keepTurns }) =>
      edit(
        {
          type: 'clear_thinking_20251015',
          keep: keepTurns === 0 ? 'all' : { type: 'thinking_turns', value: keepTurns },
        },
        ['Where thinking is off, the API refuses the edit of thinking: leave it out there.'],
      ),
    summarize: ({ from, keepMessages }) =>
      edit(
        {
          type: 'compact_20260112',
          trigger: { type: 'input_tokens', value: Math.max(from, LEAST_COMPACTION) },
        },
        [
          'Only newer models can compact: see Anthropic’s documentation.',
          ...(from < LEAST_COMPACTION ? ['Compaction starts at 50,000 tokens at the earliest.'] : []),
          ...(keepMessages > 0 ? ['The summary replaces everything, the newest messages too.'] : []),
        ],
      ),
  },
  whole(written) {
    const edits = written.map(({ code }): unknown => JSON.parse(code))
    const betas = [
      'context-management-2025-06-27',
      ...(written.some(({ code }) => code.includes('compact_20260112')) ? ['compact-2026-01-12'] : []),
    ]
    return JSON.stringify({ betas, context_management: { edits } }, null, 2)
  },
}

function edit(
  parameters: { readonly type: string; readonly [name: string]: unknown },
  lost: readonly string[] = [],
): WrittenEdit {
  return { code: JSON.stringify(parameters), lost }
}
