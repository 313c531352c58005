import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import { readTrace } from '../reading.ts'

/** A conversation in short: who says what, which calls, which results. */
const told = (text: string) =>
  readTrace(text).messages.flatMap((message) =>
    partsOf(message).map((part) => {
      if (part.type === 'text') return `${message.role}: ${part.text}`
      if (part.type === 'tool_use') return `${part.id}=${part.name}(${JSON.stringify(part.input)})`
      return part.type === 'tool_result' ? `${part.tool_use_id}: ${JSON.stringify(part.content)}` : part.type
    }),
  )

describe('MSG-1 chats of people and bots', () => {
  const message = (more: object) => ({ type: 'message', timestamp: '2026-01-01T00:00:00Z', ...more })
  it.each<[string, unknown]>([
    [
      'Bot Framework',
      [
        message({ from: { id: 'u', role: 'user' }, text: 'Which files?' }),
        message({ from: { id: 'b', role: 'bot' }, text: 'One.' }),
      ],
    ],
    [
      'Rasa',
      {
        sender_id: 's',
        events: [
          { event: 'action', name: 'action_listen' },
          { event: 'user', text: 'Which files?', timestamp: 1 },
          { event: 'bot', text: 'One.', timestamp: 2 },
        ],
      },
    ],
    [
      'Slack',
      [
        message({ user: 'U', text: 'Which files?', ts: '1700000000.1' }),
        message({ bot_id: 'B', username: 'b', text: 'One.', ts: '1700000001.1' }),
      ],
    ],
    [
      'Discord',
      {
        messages: [
          { content: 'Which files?', author: { name: 'anna', isBot: false } },
          { content: 'One.', author: { name: 'helper', isBot: true } },
        ],
      },
    ],
    [
      'Teams, the newest first',
      {
        value: [
          {
            from: { application: { displayName: 'Helper' } },
            body: { content: '<p>One.</p>' },
            createdDateTime: '2026-01-01T10:01:00Z',
          },
          {
            from: { user: { displayName: 'Anna' } },
            body: { content: 'Which files?' },
            createdDateTime: '2026-01-01T10:00:00Z',
          },
        ],
      },
    ],
    [
      'Telegram, without a bot',
      {
        messages: [
          message({ from: 'Anna', text: 'Which files?' }),
          message({ from: 'Bob', text: [{ type: 'bold', text: 'One' }, '.'] }),
        ],
      },
    ],
  ])('%s', (_, chat) => {
    expect(told(JSON.stringify(chat))).toEqual(['user: Which files?', 'assistant: One.'])
  })

  it('of three and more each is named', () => {
    const chat = ['Anna', 'Bob', 'Carl'].map((user) => message({ user, text: `I am ${user}.` }))
    expect(told(chat.map((one) => JSON.stringify(one)).join('\n'))).toEqual([
      'user: Anna: I am Anna.',
      'assistant: Bob: I am Bob.',
      'user: Carl: I am Carl.',
    ])
  })
})

it('MSG-1 what LangChain prints of messages has the calls with their arguments, and the results', () => {
  const head = (who: string): string => `${'='.repeat(32)} ${who} Message ${'='.repeat(33)}`
  const text = [
    head('Human'),
    '',
    'Which files?',
    head('Ai'),
    '',
    'I look.',
    'Tool Calls:',
    '  ls (c)',
    ' Call ID: c',
    '  Args:',
    '    path: a',
    '    note: two',
    'lines',
    head('Tool'),
    'Name: ls',
    '',
    'x.ts',
    head('Ai'),
    '',
    'One.',
  ].join('\n')
  expect(told(text)).toEqual([
    'user: Which files?',
    'assistant: I look.',
    'c=ls({"path":"a","note":"two\\nlines"})',
    'c: "x.ts"',
    'assistant: One.',
  ])
})
