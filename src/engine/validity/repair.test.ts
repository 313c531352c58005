import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryConversation } from '../../testing/arbitrary.ts'
import { conversation, conversationText } from '../../testing/conversation.ts'
import type { Message, Part } from '../core/message/message.ts'
import { repair } from './repair.ts'
import type { ValidityOptions } from './rule/rule.ts'
import { validate } from './validate.ts'
import type { AnthropicRequest, OpenAiMessage } from '../core/message/request.ts'
import type { Repair } from './rule/violation.ts'

/** A repaired conversation as text, and each repair on one line: `drop-part 2.0 z`. */
function repaired(text: string, options?: ValidityOptions): { text: string; repairs: string[] } {
  const { request, repairs } = repair(conversation(text), 'anthropic', options)
  return { text: conversationText(request), repairs: repairs.map(brief) }
}

function brief({ action, index, part, to, ids, text }: Repair): string {
  const place = part === undefined ? `${index}` : `${index}.${part}`
  return [
    action,
    place,
    ...(to === undefined ? [] : [`to ${to}`]),
    ...ids,
    ...(action === 'rename-call' ? [`as ${text}`] : []),
  ].join(' ')
}

const MADE_UP_RESULT = '[No result was recorded for this call.]'
const REMOVED = '[The conversation before this point was removed.]'

describe('repair for anthropic', () => {
  it('VALID-2 returns the same request if nothing is wrong', () => {
    fc.assert(
      fc.property(arbitraryConversation, (messages) => {
        expect(repair(messages, 'anthropic')).toEqual({ request: messages, repairs: [] })
        expect(repair(messages, 'anthropic').request).toBe(messages)
        expect(repair(messages, 'openai').request).toBe(messages)
      }),
    )
  })

  it('VALID-2 drops an orphan result, and the message that had nothing else', () => {
    expect(repaired('user: go\nassistant: hm\nresult z: 1\nassistant: done')).toEqual({
      text: 'user: go\nassistant: hm\nassistant: done',
      repairs: ['drop-part 2.0 z'],
    })
    expect(repaired('user: go\nassistant: hm\nresult z: 1\n& text so?').text).toBe(
      'user: go\nassistant: hm\nuser: text so?',
    )
  })

  it('VALID-2 moves a late result up to its call', () => {
    expect(
      repaired(
        'user: go\nassistant: call a x + call b x\nresult b: 2\nassistant: hm\nresult a: 1\n& text so?',
      ),
    ).toEqual({
      text: 'user: go\nassistant: call a x + call b x\nresult a: 1\nresult b: 2\nassistant: hm\nuser: text so?',
      repairs: ['move-part 4.0 to 1 a'],
    })
    expect(repaired('user: go\nassistant: call a x\nuser: wait\nresult a: 1')).toEqual({
      text: 'user: go\nassistant: call a x\nresult a: 1\n& text wait',
      repairs: ['move-part 3.0 to 1 a'],
    })
  })

  it('VALID-2 inserts a made-up result for a call that was never answered', () => {
    expect(repaired('user: go\nassistant: call a x + call b x\nresult b: 2')).toEqual({
      text: `user: go\nassistant: call a x + call b x\nresult a: ${MADE_UP_RESULT}\nresult b: 2`,
      repairs: ['insert-result 1 a'],
    })
    expect(repaired('user: go\nassistant: call a x\nassistant: done')).toEqual({
      text: `user: go\nassistant: call a x\nresult a: ${MADE_UP_RESULT}\nassistant: done`,
      repairs: ['insert-result 1 a'],
    })
    expect(repaired('user: go\nassistant: call a x').text).toBe(
      `user: go\nassistant: call a x\nresult a: ${MADE_UP_RESULT}`,
    )
  })

  it('VALID-2 moves results before text within their message', () => {
    expect(repaired('user: go\nassistant: call a x + call b x\nresult a: 1\n& hm\n& result b: 2')).toEqual({
      text: 'user: go\nassistant: call a x + call b x\nresult a: 1\nresult b: 2\n& text hm',
      repairs: ['move-part 2.2 to 2 b'],
    })
  })

  it('VALID-2 a second result of a call is removed; a reused id is renamed with its result', () => {
    expect(repaired('user: go\nassistant: call a x\nresult a: 1\nresult a: 2').repairs).toEqual([
      'drop-part 2.1 a',
    ])
    const pair = 'assistant: call a x\nresult a: 1\n'
    expect(repaired(`user: go\nassistant: call a_2 x\nresult a_2: 0\n${pair}${pair}assistant: done`)).toEqual(
      {
        text:
          'user: go\nassistant: call a_2 x\nresult a_2: 0\n' +
          'assistant: call a x\nresult a: 1\nassistant: call a_3 x\nresult a_3: 1\nassistant: done',
        repairs: ['rename-call 5.0 a as a_3', 'rename-call 6.0 a as a_3'],
      },
    )
  })

  it('VALID-2 a call written twice in one reply is removed, unless each has a result', () => {
    expect(repaired('user: go\nassistant: call a x + call a x\nresult a: 1').repairs).toEqual([
      'drop-part 1.1 a',
    ])
    expect(repaired('user: go\nassistant: call a x + call a x\nresult a: 1\nresult a: 2').text).toBe(
      'user: go\nassistant: call a x + call a_2 x\nresult a: 1\nresult a_2: 2',
    )
  })

  it('VALID-2 begins with a user message, without dropping any message', () => {
    expect(repaired('assistant: hi\nuser: so?')).toEqual({
      text: `user: ${REMOVED}\nassistant: hi\nuser: so?`,
      repairs: ['insert-user 0'],
    })
    expect(repaired('result a: 1\nassistant: hm')).toEqual({
      text: `user: ${REMOVED}\nassistant: hm`,
      repairs: ['drop-part 0.0 a', 'insert-user 1'],
    })
  })

  it('VALID-2 never leaves an empty list', () => {
    expect(repaired('')).toEqual({ text: `user: ${REMOVED}`, repairs: ['insert-user 0'] })
    expect(repaired('user: " "\nassistant: ""\nuser:')).toEqual({
      text: `user: ${REMOVED}`,
      repairs: ['drop-part 0.0', 'drop-message 1', 'drop-message 2', 'insert-user 3'],
    })
  })

  it('VALID-2 blank texts are removed, also in a result', () => {
    expect(repaired('user: hi + text " "\nassistant: call a x\nresult a: text " " + text hm')).toEqual({
      text: 'user: text hi\nassistant: call a x\nresult a: text hm',
      repairs: ['drop-part 0.1', 'trim-text 2.0 a'],
    })
  })

  it('VALID-2 a reply without its calls loses its thinking', () => {
    expect(repaired('user: go\nassistant: think[s] hm\nuser: so?')).toEqual({
      text: 'user: go\nuser: so?',
      repairs: ['drop-part 1.0'],
    })
    const text = 'user: go\nassistant: looking + think[s] hm + call a x\nresult a: 1'
    expect(repaired(text)).toEqual({ text, repairs: [] })
  })

  it('VALID-2 drops thinking bound to content that the caller or a repair changed', () => {
    const loop = 'user: go\nassistant: think[s] one + call a x\nresult a: 1\nassistant: think[s] two + done'
    expect(repaired(loop, { boundThinkingFrom: 2 }).repairs).toEqual(['drop-part 3.0'])
    expect(repaired(loop, { boundThinkingFrom: null }).repairs).toEqual([])
    const broken = 'user: go\nassistant: think[s] one + call a x\nassistant: think[s] two + done'
    expect(repaired(broken).repairs).toEqual(['insert-result 1 a'])
    expect(repaired(broken, { boundThinkingFrom: null }).repairs).toEqual([
      'insert-result 1 a',
      'drop-part 2.0',
    ])
    expect(repaired(broken, { model: 'claude-opus-5-5', prefill: 'allowed' }).repairs).toEqual([
      'insert-result 1 a',
      'drop-part 2.0',
    ])
  })

  it('VALID-2 a system message at a forbidden place becomes a user message', () => {
    expect(
      repaired('system: careful\nuser: hi\nassistant: so\nsystem: kind\nsystem: brief\nassistant: ok'),
    ).toEqual({
      text: 'user: careful\nuser: hi\nassistant: so\nuser: kind\nsystem: brief\nassistant: ok',
      repairs: ['change-role 0', 'change-role 3'],
    })
    expect(repaired('user: hi\nsystem: kind', { systemMessages: 'rejected' }).text).toBe(
      'user: hi\nuser: kind',
    )
    expect(repaired('user: hi\ntool: so').text).toBe('user: hi\nuser: so')
  })

  it('VALID-2 ends as the model requires', () => {
    expect(repaired('user: hi\nassistant: "so "').text).toBe('user: hi\nassistant: so')
    expect(repaired('user: hi\nassistant: so\nassistant:', { prefill: 'rejected' })).toEqual({
      text: 'user: hi\nassistant: so\nuser: Please continue.',
      repairs: ['drop-message 2', 'insert-user 3'],
    })
  })

  it('VALID-2 declares made-up tools for the calls', () => {
    const messages = conversation(
      'user: go\nassistant: call a read + call b list + call c read\nresult a: 1\nresult b: 2\nresult c: 3',
    )
    const { request, repairs } = repair({ messages }, 'anthropic')
    expect(request).toEqual({
      messages,
      tools: [
        { name: 'read', input_schema: { type: 'object' } },
        { name: 'list', input_schema: { type: 'object' } },
      ],
    })
    expect(repairs.map(({ action, index, text }) => `${action} ${index} ${text}`)).toEqual([
      'declare-tool -1 read',
      'declare-tool -1 list',
    ])
    const orphan = repair<AnthropicRequest>({ messages: conversation('user: go\nresult a: 1') }, 'anthropic')
    expect(orphan.request).not.toHaveProperty('tools')
  })

  it('VALID-2 removes the earliest cache markers of the messages', () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const text = (value: string): Message => ({
      role: 'user',
      content: [{ type: 'text', text: value, ...mark }],
    })
    const request = {
      system: [{ type: 'text', text: 's', ...mark }],
      messages: ['1', '2', '3', '4', '5'].map(text),
    }
    const { request: fixed, repairs } = repair(request, 'anthropic')
    expect(repairs.map(brief)).toEqual(['drop-marker 0.0', 'drop-marker 1.0'])
    expect(fixed.system).toBe(request.system)
    expect(fixed.messages.map(({ content }) => 'cache_control' in (content[0] as Part))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })

  it('MSG-2 keeps unchanged messages', () => {
    const messages = conversation('user: go\nassistant: call a x\nuser: so?')
    const { request } = repair(messages, 'anthropic')
    expect(request[0]).toBe(messages[0])
    expect(request[1]).toBe(messages[1])
    expect(request).toHaveLength(3)
  })
})

describe('the order of results in separate messages', () => {
  const head = 'user: go\nassistant: call a x + call b x + call c x'
  const cases = [
    ['the second is missing', 'result a: 1\nresult c: 3'],
    ['the last is missing', 'result a: 1\nresult b: 2'],
    ['the second comes late and the last is missing', 'result a: 1\nuser: wait\nassistant: hm\nresult b: 2'],
    ['the last comes late', 'result a: 1\nresult b: 2\nuser: wait\nassistant: hm\nresult c: 3'],
    ['a text comes first and the second is missing', 'user: wait\n& result a: 1\nresult c: 3'],
  ] as const
  it.each(
    cases.flatMap(([title, rest]) =>
      (['anthropic', 'openai'] as const).map((provider) => [provider, title, rest] as const),
    ),
  )('VALID-2 for %s is that of the calls if %s', (provider, _, rest) => {
    const { request } = repair(conversation(`${head}\n${rest}`), provider)
    expect(validate(request, provider)).toEqual([])
    expect(resultsOf(request)).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['the second is missing', 'result a: 1\nresult c: 3'],
    ['the last is missing', 'result a: 1\nresult b: 2'],
    ['the first is missing', 'result b: 2\nresult c: 3'],
  ])('VALID-2 for openai-responses is that of the calls if %s', (_, rest) => {
    expect(resultsOf(repair(conversation(`${head}\n${rest}`), 'openai-responses').request)).toEqual([
      'a',
      'b',
      'c',
    ])
  })
})

/** The calls that the results answer, in order. */
function resultsOf(messages: readonly Message[]): string[] {
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .flatMap((part) => (part.type === 'tool_result' ? [part.tool_use_id] : []))
}

describe('repair for openai', () => {
  const call = (...ids: string[]): OpenAiMessage => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'x', arguments: '{}' } })),
  })
  const tool = (tool_call_id: string, content: OpenAiMessage['content'] = 'ok'): OpenAiMessage => ({
    role: 'tool',
    tool_call_id,
    content,
  })
  const user = (content: OpenAiMessage['content'] = 'hi'): OpenAiMessage => ({ role: 'user', content })

  it('VALID-2 moves late tool messages up, inserts made-up results, drops orphans', () => {
    const { request, repairs } = repair(
      [user(), call('a', 'b', 'c'), tool('b'), user('wait'), tool('a'), tool('z')],
      'openai',
    )
    expect(request).toEqual([
      user(),
      call('a', 'b', 'c'),
      tool('a'),
      tool('b'),
      tool('c', MADE_UP_RESULT),
      user('wait'),
    ])
    expect(repairs.map(brief)).toEqual([
      'drop-message 5 z',
      'move-part 4.0 to 1 a',
      'move-part 2.0 to 1 b',
      'insert-result 1 c',
    ])
  })

  it.each([
    ['the second comes late', [tool('a'), user('wait'), tool('b')], [tool('a'), tool('b'), user('wait')]],
    ['the first comes late', [tool('b'), user('wait'), tool('a')], [tool('a'), tool('b'), user('wait')]],
    [
      'the second is missing',
      [tool('a'), user('wait')],
      [tool('a'), tool('b', MADE_UP_RESULT), user('wait')],
    ],
    ['the first is missing', [tool('b'), user('wait')], [tool('a', MADE_UP_RESULT), tool('b'), user('wait')]],
  ])('VALID-2 results stay in the order of their calls if %s', (_, given, wanted) => {
    expect(repair([user(), call('a', 'b'), ...given], 'openai').request).toEqual([
      user(),
      call('a', 'b'),
      ...wanted,
    ])
  })

  it('VALID-2 renames a call that a reply makes twice, or drops the copy', () => {
    expect(repair([call('a', 'a'), tool('a', '1'), tool('a', '2')], 'openai').request).toEqual([
      call('a', 'a_2'),
      tool('a', '1'),
      tool('a_2', '2'),
    ])
    expect(repair([call('a', 'a'), tool('a')], 'openai').request).toEqual([call('a'), tool('a')])
  })

  it('VALID-2 fills a missing content, drops empty parts, and leaves no list empty', () => {
    const { request, repairs } = repair(
      [user(null), call('a'), { role: 'tool', tool_call_id: 'a' }, { role: 'assistant', content: [] }],
      'openai',
    )
    expect(request).toEqual([call('a'), tool('a', '')])
    expect(repairs.map(brief)).toEqual(['drop-message 0', 'trim-text 2', 'drop-message 3'])
    expect(repair([user(null)], 'openai').request).toEqual([user(REMOVED)])
  })

  it('VALID-2 messages in the engine’s shape keep it', () => {
    const messages = conversation('user: go\nassistant: call a x + call b x\nuser: wait\nresult b: 2')
    const { request, repairs } = repair({ system: 'be brief', messages }, 'openai')
    expect(conversationText(request.messages)).toBe(
      `user: go\nassistant: call a x + call b x\nresult a: ${MADE_UP_RESULT}\nresult b: 2\n& text wait`,
    )
    expect(repairs.map(brief)).toEqual(['insert-result 1 a', 'move-part 3.0 to 1 b'])
  })
})
