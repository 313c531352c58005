import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { stageScene } from '../../../testing/stage-view.ts'
import { columnsOf } from '../window/columns.ts'
import { toolGroups } from '../window/tool-groups.ts'
import { guardTable } from './guarded.ts'
import { guards } from './list.ts'

describe('EVI-3 guards', () => {
  it('EVI-3 what may be done to each block, hand-worked: nothing to the task, the request and pinned blocks; a running result may be clipped', () => {
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
    const table = guardTable(
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
    expect(view.blocks.map((_, position) => table.names(position))).toEqual([
      ['task'],
      ['pinned'],
      [],
      [],
      ['current_user_message'],
      [],
      ['running_results'],
    ])
    expect(table.marked.toSorted((a, b) => a - b)).toEqual([0, 1, 4, 6])
  })
})

it.each([
  [
    'behind the system prompt',
    ['system_prompt', 'tool_definition', 'tool_definition', 'user_message'],
    [1, 2],
  ],
  ['without one', ['tool_definition', 'user_message', 'tool_call'], [0]],
  ['behind two', ['system_prompt', 'system_prompt', 'tool_definition'], [2]],
  ['where there are none', ['system_prompt', 'user_message', 'assistant_response'], []],
] as const)('EVI-4 every tool definition stays, and protects nothing else: %s', (_name, types, stay) => {
  const { view } = stageScene(conversation('user: go'), { limit: 2000 })
  const [block] = view.blocks
  if (block === undefined) throw new Error('no block')
  const columns = columnsOf(view)
  const marked: number[] = []
  guards.tool_definitions.protect(
    { ...view, blocks: types.map((type) => ({ ...block, type })) },
    { columns, groups: toolGroups(columns, view.turn), loop: null, pinned: new Set(), protectedTypes: [] },
    (position) => marked.push(position),
  )
  expect(marked).toEqual(stay)
})

it('EVI-3 four guards cannot be switched off, running results may be clipped, and only a summary may take in carried state', () => {
  const table = Object.values(guards).map(({ name, label, always, forbids }) =>
    [name, label, always ? 'always' : 'may be off', ...forbids].join(' · '),
  )
  expect(table).toEqual([
    'protected_types · protected type · always · drop · replace · clip · summarize',
    'tool_definitions · tool definition · always · drop · replace · clip · summarize',
    'task · the task · may be off · drop · replace · clip · summarize',
    'current_user_message · current request · may be off · drop · replace · clip · summarize',
    'running_results · running results · may be off · drop · replace · summarize',
    'pinned · pinned · may be off · drop · replace · clip · summarize',
    'carried_state · summaries and notes · may be off · drop · replace · clip',
    'open_calls · open call · always · drop · replace · clip · summarize',
    'running_thinking · thinking in the current tool loop · always · drop · replace · clip · summarize',
  ])
})
