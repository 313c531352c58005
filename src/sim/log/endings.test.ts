import { expect, test } from 'vitest'
import { endingsOf } from './endings.ts'
import { isLogName } from './names.ts'

test('endings of files that are left out are counted, most frequent first', () => {
  expect(endingsOf(['a/x.md', 'b.MD', 'c.jsonl.gz', 'LICENSE', '.env'])).toBe('2 .md, 2 without one, 1 .gz')
  const many = Array.from({ length: 9 }, (_, n) => `f.e${n}`)
  expect(endingsOf(many)).toBe('1 .e0, 1 .e1, 1 .e2, 1 .e3, 1 .e4, 1 .e5 and 3 others')
})

test('of files in Markdown only the histories of agents may be logs, and in YAML recorded traffic', () => {
  const paths = [
    'README.md',
    'mine.yaml',
    'a/.aider.chat.history.md',
    'a/.specstory/history/b.md',
    'a\\.specstory\\history\\b.md',
    'tests/cassettes/a/b.yaml',
  ]
  expect(paths.filter(isLogName)).toEqual(paths.slice(2))
  expect(['a.traj', 'b.JSONL', 'c.har'].every(isLogName)).toBe(true)
})
