import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryItems } from '../../testing/arbitrary-responses.ts'
import {
  arbitraryConversation,
  arbitraryDamage,
  arbitraryMessages,
  arbitraryRequest,
} from '../../testing/arbitrary.ts'
import { conversation, conversationText } from '../../testing/conversation.ts'
import type { Message } from '../core/message/message.ts'
import { toResponses } from '../core/message/responses.ts'
import { repair } from './repair.ts'
import type { Checkable } from './shape.ts'
import { validate } from './validate.ts'
import type { Repair } from './rule/violation.ts'
import type { ResponsesItem } from '../core/message/request.ts'

const call = (call_id: string): ResponsesItem => ({
  type: 'function_call',
  call_id,
  name: 'x',
  arguments: '{}',
})
const output = (call_id: string): ResponsesItem => ({ type: 'function_call_output', call_id, output: 'ok' })
const user: ResponsesItem = { type: 'message', role: 'user', content: 'hi' }
const thought: ResponsesItem = { type: 'reasoning', summary: [] }
const done = (repairs: readonly Repair[]): string[] =>
  repairs.map(({ rule, action, index, text }) =>
    [rule, action, index, ...(text === undefined ? [] : [text])].join(' '),
  )

describe('repair for openai-responses', () => {
  it('VALID-2 a call without an output gets one, an output without a call is removed, and so is loose reasoning', () => {
    const { request, repairs } = repair([user, thought, call('a'), output('z'), thought], 'openai-responses')
    expect(done(repairs)).toEqual([
      'orphan-result drop-message 3',
      'unanswered-call insert-result 2 [No result was recorded for this call.]',
      'loose-reasoning drop-message 4',
    ])
    expect(request).toEqual([
      user,
      thought,
      call('a'),
      { ...output('a'), output: '[No result was recorded for this call.]' },
    ])
  })

  it.each([
    ['the last is missing', ['a', 'b'], ['a', 'b', 'c']],
    ['the second is missing', ['a', 'c'], ['a', 'b', 'c']],
    ['the first is missing', ['b', 'c'], ['a', 'b', 'c']],
    ['there is none', [], ['a', 'b', 'c']],
  ])('VALID-2 outputs stay in the order of their calls if %s', (_, given, wanted) => {
    const items = [user, call('a'), call('b'), call('c'), ...given.map(output), user]
    const { request } = repair(items, 'openai-responses')
    const answered = request.filter(({ type }) => type === 'function_call_output')
    expect(answered.map(({ call_id }) => call_id)).toEqual(wanted)
    expect(request.at(-1)).toBe(user)
  })

  it('VALID-2 of two calls with one id the later is renamed with its output', () => {
    const items = [user, call('a'), output('a'), call('a'), output('a')]
    const { request, repairs } = repair(items, 'openai-responses')
    expect(done(repairs)).toEqual(['duplicate-call rename-call 3 a_2', 'duplicate-call rename-call 4 a_2'])
    expect(request).toEqual([user, call('a'), output('a'), call('a_2'), output('a_2')])
  })

  it('VALID-2 a made-up result has the type of its call, and an empty request says what happened', () => {
    const shell: ResponsesItem = { type: 'local_shell_call', call_id: 's' }
    expect(repair([user, shell], 'openai-responses').request.at(-1)).toMatchObject({
      type: 'local_shell_call_output',
      call_id: 's',
    })
    expect(repair({ input: '' }, 'openai-responses').request.input).toMatchObject([{ role: 'user' }])
  })

  it('VALID-2 in the engine’s shape results keep their place, and thinking leaves with its reply', () => {
    const messages = conversation(
      'user: go\nassistant: call a x + call b x\nuser: wait\nresult a: 1\nassistant: think hm\nuser: so?',
    )
    const { request, repairs } = repair(messages, 'openai-responses')
    expect(done(repairs)).toEqual([
      'unanswered-call insert-result 1 [No result was recorded for this call.]',
      'loose-reasoning drop-part 4',
    ])
    expect(conversationText(request)).toContain('wait')
    expect(validate(request, 'openai-responses')).toEqual([])
  })
})

const anyInput: fc.Arbitrary<Checkable> = fc.oneof(
  arbitraryMessages,
  arbitraryDamage,
  arbitraryRequest,
  arbitraryItems,
  arbitraryItems.map((input) => ({ input, instructions: 'x' })),
)

describe('laws of repair for openai-responses', () => {
  it('VALID-2 the output is valid for any input, and the input is unchanged', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const before = JSON.stringify(input)
        const { request, repairs } = repair(input, 'openai-responses')
        expect(validate(request, 'openai-responses')).toEqual([])
        expect(JSON.stringify(input)).toBe(before)
        expect(repairs.length === 0).toBe(request === input)
        expect(repair(request, 'openai-responses').request).toBe(request)
      }),
      { numRuns: 200 },
    )
  })

  it('VALID-2 the list of repairs says everything that was done to items', () => {
    fc.assert(
      fc.property(arbitraryItems, (items) => {
        const { request, repairs } = repair({ input: items }, 'openai-responses')
        expect(request.input).toEqual(repairs.length === 0 ? items : applied(items, repairs))
      }),
      { numRuns: 200 },
    )
  })

  it('VALID-3 a conversation that every provider accepts is valid as a request, and so is each damaged version after repair', () => {
    fc.assert(
      fc.property(arbitraryConversation, (messages: Message[]) => {
        expect(validate(toResponses({ system: 'x', messages }), 'openai-responses')).toEqual([])
      }),
    )
    fc.assert(
      fc.property(arbitraryDamage, (messages) => {
        const { request } = repair(messages, 'openai-responses')
        expect(validate(toResponses({ messages: request }), 'openai-responses')).toEqual([])
      }),
    )
  })

  it('VALID-2 is linear: outputs in reverse after all their calls, and as many orphans', () => {
    const ids = Array.from({ length: 20_000 }, (_, nth) => `call_${nth}`)
    const items = [user, ...ids.map(call), ...ids.toReversed().map(output), ...ids.map(output)]
    const { repairs } = repair(items, 'openai-responses')
    expect(repairs).toHaveLength(20_000)
    const messages: Message[] = [
      { role: 'user', content: 'go' },
      ...ids.map((id): Message => ({
        role: 'assistant',
        content: [{ type: 'tool_use', id, name: 'x', input: {} }],
      })),
    ]
    expect(repair(messages, 'openai-responses').repairs).toHaveLength(20_000)
  })
})

/** The items after the repairs, applied exactly as described. */
function applied(items: readonly ResponsesItem[], repairs: readonly Repair[]): ResponsesItem[] {
  interface Sheet {
    readonly index: number
    item: ResponsesItem
    readonly blocks: Map<number, unknown> | null
    isChanged: boolean
  }
  let sheets = items.map((item, index): Sheet => {
    const blocks = Array.isArray(item.content) ? new Map<number, unknown>(item.content.entries()) : null
    return { index, item, blocks, isChanged: false }
  })
  for (const { action, index, part = -1, ids, text = '' } of repairs) {
    const sheet = sheets.find((other) => other.index === index)
    if (action === 'insert-user')
      sheets.push({
        index: -1,
        item: { type: 'message', role: 'user', content: text },
        blocks: null,
        isChanged: false,
      })
    if (sheet === undefined) continue
    if (action === 'drop-message') sheets = sheets.filter((other) => other !== sheet)
    if (action === 'change-role') sheet.item = { ...sheet.item, role: 'user' }
    if (action === 'rename-call') sheet.item = { ...sheet.item, call_id: text }
    if (action === 'drop-part') {
      sheet.blocks?.delete(part)
      sheet.isChanged = true
      if (sheet.blocks?.size === 0) sheets = sheets.filter((other) => other !== sheet)
    }
    if (action === 'insert-result') {
      const called = sheets.find(({ item }) => item.call_id === ids[0] && !item.type?.endsWith('_output'))
      const item: ResponsesItem = { type: `${called?.item.type}_output`, call_id: ids[0] ?? '', output: text }
      let end = sheets.indexOf(sheet) + 1
      while (sheets[end]?.index === -1) end += 1
      sheets.splice(end, 0, { index: -1, item, blocks: null, isChanged: false })
    }
  }
  return sheets.map(({ item, blocks, isChanged }) =>
    isChanged
      ? { ...item, content: [...(blocks?.values() ?? [])] as Exclude<ResponsesItem['content'], undefined> }
      : item,
  )
}
