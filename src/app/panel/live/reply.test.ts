import { describe, expect, it } from 'vitest'
import type { AnthropicRequest, Message, Part } from '../../../engine/index.ts'
import { mend } from './reply.ts'

const thinking: Part = { type: 'thinking', thinking: 'so', signature: 'c2ln' }

const user: Message = { role: 'user', content: 'hello' }
const answered = (...content: readonly Part[]): Message => ({ role: 'assistant', content })

describe('VALID-4 a request that was refused', () => {
  it('is repaired by the rules if they find a fault in it', () => {
    const orphan: Message = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'gone', content: 'x' }],
    }
    const { mended, faults } = mend({ messages: [user, answered({ type: 'text', text: 'a' }), orphan, user] })
    expect(faults.length).toBeGreaterThan(0)
    expect(JSON.stringify(mended)).not.toContain('tool_result')
  })

  it('else loses its thinking; one without thinking cannot be repaired', () => {
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
