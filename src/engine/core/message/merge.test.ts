import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryMessages } from '../../../testing/arbitrary.ts'
import { conversation, conversationText } from '../../../testing/conversation.ts'
import { mergeNeighbours } from './merge.ts'
import { partsOf } from './message.ts'
import type { Message } from './message.ts'

const merged = (text: string): string => conversationText(mergeNeighbours(conversation(text)))

describe('mergeNeighbours', () => {
  it('VALID-1 joins neighbours, results first', () => {
    expect(merged('user: one\nuser: two')).toBe('user: one + two')
    expect(merged('user: one\nresult a: 1\n\nresult b: 2')).toBe('result a: 1\nresult b: 2\n& text one')
    expect(merged('assistant: one\nassistant: think hm + call a x')).toBe(
      'assistant: one + think hm + call a x',
    )
    expect(merged('user: one\nuser: ""\nuser:')).toBe('user: text one')
    const replies = conversation('assistant: one\nassistant: think hm + call a x')
    expect(conversationText(mergeNeighbours(replies, 'first'))).toBe('assistant: think hm + one + call a x')
  })

  it('MSG-2 returns the input if nothing can be joined', () => {
    const messages = conversation('user: hi\nassistant: hm\nuser: so?')
    expect(mergeNeighbours(messages)).toBe(messages)
    const longer = [...messages, ...conversation('user: well?')]
    expect(mergeNeighbours(longer)[1]).toBe(longer[1])
  })

  it('VALID-1 leaves no neighbours of one role, keeps every part, and is idempotent', () => {
    const keys = (messages: readonly Message[]): string[] =>
      messages
        .flatMap((message) =>
          message.content === '' ? [] : partsOf(message).map((part) => JSON.stringify(part)),
        )
        .toSorted()
    fc.assert(
      fc.property(arbitraryMessages, (messages) => {
        const once = mergeNeighbours(messages)
        for (const [index, { role }] of once.entries()) expect(role).not.toBe(once[index - 1]?.role)
        expect(keys(once)).toEqual(keys(messages))
        expect(mergeNeighbours(once)).toBe(once)
      }),
    )
  })
})
