import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import type { ThinkingConfig } from '../core/message/message.ts'
import { repair } from './repair.ts'
import { validate } from './validate.ts'
import type { AnthropicRequest } from '../core/message/request.ts'

const ON: ThinkingConfig = { type: 'enabled', budget_tokens: 2048 }

function request(text: string, thinking: ThinkingConfig | null = ON): AnthropicRequest {
  const tools = [{ name: 'f', input_schema: { type: 'object' } }]
  return { messages: conversation(text), tools, ...(thinking === null ? {} : { thinking }) }
}

/** Rule and position of each violation. */
function found(text: string, thinking: ThinkingConfig | null = ON): string[] {
  return validate(request(text, thinking), 'anthropic').map(({ rule, index }) => `${rule} ${index}`)
}

const KEPT = `
  user: go
  assistant: think[s] hm + call a f
  result a: 1
  assistant: call b f
  result b: 2`

const TAKEN = `
  user: go
  assistant: call a f
  result a: 1
  assistant: call b f
  result b: 2`

describe('a running tool loop with thinking enabled', () => {
  it('VALID-1 keeps the thinking of its first reply; later replies need none', () => {
    expect(found(KEPT)).toEqual([])
  })

  it('VALID-1 is rejected without it, with the message that users know, whatever the length of the loop', () => {
    expect(found(TAKEN)).toEqual(['loop-thinking 1'])
    expect(validate(request(TAKEN), 'anthropic')[0]?.message).toBe(
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` ' +
        'is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of ' +
        '`tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid ' +
        'this requirement, disable `thinking`.',
    )
  })

  it('VALID-1 is rejected if its first reply was removed and the next has no thinking', () => {
    expect(
      found(`
        user: go
        assistant: call b f
        result b: 2
        assistant: think[s] more + call c f
        result c: 3`),
    ).toEqual(['loop-thinking 1'])
  })

  it('VALID-1 redacted thinking is thinking, and a provider’s summary may precede it', () => {
    const { messages } = request(KEPT)
    const redacted = messages.map((message, index) =>
      index === 1 && typeof message.content !== 'string'
        ? {
            ...message,
            content: [
              { type: 'compaction' as const, content: 'before' },
              { type: 'redacted_thinking' as const, data: 'x' },
              ...message.content.slice(1),
            ],
          }
        : message,
    )
    expect(validate({ ...request(KEPT), messages: redacted }, 'anthropic')).toEqual([])
  })

  it('VALID-1 only the request’s option counts: a list, no option, adaptive and off require none', () => {
    expect(found(TAKEN, null)).toEqual([])
    expect(found(TAKEN, { type: 'adaptive' })).toEqual([])
    expect(found(TAKEN, { type: 'disabled' })).toEqual([])
    expect(validate(conversation(TAKEN), 'anthropic')).toEqual([])
  })

  it('VALID-1 a finished loop may lose its thinking', () => {
    expect(found(`${TAKEN}\n  assistant: done\n  user: and now?`)).toEqual([])
    expect(
      found(`${TAKEN}
        assistant: done
        user: and now?
        assistant: think[s] hm + call c f
        result c: 3`),
    ).toEqual([])
  })

  it('VALID-1 a text beside a result neither ends a loop with thinking nor hides the next one’s', () => {
    expect(
      found(`
        user: go
        assistant: think[s] hm + call a f
        result a: 1
        & text [reminder]
        assistant: call b f
        result b: 2`),
    ).toEqual([])
    expect(
      found(`
        user: go
        assistant: call a f
        result a: 1
        & text and now?
        assistant: think[s] hm + call b f
        result b: 2`),
    ).toEqual([])
    expect(
      found(`
        user: go
        assistant: call a f
        result a: 1
        & text and now?
        assistant: call b f
        result b: 2`),
    ).toEqual(['loop-thinking 1'])
  })

  it('VALID-1 with thinking off a running loop has none', () => {
    expect(found(KEPT, { type: 'disabled' })).toEqual(['disabled-thinking 1'])
    expect(found(`${KEPT}\n  assistant: done\n  user: and now?`, { type: 'disabled' })).toEqual([])
  })
})

describe('repair of a loop whose thinking was removed', () => {
  it('VALID-2 sends this request with thinking off, and keeps every call and result', () => {
    const given = request(TAKEN)
    const { request: mended, repairs } = repair(given, 'anthropic')
    expect(mended.thinking).toEqual({ type: 'disabled' })
    expect(mended.messages).toEqual(given.messages)
    expect(validate(mended, 'anthropic')).toEqual([])
    expect(repairs.map(({ rule, action, index }) => [rule, action, index])).toEqual([
      ['loop-thinking', 'disable-thinking', -1],
    ])
    expect(repairs[0]?.reason).toContain('thinking off')
  })

  it('VALID-2 then the loop has no thinking, and the provider is not asked to clear any', () => {
    const given: AnthropicRequest = {
      ...request(`
        user: go
        assistant: call a f
        result a: 1
        assistant: think[s] more + call b f
        result b: 2`),
      context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    }
    const { request: mended, repairs } = repair(given, 'anthropic')
    expect(mended.context_management).toBeUndefined()
    expect(JSON.stringify(mended.messages)).not.toContain('thinking')
    expect(repairs.map(({ action, index, part }) => [action, index, part])).toEqual([
      ['drop-part', 3, 0],
      ['disable-thinking', -1, undefined],
    ])
  })

  it('VALID-2 thinking that is not first is moved to the front', () => {
    const given = request(`
      user: go
      assistant: so + think[s] hm + call a f
      result a: 1
      assistant: call b f
      result b: 2`)
    const { request: mended, repairs } = repair(given, 'anthropic')
    expect(mended.thinking).toEqual(ON)
    expect(repairs.map(({ action }) => action)).toEqual(['move-part'])
    expect(validate(mended, 'anthropic')).toEqual([])
  })

  it('VALID-2 with thinking off, the thinking of the running loop is removed', () => {
    const { request: mended } = repair(request(KEPT, { type: 'disabled' }), 'anthropic')
    expect(mended.messages[1]?.content).toEqual([{ type: 'tool_use', id: 'a', name: 'f', input: {} }])
    expect(validate(mended, 'anthropic')).toEqual([])
  })
})
