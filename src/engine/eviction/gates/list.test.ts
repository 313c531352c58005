import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { stageScene } from '../../../testing/stage-view.ts'
import { columnsOf } from '../columns.ts'
import { toolGroups } from '../tool-groups.ts'
import { gates, gateTable } from './list.ts'

describe('EVI-3 gates', () => {
  it('EVI-3 a table answers for each verb as the gates that hold the entry declare', () => {
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
      { columns, groups, loop: null, pinned: new Set([1]), protectedTypes: [] },
    )
    let held = 0
    for (const [position] of view.blocks.entries()) {
      const names = table.names(position)
      held += names.length
      for (const verb of ['drop', 'replace', 'clip', 'summarize'] as const) {
        const vetoed = names.some((name) => gates[name]?.forbids.includes(verb))
        expect(table.free(position, verb)).toBe(!vetoed)
      }
    }
    expect(held).toBeGreaterThan(3)
    // The result of this turn: it may be clipped and nothing else.
    const last = view.blocks.length - 1
    const verbs = (['drop', 'replace', 'clip', 'summarize'] as const).map((verb) => table.free(last, verb))
    expect(verbs).toEqual([false, false, true, false])
  })
})
