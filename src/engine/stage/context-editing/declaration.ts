import type { SettingsSpec } from '../../core/setting.ts'
import { DEFAULT_TOOL_USES } from './parameters.ts'
import { count, onOff, share, toolNames } from '../../core/setting-shapes.ts'

const trigger = (meaning: string) => count(0, [0, 10_000_000], 'tokens', [0, 200_000], meaning)

/** Settings of `context_editing`: the parameters of Anthropic's context_management.edits. */
export const contextEditingSpec: SettingsSpec = Object.freeze({
  clear_tool_uses: {
    kind: 'group',
    meaning: 'clear_tool_uses_20250919: older tool results leave the prompt.',
    settings: {
      enabled: onOff(true, 'Whether this edit is sent.'),
      trigger_type: {
        kind: 'choice',
        default: 'input_tokens',
        choices: {
          input_tokens: 'tokens of the prompt',
          tool_uses: 'tool uses whose results are not cleared yet',
        },
        meaning: 'What its trigger counts.',
      },
      trigger: count(
        0,
        [0, 10_000_000],
        'tokens or tool uses',
        [0, 200_000],
        `Acts above this; 0 takes trigger_share of max_context_tokens for input_tokens, ${DEFAULT_TOOL_USES} for tool_uses.`,
      ),
      // 100,000 of 200,000 tokens, the documented default.
      trigger_share: share(
        0.5,
        'limit',
        [0.2, 0.95],
        'Trigger for input_tokens when none is given in tokens.',
      ),
      keep: count(3, [0, 10_000], 'tool uses', [0, 20], 'Newest tool uses that stay.'),
      clear_at_least: trigger('Nothing is cleared unless so many tokens can go.'),
      exclude_tools: toolNames([], 'Tools whose results are never cleared.'),
      clear_tool_inputs: onOff(false, "The calls' arguments are cleared too."),
      clear_inputs_of: toolNames([], 'Only of these tools; empty means all.'),
    },
  },
  clear_thinking: {
    kind: 'group',
    meaning: 'clear_thinking_20251015: older thinking leaves the prompt.',
    settings: {
      enabled: onOff(true, 'Whether this edit is sent.'),
      keep_turns: count(
        1,
        [0, 10_000],
        'assistant turns',
        [0, 20],
        'Newest turns whose thinking stays; 0 keeps all.',
      ),
    },
  },
  compact: {
    kind: 'group',
    meaning: 'compact_20260112: the provider puts a summary in the place of everything before.',
    settings: {
      enabled: onOff(false, 'Whether this edit is sent.'),
      trigger: trigger('Acts above this; 0 takes trigger_share of max_context_tokens.'),
      // 150,000 of 200,000 tokens, the default in the API's own types.
      trigger_share: share(0.75, 'limit', [0.2, 0.95], 'Trigger when none is given in tokens.'),
      summary_tokens: count(
        4_096,
        [100, 100_000],
        'tokens',
        [500, 8_000],
        'How long the simulated summary may be.',
      ),
    },
  },
})
