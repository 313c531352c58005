import { expect, it } from 'vitest'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { absorbed } from './absorb.ts'

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
  const view = { blocks, window: { id: 0, entries } } as unknown as WindowView
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
  const view = { blocks, window: { id: 0, entries } } as unknown as WindowView
  const context = { turn: 1, makeBlock: () => ({ id: 9 }), store: () => 0 } as unknown as StageContext
  expect(absorbed(view, [2], 'what was said', 3, context).at(-1)).toMatchObject({
    verb: 'insert',
    block: 9,
    after,
  })
})
