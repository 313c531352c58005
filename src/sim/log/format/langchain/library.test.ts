import {
  AIMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'

/** Reads what the library itself writes, in both of its dialects. */
describe('MSG-1 messages that @langchain/core wrote', () => {
  const reply = new AIMessage({
    content: [
      { type: 'text', text: 'I read.' },
      { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' } },
    ],
    tool_calls: [{ type: 'tool_call', id: 'a', name: 'read', args: { path: 'a' } }],
    invalid_tool_calls: [
      { type: 'invalid_tool_call', id: 'b', name: 'read', args: '{"path":', error: 'no JSON' },
    ],
    response_metadata: { model_name: 'gpt-5', tokenUsage: { promptTokens: 10, completionTokens: 2 } },
  })
  const messages = [
    new SystemMessage('Be brief.'),
    new HumanMessage({
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
      ],
    }),
    reply,
    new ToolMessage({ content: 'no such file', tool_call_id: 'a', status: 'error' }),
  ]

  it.each([
    ['as constructors', messages],
    ['for storing', mapChatMessagesToStoredMessages(messages)],
  ])('%s', (_, written) => {
    const trace = readTrace(JSON.stringify(written))
    expect(trace.source.name).toBe('langchain')
    expect(trace.system).toBe('Be brief.')
    expect(trace.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I read.' },
          { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' } },
          { type: 'tool_use', id: 'b', name: 'read', input: '{"path":' },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: 'no such file', is_error: true }],
      },
    ])
    expect(trace.turns[0]).toMatchObject({
      usage: { input: 10, output: 2, cacheRead: null, cacheWrite: null },
      model: 'gpt-5',
    })
    expect(trace.intake.problems).toMatchObject([{ code: 'broken-arguments', found: '"{\\"path\\":"' }])
  })
})
