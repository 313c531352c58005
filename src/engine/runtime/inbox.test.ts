import { expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { newManager } from '../../testing/new-manager.ts'
import { chars4, ContextWindowManager } from '../index.ts'

test('PAIR-1 two calls of a reply with one id are answered in their order, by results or by parts of a message', async () => {
  const llm = createMock({ count: (text) => chars4.count(text) })
  const manager = new ContextWindowManager({ ...strategySettings({}), counter: chars4, llm })
  manager.onTaskStart({ tools: [{ name: 'read', input_schema: { type: 'object' } }], task: 'go' })
  const call = { type: 'tool_use', id: 'a', name: 'read', input: {} } as const
  const reply = { role: 'assistant', content: [call, call] } as const
  await manager.onTurnStart()
  manager.onTurnEnd(reply)
  await expect(manager.onTurnStart()).rejects.toThrow('onToolResult must answer a, a')
  manager.onToolResult('a', 'first')
  manager.onToolResult('a', 'second')
  expect(() => manager.onToolResult('a', 'third')).toThrow(
    'there is no open call (none is open) with the id a',
  )
  await manager.onTurnStart()
  manager.onTurnEnd(reply)
  const result = (content: string) => ({ type: 'tool_result', tool_use_id: 'a', content }) as const
  manager.onUserMessage([result('third'), result('fourth')])
  const { request, repairs } = await manager.onTurnStart()
  const parts = request.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const calls = parts.flatMap((part) => (part.type === 'tool_use' ? [part.id] : []))
  const results = parts.flatMap((part) => (part.type === 'tool_result' ? [part] : []))
  expect(new Set(calls).size).toBe(4)
  expect(results.map(({ tool_use_id: id }) => id)).toEqual(calls)
  expect(results.map(({ content }) => content)).toEqual(['first', 'second', 'third', 'fourth'])
  expect(repairs).toEqual([])
})

test('BUD-2 what waits is still counted after a turn that could not start', async () => {
  const manager = new ContextWindowManager({
    ...strategySettings(
      completeConfig({ max_context_tokens: 16_000, compression: { tool_results: 'on_arrival' } }),
    ),
    counter: {
      ...chars4,
      count: (text) => {
        if (text.includes('uncountable')) throw new Error('this text is uncountable')
        return chars4.count(text)
      },
    },
    llm: () => ({ text: 'An uncountable summary.' }),
  })
  manager.onTaskStart({ task: 'go' })
  await manager.onTurnStart()
  const call = { type: 'tool_use', id: 'a', name: 'read', input: {} } as const
  manager.onTurnEnd({ role: 'assistant', content: [call] })
  const before = manager.checkBeforeAdd('total', 0)?.used ?? 0
  manager.onToolResult('a', 'line of the log\n'.repeat(2_500))
  const waiting = manager.checkBeforeAdd('total', 0)?.used ?? 0
  // 40,000 characters are 10,000 tokens.
  expect(waiting - before).toBeGreaterThanOrEqual(10_000)
  await expect(manager.onTurnStart()).rejects.toThrow('uncountable')
  expect(manager.checkBeforeAdd('total', 0)?.used).toBe(waiting)
})

test('MAN-1 what could not be counted was not added, and can come again', async () => {
  let fails = false
  const count = (text: string): number => {
    if (fails) throw new Error('no counter today')
    return chars4.count(text)
  }
  const llm = createMock({ count: (text) => chars4.count(text) })
  const manager = new ContextWindowManager({ ...strategySettings({}), counter: { ...chars4, count }, llm })
  manager.onTaskStart({ task: 'go' })
  await manager.onTurnStart()
  const call = { type: 'tool_use', id: 'a', name: 'read', input: {} } as const
  manager.onTurnEnd({ role: 'assistant', content: [call] })
  const before = manager.checkBeforeAdd('total', 0)
  fails = true
  expect(() => manager.onToolResult('a', 'what it read')).toThrow('no counter today')
  expect(() => manager.onUserMessage('what I say')).toThrow('no counter today')
  fails = false
  expect(manager.checkBeforeAdd('total', 0)).toEqual(before)
  manager.onToolResult('a', 'what it read')
  manager.onUserMessage('what I say')
  const { request } = await manager.onTurnStart()
  expect(JSON.stringify(request).match(/what (?:it read|I say)/g)).toEqual(['what it read', 'what I say'])
})

test.each([
  // Anthropic’s formula: patches of 28 × 28 pixels, of at most 1,568 on the longer side.
  [100, 100, 4 * 4],
  [640, 480, 23 * 18],
  [1000, 1000, 36 * 36],
])('TOK-3 a picture of %i × %i pixels that a hook is given has the size of its header', async (...given) => {
  const [width, height, tokens] = given
  const header = Buffer.alloc(33)
  header.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  const source = { type: 'base64', media_type: 'image/png', data: header.toString('base64') } as const
  const image = { type: 'image', source } as const
  const manager = newManager('default', 100_000)
  manager.onTaskStart({ task: [image] })
  const first = await manager.onTurnStart()
  manager.onTurnEnd({ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] })
  manager.onToolResult('a', [image])
  manager.onUserMessage([image])
  const { request } = await manager.onTurnStart()
  expect(manager.window.filter(({ type }) => type !== 'tool_call').map((one) => one.tokens)).toEqual([
    tokens + chars4.messageOverhead,
    tokens + chars4.messageOverhead,
    tokens + chars4.messageOverhead,
  ])
  // It is sent as it came.
  expect(first.request.messages).toEqual([{ role: 'user', content: [image] }])
  expect(JSON.stringify(request.messages).match(/"width"/)).toBe(null)
})
