import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { stageScene } from '../../../testing/stage-view.ts'
import { blockFacts } from '../../core/message/block-facts.ts'
import { columnsOf } from '../window/columns.ts'
import { runningLoop } from '../window/running-loop.ts'
import { toolGroups } from '../window/tool-groups.ts'
import type { WindowView } from '../window/view.ts'
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

describe('EVI-3 what each guard protects, worked by hand', () => {
  /** Positions by guard, of those that protect any; the view may differ from the scene's. */
  function guarded(
    text: string,
    given: Partial<WindowView> = {},
    settings: { readonly protectedTypes?: readonly string[]; readonly pinned?: readonly number[] } = {},
  ): Record<string, number[]> {
    const scene = stageScene(conversation(text), { limit: 100_000 })
    const view = { ...scene.view, ...given }
    const columns = columnsOf(view)
    const { loop } = runningLoop(view, columns)
    const input = {
      columns,
      groups: toolGroups(columns, view.turn, loop),
      loop,
      pinned: new Set(settings.pinned),
      protectedTypes: settings.protectedTypes ?? [],
    }
    const found = Object.entries(guards).map(([name, guard]): [string, number[]] => {
      const positions = new Set<number>()
      guard.protect(view, input, (position) => positions.add(position))
      return [name, [...positions].sort((a, b) => a - b)]
    })
    return Object.fromEntries(found.filter(([, positions]) => positions.length > 0))
  }

  // 0 system · 1 and 2 the task · 3 thinking · 4 sure · 5 call a · 6 result a · 7 done · 8 and 9 the request
  const talk = `
    system: be brief
    user: text go + text on
    assistant: think[s] hm + sure + call a f
    result a: 1
    assistant: done
    user: text and + text now`
  const usual = { protected_types: [0], task: [1, 2], current_user_message: [8, 9] }

  it('EVI-3 the system prompt, the whole first and the whole newest user message', () => {
    expect(guarded(talk)).toEqual(usual)
    // A provider's compaction that is sent holds the task; one that is not sent holds nothing.
    const { task: _, ...others } = usual
    const behind = (sent: boolean) => {
      const { view } = stageScene(conversation(talk), { limit: 100_000 })
      return guarded(talk, { window: { ...view.window, behind: { sent } as never } })
    }
    expect([behind(true), behind(false)]).toEqual([others, usual])
    expect(guarded('assistant: hm\nassistant: so')).toEqual({})
  })

  it('EVI-3 every block of a protected type, and with thinking the whole of its reply', () => {
    const protectedTypes = (...types: string[]) =>
      guarded(talk, {}, { protectedTypes: types }).protected_types
    expect(protectedTypes('tool_definition')).toEqual([0])
    expect(protectedTypes('tool_result')).toEqual([0, 6])
    expect(protectedTypes('assistant_response', 'system_prompt')).toEqual([0, 4, 7])
    expect(protectedTypes('thinking')).toEqual([0, 3, 4, 5])
  })

  it('EVI-3 pinned and marked blocks, and with thinking the whole of its reply', () => {
    const pinned = (...ids: number[]) => guarded(talk, {}, { pinned: ids }).pinned
    expect([pinned(7), pinned(6, 4), pinned(3)]).toEqual([[7], [4, 6], [3, 4, 5]])
    const marked = talk
      .replace('text go', 'text DO_NOT_EVICT go')
      .replace('done', 'DO_NOT_EVICT done')
      .replace('result a: 1', 'result a: DO_NOT_EVICT 1')
    // The mark in what a tool printed is nobody's.
    expect(guarded(marked).pinned).toEqual([1, 7])
    expect(guarded(marked, {}, { pinned: [8] }).pinned).toEqual([1, 7, 8])
  })

  it('EVI-3 results that arrived in this turn, and calls without a result', () => {
    const open = `${talk}\n    assistant: call b f + call c f\n    result b: 1\n    & and a note`
    // 10 call b · 11 call c · 12 result b · 13 a note
    const { running_results: results, open_calls: calls } = guarded(open)
    expect([results, calls]).toEqual([[12], [11]])
    expect(guarded(open, { arrived: [] }).running_results).toBeUndefined()
    expect(guarded(open, { arrived: [6, 13] }).running_results).toEqual([6])
  })

  it('EVI-3 summaries and memories that a strategy made, not those of the conversation', () => {
    const { view } = stageScene(conversation(talk), { limit: 100_000 })
    const blocks = view.blocks.map((block, at) => {
      const types = { 4: 'summary', 7: 'memory_injection', 8: 'summary' } as const
      const type = types[at as 4] ?? block.type
      return { ...block, type, message: at === 8 ? block.message : -1 }
    })
    expect(guarded(talk, { blocks, facts: blockFacts(blocks) }).carried_state).toEqual([4, 7])
  })

  it('EVI-3 VALID-1 the beginning of a running loop with thinking, or its last thinking, or all up to it where it is bound', () => {
    const loop = `
      user: go
      assistant: think[s] hm + call a f
      result a: 1
      assistant: so + think[s] oh + call b f
      result b: 2`
    // 0 go · 1 thinking · 2 call a · 3 result a · 4 so · 5 thinking · 6 call b · 7 result b
    const kept = (text: string, bindsThinking = false) => guarded(text, { bindsThinking }).running_thinking
    expect([kept(loop), kept(loop, true)]).toEqual([
      [1, 2],
      [1, 2, 3, 4, 5],
    ])
    const later = loop.replace('think[s] hm + ', '')
    // 0 go · 1 call a · 2 result a · 3 so · 4 thinking · 5 call b · 6 result b
    expect([kept(later), kept(later, true)]).toEqual([[4], [1, 2, 3, 4]])
    expect(kept(talk)).toBeUndefined()
  })
})
