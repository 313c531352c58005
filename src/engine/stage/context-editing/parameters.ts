import type { ContextEdit, ContextManagement } from '../../core/message/context-management.ts'
import { floorShare } from '../../core/number/share.ts'
import { BY_RESERVE, byAmount, byShare } from '../../policy/edit-trigger.ts'
import type { AllowedBy } from '../../policy/edit-trigger.ts'
import type { EditLimits } from '../contract/stage.ts'
import type { Ratio, Tokens } from '../../core/units.ts'
import type { ContextEditingSettings } from './settings.ts'

/** Tool uses above which results are cleared, where a trigger that counts them is not given. */
export const DEFAULT_TOOL_USES = 20

/** Shares of the limit as the numbers that a request has: never more than leaves the answer its reserve. */
export interface Triggers {
  readonly clearToolUses: number
  readonly compact: Tokens
}

export function triggersOf(
  { clearToolUses, compact }: ContextEditingSettings,
  limit: Tokens,
  reserve: Tokens,
): Triggers {
  const tokens = (given: Tokens, share: number): Tokens =>
    Math.min(given === 0 ? floorShare(share, limit) : given, limit - reserve)
  const { triggerType, trigger, triggerShare } = clearToolUses
  const uses = trigger === 0 ? DEFAULT_TOOL_USES : trigger
  return {
    clearToolUses: triggerType === 'tool_uses' ? uses : tokens(trigger, triggerShare),
    compact: tokens(compact.trigger, compact.triggerShare),
  }
}

/** What says how many tool uses, or tokens, results are cleared above. */
export function clearToolUsesBy({ clearToolUses }: ContextEditingSettings, allowed: number): AllowedBy {
  const { triggerType } = clearToolUses
  if (triggerType === 'tool_uses') return byAmount('context_editing.clear_tool_uses.trigger', allowed)
  return triggerBy('context_editing.clear_tool_uses', clearToolUses, allowed)
}

/** What says how many tokens the provider compacts above. */
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

/** The order in which the API wants and makes its edits. */
const IN_ORDER: readonly ContextEdit['type'][] = Object.freeze([
  'clear_thinking_20251015',
  'clear_tool_uses_20250919',
  'compact_20260112',
])

/**
 * The edits that a request asks for: those that the stages of its run stand for, each with its own parameters, in the
 * order in which the API makes them; null where no stage stands for one. A stage that a pipeline lists twice is asked
 * for twice. One with a condition of its own is not asked for, because a request cannot say when: what such a stage
 * clears is simulated alone, and a client that wants it has to leave it out itself.
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
