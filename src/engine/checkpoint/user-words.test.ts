import { describe, expect, it } from 'vitest'
import { wordsOf } from './user-words.ts'

const HEADING = '\n\n# What the user said, word for word'
/** One token per character. */
const count = (text: string): number => text.length
const said = [
  { turn: 9, text: 'new' },
  { turn: 5, text: 'x'.repeat(500) },
  { turn: 2, text: 'old' },
]

describe('words of the user in a new window', () => {
  it('CROSS-3 stand oldest first; one that does not fit keeps no older one out', () => {
    const words = wordsOf('user', said, { maxTokens: 100, count })
    expect(words).toBe(`${HEADING}\n## Turn 2\nold\n## Turn 9\nnew`)
    expect(words).toHaveLength(65)
  })

  it('CROSS-3 the newest have the room first, to the last token', () => {
    // 37 of the heading, 14 of each short message.
    expect(wordsOf('user', said, { maxTokens: 65, count })).toContain('old')
    expect(wordsOf('user', said, { maxTokens: 64, count })).toBe(`${HEADING}\n## Turn 9\nnew`)
    expect(wordsOf('user', said, { maxTokens: 51, count })).toBe(`${HEADING}\n## Turn 9\nnew`)
    expect(wordsOf('user', said, { maxTokens: 50, count })).toBe('')
  })

  it('CROSS-3 never take more than allowed, even where the whole counts more than its parts', () => {
    // It rounds down: nine characters are one token, and twice nine are three.
    const rounded = (text: string): number => Math.floor(text.length / 5)
    for (let maxTokens = 0; maxTokens < 130; maxTokens++) {
      expect(rounded(wordsOf('user', said, { maxTokens, count: rounded }))).toBeLessThanOrEqual(maxTokens)
    }
  })
})
