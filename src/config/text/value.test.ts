import { expect, it } from 'vitest'
import { yamlValue } from './value.ts'

it('a YAML text has the value that JSON would have, with bytes in base64', () => {
  expect(yamlValue('a: &x [1, two]\nb: *x\nc: !!binary aGk=\nd: |\n  text\n')).toEqual({
    a: [1, 'two'],
    b: [1, 'two'],
    c: 'aGk=',
    d: 'text\n',
  })
})

it('what is no YAML, or would fill the memory, has none', () => {
  const laughs = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}]`)
  for (const text of ['a: [', `a0: &a0 x\n${laughs.join('\n')}`, '['.repeat(5_000)])
    expect(yamlValue(text)).toBeUndefined()
})
