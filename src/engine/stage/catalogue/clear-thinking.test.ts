import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { editingSettings } from '../../../testing/editing.ts'
import { answered, stageScene } from '../../../testing/stage-view.ts'
import { clearThinkingStage } from './clear-thinking.ts'

/** Three assistant turns with thinking, the last a loop of two replies, and one turn without in between. */
const TALK = conversation(`
  user: one
  assistant: think[s] first + done
  user: two
  assistant: plain
  user: three
  assistant: think[s] second + done
  user: four
  assistant: think[s] third + call a read_file
  result a: 40 chars
  assistant: think[s] fourth + call b read_file
  result b: 40 chars`)

function cleared(keepTurns: number, messages = TALK) {
  const scene = stageScene(messages, { limit: 1000 })
  const stage = clearThinkingStage(editingSettings({ clearThinking: { keepTurns } }))
  const { result } = answered(stage.act(scene.view, [], scene.context))
  const changes = result.edits[0]?.changes ?? []
  return {
    scene,
    stage,
    result,
    changes,
    blocks: changes.map(({ block }) => block),
    window: scene.after(changes),
  }
}

describe('clear_thinking', () => {
  it('EDITAPI-1 the newest turn of the assistant keeps its thinking, with its whole tool loop', () => {
    const { scene, window, blocks, result } = cleared(1)
    expect(blocks).toEqual([1, 6])
    expect(scene.shown(window)).toContain('thinking0:server_cleared response0')
    expect(scene.shown(window)).toContain('thinking3 call3 result4 thinking4 call4')
    // “first” and “second” have two tokens each; the rest of the reply keeps the overhead.
    expect(window.used).toBe(scene.view.window.used - 4)
    expect(result.edits[0]?.trigger).toEqual({
      cause: 'level',
      measure: 'turns',
      value: 3,
      allowed: 1,
      by: { key: 'context_editing.clear_thinking.keep_turns', written: '1', of: null },
    })
  })

  it('EDITAPI-1 keep: this number of turns with thinking, or all', () => {
    expect(cleared(2).blocks).toEqual([1])
    expect(cleared(3).blocks).toEqual([])
    expect(cleared(0).blocks).toEqual([])
  })

  it('a result with text in its message does not end a turn, a message of the user does', () => {
    const spoken = (said: string) =>
      conversation(`
        user: one
        assistant: think[s] first + call a read_file
        ${said}
        assistant: think[s] second + call b read_file
        result b: 40 chars`)
    expect(cleared(1, spoken('result a: 40 chars\n& hurry')).blocks).toEqual([])
    expect(cleared(1, spoken('result a: 40 chars\n\nuser: hurry')).blocks).toEqual([1])
  })

  it('looks at a turn of the assistant once, when it first has thinking, and again after the user’s next message', () => {
    const { scene, stage, result, changes } = cleared(1)
    expect(result.state).toEqual([0])
    const later = { ...scene.viewAfter(changes), edited: false, arrived: [] }
    const calm = answered(stage.act(later, result.state, scene.context)).result
    expect(calm).toMatchObject({ edits: [], state: result.state, note: { code: 'below_trigger' } })
    const arrived = [0]
    expect(answered(stage.act({ ...later, arrived }, result.state, scene.context)).result.state).toEqual([])
  })
})
