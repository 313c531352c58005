import type { Tokens } from '../units.ts'
import type { ThinkingConfig } from './message.ts'

/** One edit, in the API's own words. */
export type ContextEdit =
  | {
      readonly type: 'clear_thinking_20251015'
      readonly keep: { readonly type: 'thinking_turns'; readonly value: number } | 'all'
    }
  | {
      readonly type: 'clear_tool_uses_20250919'
      readonly trigger: { readonly type: 'input_tokens' | 'tool_uses'; readonly value: number }
      readonly keep: { readonly type: 'tool_uses'; readonly value: number }
      readonly clear_at_least?: { readonly type: 'input_tokens'; readonly value: Tokens }
      readonly exclude_tools?: readonly string[]
      readonly clear_tool_inputs?: true | readonly string[]
    }
  | {
      readonly type: 'compact_20260112'
      readonly trigger: { readonly type: 'input_tokens'; readonly value: Tokens }
    }

/** What a request asks the provider to do to the prompt. */
export interface ContextManagement {
  readonly edits: readonly ContextEdit[]
}

/**
 * The edits without that of thinking, if the model is asked for no thinking: there is nothing to clear then, and the
 * provider refuses the edit. Null if none is left.
 */
export function withoutIdle(
  editing: ContextManagement | null,
  thinking: ThinkingConfig | undefined,
): ContextManagement | null {
  if (editing === null || thinking?.type === 'enabled' || thinking?.type === 'adaptive') return editing
  const edits = editing.edits.filter(({ type }) => type !== 'clear_thinking_20251015')
  if (edits.length === editing.edits.length) return editing
  return edits.length === 0 ? null : { ...editing, edits }
}
