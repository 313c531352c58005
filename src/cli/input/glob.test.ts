import { expect, it } from 'vitest'
import { patternOf, rootOf, slashed } from './glob.ts'

it('reads the backslashes of a pattern as slashes on Windows, and as letters elsewhere', () => {
  const windows = slashed('C:\\logs\\**\\*.jsonl', '\\')
  expect(rootOf(windows)).toBe('C:/logs')
  expect(patternOf(windows)?.test('C:/logs/old/a.jsonl')).toBe(true)
  const other = slashed('odd\\name*.jsonl', '/')
  expect(patternOf(other)?.test('odd\\name-1.jsonl')).toBe(true)
})
