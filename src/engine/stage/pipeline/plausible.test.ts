import { describe, expect, it } from 'vitest'
import { parseCondition } from './condition.ts'
import { implausibleIn } from './plausible.ts'
import { quantities } from './quantity.ts'

describe('implausible numbers', () => {
  it.each<[condition: string, found: string]>([
    ['utilization >= 60', '60 -> 60%'],
    ['60 <= utilization', '60 -> 60%'],
    ['utilization < 87.5 and spike', '87.5 -> 87.5%'],
    ['utilization >= 6000', '6000'],
    ['utilization >= 3k', '3k'],
    ['utilization >= -60%', '-60%'],
    ['used >= .5', 'used -> utilization'],
    ['used >= 60%', 'used -> utilization'],
    ['used >= 60', 'used -> utilization'],
    ['used > -5', '-5'],
    ['free < 10%', '10%'],
    ['limit > 60000k', '60000k'],
    ['not (turns >= 50%)', '50%'],
    ['messages > -1 or results < .5', '-1 .5'],
  ])('PIPE-1 %s', (condition, found) => {
    expect(parseCondition(condition)).toHaveProperty('condition')
    const list = implausibleIn(condition)
    expect(
      list.map(({ found: text, fix }) => (fix === undefined ? text : `${text} -> ${fix}`)).join(' '),
    ).toBe(found)
    for (const { at, found: text } of list) expect(condition.slice(at, at + text.length)).toBe(text)
  })

  it.each([
    'utilization >= 60%',
    'utilization >= 60 %',
    'utilization > 1',
    'utilization > 0',
    'used > 30k',
    'free < -.5k',
    'free < 0',
    'used > free',
    'used > limit and zone >= orange',
    'idle >= .5',
    'turns_until_red < 2.5',
    'failures >= 3 or turns >= 7.',
    '60 > 50',
  ])('PIPE-1 %s is plausible', (condition) => {
    expect(parseCondition(condition)).toHaveProperty('condition')
    expect(implausibleIn(condition)).toEqual([])
  })

  it('PIPE-1 every number has a range, and numbers given as shares are quantities', () => {
    for (const { kind, usual, asShare } of Object.values(quantities)) {
      expect(usual !== null).toBe(kind === 'number')
      if (asShare !== undefined) expect(quantities).toHaveProperty(asShare)
    }
  })
})
