import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryMessages } from '../../../testing/arbitrary.ts'
import { conversation } from '../../../testing/conversation.ts'
import { partsOf } from './message.ts'
import type { Message } from './message.ts'
import { itemsFrom, toResponses } from './responses.ts'

describe('toResponses', () => {
  it('MSG-1 writes every part as an item, in its order, and neighbouring texts as one message', () => {
    const messages = conversation(`
      user: fix it
      assistant: think hm + looking + call a read {"path":"x"} + call b list
      result b: error none
      result a: 12 chars
      & text hurry
      assistant: done
    `)
    expect(toResponses({ messages }).input).toEqual([
      { type: 'message', role: 'user', content: 'fix it' },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'looking' }] },
      { type: 'function_call', call_id: 'a', name: 'read', arguments: '{"path":"x"}' },
      { type: 'function_call', call_id: 'b', name: 'list', arguments: '{}' },
      { type: 'function_call_output', call_id: 'b', output: 'none' },
      { type: 'function_call_output', call_id: 'a', output: 'lorem ipsum.' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hurry' }] },
      { type: 'message', role: 'assistant', content: 'done' },
    ])
  })

  it('MSG-1 the system prompt becomes the instructions, tools are flat, system messages become developer messages', () => {
    const request = toResponses({
      system: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
      tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
      messages: [{ role: 'system', content: 'be careful' }],
    })
    expect(request).toEqual({
      instructions: 'one\n\ntwo',
      tools: [
        {
          type: 'function',
          name: 'read',
          description: 'Reads.',
          parameters: { type: 'object' },
          strict: false,
        },
      ],
      input: [{ type: 'message', role: 'developer', content: 'be careful' }],
    })
    expect(toResponses({ system: '', tools: [], messages: [] })).toEqual({ input: [] })
  })

  it('MSG-1 arguments that are not JSON are those of a custom tool, and so is their result', () => {
    const messages: Message[] = [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'p', name: 'apply_patch', input: '*** Begin' }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'p', content: 'ok' }] },
    ]
    expect(toResponses({ messages }).input).toEqual([
      { type: 'custom_tool_call', call_id: 'p', name: 'apply_patch', input: '*** Begin' },
      { type: 'custom_tool_call_output', call_id: 'p', output: 'ok' },
    ])
  })

  it('MSG-1 images and files are in messages and in results; hidden thinking is sent back encrypted', () => {
    const picture = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBO' },
    } as const
    const messages: Message[] = [
      {
        role: 'assistant',
        content: [
          { type: 'redacted_thinking', data: 'x' },
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'text', text: 'see' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [picture, { type: 'text', text: 'a cat' }] },
          { type: 'document', source: { type: 'url', url: 'https://example.test/a.pdf' } },
          { type: 'image', source: { type: 'file', url: 'file_1' } },
          { type: 'audio', source: { type: 'base64', data: 'UklGRg==' } },
        ],
      },
    ]
    expect(toResponses({ messages }).input).toEqual([
      { type: 'reasoning', summary: [], encrypted_content: 'x' },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'sig' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'see' }] },
      {
        type: 'function_call_output',
        call_id: 'a',
        output: [
          { type: 'input_image', image_url: 'data:image/png;base64,iVBO', detail: 'auto' },
          { type: 'input_text', text: 'a cat' },
        ],
      },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_file', file_url: 'https://example.test/a.pdf' },
          { type: 'input_image', file_id: 'file_1', detail: 'auto' },
          { type: 'input_text', text: '[audio omitted]' },
        ],
      },
    ])
    expect(toResponses({ messages }, { reasoning: 'drop' }).input[0]).toMatchObject({ role: 'assistant' })
  })

  it('MSG-1 every part has exactly one origin, whatever the messages', () => {
    fc.assert(
      fc.property(arbitraryMessages, (messages) => {
        const { items, origins } = itemsFrom({ messages })
        expect(origins).toHaveLength(items.length)
        expect(origins.flatMap(({ index, parts }) => parts.map((part) => `${index}.${part}`))).toEqual(
          messages.flatMap((message, index) => partsOf(message).map((_, part) => `${index}.${part}`)),
        )
      }),
    )
  })
})
