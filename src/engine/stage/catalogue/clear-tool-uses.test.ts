import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { editingSettings } from '../../../testing/editing.ts'
import { answered, stageScene } from '../../../testing/stage-view.ts'
import type { ContextEditingSettings } from '../context-editing/declaration.ts'
import type { Message } from '../../core/message/message.ts'
import { CLEARED_RESULT, clearToolUsesStage } from './clear-tool-uses.ts'
import type { ToolUseCounts } from './clear-tool-uses.ts'

/** Five reads of 100 tokens each; a call costs 3 + 4 tokens. */
const READS = conversation(`
  user: read them all
  assistant: call a read_file {"path":"a.ts"}
  result a: 400 chars
  assistant: call b grep {"query":"a long pattern to look for"}
  result b: 400 chars
  assistant: call c read_file {"path":"c.ts"}
  result c: 400 chars
  assistant: call d read_file {"path":"d.ts"}
  result d: 400 chars
  assistant: call e read_file {"path":"e.ts"}
  result e: 400 chars`)

function cleared(
  given: Partial<ContextEditingSettings['clearToolUses']> = {},
  messages: readonly Message[] = READS,
  uses = 4,
) {
  const scene = stageScene(messages, { limit: 1000 })
  const stage = clearToolUsesStage(editingSettings({ clearToolUses: { trigger: 400, ...given } }))
  const state: ToolUseCounts = [{ window: 0, uses }]
  const { result } = answered(stage.act(scene.view, state, scene.context))
  const changes = result.edits[0]?.changes ?? []
  return {
    scene,
    stage,
    result,
    blocks: changes.map(({ block }) => block),
    window: scene.after(changes),
    changes,
  }
}

describe('clear_tool_uses', () => {
  it('EDITAPI-1 above its trigger all but the newest results are replaced by a placeholder; calls and pairs stay', () => {
    const { scene, window, blocks, result } = cleared()
    expect(blocks).toEqual([2, 4])
    expect(scene.contents).toEqual([CLEARED_RESULT])
    expect(scene.shown(window)).toBe(
      'message0 call0 result1:server_cleared call1 result2:server_cleared call2 result3 call3 result4 call4 result5',
    )
    // Two results of 100 tokens became two placeholders of 14.
    expect(window.used).toBe(scene.view.window.used - 2 * (100 - 14))
    expect(result.edits[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'tokens',
      value: scene.view.window.used,
      allowed: 400,
      by: { key: 'context_editing.clear_tool_uses.trigger', written: '400', of: null },
    })
    expect(result.edits[0]?.kept?.tailFrom).toBe(5)
    expect(result.state).toEqual([{ window: 0, uses: 3 }])
  })

  it('EDITAPI-1 trigger: nothing is cleared at it; by default a share of the limit', () => {
    const { used } = cleared().scene.view.window
    expect(cleared({ trigger: used }).blocks).toEqual([])
    expect(cleared({ trigger: used - 1 }).blocks).toEqual([2, 4])
    expect(cleared({ trigger: 0, triggerShare: (used + 1) / 1000 }).blocks).toEqual([])
    expect(cleared({ trigger: 0, triggerShare: (used - 1) / 1000 }).blocks).toEqual([2, 4])
  })

  it('EDITAPI-1 trigger by tool uses: counts those with a remaining result', () => {
    expect(cleared({ triggerType: 'tool_uses', trigger: 5 }).blocks).toEqual([])
    const { result, blocks, stage, scene, changes } = cleared({ triggerType: 'tool_uses', trigger: 4 })
    expect(blocks).toEqual([2, 4])
    expect(result.edits[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'tool_uses',
      value: 5,
      allowed: 4,
      by: { key: 'context_editing.clear_tool_uses.trigger', written: '4', of: null },
    })
    // Three results remain, so two more must arrive.
    const later = { ...scene.viewAfter(changes), edited: false, arrived: [] }
    expect(answered(stage.act(later, result.state, scene.context)).result.edits).toEqual([])
  })

  it('EDITAPI-1 keep: that many newest tool uses stay', () => {
    expect(cleared({ keep: 5 }).blocks).toEqual([])
    expect(cleared({ keep: 1 }).blocks).toEqual([2, 4, 6, 8])
    expect(cleared({ keep: 0 }).blocks).toEqual([2, 4, 6, 8, 10])
  })

  it('EDITAPI-1 clear_at_least: less is not cleared, and the reason is reported', () => {
    expect(cleared({ clearAtLeast: 172 }).blocks).toEqual([2, 4])
    const { blocks, result } = cleared({ clearAtLeast: 173 })
    expect({ blocks, note: result.note }).toEqual({ blocks: [], note: { code: 'not_worth_it', tokens: 172 } })
  })

  it('EDITAPI-1 exclude_tools: their results stay, and still count among the newest', () => {
    expect(cleared({ excludeTools: ['grep'], keep: 1 }).blocks).toEqual([2, 6, 8])
    expect(cleared({ excludeTools: ['read_file'], keep: 1 }).blocks).toEqual([4])
  })

  it('EDITAPI-1 clear_tool_inputs: arguments of all tools, or of some', () => {
    // grep's arguments have 10 tokens; those of read_file are as short as their placeholder.
    expect(cleared({ clearToolInputs: true }).blocks).toEqual([1, 2, 3, 4])
    expect(cleared({ clearToolInputs: true, clearInputsOf: ['grep'] }).blocks).toEqual([2, 3, 4])
    expect(cleared({ clearToolInputs: false, clearInputsOf: ['grep'] }).blocks).toEqual([2, 4])
  })

  it('EDITAPI-1 cleared results stay cleared, and are not cleared again', () => {
    const { scene, stage, result, changes } = cleared()
    const again = answered(stage.act(scene.viewAfter(changes), result.state, scene.context)).result
    expect(again.edits).toEqual([])
  })

  it('COMP-3 a result that is no longer than its placeholder stays', () => {
    const small = conversation(`
      user: 2000 chars
      assistant: call a read_file
      result a: 40 chars
      assistant: call b read_file
      result b: 60 chars
      assistant: call c read_file
      result c: 400 chars`)
    expect(cleared({ keep: 1 }, small, 2).blocks).toEqual([4])
  })

  it('a result that the model has not read is cleared, too, if a reply makes more calls than are kept', () => {
    const batch = conversation(`
      user: 2000 chars
      assistant: call a read_file + call b read_file + call c read_file
      result a: 400 chars
      result b: 400 chars
      result c: 400 chars`)
    expect(cleared({ keep: 2 }, batch, 0).blocks).toEqual([4])
  })
})
