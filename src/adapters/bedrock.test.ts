import {
  AIMessage,
  HumanMessage,
  mapStoredMessagesToChatMessages,
  ToolMessage,
} from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { expect, test } from 'vitest'
import { newManager } from '../testing/new-manager.ts'
import { langChainAdapter, managedWindow } from './index.ts'

const THOUGHT = 'I think about the handler of the queue. '.repeat(6)
const read = (blocks: readonly object[]) => {
  const reply = new AIMessage({ content: [...blocks, { type: 'text', text: 'so' }] as never })
  const { messages } = langChainAdapter<BaseMessage>().toEngine([new HumanMessage('go'), reply])
  return JSON.parse(JSON.stringify(messages[1]?.content)) as unknown
}
const SO = { type: 'text', text: 'so' }

test('MSG-1 what a model of Bedrock’s thought is thinking, whole or in pieces, and what is encrypted as well', () => {
  const of = (reasoningText: object) => ({ type: 'reasoning_content', reasoningText })
  expect(read([of({ text: 'hm', signature: 's' })])).toEqual([
    { type: 'thinking', thinking: 'hm', signature: 's' },
    SO,
  ])
  expect(
    read([of({ text: 'h' }), of({ text: 'm' }), of({ signature: 's' }), of({ text: 'or', signature: 't' })]),
  ).toEqual([
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'thinking', thinking: 'or', signature: 't' },
    SO,
  ])
  const hidden = (redactedContent: string) => ({ type: 'reasoning_content', redactedContent })
  expect(read([hidden('QUJD'), hidden('REVG'), of({ text: 'hm' })])).toEqual([
    { type: 'redacted_thinking', data: 'QUJDREVG' },
    { type: 'thinking', thinking: 'hm' },
    SO,
  ])
})

test.each(['managed', 'fifo', 'hybrid'])(
  'PAIR-2 thinking of Bedrock’s leaves with the calls that it led to, and stays whole with them: %s',
  async (preset) => {
    const window = managedWindow(
      newManager(preset, 3000),
      langChainAdapter<BaseMessage>(mapStoredMessagesToChatMessages),
    )
    window.add([new HumanMessage('Find the newest release.')])
    let last: readonly BaseMessage[] = []
    for (let nth = 0; nth < 30; nth += 1) {
      const { messages } = await window.next()
      last = messages
      for (const message of messages) {
        if (!AIMessage.isInstance(message) || typeof message.content === 'string') continue
        const thoughts = message.content.filter(({ type }) => type === 'reasoning_content')
        expect(thoughts.length, preset).toBe(message.tool_calls?.length === 1 ? 2 : 0)
      }
      const content = [{ text: THOUGHT }, { signature: `s${nth}` }].map((reasoningText) => {
        return { type: 'reasoning_content', reasoningText }
      })
      const calls = [{ id: `c${nth}`, name: 'r', args: {}, type: 'tool_call' as const }]
      window.add([
        new AIMessage({ content, tool_calls: calls }),
        new ToolMessage({ content: `line ${nth} `.repeat(60), tool_call_id: `c${nth}` }),
        ...(nth % 6 === 5 ? [new AIMessage('done'), new HumanMessage(`go on with ${nth}`)] : []),
      ])
    }
    expect(last.length).toBeLessThan(60)
  },
)

test('TOK-3 MSG-1 pictures and documents of Bedrock’s are such, in replies as well', () => {
  const adapter = langChainAdapter<BaseMessage>()
  const bytes = new Uint8Array([1, 2, 3])
  const image = { type: 'image', image: { format: 'png', source: { bytes } } }
  const given = [
    new HumanMessage({
      content: [
        image,
        {
          type: 'document',
          document: { format: 'md', name: 'notes', source: { bytes: new TextEncoder().encode('# a') } },
        },
        { type: 'image', image: { format: 'jpeg', source: { s3Location: { uri: 's3://a/b' } } } },
        { type: 'document', document: { format: 'pdf', name: 'p', source: { bytes } } },
        { type: 'text', text: 'what is it?' },
      ] as never,
    }),
    new AIMessage({ content: [image, { type: 'text', text: 'this' }] as never }),
  ]
  const { messages } = adapter.toEngine(given)
  expect(messages[0]?.content).toMatchObject([
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } },
    { type: 'document', title: 'notes', source: { type: 'text', data: '# a' } },
    { type: 'image', source: { type: 'url', media_type: 'image/jpeg', url: 's3://a/b' } },
    { type: 'document', title: 'p', source: { type: 'base64', media_type: 'application/pdf', data: 'AQID' } },
    { type: 'text', text: 'what is it?' },
  ])
  expect(adapter.fromEngine({ messages })).toEqual(given)
})
