import { expect, test } from 'vitest'
import type { Fact, FactKind } from './fact.ts'
import { newestFacts } from './fact.ts'

let block = 0
const fact = (kind: FactKind, key: string, text: string): Fact => ({
  kind,
  key,
  text,
  block: block++,
  turn: 0,
})
const texts = (facts: readonly Fact[]) => newestFacts(facts).map(({ text }) => text)

test('MOCK-1 for each kind and key the newest fact holds, at its own place', () => {
  expect(
    texts([
      fact('number', 'port', 'port: 1'),
      fact('number', 'size', 'size: 2'),
      fact('error', 'port', 'port is taken'),
      fact('number', 'port', 'port: 3'),
    ]),
  ).toEqual(['size: 2', 'port is taken', 'port: 3'])
})

test('a file that was changed and then looked at is a changed file', () => {
  expect(texts([fact('file', 'a.ts', 'edit_file a.ts'), fact('file', 'a.ts', 'read_file a.ts')])).toEqual([
    'edit_file a.ts',
  ])
  expect(texts([fact('file', 'a.ts', 'read_file a.ts'), fact('file', 'a.ts', 'edit_file a.ts')])).toEqual([
    'edit_file a.ts',
  ])
})

test('keys like constructor and __proto__ are keys like any other', () => {
  expect(texts([fact('number', '__proto__', 'a'), fact('number', 'constructor', 'b')])).toEqual(['a', 'b'])
})
