import { expect, test } from 'vitest'
import { validate } from '../engine/index.ts'
import { newManager } from '../testing/new-manager.ts'
import { anthropicAdapter, managedWindow } from './index.ts'
import type { AnthropicMessage } from './index.ts'

type Fields = Readonly<Record<string, unknown>>

const user = (content: unknown) => ({ role: 'user', content }) as AnthropicMessage
const system = (...content: unknown[]): AnthropicMessage => ({ role: 'system', content })
const text = (words: string): Fields => ({ type: 'text', text: words })
const removal = (name: string): Fields => ({ type: 'tool_removal', tool: { type: 'tool_reference', name } })
const addition = (name: string): Fields => ({
  type: 'tool_addition',
  tool: { type: 'tool_definition', definition: { name, input_schema: { type: 'object' } } },
})
const LONG = 'word '.repeat(700)
const TOOLS = [{ name: 'read', input_schema: { type: 'object' } }]

/** Blocks of a list, each with the role of its message. */
function blocksIn(messages: readonly AnthropicMessage[]): readonly (readonly [string, Fields])[] {
  return messages.flatMap(({ role, content }) =>
    typeof content === 'string' ? [] : (content ?? []).map((block) => [role, block as Fields] as const),
  )
}

const changesIn = (messages: readonly AnthropicMessage[]) =>
  blocksIn(messages)
    .map(([role, { cache_control: _, ...block }]): readonly [string, Fields] => [role, block])
    .filter(([, { type }]) => type === 'tool_removal' || type === 'tool_addition')

const PRESETS = ['managed', 'fifo', 'lru', 'hybrid', 'token_trim', 'atomic_window', 'tiered', 'tiered_full']

test.each([...PRESETS, 'handover', 'rolling_summary', 'context_editing', 'delegation_first'])(
  'MSG-1 under %s a change of tools never leaves, is the system’s, and stands where it may',
  async (preset) => {
    const window = managedWindow(newManager(preset, 8000), anthropicAdapter())
    const told: Fields[] = []
    const change = (...messages: readonly AnthropicMessage[]): void => {
      told.push(...changesIn(messages).map(([, block]) => block))
      window.add(messages)
    }
    window.add([user('Fix it.')])
    for (let turn = 0; turn < 24; turn += 1) {
      const { messages } = await window.next()
      expect(changesIn(messages)).toEqual(told.map((block) => ['system', block]))
      expect(validate({ messages, tools: TOOLS }, 'anthropic')).toEqual([])
      const id = `t${turn}`
      window.add([
        { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] },
        user([{ type: 'tool_result', tool_use_id: id, content: LONG }]),
      ])
      if (turn === 3) change(system(removal('weather')))
      // Two in a row, one with words beside it, and one that the user’s words follow.
      if (turn === 5) change(system(text('Mind this.'), addition('extra')), system(removal('look')))
      if (turn === 8) change(system(removal('extra')), user('Go on.'), system(text('In French.')))
    }
  },
)

test('MSG-1 a change of tools stays when a person starts over, behind the new words', async () => {
  const manager = newManager('managed', 8000)
  const window = managedWindow(manager, anthropicAdapter())
  window.add([user('task'), system(removal('weather'))])
  expect((await window.next()).messages).toEqual([user('task'), system(removal('weather'))])
  window.add([{ role: 'assistant', content: 'done' }, user('something else')])
  manager.reset()
  expect((await window.next()).messages).toEqual([user('something else'), system(removal('weather'))])
})

test('MSG-1 a change of tools of which nothing else in its place is left has words in front of it', () => {
  const adapter = anthropicAdapter()
  const reply: AnthropicMessage = { role: 'assistant', content: [text('well')] }
  const { messages } = adapter.toEngine([user('task'), system(removal('a')), reply, user('on')])
  const [, change, ...rest] = messages
  const asSent = [{ role: 'user', content: change?.content ?? '' } as const, ...rest]
  expect(adapter.fromEngine({ messages: asSent })).toEqual([
    user([text('[The conversation before this point was removed.]')]),
    system(removal('a')),
    reply,
    user('on'),
  ])
  // In front of what came after it, where only newer words are left.
  expect(adapter.fromEngine({ messages: messages.slice(3) })).toEqual([user('on'), system(removal('a'))])
})
