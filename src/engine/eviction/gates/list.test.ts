import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { stageScene } from '../../../testing/stage-view.ts'
import { columnsOf } from '../columns.ts'
import { toolGroups } from '../tool-groups.ts'
import { gateTable } from './list.ts'

describe('EVI-3 gates', () => {
  it('EVI-3 what may be done to each block, hand-worked: nothing to the task, to the request and to what is pinned; a running result may be clipped', () => {
    const messages = conversation(`
      user: fix it
      assistant: looking + call a read_file {"path":"src/a.ts"}
      result a: 400 chars
      user: and now?
      assistant: call b read_file {"path":"src/b.ts"}
      result b: 400 chars`)
    const { view } = stageScene(messages, { limit: 2000 })
    const columns = columnsOf(view)
    const groups = toolGroups(columns, view.turn)
    const table = gateTable(
      view,
      {},
      {
        columns,
        groups,
        loop: null,
        pinned: new Set([1]),
        protectedTypes: [],
      },
    )
    const verbs = ['drop', 'replace', 'clip', 'summarize'] as const
    const free = (position: number) => verbs.filter((verb) => table.free(position, verb)).join(' ')
    const shown = view.blocks.map(({ type }, position) => `${type}: ${free(position)}`)
    expect(shown).toEqual([
      'user_message: ',
      'assistant_response: ',
      'tool_call: drop replace clip summarize',
      'tool_result: drop replace clip summarize',
      'user_message: ',
      'tool_call: drop replace clip summarize',
      'tool_result: clip',
    ])
  })
})
