import { describe, expect, it } from 'vitest'
import type { AnthropicRequest, Message, Part } from '../../engine/index.ts'
import { mend, whyNotCarried, withoutIdleEdits } from './reply.ts'

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
  const asked = { messages, context_management: { edits: [thoughts] }, thinking: { type: 'adaptive' } }
  expect(withoutIdleEdits(asked)).toBe(asked)
})

it('EDITAPI-1 what the provider compacts by itself is not carried, unless the summary is its own', () => {
  const uses: ContextEdit = {
    type: 'clear_tool_uses_20250919',
    trigger: { type: 'input_tokens', value: 6000 },
    keep: { type: 'tool_uses', value: 3 },
  }
  const compact: ContextEdit = { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 60_000 } }
  const messages = [user]
  expect(whyNotCarried({ messages, context_management: { edits: [uses] } }, [])).toBeNull()
  expect(whyNotCarried({ messages, context_management: { edits: [uses, compact] } }, [])).toContain(
    'Choose another',
  )
  const summed = [
    user,
    answered({ type: 'compaction', content: 'so far' }, { type: 'text', text: 'a' }),
    user,
  ]
  expect(whyNotCarried({ messages: summed }, [])).toContain('Choose another')
  expect(whyNotCarried({ messages: summed }, [{ summary: 'other' }])).toContain('Choose another')
  expect(whyNotCarried({ messages: summed }, [{ summary: 'so far' }])).toBeNull()
})
