import type { Ratio, Tokens } from '../../core/units.ts'
import type { ContextEdit, ContextManagement } from '../../core/message/context-management.ts'
import { floorShare } from '../../core/number/share.ts'
import { BY_RESERVE, byAmount, byShare } from '../../policy/edit-trigger.ts'
import type { AllowedBy } from '../../policy/edit-trigger.ts'
import type { EditLimits } from '../contract/stage.ts'
import type { SettingsOf, SettingsSpec } from '../../core/setting.ts'
import { count, onOff, share, toolNames } from '../../core/setting.ts'

/** Default number of tool uses above which results are cleared. */
const DEFAULT_TOOL_USES = 20

/** Shares of the limit as token numbers for a request: never more than the limit less the reserve. */
interface Triggers {
  readonly clearToolUses: number
  readonly compact: Tokens
}

export function triggersOf(
  { clearToolUses, compact }: ContextEditingSettings,
  limit: Tokens,
  reserve: Tokens,
): Triggers {
  const { triggerType, trigger } = clearToolUses
  const uses = trigger === 0 ? DEFAULT_TOOL_USES : trigger
  return {
    clearToolUses: triggerType === 'tool_uses' ? uses : triggerTokens(clearToolUses, limit, reserve),
    compact: triggerTokens(compact, limit, reserve),
  }
}

/** Tokens of a prompt above which an edit acts. */
export function triggerTokens(
  { trigger, triggerShare }: { readonly trigger: Tokens; readonly triggerShare: Ratio },
  limit: Tokens,
  reserve: Tokens,
): Tokens {
  return Math.min(trigger === 0 ? floorShare(triggerShare, limit) : trigger, limit - reserve)
}

/** The least trigger of a compaction that the API accepts (Anthropic, “Compaction”). */
export const LEAST_COMPACTION = 50_000

/** The setting behind the number of tool uses, or tokens, above which results are cleared. */
export function clearToolUsesBy({ clearToolUses }: ContextEditingSettings, allowed: number): AllowedBy {
  const { triggerType } = clearToolUses
  if (triggerType === 'tool_uses') return byAmount('context_editing.clear_tool_uses.trigger', allowed)
  return triggerBy('context_editing.clear_tool_uses', clearToolUses, allowed)
}

/** The setting behind the tokens above which the provider compacts. */
export function compactBy({ compact }: ContextEditingSettings, allowed: Tokens): AllowedBy {
  return triggerBy('context_editing.compact', compact, allowed)
}

function triggerBy(
  section: string,
  { trigger, triggerShare }: { readonly trigger: Tokens; readonly triggerShare: Ratio },
  allowed: Tokens,
): AllowedBy {
  if (trigger === 0) return byShare(`${section}.trigger_share`, triggerShare, 'limit')
  return trigger === allowed ? byAmount(`${section}.trigger`, trigger) : BY_RESERVE
}

export function clearThinkingEdit({ clearThinking }: ContextEditingSettings): ContextEdit {
  const value = clearThinking.keepTurns
  const keep = value === 0 ? 'all' : { type: 'thinking_turns' as const, value }
  return { type: 'clear_thinking_20251015', keep }
}

export function clearToolUsesEdit(
  settings: ContextEditingSettings,
  { limit, reserve }: EditLimits,
): ContextEdit {
  const uses = settings.clearToolUses
  const inputs = uses.clearInputsOf.length === 0 ? true : uses.clearInputsOf
  const least = { type: 'input_tokens' as const, value: uses.clearAtLeast }
  return {
    type: 'clear_tool_uses_20250919',
    trigger: { type: uses.triggerType, value: triggersOf(settings, limit, reserve).clearToolUses },
    keep: { type: 'tool_uses', value: uses.keep },
    ...(uses.clearAtLeast === 0 ? {} : { clear_at_least: least }),
    ...(uses.excludeTools.length === 0 ? {} : { exclude_tools: uses.excludeTools }),
    ...(uses.clearToolInputs ? { clear_tool_inputs: inputs } : {}),
  }
}

export function compactEdit(settings: ContextEditingSettings, { limit, reserve }: EditLimits): ContextEdit {
  const value = triggersOf(settings, limit, reserve).compact
  return { type: 'compact_20260112', trigger: { type: 'input_tokens', value } }
}

/** The order in which the API requires and makes its edits. */
const IN_ORDER: readonly ContextEdit['type'][] = Object.freeze([
  'clear_thinking_20251015',
  'clear_tool_uses_20250919',
  'compact_20260112',
])

/**
 * The edits that a request asks for: those that the stages of its run simulate, with their parameters, in the order in
 * which the API makes them; null if no stage simulates one. A stage that a pipeline lists twice is requested twice. A
 * stage with a condition of its own is not requested, because a request cannot express the condition: its edit is only
 * simulated, and a client that wants it has to remove the content itself.
 *
 * @param limits those of the run, or of the one try that the request belongs to
 */
export function contextManagementOf(
  stages: readonly { readonly providerEdit?: (limits: EditLimits) => ContextEdit }[],
  limits: EditLimits,
): ContextManagement | null {
  const asked = stages.flatMap(({ providerEdit }) => providerEdit?.(limits) ?? [])
  const edits = IN_ORDER.flatMap((type) => asked.filter((edit) => edit.type === type))
  return edits.length === 0 ? null : { edits }
}

const trigger = (meaning: string) => count(0, [0, 10_000_000], 'tokens', [0, 200_000], meaning)

/** Settings of `context_editing`: the parameters of Anthropic's context_management.edits. */
export const contextEditingSpec = {
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
      clear_at_least: trigger('Nothing is cleared unless at least this many tokens can be cleared.'),
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
    meaning: 'compact_20260112: the provider replaces everything before by a summary.',
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
} as const satisfies SettingsSpec

/** The documented parameters of the edits that a provider makes to a prompt itself (EDITAPI-1). */
export type ContextEditingSettings = SettingsOf<typeof contextEditingSpec>
