import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { stageScene } from '../../../testing/stage-view.ts'
import type { StageScene } from '../../../testing/stage-view.ts'
import { absorbed } from '../compression/absorb.ts'
import type { Change } from '../../core/window/change.ts'
import { firstRequest } from './task.ts'

const TALK = conversation(`
  user: port it
  assistant: 40 chars
  user: text port it + text and keep the tests
  assistant: 40 chars
  user: go on
  assistant: 40 chars
  user: and now?`)

function talk(): StageScene {
  return stageScene(TALK, { limit: 10_000 })
}

/** The task after some blocks were removed, or were summarized with this text. */
function after(
  scene: StageScene,
  from: number,
  to: number,
  summary: string | null,
): { readonly text: string; readonly blocks: readonly number[] } {
  const { context, view } = scene
  const positions = view.blocks.flatMap(({ id }) => (id >= from && id < to ? [id] : []))
  const changes: readonly Change[] =
    summary === null
      ? positions.map((block) => ({ verb: 'drop', block }))
      : absorbed(view, positions, summary, context.count(summary), context)
  return firstRequest(scene.viewAfter(changes), context)
}

describe('the task of a window', () => {
  it('EVI-3 is the first remaining message of the user', () => {
    const one = talk()
    expect(firstRequest(one.view, one.context)).toEqual({ text: 'port it', blocks: [0] })
    expect(after(talk(), 0, 2, null)).toEqual({ text: 'port it\nand keep the tests', blocks: [2, 3] })
    expect(after(talk(), 0, 6, null)).toEqual({ text: 'and now?', blocks: [7] })
    expect(after(talk(), 0, 8, null)).toEqual({ text: '', blocks: [] })
  })

  it('EVI-3 or the one in a summary, at its maximum length', () => {
    const carries = (task: string) =>
      `[Summary of turns 0 to 2, of what is no longer here.]\nThe task, word for word:\n${task}\nsaid`
    expect(after(talk(), 0, 6, carries('port it')).blocks).toEqual([0])
    expect(after(talk(), 0, 6, carries('port it\nand keep the tests')).blocks).toEqual([2, 3])
  })

  it('EVI-3 or the first of the turns behind a summary without one', () => {
    const of = (turns: string) => `[Summary of turns ${turns}, of what is no longer here.]\nsaid`
    expect(after(talk(), 0, 6, of('0 to 2')).blocks).toEqual([0])
    expect(after(talk(), 0, 6, of('1 to 2')).blocks).toEqual([2, 3])
    expect(after(talk(), 0, 6, 'They ported it.').blocks).toEqual([7])
  })
})
