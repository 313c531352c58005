import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryMessages, arbitraryOpenAiMessages } from '../../testing/arbitrary.ts'
import { conversation } from '../../testing/conversation.ts'
import { toOpenAi } from '../core/message/openai.ts'
import { repair } from './repair.ts'
import { validate } from './validate.ts'
import type { OpenAiMessage } from '../core/message/request.ts'
import type { Violation } from './rule/violation.ts'

/** Rule, position and ids of each violation, as one line: `orphan-result 2.0 z`. */
function brief(violations: readonly Violation[]): string[] {
  return violations.map(({ rule, index, part, ids }) =>
    [rule, part === undefined ? String(index) : `${index}.${part}`, ...ids].join(' '),
  )
}

describe('validate for openai', () => {
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
  const check = (...messages: OpenAiMessage[]): string[] => brief(validate(messages, 'openai'))
  const say = (...messages: OpenAiMessage[]): string[] =>
    validate(messages, 'openai').map(({ message }) => message)

  it('VALID-1 accepts results in any order, reused ids, and empty strings', () => {
    expect(
      check(user(''), call('a', 'b'), tool('b', ''), tool('a'), call('a'), tool('a'), {
        role: 'assistant',
        content: '',
      }),
    ).toEqual([])
    expect(check({ role: 'assistant', content: 'hello' })).toEqual([])
    // In place of content.
    const others = [
      { refusal: 'no' },
      { audio: { id: 'x' } },
      { function_call: { name: 'x', arguments: '{}' } },
    ]
    for (const other of others) {
      const messages: OpenAiMessage[] = [user(), { role: 'assistant', content: null, ...other }]
      expect(check(...messages)).toEqual([])
      // A message that has to be repaired for another reason keeps it, too.
      const late = [...messages, tool('a')]
      expect(repair(late, 'openai').request).toEqual(messages)
    }
    expect(check(user(), { role: 'assistant', content: null, refusal: '' })).toEqual(['empty-message 1'])
  })

  it('VALID-1 unanswered-call: before the next message that is not a tool message', () => {
    expect(check(user(), call('a', 'b'), tool('a'), user(), tool('b'))).toEqual([
      'unanswered-call 1.1 b',
      'orphan-result 4.0 b',
    ])
    expect(say(call('a', 'b', 'c'), tool('b'))).toEqual([
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
        'The following tool_call_ids did not have response messages: a, c',
    ])
  })

  it('VALID-1 orphan-result, with the message for each of its two kinds', () => {
    expect(say(user(), tool('a'))).toEqual([
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    ])
    expect(say(call('a'), tool('a'), tool('z'))).toEqual([
      "Invalid parameter: 'tool_call_id' of 'z' not found in 'tool_calls' of previous message.",
    ])
  })

  it('VALID-1 duplicate-call within a reply, duplicate-result for one call', () => {
    expect(say(call('a', 'a'), tool('a'))).toEqual(["Duplicate value for 'tool_call_id' of a in message[0]"])
    expect(say(user(), call('a'), tool('a'), tool('a'))).toEqual([
      "Invalid parameter: Duplicate value for 'tool_call_id' of 'a', in messages[2] and messages[3].",
    ])
  })

  it('VALID-1 no-messages, empty-message, unknown-role', () => {
    expect(say()).toEqual([
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    ])
    expect(
      check(
        user(null),
        user([]),
        { role: 'assistant' },
        { role: 'assistant', content: 'hi', tool_calls: [] },
      ),
    ).toEqual(['empty-message 0', 'empty-message 1', 'empty-message 2', 'empty-message 3'])
    expect(say(user(null))).toEqual(["Invalid value for 'content': expected a string, got null."])
    expect(say({ role: 'exit' as 'user', content: 'bye' })).toEqual([
      "Invalid value: 'exit'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    ])
  })

  it('VALID-1 part-role: pictures in user messages only, calls in assistant messages only', () => {
    const picture = [{ type: 'image_url', image_url: { url: 'https://example.test/a.png' } }]
    expect(check(user(picture), call('a'), tool('a', picture))).toEqual(['part-role 2.0'])
    expect(say(call('a'), tool('a', picture))).toEqual([
      "Invalid 'messages[1]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
    ])
    expect(check({ ...call('a'), role: 'user', content: 'hi' })).toEqual(['part-role 0.1 a'])
  })

  it('VALID-1 VALID-2 call-id: at most 64 characters, in a call and in its result', () => {
    const long = 'c'.repeat(65)
    const list = [user(), call('c'.repeat(64), long), tool('c'.repeat(64)), tool(long)]
    expect(check(...list)).toEqual([`call-id 1.1 ${long}`, `call-id 3.0 ${long}`])
    expect(say(...list)[0]).toBe(
      "Invalid 'messages[1].tool_calls[1].id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    )
    expect(validate(list, 'openai', { calls: 'ignored' })).toEqual([])
    const { request, repairs } = repair(list, 'openai')
    const ids = request.flatMap(({ tool_calls: calls = [], tool_call_id: id }) => [
      ...calls.map((one) => one.id),
      ...(id === undefined ? [] : [id]),
    ])
    expect(ids).toEqual(['c'.repeat(64), `${'c'.repeat(58)}_2`, 'c'.repeat(64), `${'c'.repeat(58)}_2`])
    expect(repairs.map(({ action, index }) => `${action}@${index}`)).toEqual([
      'rename-call@1',
      'rename-call@3',
    ])
  })

  it('VALID-1 VALID-2 tool-name: letters, digits, _ and -, in a call and as declared', () => {
    const tools = ['web.search', 'web_search'].map((name) => ({ type: 'function', function: { name } }))
    const reply: OpenAiMessage = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'web.search', arguments: '{}' } }],
    }
    const request = { tools, messages: [user(), reply, tool('a')] }
    expect(brief(validate(request, 'openai'))).toEqual(['tool-name -2.0', 'tool-name 1.0 a'])
    expect(validate(request, 'openai').map(({ message }) => message)).toEqual(
      ['tools[0]', 'messages[1].tool_calls[0]'].map(
        (place) =>
          `Invalid '${place}.function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      ),
    )
    const made = repair(request, 'openai').request
    expect(made.tools).toEqual(
      ['web_search_2', 'web_search'].map((name) => ({ type: 'function', function: { name } })),
    )
    expect(made.messages[1]?.tool_calls?.[0]?.function.name).toBe('web_search_2')
    const engine = {
      tools: [{ name: 'n'.repeat(65), input_schema: {} }],
      messages: conversation('user: go\nassistant: ok'),
    }
    expect(brief(validate(engine, 'openai'))).toEqual(['tool-name -2.0'])
    expect(repair(engine, 'openai').request.tools).toEqual([{ name: 'n'.repeat(64), input_schema: {} }])
    // The Responses API takes longer names, and has tools without one.
    expect(validate(engine, 'openai-responses')).toEqual([])
    const items = {
      input: [{ type: 'function_call', call_id: 'd'.repeat(65), name: 'a b', arguments: '{}' }],
      tools: [{ type: 'web_search' }, { type: 'function', name: 'a b' }],
    }
    const found = brief(validate(items, 'openai-responses')).map((line) => line.replace(/ d+$/, ''))
    expect(found).toEqual(['tool-name -2.1', 'unanswered-call 0.0', 'call-id 0.0', 'tool-name 0.0'])
    const mended = repair(items, 'openai-responses').request
    expect(mended.tools).toEqual([{ type: 'web_search' }, { type: 'function', name: 'a_b' }])
    expect(mended.input).toMatchObject([
      { call_id: 'd'.repeat(64), name: 'a_b' },
      { call_id: 'd'.repeat(64) },
    ])
  })

  it('VALID-1 messages in the engine’s shape are translated, places stay those of the list', () => {
    const messages = conversation(
      'user: go\nassistant: think hm + looking + call a x + call b x\nresult b: 2\n& text so?\nresult a: 1',
    )
    expect(brief(validate(messages, 'openai'))).toEqual(['unanswered-call 1.2 a', 'orphan-result 3.0 a'])
    expect(brief(validate({ system: 'be brief', messages }, 'openai'))).toEqual([
      'unanswered-call 1.2 a',
      'orphan-result 3.0 a',
    ])
    const [violation] = validate(
      conversation('user: go\nassistant: call a x\nuser: so?\nresult a: 1'),
      'openai',
    ).toReversed()
    expect(violation).toMatchObject({ rule: 'orphan-result', index: 3, part: 0, ids: ['a'] })
  })

  it('VALID-1 a translated list and its translation break the same rules', () => {
    fc.assert(
      fc.property(arbitraryMessages, (messages) => {
        const direct = validate({ system: 'x', messages }, 'openai').map(
          ({ rule, ids }) => `${rule} ${ids.join(' ')}`,
        )
        const through = validate(toOpenAi({ messages }), 'openai').map(
          ({ rule, ids }) => `${rule} ${ids.join(' ')}`,
        )
        expect(direct.filter((line) => !line.startsWith('no-messages')).toSorted()).toEqual(
          through.filter((line) => !line.startsWith('no-messages')).toSorted(),
        )
      }),
      { numRuns: 120 },
    )
  })

  it('PAIR-2 agrees with a brute-force check of every tool message', () => {
    const pairRules = new Set(['unanswered-call', 'orphan-result'])
    fc.assert(
      fc.property(arbitraryOpenAiMessages, (messages) => {
        const pairs = validate({ messages }, 'openai').filter(({ rule }) => pairRules.has(rule))
        expect(
          pairs.flatMap(({ rule, index, ids }) => ids.map((id) => `${rule} ${index} ${id}`)).toSorted(),
        ).toEqual(unpairedTools(messages))
      }),
      { numRuns: 160 },
    )
  })
})

/** The naive twin: looks from every tool message back for its reply, and from every call for its tool message. */
function unpairedTools(messages: readonly OpenAiMessage[]): string[] {
  const lines = new Set<string>()
  const replyOf = (index: number): OpenAiMessage | undefined => {
    const before = messages.slice(0, index).findLast(({ role }) => role !== 'tool')
    return before?.role === 'assistant' ? before : undefined
  }
  const orphans = messages.flatMap(({ role, tool_call_id: id = '' }, index) =>
    role === 'tool' && !(replyOf(index)?.tool_calls ?? []).some((call) => call.id === id)
      ? [`orphan-result ${index} ${id}`]
      : [],
  )
  for (const [index, { role, tool_calls: calls }] of messages.entries()) {
    if (role !== 'assistant') continue
    const rest = messages.slice(index + 1)
    const end = rest.findIndex((other) => other.role !== 'tool')
    const run = end < 0 ? rest : rest.slice(0, end)
    for (const { id } of calls ?? []) {
      if (!run.some(({ tool_call_id: answered = '' }) => answered === id))
        lines.add(`unanswered-call ${index} ${id}`)
    }
  }
  return [...lines, ...orphans].toSorted()
}
