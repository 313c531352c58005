import { describe, expect, it } from 'vitest'
import { editingSettings } from '../../../testing/editing.ts'
import { clearThinkingStage } from '../catalogue/clear-thinking.ts'
import { clearToolUsesStage } from '../catalogue/clear-tool-uses.ts'
import { serverCompactStage } from '../catalogue/server-compact.ts'
import { contextManagementOf, triggersOf } from './declaration.ts'
import type { ContextEditingSettings } from './declaration.ts'

const LIMITS = { limit: 200_000, reserve: 8_000 }

/** In another order than the API's. */
const all = (settings: ContextEditingSettings) => [
  serverCompactStage(settings, 3),
  clearToolUsesStage(settings),
  clearThinkingStage(settings),
]

describe('EDITAPI-1 the edits that a request asks of its provider', () => {
  it('has shares as numbers, in the order of the API, and only set values', () => {
    expect(contextManagementOf(all(editingSettings()), LIMITS)).toEqual({
      edits: [
        { type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 1 } },
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 100_000 },
          keep: { type: 'tool_uses', value: 3 },
        },
        { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 150_000 } },
      ],
    })
  })

  it('has every parameter under the name of the API', () => {
    const settings = editingSettings({
      clearToolUses: {
        triggerType: 'tool_uses',
        trigger: 12,
        keep: 5,
        clearAtLeast: 4000,
        excludeTools: ['memory'],
        clearToolInputs: true,
        clearInputsOf: ['write_file'],
      },
      clearThinking: { keepTurns: 0 },
    })
    expect(contextManagementOf(all(settings), LIMITS)?.edits.slice(0, 2)).toEqual([
      { type: 'clear_thinking_20251015', keep: 'all' },
      {
        type: 'clear_tool_uses_20250919',
        trigger: { type: 'tool_uses', value: 12 },
        keep: { type: 'tool_uses', value: 5 },
        clear_at_least: { type: 'input_tokens', value: 4000 },
        exclude_tools: ['memory'],
        clear_tool_inputs: ['write_file'],
      },
    ])
    const every = editingSettings({ clearToolUses: { clearToolInputs: true } })
    expect(contextManagementOf([clearToolUsesStage(every)], LIMITS)?.edits[0]).toMatchObject({
      clear_tool_inputs: true,
    })
  })

  it('is empty if no stage is an edit of the provider', () => {
    expect(contextManagementOf([{}], LIMITS)).toBeNull()
  })

  it('no trigger is so high that the reply would lose its reserve', () => {
    const high = editingSettings({ clearToolUses: { trigger: 900_000 }, compact: { triggerShare: 0.95 } })
    expect(triggersOf(high, 10_000, 2_500)).toEqual({ clearToolUses: 7_500, compact: 7_500 })
  })

  it('tool uses have their own number if no trigger is given, not that of every turn', () => {
    const counted = editingSettings({ clearToolUses: { triggerType: 'tool_uses' } })
    expect(triggersOf(counted, 10_000, 2_500).clearToolUses).toBe(20)
    expect(contextManagementOf([clearToolUsesStage(counted)], LIMITS)?.edits[0]).toMatchObject({
      trigger: { type: 'tool_uses', value: 20 },
    })
  })
})
