import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../engine/index.ts'
import { arbitraryConversation, arbitraryMessages } from './arbitrary.ts'
import { conversation, conversationText, filler } from './conversation.ts'

describe('conversation', () => {
  it('reads a tool loop with parallel calls', () => {
    const messages = conversation(`
      system: be brief
      user: fix the bug
      assistant: think[s] hm + looking + call a read_file {"path":"a + b"} + call b list_files
      result a: 12 chars
      result b: error no such folder
      assistant: done
    `)
    expect(messages).toEqual([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'fix the bug' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'text', text: 'looking' },
          { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'a + b' } },
          { type: 'tool_use', id: 'b', name: 'list_files', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'lorem ipsum.' },
          { type: 'tool_result', tool_use_id: 'b', content: 'no such folder', is_error: true },
        ],
      },
      { role: 'assistant', content: 'done' },
    ])
  })

  it('distinguishes strings from lists, and messages of results', () => {
    expect(conversation('user: ""\nuser:\nuser: text hi\nuser: "text hi"')).toEqual([
      { role: 'user', content: '' },
      { role: 'user', content: [] },
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      { role: 'user', content: 'text hi' },
    ])
    const apart = conversation('result a: x\nresult b: y\n\nresult c: image 8x9 + z\n& wait')
    expect(apart.map(({ content }) => content.length)).toEqual([2, 2])
    expect(apart[1]?.content[0]).toMatchObject({ tool_use_id: 'c', content: [{ width: 8 }, { text: 'z' }] })
  })

  it('names the line that it cannot read', () => {
    expect(() => conversation('user: hi\nnonsense')).toThrow('line 2 is no message: nonsense')
    expect(() => conversation('user: hi + call a')).toThrow('line 1 has a part that is none: call a')
    expect(() => conversation('& hi')).toThrow('line 1 has no message before it: & hi')
  })

  it('fills up to the requested number of characters', () => {
    for (const length of [0, 1, 5, 6, 54, 55, 56, 1000]) {
      expect(filler(length)).toHaveLength(length)
      expect(filler(length).trimEnd()).toHaveLength(length)
    }
  })
})

describe('conversationText', () => {
  it('prints the notation of a conversation', () => {
    const text = [
      'user: fix the bug',
      'assistant: looking + call a read_file {"path":"x.ts"}',
      'result a: 300 chars',
      '& text hurry',
      'assistant: done',
    ].join('\n')
    expect(conversationText(conversation(text))).toBe(text)
  })

  it('can be read back as the same messages', () => {
    const law = (messages: Message[]): void => {
      expect(conversation(conversationText(messages))).toEqual(messages)
    }
    fc.assert(fc.property(arbitraryMessages, law), { numRuns: 200 })
    fc.assert(fc.property(arbitraryConversation, law))
  })
})
