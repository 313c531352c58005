import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, QUOTED, quoteOf } from './quote.ts'

test('a short line is quoted whole, with the character at the column apart', () => {
  expect(quoteOf('{"a": x}', 7)).toEqual({ before: '{"a": ', at: 'x', after: '}' })
})

test('at the end of a line there is no character at the column', () => {
  expect(quoteOf('{"a":', 6)).toEqual({ before: '{"a":', at: '', after: '' })
})

test('a long line is cut behind, or on both sides where the column is far', () => {
  const line = 'abcdefghij'.repeat(40)
  expect(quoteOf(line, 1)).toEqual({ before: '', at: 'a', after: `${line.slice(1, 120)}…` })
  const far = quoteOf(line, 301)
  expect(far.before).toBe(`…${line.slice(240, 300)}`)
  expect(far.at).toBe('a')
  expect(far.after).toBe(`${line.slice(301, 360)}…`)
})

test('a quote never loses the character at the column, and is never longer than it may be', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600, minLength: 1 }), fc.nat(), (line, pick) => {
      const column = 1 + (pick % line.length)
      const quote = quoteOf(line, column)
      expect(quote.at).toBe(line[column - 1])
      const bare = quote.before + quote.at + quote.after
      expect(bare.length).toBeLessThanOrEqual(QUOTED + 2)
      expect(line).toContain(bare.replace(/^…/, '').replace(/…$/, ''))
    }),
  )
})

test('lines are found by number over all three line ends', () => {
  const text = 'one\ntwo\r\nthree\rfour'
  expect([...linesOf(text, new Set([1, 2, 3, 4, 5]))]).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
    [4, 'four'],
  ])
  expect([...linesOf(text, new Set([3]))]).toEqual([[3, 'three']])
  expect([...linesOf('', new Set([1]))]).toEqual([[1, '']])
  expect([...linesOf('a', new Set())]).toEqual([])
})
