import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { isEngineShape, itemsOf, messagesOf } from './shape.ts'
import type { Checkable } from './shape.ts'
import { validate } from './validate.ts'

/** Values as they come from outside, some of them of no known type. */
const list = (...messages: readonly object[]): Checkable => messages
const user = (...content: readonly unknown[]) => ({ role: 'user', content })

describe('VALID-1 the shape of a request', () => {
  it.each([
    'tool_use',
    'tool_result',
    'thinking',
    'redacted_thinking',
    'image',
    'document',
    'audio',
    'compaction',
  ])('VALID-1 a part %s is the engine’s', (type) => {
    expect(isEngineShape(list(user({ type: 'text', text: 'go' }, { type })))).toBe(true)
    expect(isEngineShape({ messages: [user(null, 'go', {}, { type })] } as never)).toBe(true)
  })

  it.each([
    [{ role: 'tool', content: '1' }],
    [{ role: 'developer', content: 'go' }],
    [{ role: 'assistant', content: null }],
    [{ role: 'assistant', content: '', tool_calls: [] }],
    [{ role: 'user', content: '', tool_call_id: 'a' }],
    [{ role: 'assistant', content: '', reasoning_content: 'hm' }],
  ])('VALID-1 %j is OpenAI’s, whatever stands beside it', (message) => {
    expect(isEngineShape(list(user({ type: 'tool_result' }), message))).toBe(false)
    expect(isEngineShape({ system: 'be brief', messages: [message] } as never)).toBe(false)
  })

  it('VALID-1 texts alone show none, unless the request has a system prompt or tools as Anthropic declares them', () => {
    const messages = conversation('user: go\nassistant: sure')
    expect([isEngineShape([]), isEngineShape(messages), isEngineShape({ messages })]).toEqual([
      false,
      false,
      false,
    ])
    expect(isEngineShape(list(user({ type: 'text', text: 'go' }, { type: 'image_url' })))).toBe(false)
    const withTools = (...tools: readonly unknown[]) => isEngineShape({ messages, tools } as never)
    expect(isEngineShape({ system: 'be brief', messages })).toBe(true)
    expect(withTools({ type: 'function' }, { name: 'f', input_schema: {} })).toBe(true)
    expect([withTools(), withTools({ type: 'function', function: {} }), withTools(null, 'f')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('VALID-1 input of the Responses API is a text or items; a list is one of items if an item shows it', () => {
    const input = (value: unknown) => itemsOf({ input: value } as never)
    expect([input('go'), input(''), input([{ type: 'reasoning' }])]).toEqual([
      [{ role: 'user', content: 'go' }],
      [],
      [{ type: 'reasoning' }],
    ])
    expect(itemsOf({ messages: [] })).toBeNull()
    const isItems = (...items: readonly object[]) => itemsOf(list(...items)) !== null
    const message = { role: 'user', content: 'go' }
    for (const item of [{ type: 'message' }, { role: 'developer', content: 'go' }, { content: 'go' }])
      expect([item, isItems(message, item)]).toEqual([item, true])
    for (const type of ['input_text', 'output_text', 'input_image', 'input_file'])
      expect([type, isItems(user({ type: 'text' }, { type }))]).toEqual([type, true])
    expect([isItems(message), isItems(user({ type: 'text' }, {}, null, 'input_text')), isItems()]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('VALID-1 messages are those of a list or a request, and none of items', () => {
    const messages = conversation('user: go')
    expect([messagesOf(messages), messagesOf({ messages }), messagesOf({ input: 'go' })]).toEqual([
      messages,
      messages,
      [],
    ])
  })

  it('VALID-1 only three providers are known', () => {
    expect(() => validate([], 'gemini' as never)).toThrow(
      new RangeError('known providers are anthropic, openai, openai-responses, not gemini'),
    )
  })
})
