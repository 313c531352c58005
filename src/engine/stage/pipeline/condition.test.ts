import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_CONDITION, OPERATORS, parseCondition } from './condition.ts'
import type { Condition, ConditionProblem, Operand } from './condition.ts'
import { quantities } from './quantity.ts'

function read(text: string): Condition {
  const result = parseCondition(text)
  if ('problem' in result) throw new Error(`${result.problem.at}: ${result.problem.expected}`)
  return result.condition
}

function problemOf(text: string): ConditionProblem {
  const result = parseCondition(text)
  if ('condition' in result) throw new Error(`this is a condition: ${text}`)
  return result.problem
}

/** A condition with brackets around every group, built without its text. */
function shown(condition: Condition): string {
  switch (condition.kind) {
    case 'constant':
      return condition.holds ? 'always' : 'never'
    case 'state':
      return condition.name
    case 'comparison':
      return `${sideOf(condition.left)}${condition.operator}${sideOf(condition.right)}`
    case 'not':
      return `not[${shown(condition.of)}]`
    case 'and':
    case 'or':
      return `${condition.kind}[${condition.of.map(shown).join(', ')}]`
  }
}

function sideOf(operand: Operand): string {
  if (operand.kind === 'number') return String(operand.value)
  return operand.kind === 'zone' ? operand.zone : operand.name
}

describe('accepted conditions', () => {
  it.each([
    ['always', 'always'],
    ['never', 'never'],
    ['spike', 'spike'],
    ['utilization >= 0.6', 'utilization>=0.6'],
    ['60% <= utilization', '0.6<=utilization'],
    ['utilization >= 60 %', 'utilization>=0.6'],
    ['60   %<utilization and spike', 'and[0.6<utilization, spike]'],
    ['used > 30k', 'used>30000'],
    ['used>30k', 'used>30000'],
    ['free < -.5k', 'free<-500'],
    ['used != free', 'used!=free'],
    ['zone == red', 'zone==red'],
    ['orange<zone', 'orange<zone'],
    ['turns >= 7.', 'turns>=7'],
    // `not` binds closest, then `and`, then `or`.
    ['spike or edited and not manual', 'or[spike, and[edited, not[manual]]]'],
    ['(spike or edited) and not manual', 'and[or[spike, edited], not[manual]]'],
    ['not (spike and edited)', 'not[and[spike, edited]]'],
    ['not not spike', 'spike'],
    ['not not not spike', 'not[spike]'],
    ['spike and edited and manual', 'and[spike, edited, manual]'],
    ['\n utilization >= 60%\n  and (idle < 5)\t', 'and[utilization>=0.6, idle<5]'],
  ])('PIPE-1 %j', (text, expected) => {
    expect(shown(read(text))).toBe(expected)
  })

  it('PIPE-1 a percentage is exactly the share that a person means', () => {
    for (let percent = 0; percent <= 100; percent++) {
      expect(shown(read(`utilization < ${percent}%`))).toBe(`utilization<${percent / 100}`)
    }
  })
})

describe('rejected conditions', () => {
  const names = 'one of utilization'
  it.each<[text: string, at: number, found: string, expected: string]>([
    ['', 0, 'the end', 'a number, a name'],
    ['  ', 2, 'the end', 'a number, a name'],
    ['utilization', 11, 'the end', 'a comparison'],
    ['utilisation > 1', 0, 'utilisation', names],
    ['used > 5 and utilisation > 1', 13, 'utilisation', names],
    ['used >', 6, 'the end', 'a number, a name'],
    ['used > > 5', 7, '>', 'a number, a name'],
    ['used > 5 free', 9, 'free', 'and, or or the end'],
    ['0.5 < utilization < 0.8', 18, '<', 'and, or or the end'],
    ['(used > 5', 9, 'the end', 'and, or or )'],
    ['used > 5)', 8, ')', 'and, or or the end'],
    ['spike == 3', 6, '==', 'and, or or the end'],
    ['used > spike', 7, 'spike', 'a number or the name of one'],
    ['used >= red', 8, 'red', 'a number or the name of one'],
    ['zone >= 2', 8, '2', 'zone or one of green, yellow, orange, red'],
    ['used > 5 tokens', 9, 'tokens', 'and, or or the end'],
    ['used > 5min', 7, '5min', 'a number, a name'],
    ['used > 5 %min', 9, '%', 'and, or or the end'],
    ['used > 5 % %', 11, '%', 'and, or or the end'],
    ['used > 1e9', 7, '1e9', 'a number, a name'],
    ['used = 5', 5, '=', 'a comparison'],
    ['spike && edited', 6, '&&', 'and, or or the end'],
    ['!spike', 0, '!', 'a number, a name'],
    ['spike; drop', 5, ';', 'and, or or the end'],
    ['and', 0, 'and', 'a number, a name'],
    ['not', 3, 'the end', 'a number, a name'],
    ['used > always', 7, 'always', 'a number, a name'],
    ['__proto__ > 1', 0, '__proto__', names],
    ['constructor', 0, 'constructor', names],
    ['used > 🙂', 7, '🙂', 'a number, a name'],
    [`used > ${'9'.repeat(400)}`, 7, '9'.repeat(400), 'a number, a name'],
  ])('PIPE-1 %j: at %d', (text, at, found, expected) => {
    const problem = problemOf(text)
    expect([problem.at, problem.found]).toEqual([at, found])
    expect(problem.expected).toContain(expected)
  })

  it.each([
    ['spike && edited', 'and'],
    ['spike || edited', 'or'],
    ['!spike', 'not'],
    ['used = 5', '=='],
    ['spike and && edited', 'and'],
  ])('PIPE-1 %j: the word of this language for it', (text, fix) => {
    expect(problemOf(text).fix).toBe(fix)
  })

  it('PIPE-1 similar names are suggested', () => {
    expect(problemOf('utilisation > 1').known).toEqual(
      expect.arrayContaining([...Object.keys(quantities), 'red', 'not', 'always']),
    )
    expect(problemOf('used >').known).toEqual([])
  })

  it('PIPE-1 a text that is too long is refused as a whole, at any nesting', () => {
    const deep = (depth: number): string => `${'('.repeat(depth)}spike${')'.repeat(depth)}`
    const most = (LONGEST_CONDITION - 'spike'.length) / 2
    expect(read(deep(Math.floor(most)))).toEqual({ kind: 'state', name: 'spike' })
    expect(problemOf(deep(LONGEST_CONDITION))).toMatchObject({
      at: LONGEST_CONDITION,
      found: `${2 * LONGEST_CONDITION + 5} characters`,
    })
    expect(read(`${'not '.repeat(100)}spike`)).toEqual({ kind: 'state', name: 'spike' })
  })
})

const words = [
  ...Object.keys(quantities),
  ...OPERATORS,
  ...'green yellow orange red and or not always never ( ) 5 60% 3k -2 .5 && = ! spke 🙂 "'.split(' '),
]

describe('laws', () => {
  it('PIPE-1 any text is a condition, or has a problem at a place inside it', () => {
    const clause = fc.tuple(
      fc.constantFrom('', 'not '),
      fc.constantFrom('red', 'spike', 'always', 'used > 60%'),
      fc.constantFrom(' and ', ' or ', ' or and '),
    )
    const texts = fc.oneof(
      fc.array(clause, { maxLength: 8 }).map((list) => `${list.flat().join('')}edited`),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((list) => list.join(' ')),
      fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((list) => list.join('')),
    )
    const seen = { conditions: 0, problems: 0 }
    fc.assert(
      fc.property(texts, (text) => {
        const result = parseCondition(text)
        if ('condition' in result) {
          seen.conditions += 1
          expect(parseCondition(`(${text})`)).toEqual(result)
          return
        }
        seen.problems += 1
        const { at, found, expected } = result.problem
        expect(at).toBeGreaterThanOrEqual(0)
        expect(at).toBeLessThanOrEqual(text.length)
        expect(expected).not.toBe('')
        if (found === 'the end') expect(text.slice(at).trim()).toBe('')
        else expect(text.slice(at, at + found.length)).toBe(found)
        // The text before the problem has none of its own: cut off there, it has one at its end or none.
        const before = parseCondition(text.slice(0, at))
        if ('problem' in before)
          expect(before.problem.at).toBeGreaterThanOrEqual(text.slice(0, at).trimEnd().length)
      }),
      { numRuns: 1600 },
    )
    expect(Math.min(seen.conditions, seen.problems)).toBeGreaterThan(50)
  })
})
