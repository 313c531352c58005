import type { Ratio, Tokens } from '../../core/units.ts'

/** The edits that a provider makes to a prompt itself, by their documented parameters (EDITAPI-1). */
export interface ContextEditingSettings {
  readonly clearToolUses: {
    readonly enabled: boolean
    readonly triggerType: 'input_tokens' | 'tool_uses'
    /** 0: `triggerShare` of the limit for `input_tokens`, 20 for `tool_uses`. */
    readonly trigger: number
    readonly triggerShare: Ratio
    /** Newest tool uses that stay. */
    readonly keep: number
    /** Nothing is cleared unless so many tokens can go. */
    readonly clearAtLeast: Tokens
    readonly excludeTools: readonly string[]
    /** Whether the calls' arguments are cleared too: of all tools, or of those named. */
    readonly clearToolInputs: boolean
    readonly clearInputsOf: readonly string[]
  }
  readonly clearThinking: {
    readonly enabled: boolean
    /** Newest turns of the assistant whose thinking stays; 0 keeps all. */
    readonly keepTurns: number
  }
  readonly compact: {
    readonly enabled: boolean
    /** 0: `triggerShare` of the limit. */
    readonly trigger: Tokens
    readonly triggerShare: Ratio
    readonly summaryTokens: Tokens
  }
}
