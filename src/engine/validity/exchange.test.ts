import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryConversation, arbitraryMessages } from '../../testing/arbitrary.ts'
import { conversation } from '../../testing/conversation.ts'
import { partsOf } from '../core/message/message.ts'
import type { Message } from '../core/message/message.ts'
import { exchangesOf, safeCuts } from './exchange.ts'

const LOOP = `
  user: first
  assistant: call a x + call b x
  result a: 1
  result b: 2
  assistant: done
  user: text second + image 10x10
  assistant: ok
  user: third
`

describe('exchangesOf', () => {
  it('ROLL-1 begins at user text and user lists, not at results', () => {
    expect(exchangesOf(conversation(LOOP))).toEqual([
      { start: 0, end: 4 },
      { start: 4, end: 6 },
      { start: 6, end: 7 },
    ])
  })

  it('ROLL-1 assigns messages before the first user message to none', () => {
    expect(exchangesOf(conversation('assistant: hello\nuser: hi\nresult z: 1\n& and this'))).toEqual([
      { start: 1, end: 3 },
    ])
    expect(exchangesOf(conversation('user: hi'))).toEqual([{ start: 0, end: 1 }])
    expect(exchangesOf([])).toEqual([])
    expect(exchangesOf(conversation('assistant: alone'))).toEqual([])
  })

  it('ROLL-1 covers everything from the first on, once', () => {
    fc.assert(
      fc.property(arbitraryMessages, (messages) => {
        const exchanges = exchangesOf(messages)
        const covered = exchanges.flatMap(({ start, end }) => messages.slice(start, end))
        expect(covered).toEqual(messages.slice(exchanges[0]?.start ?? messages.length))
      }),
    )
  })
})

describe('safeCuts', () => {
  it('PAIR-2 are between pairs', () => {
    expect(safeCuts(conversation(LOOP))).toEqual([0, 1, 3, 4, 5, 6, 7])
    expect(safeCuts(conversation('assistant: call a x\nuser: wait\nresult a: 1'))).toEqual([0, 3])
    expect(safeCuts([])).toEqual([0])
  })

  it('PAIR-2 agree with trying every cut', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryMessages, arbitraryConversation), (messages) => {
        const cuts = Array.from({ length: messages.length + 1 }, (_, cut) => cut)
        expect(safeCuts(messages)).toEqual(cuts.filter((cut) => !splits(messages, cut)))
      }),
      { numRuns: 160 },
    )
  })
})

/** The naive twin: looks back from every result after the cut for its call. */
function splits(messages: readonly Message[], cut: number): boolean {
  return messages.some((message, index) => {
    return partsOf(message).some((part, place) => {
      if (index < cut || part.type !== 'tool_result') return false
      const before = [
        ...messages.slice(0, index).flatMap((other, at) => partsOf(other).map((value) => ({ value, at }))),
        ...partsOf(message)
          .slice(0, place)
          .map((value) => ({ value, at: index })),
      ]
      const call = before.findLast(({ value }) => value.type === 'tool_use' && value.id === part.tool_use_id)
      return call !== undefined && call.at < cut
    })
  })
}
