import type { ContextEditingSettings } from '../engine/index.ts'

type Given = {
  readonly [Edit in keyof ContextEditingSettings]?: Partial<ContextEditingSettings[Edit]>
}

/** The default settings of the provider's edits, but with every edit on. `given` overrides them. */
export function editingSettings(given: Given = {}): ContextEditingSettings {
  return {
    clearToolUses: {
      enabled: true,
      triggerType: 'input_tokens',
      trigger: 0,
      triggerShare: 0.5,
      keep: 3,
      clearAtLeast: 0,
      excludeTools: [],
      clearToolInputs: false,
      clearInputsOf: [],
      ...given.clearToolUses,
    },
    clearThinking: { enabled: true, keepTurns: 1, ...given.clearThinking },
    compact: { enabled: true, trigger: 0, triggerShare: 0.75, summaryTokens: 4096, ...given.compact },
  }
}
