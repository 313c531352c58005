import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Message } from '../core/message/message.ts'
import { fromOpenAiMessages, toOpenAi } from '../core/message/openai.ts'
import { exchangesOf, safeCuts } from './exchange.ts'
import { repair } from './repair.ts'
import { validate } from './validate.ts'
import type { OpenAiMessage } from '../core/message/request.ts'
import type { Repair, Violation } from './rule/violation.ts'

const folder = process.env['TRACES_DIR']

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(folder ?? '', name), 'utf8'))
}

const brief = (violations: readonly Violation[]): string[] =>
  violations.map(({ rule, index, part, ids }) => [rule, `${index}.${part ?? ''}`, ...ids].join(' '))
const done = (repairs: readonly Repair[]): string[] =>
  repairs.map(({ action, index }) => `${action} ${index}`)

describe.skipIf(!folder)('real logs', () => {
  it('VALID-3 a request that a Claude model answered has no violation', () => {
    const messages = read('anthropic-messages.json') as Message[]
    expect(messages).toHaveLength(41)
    expect(validate(messages, 'anthropic', { alternation: 'strict' })).toEqual([])
    expect(brief(validate({ messages }, 'anthropic'))).toEqual(['undeclared-tools -1.'])
    expect(repair(messages, 'anthropic').request).toBe(messages)
    expect(validate(messages, 'openai')).toEqual([])
    expect(validate(toOpenAi({ messages }), 'openai')).toEqual([])
    // Calls and results alternate: every second place is a safe cut, and the task is one exchange.
    expect(safeCuts(messages)).toEqual([0, ...Array.from({ length: 21 }, (_, nth) => 2 * nth + 1)])
    expect(exchangesOf(messages)).toEqual([{ start: 0, end: 41 }])
  })

  it('VALID-3 an agent’s log with reasoning has only the violation of the message with which its own client ended it', () => {
    const { messages } = read('openai-chat-reasoning-miniswe.json') as { messages: OpenAiMessage[] }
    const last = 'call_00_PCGEgoBUdl4c6wD9L1mklY7f'
    expect(messages).toHaveLength(158)
    expect(brief(validate(messages, 'openai'))).toEqual([
      `unanswered-call 156.1 ${last}`,
      'unknown-role 157.',
    ])
    expect(validate(messages.slice(0, 156), 'openai')).toEqual([])

    const { request, repairs } = repair(messages, 'openai')
    expect(done(repairs)).toEqual(['change-role 157', 'insert-result 156'])
    expect(request.slice(0, 157)).toEqual(messages.slice(0, 157))
    expect(request.slice(157).map(({ role }) => role)).toEqual(['tool', 'user'])

    const { system, messages: inside, origins } = fromOpenAiMessages(messages)
    expect(system).toBe(messages[0]?.content)
    expect(origins.flat()).toEqual(messages.map((_, index) => index).slice(1))
    expect(brief(validate(inside, 'anthropic'))).toEqual([`unanswered-call 155.1 ${last}`])
    const [thinking] = inside[1]?.content ?? []
    expect(thinking).toEqual({ type: 'thinking', thinking: messages[2]?.reasoning_content })
  })

  it('VALID-3 chats with a customer are valid for OpenAI and reuse ids, which Anthropic rejects', () => {
    const chats = (read('tau-bench-airline.json') as { traj: OpenAiMessage[] }[]).map(({ traj }) => traj)
    expect(chats.map(({ length }) => length)).toEqual([10, 42, 62])
    for (const chat of chats) {
      expect(validate(chat, 'openai')).toEqual([])
      expect(repair(chat, 'openai').request).toBe(chat)
    }
    const inside = chats.map((chat) => fromOpenAiMessages(chat).messages)
    const again = inside.map((messages) => brief(validate(messages, 'anthropic')))
    expect(again).toEqual([
      [],
      ['duplicate-call 37.0 call_7MqMjJMaXLRTpdPdzCjzjfpE'],
      [
        'duplicate-call 41.0 call_lnzJf0iU69PFY0FxSmJh6D7a',
        'duplicate-call 45.0 call_dhYivf6VRUVJfU9DItC2EQ95',
        'duplicate-call 49.0 call_7MqMjJMaXLRTpdPdzCjzjfpE',
        'duplicate-call 57.0 call_cVVsJ9hu9hK5CQyt1F4wULOk',
        'duplicate-call 59.0 call_dhYivf6VRUVJfU9DItC2EQ95',
      ],
    ])
    const { request, repairs } = repair(inside[2] ?? [], 'anthropic')
    expect(validate(request, 'anthropic')).toEqual([])
    expect(request).toHaveLength(inside[2]?.length ?? 0)
    expect(repairs.map(({ action, text }) => `${action} ${text}`)).toEqual(
      [
        'lnzJf0iU69PFY0FxSmJh6D7a_2',
        'dhYivf6VRUVJfU9DItC2EQ95_2',
        '7MqMjJMaXLRTpdPdzCjzjfpE_2',
        'cVVsJ9hu9hK5CQyt1F4wULOk_2',
        'dhYivf6VRUVJfU9DItC2EQ95_3',
      ].flatMap((id) => [`rename-call call_${id}`, `rename-call call_${id}`]),
    )
  })

  it('MSG-1 a real log is unchanged after conversion to the engine’s shape and back, except white space in arguments', () => {
    const parsed = (list: readonly OpenAiMessage[]): unknown[] =>
      list.map(({ role, content, tool_calls: calls, tool_call_id: id, reasoning_content: reasoning }) => ({
        role,
        // With calls, null and an empty string are the same content.
        content: content === '' && calls !== undefined ? null : content,
        calls: (calls ?? []).map((call) => [
          call.id,
          call.function.name,
          JSON.parse(call.function.arguments) as unknown,
        ]),
        id,
        // Two replies have an empty reasoning, which equals none.
        reasoning: reasoning === '' ? undefined : reasoning,
      }))
    const { messages } = read('openai-chat-reasoning-miniswe.json') as { messages: OpenAiMessage[] }
    const chats = (read('tau-bench-airline.json') as { traj: OpenAiMessage[] }[]).map(({ traj }) => traj)
    for (const chat of [messages.slice(0, 157), ...chats]) {
      const { system, messages: inside } = fromOpenAiMessages(chat)
      expect(parsed(toOpenAi({ system, messages: inside }).messages)).toEqual(parsed(chat))
    }
  })
})
