import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedLines, changesBetween } from './text-change.ts'
import type { TextChange } from './text-change.ts'

function made(text: string, changes: readonly TextChange[]): string {
  return changes.reduceRight((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text)
}

/** An unpaired surrogate. */
const HALF = /\p{Surrogate}/u

test('CONF-2 one scalar that changes is one change of its own characters', () => {
  const before = 'a:\n  red: 0.90 # hot\nb: 1\n'
  expect(changesBetween(before, before.replace('0.90', '0.85'))).toEqual([{ from: 12, to: 14, insert: '85' }])
})

test('two scalars apart are two changes, so that what is between them stays', () => {
  const before = 'one: 1\nx: 0\ny: 0\nz: 0\ntwo: 2\n'
  const changes = changesBetween(before, 'one: 3\nx: 0\ny: 0\nz: 0\ntwo: 4\n')
  expect(changes).toEqual([
    { from: 5, to: 6, insert: '3' },
    { from: 27, to: 28, insert: '4' },
  ])
})

test('the changes turn the one text into the other, are in order, separate, and split no character', () => {
  const line = fc.constantFrom('a: 1', 'b: 2', '  c: 😀', '  c: 😁', '# ä', '', 'd')
  const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', '\n')).map(([lines, end]) => {
    return lines.join('\n') + end
  })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = changesBetween(before, after)
      expect(made(before, changes)).toBe(after)
      let at = -1
      for (const { from, to, insert } of changes) {
        expect(from).toBeGreaterThan(at)
        expect(to).toBeGreaterThanOrEqual(from)
        expect(insert).not.toMatch(HALF)
        expect(before.slice(from, to)).not.toMatch(HALF)
        at = to
      }
    }),
  )
})

test('an entirely different text is one change', () => {
  const lines = (name: string): string =>
    Array.from({ length: 900 }, (_, n) => `${name}${n}: ${n}`).join('\n')
  expect(changesBetween(lines('a'), lines('b'))).toHaveLength(1)
})

test.each([
  ['a: 1\nb: 2\nc: 3\n', 'a: 1\nb: 9\nc: 3\n', [1]],
  ['a: 1\nc: 3\n', 'a: 1\nb: 2\nc: 3\n', [1]],
  ['a: 1\nx: 0\ny: 0\nb: 2\n', 'a: 5\nx: 0\ny: 0\nb: 7\n', [0, 3]],
])('the lines that changed, from %j to %j', (before, after, lines) => {
  expect(changedLines(after, changesBetween(before, after))).toEqual(lines)
})

test('the changed lines are those of a plain comparison if no line is added or removed', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(digits, digits, (first, second) => {
      const most = Math.min(first.length, second.length)
      // Every line has its own key, so a line corresponds only to the same line of the other text.
      const write = (values: readonly number[]): string => {
        return values
          .slice(0, most)
          .map((value, n) => `key${n}: ${value}\n`)
          .join('')
      }
      const [before, after] = [write(first), write(second)]
      const expected = Array.from({ length: most }, (_, n) => n).filter((n) => first[n] !== second[n])
      expect(changedLines(after, changesBetween(before, after))).toEqual(expected)
    }),
  )
})
