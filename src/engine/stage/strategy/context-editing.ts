import { step } from '../catalogue/plan.ts'
import { planned } from './planned.ts'

/**
 * Edits by the provider in the prompt, in the API's order (EDITAPI-1). The client's history stays whole,
 * and nobody else acts: where nothing is left to clear, the provider refuses the request, and the run ends there.
 */
export const contextEditing = planned({
  name: 'context_editing',
  label: 'Provider edits',
  meaning:
    'The provider leaves old thinking and tool results out of the prompt; the history stays whole. The run ends when that is not enough.',
  endsAtOverflow: true,
  sections: ['context_editing', 'mock_llm'],
  plan: ({ contextEditing: { clearThinking, clearToolUses, compact } }) => [
    ...(clearThinking.enabled ? [step('clear_thinking')] : []),
    ...(clearToolUses.enabled ? [step('clear_tool_uses')] : []),
    ...(compact.enabled ? [step('server_compact')] : []),
    step('end_at_overflow'),
  ],
})
