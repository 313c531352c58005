import { describe, expect, it } from 'vitest'
import type { AnthropicRequest, Message, Part } from '../../engine/index.ts'
import { mend, withoutIdleEdits, withoutPlayed } from './reply.ts'

const thinking: Part = { type: 'thinking', thinking: 'so', signature: 'c2ln' }
type ContextEdit = NonNullable<AnthropicRequest['context_management']>['edits'][number]

const user: Message = { role: 'user', content: 'hello' }
const answered = (...content: readonly Part[]): Message => ({ role: 'assistant', content })

describe('VALID-4 a request that was refused', () => {
  it('is repaired by the rules where they find a fault in it', () => {
    const orphan: Message = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'gone', content: 'x' }],
    }
    const { mended, faults } = mend({ messages: [user, answered({ type: 'text', text: 'a' }), orphan, user] })
    expect(faults.length).toBeGreaterThan(0)
    expect(JSON.stringify(mended)).not.toContain('tool_result')
  })

  it('else loses its thinking, and one without has nothing to mend', () => {
    const request: AnthropicRequest = {
      messages: [user, answered(thinking, { type: 'text', text: 'a' }), user],
    }
    const { mended, faults } = mend(request)
    expect(faults).toHaveLength(1)
    expect(JSON.stringify(mended)).not.toContain('c2ln')
    expect(mended.messages).toHaveLength(3)
    const plain: AnthropicRequest = { messages: [user] }
    expect(mend(plain)).toEqual({ mended: plain, faults: [] })
  })
})

it('EDITAPI-1 the edit of thinking is not asked for where no thinking is', () => {
  const uses: ContextEdit = {
    type: 'clear_tool_uses_20250919',
    trigger: { type: 'input_tokens', value: 6000 },
    keep: { type: 'tool_uses', value: 3 },
  }
  const thoughts: ContextEdit = { type: 'clear_thinking_20251015', keep: 'all' }
  const messages = [user]
  expect(withoutIdleEdits({ messages, context_management: { edits: [thoughts, uses] } })).toEqual({
    messages,
    context_management: { edits: [uses] },
  })
  expect(withoutIdleEdits({ messages, context_management: { edits: [thoughts] } })).toEqual({ messages })
  for (const type of ['adaptive', 'enabled'] as const) {
    const asked = { messages, context_management: { edits: [thoughts] }, thinking: { type } }
    expect(withoutIdleEdits(asked)).toBe(asked)
  }
  const off = { messages, thinking: { type: 'disabled' } } as const
  expect(withoutIdleEdits({ ...off, context_management: { edits: [thoughts] } })).toEqual(off)
})

it('EDITAPI-1 a summary that the provider never made is not sent; its own goes as it came', () => {
  const part: Part = { type: 'compaction', content: 'so far', signature: 's' }
  const words: Part = { type: 'text', text: 'a' }
  const request: AnthropicRequest = { messages: [user, answered(part, words), user] }
  const bare = { messages: [user, answered(words), user] }
  expect(withoutPlayed(request, [])).toEqual({ request: bare, played: true })
  // The same words are not the same summary: only its own has the proof.
  const forged = [{ part: { ...part, signature: 't' } }, {}]
  expect(withoutPlayed(request, forged)).toEqual({ request: bare, played: true })
  expect(withoutPlayed(request, [{ part }])).toEqual({ request, played: false })
  expect(withoutPlayed(bare, [{ part }]).request).toBe(bare)
})
