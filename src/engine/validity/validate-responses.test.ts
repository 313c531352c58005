import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryItems } from '../../testing/arbitrary-responses.ts'
import { arbitraryMessages } from '../../testing/arbitrary.ts'
import { conversation } from '../../testing/conversation.ts'
import { toResponses } from '../core/message/responses.ts'
import { repair } from './repair.ts'
import { validate } from './validate.ts'
import type { ResponsesItem } from '../core/message/request.ts'
import type { Violation } from './rule/violation.ts'

/** Rule, position and ids of each violation, as one line: `orphan-result 2.0 z`. */
function brief(violations: readonly Violation[]): string[] {
  return violations.map(({ rule, index, part, ids }) =>
    [rule, part === undefined ? String(index) : `${index}.${part}`, ...ids].join(' '),
  )
}

const call = (call_id: string, type = 'function_call'): ResponsesItem => ({
  type,
  call_id,
  name: 'x',
  arguments: '{}',
})
const output = (call_id: string, type = 'function_call_output'): ResponsesItem => ({
  type,
  call_id,
  output: 'ok',
})
const user: ResponsesItem = { role: 'user', content: 'hi' }
const reply: ResponsesItem = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'yes' }],
}
const thought = (id?: string): ResponsesItem => ({
  type: 'reasoning',
  summary: [],
  ...(id !== undefined && { id }),
})
const check = (...items: ResponsesItem[]): string[] => brief(validate(items, 'openai-responses'))
const say = (...items: ResponsesItem[]): string[] =>
  validate(items, 'openai-responses').map(({ message }) => message)

describe('validate for openai-responses', () => {
  it('VALID-1 accepts outputs in any order with other items between, and reasoning before a call or a text', () => {
    expect(check(user, thought(), call('a'), call('b'), reply, output('b'), user, output('a'))).toEqual([])
    expect(check(user, thought(), thought(), reply)).toEqual([])
    expect(
      check(
        { type: 'message', role: 'user', content: '' },
        call('a', 'custom_tool_call'),
        output('a', 'custom_tool_call_output'),
      ),
    ).toEqual([])
  })

  it('VALID-1 VALID-2 duplicate-item: an item that the provider knows is there once', () => {
    const known = { ...reply, id: 'msg_1' }
    const items = [user, thought('rs_1'), known, thought('rs_1'), known, user]
    expect(say(...items)).toEqual(
      ['rs_1', 'msg_1'].map(
        (id) => `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`,
      ),
    )
    const { request, repairs } = repair(items, 'openai-responses')
    expect(request).toEqual([user, thought('rs_1'), known, user])
    expect(repairs.map(({ rule, action, index }) => [rule, action, index])).toEqual([
      ['duplicate-item', 'drop-message', 3],
      ['duplicate-item', 'drop-message', 4],
    ])
    expect(check(user, reply, reply, user)).toEqual([])
    // A call that was added twice leaves with its second output; its id is not that of the call.
    const read = { ...call('a'), id: 'fc_1' }
    const twice = [user, read, output('a'), read, output('a'), user]
    expect(check(...twice)).toEqual(['duplicate-item 3', 'duplicate-result 4.0 a'])
    expect(repair(twice, 'openai-responses').request).toEqual([user, read, output('a'), user])
  })

  it('VALID-1 unanswered-call, with the message for each kind of call', () => {
    expect(check(user, call('a'), call('b'), output('a'))).toEqual(['unanswered-call 2.0 b'])
    expect(say(user, call('call_1'))).toEqual(['No tool output found for function call call_1.'])
    expect(say(user, call('call_2', 'custom_tool_call'))).toEqual([
      'No tool output found for custom tool call call_2.',
    ])
    expect(say(user, call('call_3', 'local_shell_call'))).toEqual([
      'No tool output found for local shell call call_3.',
    ])
  })

  it('VALID-1 orphan-result: an output without a call, or before it', () => {
    expect(say(user, output('a'))).toEqual(['No tool call found for function call output with call_id a.'])
    expect(check(output('a'), call('a'))).toEqual(['orphan-result 0.0 a', 'unanswered-call 1.0 a'])
    expect(say(output('a', 'custom_tool_call_output'))).toEqual([
      'No tool call found for custom tool call output with call_id a.',
    ])
  })

  it('VALID-1 orphan-result is not checked if the request continues from items that it does not contain', () => {
    expect(validate({ input: [output('a')], previous_response_id: 'resp_1' }, 'openai-responses')).toEqual([])
    expect(check({ type: 'item_reference', id: 'fc_1' }, output('a'))).toEqual([])
    expect(brief(validate({ input: [output('a')], previous_response_id: null }, 'openai-responses'))).toEqual(
      ['orphan-result 0.0 a'],
    )
  })

  it('VALID-1 duplicate-call and duplicate-result in the whole request', () => {
    expect(check(user, call('a'), output('a'), call('a'), output('a'))).toEqual([
      'duplicate-call 3.0 a',
      'duplicate-result 4.0 a',
    ])
    expect(say(user, call('a'), output('a'), output('a'))).toEqual([
      'Duplicate item found with id a. Remove duplicate items from your input and try again.',
    ])
  })

  it('VALID-1 loose-reasoning: reasoning followed by a user message, an output or nothing', () => {
    expect(say(user, thought('rs_1'), user)).toEqual([
      "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    ])
    expect(check(user, call('a'), thought(), output('a'), thought(), thought())).toEqual([
      'loose-reasoning 2.0',
      'loose-reasoning 4.0',
      'loose-reasoning 5.0',
    ])
    expect(check(user, thought(), { type: 'web_search_call' }, reply)).toEqual([])
  })

  it('VALID-1 no-messages, unknown-role, empty-message, part-role', () => {
    const empty = `One of "input" or "previous_response_id" or 'prompt' or 'conversation_id' must be provided.`
    expect(validate({ input: [] }, 'openai-responses')).toEqual([
      { rule: 'no-messages', index: -1, ids: [], message: empty },
    ])
    expect(validate({ input: '' }, 'openai-responses')).toHaveLength(1)
    expect(validate({ input: 'hi' }, 'openai-responses')).toEqual([])
    expect(validate({ instructions: 'x', input: [], previous_response_id: 'r' }, 'openai-responses')).toEqual(
      [],
    )
    expect(say({ role: 'tool', content: 'x' })).toEqual([
      "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    ])
    expect(check({ type: 'message', role: 'user', content: null }, user)).toEqual(['empty-message 0'])
    const block = (type: string) => [{ type, text: 'x' }]
    expect(say(user, { type: 'message', role: 'assistant', content: block('input_text') })).toEqual([
      "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    ])
    expect(say({ type: 'message', role: 'user', content: block('text') })).toEqual([
      "Invalid value: 'text'. Supported values are: 'input_text', 'input_image', 'output_text', 'refusal', 'input_file', 'computer_screenshot', and 'summary_text'.",
    ])
  })

  it('VALID-1 messages in the engine’s shape are translated, places stay those of the list', () => {
    const messages = conversation(
      'user: go\nassistant: think hm + looking + call a x + call b x\nresult b: 2\nassistant: think loose\nresult z: 1',
    )
    expect(brief(validate(messages, 'openai-responses'))).toEqual([
      'unanswered-call 1.2 a',
      'loose-reasoning 3.0',
      'orphan-result 4.0 z',
    ])
    expect(validate({ system: 'be brief', messages: [] }, 'openai-responses')).toHaveLength(1)
  })

  it('VALID-1 a translated list and its translation break the same rules', () => {
    const lines = (violations: readonly Violation[]) =>
      violations.map(({ rule, ids }) => `${rule} ${ids.join(' ')}`).toSorted()
    fc.assert(
      fc.property(arbitraryMessages, (messages) => {
        const direct = validate({ system: 'x', messages }, 'openai-responses')
        expect(lines(direct)).toEqual(lines(validate(toResponses({ messages }), 'openai-responses')))
      }),
      { numRuns: 120 },
    )
  })

  it('PAIR-2 agrees with a brute-force check of every pair of items', () => {
    const pairRules = new Set(['unanswered-call', 'orphan-result', 'duplicate-call', 'duplicate-result'])
    fc.assert(
      fc.property(arbitraryItems, (items) => {
        const found = validate({ input: items }, 'openai-responses').filter(({ rule }) => pairRules.has(rule))
        expect(brief(found).toSorted()).toEqual(faulty(items).toSorted())
      }),
      { numRuns: 160 },
    )
  })
})

/** The naive twin: compares every call and every output with all items before and after it. */
function faulty(items: readonly ResponsesItem[]): string[] {
  const isCall = ({ type = '' }: ResponsesItem): boolean =>
    /^(function|custom_tool|local_shell)_call$/.test(type)
  const isOutput = ({ type = '' }: ResponsesItem): boolean =>
    /^(function|custom_tool|local_shell)_call_output$/.test(type)
  return items.flatMap((item, index) => {
    const of = (kind: (other: ResponsesItem) => boolean, from: number, to: number): number =>
      items.slice(from, to).filter((other) => kind(other) && other.call_id === item.call_id).length
    const line = (rule: string): string => `${rule} ${index}.0 ${item.call_id}`
    if (isCall(item))
      return [
        ...(of(isOutput, index + 1, items.length) === 0 ? [line('unanswered-call')] : []),
        ...(of(isCall, 0, index) > 0 ? [line('duplicate-call')] : []),
      ]
    if (!isOutput(item)) return []
    return [
      ...(of(isCall, 0, index) === 0 ? [line('orphan-result')] : []),
      ...(of(isOutput, 0, index) > 0 ? [line('duplicate-result')] : []),
    ]
  })
}
