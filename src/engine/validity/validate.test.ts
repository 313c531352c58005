import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryConversation, arbitraryDamage, arbitraryMessages } from '../../testing/arbitrary.ts'
import { conversation } from '../../testing/conversation.ts'
import { partsOf } from '../core/message/message.ts'
import type { Message, ThinkingConfig } from '../core/message/message.ts'
import { toOpenAi } from '../core/message/openai.ts'
import { anthropicRules } from './rule/anthropic.ts'
import type { ValidityOptions } from './rule/rule.ts'
import type { Checkable } from './shape.ts'
import { repair } from './repair.ts'
import { validate } from './validate.ts'
import type { Violation } from './rule/violation.ts'

/** Rule, position and ids of each violation, as one line: `orphan-result 2.0 z`. */
function brief(violations: readonly Violation[]): string[] {
  return violations.map(({ rule, index, part, ids }) =>
    [rule, part === undefined ? String(index) : `${index}.${part}`, ...ids].join(' '),
  )
}

const found = (text: string, options?: ValidityOptions): string[] =>
  brief(validate(conversation(text), 'anthropic', options))
const foundIn = (input: Checkable, options?: ValidityOptions): string[] =>
  brief(validate(input, 'anthropic', options))
const words = (text: string, options?: ValidityOptions): string[] =>
  validate(conversation(text), 'anthropic', options).map(({ message }) => message)

describe('validate for anthropic', () => {
  it('VALID-1 accepts a whole tool loop', () => {
    expect(
      found(`
        user: fix it
        assistant: think[s] hm + call a x + call b x
        result b: 2
        result a: ""
        & text hurry
        system: be careful
        assistant: done
      `),
    ).toEqual([])
  })

  it('VALID-1 accepts every conversation that is valid by construction', () => {
    fc.assert(
      fc.property(arbitraryConversation, (messages) => {
        expect(validate(messages, 'anthropic')).toEqual([])
        expect(validate(messages, 'anthropic', { boundThinkingFrom: null, tools: 'ignored' })).toEqual([])
        expect(validate(messages, 'openai')).toEqual([])
        expect(validate(toOpenAi({ messages }), 'openai')).toEqual([])
      }),
      { numRuns: 120 },
    )
  })

  it('VALID-1 no-messages, first-role', () => {
    expect(words('')).toEqual(['messages: at least one message is required'])
    expect(words('assistant: hi')).toEqual(['messages: first message must use the "user" role'])
  })

  it('VALID-1 alternation only if it is asked for', () => {
    const text = 'user: one\nuser: two\nassistant: so\nassistant: and so'
    expect(found(text)).toEqual([])
    expect(found(text, { alternation: 'strict' })).toEqual(['alternation 1', 'alternation 3'])
    expect(words(text, { alternation: 'strict' })[0]).toBe(
      'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
    )
  })

  it('VALID-1 unanswered-call lists every id of the reply once', () => {
    expect(words('user: go\nassistant: hm + call a x + call b x + call c x\nresult b: 2')).toEqual([
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a, c. ' +
        'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    ])
    expect(found('user: go\nassistant: hm + call a x')).toEqual(['unanswered-call 1.1 a'])
  })

  it('VALID-1 a result one message late leaves the call unanswered and is an orphan', () => {
    const late = 'user: go\nassistant: call a x\nuser: wait\nresult a: 1'
    expect(found(late)).toEqual(['unanswered-call 1.0 a', 'orphan-result 3.0 a'])
    expect(words(late)[1]).toBe(
      'messages.3.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a. ' +
        'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    )
  })

  it('VALID-1 result-after-text has the message of an unanswered call', () => {
    const text = 'user: go\nassistant: call a x + call b x\nresult a: 1\n& text hm\n& result b: 2'
    expect(found(text)).toEqual(['result-after-text 2.2 b'])
    expect(words(text)[0]).toContain(
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b.',
    )
  })

  it('VALID-1 text at the very beginning of the answer makes every result after it too late', () => {
    const text = 'user: go\nassistant: call a x + call b x\nuser: hm\n& result a: 1\n& result b: 2'
    expect(found(text)).toEqual(['result-after-text 2.1 a b'])
    // It may follow the results.
    expect(found('user: go\nassistant: call a x\nresult a: 1\n& text hm')).toEqual([])
  })

  it('VALID-1 duplicate-call in the whole request, duplicate-result in a message', () => {
    const again = 'user: go\nassistant: call a x\nresult a: 1\nassistant: call a x\nresult a: 2'
    expect(found(again)).toEqual(['duplicate-call 3.0 a'])
    expect(words(again)).toEqual(['messages.3.content.0: `tool_use` ids must be unique'])
    const twice = 'user: go\nassistant: call a x\nresult a: 1\nresult a: 2'
    expect(words(twice)).toEqual([
      'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a',
    ])
  })

  it('VALID-1 ids like __proto__ are ids like others', () => {
    expect(found('user: go\nassistant: call __proto__ x + call toString x\nresult toString: 1')).toEqual([
      'unanswered-call 1.0 __proto__',
    ])
    expect(found('user: go\nassistant: hm\nresult constructor: 1')).toEqual(['orphan-result 2.0 constructor'])
  })

  it('VALID-1 blank-text, also in a result; an empty string is a result', () => {
    const text =
      'user: text "" + text "\\n "\nassistant: call a x + call b x\nresult a: ""\nresult b: text " " + text hm'
    expect(found(text)).toEqual(['blank-text 0.0', 'blank-text 0.1', 'blank-text 2.1 b'])
    expect(words(text).slice(0, 2)).toEqual([
      'messages: text content blocks must be non-empty',
      'messages: text content blocks must contain non-whitespace text',
    ])
  })

  it('VALID-1 empty-message, except a final one of the assistant', () => {
    expect(found('user: ""\nassistant:\nuser:')).toEqual([
      'empty-message 0',
      'empty-message 1',
      'empty-message 2',
    ])
    expect(found('user: hi\nassistant:')).toEqual([])
    expect(words('user: ""')).toEqual([
      'messages.0: all messages must have non-empty content except for the optional final assistant message',
    ])
  })

  it('VALID-1 part-role: calls and thinking of the assistant, results, images and documents of the user', () => {
    const text = 'user: call a x + think hm\nassistant: image 8x8 + document 2 pages\n& result z: 1\nuser: hi'
    expect(found(text)).toEqual([
      'part-role 0.0 a',
      'part-role 0.1',
      'part-role 1.0',
      'part-role 1.1',
      'part-role 1.2 z',
    ])
    expect(words(text)).toEqual([
      'messages.0: `tool_use` blocks can only be in `assistant` messages',
      'messages.0.content: thinking blocks may only be in `assistant` messages',
      "messages.1.content: 'image' blocks are not permitted within assistant turns",
      "messages.1.content: 'document' blocks are not permitted within assistant turns",
      'messages.1: `tool_result` blocks can only be in `user` messages',
    ])
  })

  it('VALID-1 unknown-part and unknown-role', () => {
    expect(found('user: json {"type":"audio","source":{"type":"base64"}}')).toEqual(['unknown-part 0.0'])
    expect(found('user: hi\nassistant: json {"type":"server_tool_use","id":"s"}')).toEqual([])
    expect(words('user: hi\ntool: hi')).toEqual([
      'messages: Unexpected role "tool". Allowed roles are "user" or "assistant".',
    ])
  })

  it('VALID-1 undeclared-tools applies to a request, not to a list', () => {
    const messages = conversation('user: go\nassistant: call a x\nresult a: 1')
    const tools = [{ name: 'x', input_schema: {} }]
    expect(foundIn(messages)).toEqual([])
    expect(foundIn({ messages })).toEqual(['undeclared-tools -1'])
    expect(foundIn({ messages, tools: [] })).toEqual(['undeclared-tools -1'])
    expect(foundIn({ messages, tools })).toEqual([])
    expect(foundIn({ messages }, { tools: 'ignored' })).toEqual([])
    expect(foundIn({ messages: conversation('user: hi') })).toEqual([])
  })

  it('VALID-1 prefill and trailing-whitespace', () => {
    expect(words('user: hi\nassistant: "so "')).toEqual([
      'messages: final assistant content cannot end with trailing whitespace',
    ])
    expect(found('user: hi\nassistant: "so "\nassistant:')).toEqual(['trailing-whitespace 1.0'])
    expect(found('user: hi\nassistant: "so "\nuser: well?')).toEqual([])
    expect(words('user: hi\nassistant: so', { prefill: 'rejected' })).toEqual([
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    ])
  })

  it('VALID-1 the abilities of a model follow from its id', () => {
    const prefill = (model: string): string[] => found('user: hi\nassistant: so', { model })
    for (const model of [
      'claude-sonnet-4-5-20250929',
      'claude-opus-4-20250514',
      'claude-3-5-sonnet-20241022',
      'gpt-4o',
    ]) {
      expect(prefill(model)).toEqual([])
    }
    for (const model of [
      'claude-opus-4-6',
      'claude-sonnet-5',
      'anthropic/claude-haiku-5-5',
      'claude-fable-5-1',
    ]) {
      expect(prefill(model)).toEqual(['prefill 1'])
    }
    expect(found('user: hi\nassistant: so', { model: 'claude-opus-4-6', prefill: 'allowed' })).toEqual([])
    const system = (model: string): string[] => found('user: hi\nsystem: careful', { model })
    for (const model of ['claude-opus-4-8', 'claude-sonnet-5-5', 'claude-fable-5'])
      expect(system(model)).toEqual([])
    for (const model of [
      'claude-3-5-sonnet-20241022',
      'claude-opus-4-7',
      'claude-sonnet-5',
      'claude-opus-4-20250514',
    ]) {
      expect(system(model)).toEqual(['system-message 1'])
    }
  })

  it('VALID-1 thinking-first in the last reply of a running tool loop, only where thinking is enabled', () => {
    const text = 'user: go\nassistant: looking + think[s] hm + call a x\nresult a: 1'
    const asked = (talk: string, thinking?: ThinkingConfig) =>
      validate({ messages: conversation(talk), ...(thinking && { thinking }) }, 'anthropic', {
        tools: 'ignored',
      })
    const on: ThinkingConfig = { type: 'enabled', budget_tokens: 2048 }
    expect(asked(text, on)[0]?.message).toContain(
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`.',
    )
    const redacted = 'user: go\nassistant: redacted x + looking + think[s] hm + call a x\nresult a: 1'
    expect(asked(redacted, on)).toEqual([])
    // With adaptive thinking a reply may begin with a text, and a list alone does not say how it was made.
    expect(asked(text, { type: 'adaptive' })).toEqual([])
    expect(asked(text)).toEqual([])
    expect(found(text)).toEqual([])
  })

  it('VALID-1 thinking-last: a reply whose calls are gone', () => {
    expect(words('user: go\nassistant: think[s] hm\nuser: so?')).toEqual([
      'messages.1: The final block in an assistant message cannot be `thinking`.',
    ])
    expect(found('user: go\nassistant: so + redacted x')).toEqual(['thinking-last 1.1'])
  })

  it('VALID-1 bound-thinking from the first edited message on', () => {
    const text = 'user: go\nassistant: think[s] hm + call a x\nresult a: 1\nassistant: redacted x + done'
    expect(found(text, { boundThinkingFrom: 0 })).toEqual(['bound-thinking 1.0', 'bound-thinking 3.0'])
    expect(found(text, { boundThinkingFrom: 2 })).toEqual(['bound-thinking 3.0'])
    expect(found(text, { boundThinkingFrom: 4 })).toEqual([])
    expect(found(text, { boundThinkingFrom: null })).toEqual([])
    expect(words(text, { boundThinkingFrom: 2 })[0]).toContain(
      'messages.3.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
    )
  })

  it('VALID-1 cache-markers: four in system, tools and messages together', () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const request = (count: number): Checkable => ({
      system: [{ type: 'text', text: 'be brief', ...mark }],
      tools: [{ name: 'x', input_schema: {}, ...mark }],
      messages: Array.from({ length: count }, (): Message => ({
        role: 'user',
        content: [{ type: 'text', text: 'hi', ...mark }],
      })),
    })
    expect(validate(request(2), 'anthropic')).toEqual([])
    expect(validate(request(3), 'anthropic').map(({ message }) => message)).toEqual([
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ])
  })

  it('VALID-1 system-message: after the user, before a reply or the end, of text', () => {
    expect(found('user: hi\nsystem: careful\nsystem: and kind\nassistant: so')).toEqual([])
    expect(words('system: careful\nuser: hi')[0]).toContain(
      "messages.0: use the top-level 'system' parameter",
    )
    expect(words('user: hi\nassistant: so\nsystem: careful')[0]).toContain(
      "messages.2: role 'system' must follow a 'user' message",
    )
    expect(words('user: hi\nsystem: careful\nuser: so?')[0]).toContain(
      "messages.1: role 'system' must precede an 'assistant' message",
    )
    expect(found('user: hi\nsystem: image 8x8')).toEqual(['system-message 1.0'])
    expect(words('user: hi\nsystem: careful', { systemMessages: 'rejected' })[0]).toContain(
      'messages: Unexpected role "system".',
    )
  })

  it('VALID-1 VALID-2 a system message may follow what a server tool gave, as the provider’s own words say', () => {
    const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
    const found = { type: 'web_search_tool_result', tool_use_id: 's', content: [] }
    const talk = (...content: readonly object[]) =>
      [
        { role: 'user', content: 'go' },
        { role: 'assistant', content },
        { role: 'system', content: 'Be short.' },
        { role: 'assistant', content: 'so' },
        { role: 'user', content: 'x' },
      ] as unknown as readonly Message[]
    expect(foundIn(talk(search, found))).toEqual([])
    expect(repair(talk(search, found), 'anthropic').repairs).toEqual([])
    const said = talk(search, found, { type: 'text', text: 'so' })
    expect(foundIn(said)).toEqual(['system-message 2'])
    expect(repair(said, 'anthropic').repairs.map(({ action }) => action)).toEqual(['change-role'])
  })

  it('VALID-1 VALID-2 orphan-result: what a server tool gave has its call before it, in the same reply or an earlier one', () => {
    const call = { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }
    const given = { type: 'web_search_tool_result', tool_use_id: 's1', content: [] }
    const told = { type: 'text', text: 'Found.' }
    const talk = (...replies: readonly (readonly object[])[]) =>
      [
        { role: 'user', content: 'go' },
        ...replies.flatMap((content) => [
          { role: 'assistant', content },
          { role: 'user', content: 'on' },
        ]),
      ] as unknown as readonly Message[]
    expect(foundIn(talk([call, given, told]))).toEqual([])
    expect(foundIn(talk([told, call], [given, told]))).toEqual([])
    // As Claude Code's users report it, of another tool.
    const [violation] = validate(talk([told], [given, told, call]), 'anthropic')
    expect(violation).toEqual({
      rule: 'orphan-result',
      index: 3,
      part: 0,
      ids: ['s1'],
      message:
        'messages.3.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: s1. ' +
        'Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.',
    })
    expect(repair(talk([told], [given, told]), 'anthropic')).toMatchObject({
      request: talk([told], [told]),
      repairs: [{ rule: 'orphan-result', action: 'drop-part', index: 3, part: 0 }],
    })
  })

  it('PAIR-2 agrees with a brute-force check of every pair', () => {
    const pairRules = new Set(['unanswered-call', 'orphan-result'])
    fc.assert(
      fc.property(fc.oneof(arbitraryMessages, arbitraryDamage), (messages) => {
        const pairs = validate(messages, 'anthropic').filter(({ rule }) => pairRules.has(rule))
        expect(
          pairs.flatMap(({ rule, index, ids }) => ids.map((id) => `${rule} ${index} ${id}`)).toSorted(),
        ).toEqual(unpaired(messages))
      }),
      { numRuns: 160 },
    )
  })

  it('VALID-1 a place comes before those behind it', () => {
    fc.assert(
      fc.property(arbitraryMessages, (messages) => {
        const places = validate(messages, 'anthropic').map(({ index, part }) => index * 1000 + (part ?? -1))
        expect(places).toEqual(places.toSorted((left, right) => left - right))
      }),
    )
  })

  it('VALID-1 every Anthropic rule is broken by some conversation, and states its name', () => {
    const seen = new Set<string>()
    const options = { alternation: 'strict', boundThinkingFrom: 0, prefill: 'rejected' } as const
    const many = fc.sample(arbitraryMessages, { numRuns: 600, seed: 1 })
    for (const messages of many) {
      for (const { rule } of validate({ messages }, 'anthropic', options)) seen.add(rule)
      for (const { rule } of validate(messages, 'anthropic')) seen.add(rule)
      for (const type of ['enabled', 'disabled'] as const)
        for (const { rule } of validate({ messages, thinking: { type } }, 'anthropic')) seen.add(rule)
    }
    for (const role of ['tool', 'exit']) {
      for (const { rule } of validate([{ role: role as 'user', content: 'hi' }], 'anthropic')) seen.add(rule)
    }
    const odd: Message = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'a:0', name: 'x', input: {} }],
    }
    for (const { rule } of validate([odd], 'anthropic')) seen.add(rule)
    expect([...seen].toSorted()).toEqual(Object.keys(anthropicRules).toSorted())
  })

  it('VALID-1 does not fail on a damaged log', () => {
    const damaged = [
      { role: 'user', content: null },
      { role: 'assistant' },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
      { role: 'assistant', content: [{ type: 'later_invention' }] },
    ] as unknown as Message[]
    expect(found('user: hi')).toEqual([])
    expect(foundIn(damaged)).toEqual(['empty-message 0', 'empty-message 1', 'orphan-result 2.0 a'])
    expect(brief(validate(damaged, 'openai')).length).toBeGreaterThan(0)
  })
})

/** The naive twin: compares every call with every result of the next message, and vice versa. */
function unpaired(messages: readonly Message[]): string[] {
  const lines = new Set<string>()
  const orphans: string[] = []
  for (const [index, message] of messages.entries()) {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    for (const part of partsOf(message)) {
      if (part.type === 'tool_use' && message.role === 'assistant') {
        const results = after?.role === 'user' ? partsOf(after) : []
        if (results.some((other) => other.type === 'tool_result' && other.tool_use_id === part.id)) continue
        lines.add(`unanswered-call ${index} ${part.id}`)
      }
      if (part.type === 'tool_result' && message.role === 'user') {
        const calls = before?.role === 'assistant' ? partsOf(before) : []
        if (calls.some((other) => other.type === 'tool_use' && other.id === part.tool_use_id)) continue
        orphans.push(`orphan-result ${index} ${part.tool_use_id}`)
      }
    }
  }
  return [...lines, ...orphans].toSorted()
}
