import { describe, expect, it } from 'vitest'
import { wordsOf } from './user-words.ts'

const HEADING = '\n\n# What the user said, word for word, by turn'
/** One token per character. */
const count = (text: string): number => text.length
const said = [
  { turn: 9, text: 'The cat is new.' },
  { turn: 5, text: `${'x'.repeat(500)}.` },
  { turn: 2, text: 'A dog sleeps there.' },
]

describe('words of the user in a new window', () => {
  it('CROSS-3 stand oldest first, whole if all fit', () => {
    const two = [said[0], { turn: 2, text: 'Yes.\n\n  Go on.' }].flatMap((one) => one ?? [])
    expect(wordsOf('user', two, { maxTokens: 100, count })).toBe(
      `${HEADING}\n2: Yes.\n\n  Go on.\n9: The cat is new.`,
    )
    expect(wordsOf('user', [], { maxTokens: 100, count })).toBe('')
  })

  it('CROSS-3 the newest have the room first, to the last token; one that does not fit keeps no older one out', () => {
    const long = [{ turn: 9, text: 'The cat is very new.' }, ...said.slice(1)]
    // 46 of the heading, 24 and 23 of the messages with their turns.
    const both = `${HEADING}\n2: A dog sleeps there.\n9: The cat is very new.`
    expect(both).toHaveLength(93)
    expect(wordsOf('user', long, { maxTokens: 93, count })).toBe(both)
    expect(wordsOf('user', long, { maxTokens: 92, count })).toBe(`${HEADING}\n9: The cat is very new.`)
    expect(wordsOf('user', long, { maxTokens: 70, count })).toBe(`${HEADING}\n9: The cat is very new.`)
    expect(wordsOf('user', long, { maxTokens: 69, count })).toBe(`${HEADING}\n2: A dog sleeps there.`)
    expect(wordsOf('user', long, { maxTokens: 68, count })).toBe('')
  })

  it('CROSS-3 if not all fits, sentences of a few words and what is told elsewhere are left out', () => {
    const talk = [
      { turn: 3, text: 'Fine. The harbour wall is closed. The ferry leaves at nine.' },
      { turn: 1, text: 'Yes.' },
    ]
    const told = '- The harbour wall is closed.'
    expect(wordsOf('user', talk, { maxTokens: 100, count }, told)).toBe(
      `${HEADING}\n3: The ferry leaves at nine.`,
    )
  })

  it('CROSS-3 of the agent what is about both who talk has the room first, each sentence at its place', () => {
    const talk = [
      { turn: 4, text: 'A lamp stands behind the table. Your sketch lies in the drawer.' },
      { turn: 1, text: 'Our boat is called Klara. Wood swells in the rain.' },
    ]
    const heading = '\n\n# What the agent said, word for word, by turn'
    expect(wordsOf('agent', talk, { maxTokens: 115, count })).toBe(
      `${heading}\n1: Our boat is called Klara.\n4: Your sketch lies in the drawer.`,
    )
    expect(wordsOf('agent', talk, { maxTokens: 148, count })).toBe(
      `${heading}\n1: Our boat is called Klara.\n4: A lamp stands behind the table.\n4: Your sketch lies in the drawer.`,
    )
  })

  it('CROSS-3 never take more than allowed, even where the whole counts more than its parts', () => {
    // It rounds down: nine characters are one token, and twice nine are three.
    const rounded = (text: string): number => Math.floor(text.length / 5)
    for (let maxTokens = 0; maxTokens < 130; maxTokens++) {
      expect(rounded(wordsOf('user', said, { maxTokens, count: rounded }))).toBeLessThanOrEqual(maxTokens)
    }
  })
})
