import { describe, expect, it } from 'vitest'
import { rulesIn, shareOf } from './rules.ts'

const rules = rulesIn(`A line that is no rule: 5 % of \`b\`.

1. If \`kind\` is \`x\` and \`age\` is at most 3: 50 % of \`b\`.
2. If \`age\` is at least 7: 10 % of \`b\`
3. If it rains: all of it.
12. Otherwise: 0 % of \`b\`.`)

const given = (fields: Readonly<Record<string, string>>) => {
  const { rule, share, amount } = shareOf(rules, new Map(Object.entries({ b: '19.95', ...fields })))
  return `${rule}, ${share} %, ${amount}`
}

describe('rules as written', () => {
  it('are numbered lines of one form, and no other line is one', () => {
    expect(rules.map(({ name }) => name)).toEqual(['rule 1', 'rule 2', 'rule 12'])
  })

  it('the first that fits decides, with its bounds included, and half a hundredth is rounded up', () => {
    expect(given({ kind: 'x', age: '3' })).toBe('rule 1, 50 %, 998')
    expect(given({ kind: 'x', age: '4' })).toBe('rule 12, 0 %, 0')
    expect(given({ kind: 'x', age: '7' })).toBe('rule 2, 10 %, 200')
    expect(given({ kind: 'y', age: '3' })).toBe('rule 12, 0 %, 0')
  })

  it('a condition on a field that is missing does not hold, and without a rule nothing is given', () => {
    expect(given({ kind: 'x' })).toBe('rule 12, 0 %, 0')
    expect(shareOf([], new Map())).toEqual({ rule: 'no rule fits', share: 0, amount: 0 })
  })
})
