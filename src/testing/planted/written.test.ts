import { describe, expect, it } from 'vitest'
import least from './least.json' with { type: 'json' }
import { seed } from '../seed.ts'
import { boundsOf, rowsFor, shortcomings, someWays } from './measure.ts'
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
    // Others for the other chats, and with other seeds.
    const ways = someWays(seed + (set === 'development' ? 0 : 1))
    expect(shortcomings(rowsFor(chats, ways), boundsOf(least.chats[set], ways))).toEqual([])
  })
})
