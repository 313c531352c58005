import { expect, it } from 'vitest'
import { READING_TEXT } from './reading-words.ts'

it('TOK-2 says which calls the counts are fitted to, and checked on', () => {
  expect(READING_TEXT.fitted('12 calls', 'chars/4', '1.10', false)).toBe(
    'Fitted to the usage that 12 calls recorded: × 1.10 on what chars/4 counts.',
  )
  expect(READING_TEXT.fitted('20 calls', 'chars/4', '1.10', true)).toBe(
    'Fitted to the usage that 20 calls recorded, each context to its own: × 1.10 on what chars/4 counts in the main context.',
  )
  expect(READING_TEXT.heldOut('10 calls', '1.0 %', '2.0 %', '3.0 %')).toContain('on the other 10 calls, and')
})
