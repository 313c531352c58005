import { describe, expect, it } from 'vitest'
import least from './least.json' with { type: 'json' }
import { rowsFor, shortcomings } from './measure.ts'
import { PLANTED_KINDS, textOfMessage } from './plant.ts'
import { writtenChats } from './written.ts'

describe.each(['development', 'held-out'] as const)('chats written by hand, %s', (set) => {
  const chats = writtenChats(set)

  it('MOCK-3 tell every fact once, in its message, after its old value, and as many of each kind', () => {
    for (const { trace, facts } of chats) {
      const texts = trace.messages.map((message) => textOfMessage(message))
      const holding = (part: string) => texts.flatMap((text, at) => (text.includes(part) ? [at] : []))
      for (const { sentence, message, stale } of facts) {
        expect([sentence, holding(sentence)]).toEqual([sentence, [message]])
        expect(stale === null || (holding(stale)[0] ?? message) < message).toBe(true)
      }
      const counts = PLANTED_KINDS.map((kind) => facts.filter((fact) => fact.kind === kind).length)
      expect(counts).toEqual(counts.map(() => (set === 'development' ? 12 : 6)))
    }
  })

  it('MOCK-1 the writer and the lanes keep at least these shares', () => {
    expect(shortcomings(rowsFor(chats), least.chats[set])).toEqual([])
  })
})
