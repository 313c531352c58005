import { expect, it } from 'vitest'
import { blockFacts } from '../../core/message/block-facts.ts'
import type { Block } from '../../core/message/block.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { conversation } from '../../../testing/conversation.ts'
import { stageScene } from '../../../testing/stage-view.ts'
import { absorbed } from './absorb.ts'

function viewOf(given: readonly object[], entries: readonly object[]): WindowView {
  const blocks = given.map((one, id) => ({ id, turn: 0, message: id, call: null, ...one }) as Block)
  const facts = blockFacts(blocks)
  const block = (id: number) => blocks[id]
  return { blocks, block, facts, turn: 1, window: { id: 0, entries } } as unknown as WindowView
}

it('COMP-8 VALID-1 a summary that comes first does not split a message whose thinking the provider has cleared', () => {
  const blocks = [
    { type: 'user_message', role: 'user', message: 0 },
    { type: 'thinking', role: 'assistant', message: 1 },
    { type: 'assistant_response', role: 'assistant', message: 1 },
    { type: 'user_message', role: 'user', message: 2 },
  ]
  const entries = blocks.map(({ message }, block) => ({
    block,
    message,
    state: block === 1 ? 'server_cleared' : 'live',
    tokens: block === 1 ? 0 : 5,
  }))
  const view = viewOf(blocks, entries)
  const context = { turn: 1, makeBlock: () => ({ id: 9 }), store: () => 0 } as unknown as StageContext
  expect(absorbed(view, [0, 3], 'what was said', 3, context).at(-1)).toMatchObject({
    verb: 'insert',
    after: 0,
  })
})

it.each([
  ['is in the prompt', 'live', 2],
  ['was cleared by the provider', 'server_cleared', 0],
])('COMP-8 VALID-1 no conversation begins with the agent if the message before %s', (_, state, after) => {
  const blocks = [
    { type: 'user_message', role: 'user' },
    { type: 'assistant_response', role: 'assistant' },
    { type: 'user_message', role: 'user' },
  ]
  const entries = [state, 'live', 'live'].map((one, block) => ({
    block,
    state: one,
    tokens: one === 'live' ? 5 : 0,
  }))
  const view = viewOf(blocks, entries)
  const context = { turn: 1, makeBlock: () => ({ id: 9 }), store: () => 0 } as unknown as StageContext
  expect(absorbed(view, [2], 'what was said', 3, context).at(-1)).toMatchObject({
    verb: 'insert',
    block: 9,
    after,
  })
})

it('COMP-8 VALID-1 no summary stands in a tool loop that began beside results: its thinking would be missing', () => {
  const loop = conversation(`
    user: build the parser
    assistant: so + call a run
    result a: passed
    user: and the tests
    assistant: think[s] hm + call b run
    result b: passed
    assistant: call c run
    result c: passed
    assistant: call d run
    result d: passed`)
  const { view, context } = stageScene(loop, { limit: 1000 })
  const at = (type: Block['type'], nth: number): number =>
    view.blocks.filter((block) => block.type === type)[nth]?.id ?? -1
  const gone = [at('tool_call', 2), at('tool_result', 2)]
  expect(absorbed(view, gone, 'passed', 5, context).at(-1)).toMatchObject({
    verb: 'insert',
    after: at('user_message', 1),
  })
})
