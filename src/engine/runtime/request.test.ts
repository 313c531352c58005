import { describe, expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../../config/index.ts'
import { createMock } from '../../llm/index.ts'
import { chars4, ContextWindowManager } from '../index.ts'

const MARK = { type: 'ephemeral' } as const

function managerOf(): ContextWindowManager {
  const llm = createMock({ count: (text) => chars4.count(text) })
  return new ContextWindowManager({ ...strategySettings(completeConfig({})), counter: chars4, llm })
}

/** Marks the last part of the last message for the cache, as a provider's clients do before each call. */
function mark(messages: readonly { readonly content: unknown }[]): void {
  const content = messages.at(-1)?.content
  const part: unknown = Array.isArray(content) ? content.at(-1) : null
  if (typeof part === 'object' && part !== null) Object.assign(part, { cache_control: MARK })
}

describe('the receiver of a request owns it', () => {
  test('MAN-1 MSG-2 what a client marks in one request is not in the next', async () => {
    const manager = managerOf()
    manager.onTaskStart({
      tools: [{ name: 'read', description: 'Reads', input_schema: { type: 'object' } }],
      task: [{ type: 'text', text: 'Fix the bug.' }],
    })
    for (let turn = 0; turn < 6; turn++) {
      const { request } = await manager.onTurnStart()
      expect(JSON.stringify(request)).not.toContain('cache_control')
      mark(request.messages)
      Object.assign(request.tools?.[0] ?? {}, { cache_control: MARK })
      const call = { type: 'tool_use', id: `call_${turn}`, name: 'read', input: {} } as const
      manager.onTurnEnd({ role: 'assistant', content: [call] })
      manager.onToolResult(`call_${turn}`, [{ type: 'text', text: 'found' }])
    }
  })

  test('MSG-2 input is kept unchanged, whatever happens to the client’s lists', async () => {
    const manager = managerOf()
    const task = [{ type: 'text', text: 'Fix the bug.' } as const]
    manager.onTaskStart({ task })
    mark([{ content: task }])
    Object.assign(task[0] ?? {}, { text: 'Something else.' })
    const reply = [{ type: 'text', text: 'On it.' } as const]
    await manager.onTurnStart()
    manager.onTurnEnd({ role: 'assistant', content: reply })
    mark([{ content: reply }])
    manager.onUserMessage('Go on.')
    expect((await manager.onTurnStart()).request.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Fix the bug.' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'On it.' }] },
      { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
    ])
  })
})

test('VALID-1 TOK-3 what only this engine knows of a picture or a document is counted and not sent', async () => {
  const manager = managerOf()
  const source = { type: 'url', url: 'https://example.com/a' } as const
  const picture = { type: 'image', source, width: 280, height: 280, detail: 'high' } as const
  const file = { type: 'document', source, pages: 3, title: 'Plan' } as const
  manager.onTaskStart({ task: [picture, file] })
  const { ledger } = await manager.onTurnStart()
  // 100 patches and three pages.
  expect(ledger.used).toBeGreaterThan(6100)
  const sent = [
    { type: 'image', source },
    { type: 'document', source, title: 'Plan' },
  ]
  expect(manager.request('anthropic').messages).toEqual([{ role: 'user', content: sent }])
  // OpenAI has a word for how closely a model looks.
  expect(JSON.stringify(manager.request('openai'))).toContain('"detail":"high"')

  const input = { width: 3 }
  manager.onTurnEnd({ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'scan', input }] })
  manager.onToolResult('a', [picture])
  await manager.onTurnStart()
  const [, call, result] = manager.request('anthropic').messages
  expect(call?.content).toMatchObject([{ input }])
  expect(result?.content).toMatchObject([{ content: [sent[0]] }])
  expect(JSON.stringify(result)).not.toContain('width')
})
