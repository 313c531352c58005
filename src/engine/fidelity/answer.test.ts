import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerable } from './answer.ts'
import { normalText, placesOf, textIndex } from './text-index.ts'

const yes = (text: string, ...expected: string[]): boolean => answerable({ expected }, text)

describe('strict yes or no', () => {
  it.each([
    ['yes', 'It was yesterday', false],
    ['yes', 'He said YES.', true],
    ['src/app.ts', 'see src/app.ts.', true],
    ['src/app.ts', 'see ./src/app.ts:42', true],
    ['src/app.ts', 'see src/app.tsx', false],
    ['src/app.ts', 'see src/app.ts.bak', false],
    ['src/app.ts', 'see lib/src/app.ts', false],
    ['src/app.ts', 'see ../src/app.ts', false],
    ['src/app', 'see src/app/main.ts', false],
    ['42', 'there are 42.', true],
    ['42', 'there are 42, and more', true],
    ['42', 'there are 142', false],
    ['42', 'it takes 4.2 s or 42.5 s', false],
    ['42', '1,042', false],
    ['42', '42%', false],
    ['42', '-42 degrees', false],
    ['42', '42 % of it', false],
    ['12,000', 'about 12000 rows', true],
    ['12000', 'about 12,000 rows', true],
    ['4.2', 'version 4.2.1', false],
    ['don’t drop', "don't  DROP it", true],
    ['目标', '这个目标是', true],
    ['', 'anything', false],
  ])('HEALTH-3 %j in %j: %s', (evidence, text, answer) => {
    expect(yes(text, evidence)).toBe(answer)
  })

  it('HEALTH-3 all of the evidence, and close together', () => {
    expect(yes('retries is now 5', 'retries', '5')).toBe(true)
    expect(yes('retries is now gone', 'retries', '5')).toBe(false)
    expect(yes(`retries ${'. '.repeat(300)} 5`, 'retries', '5')).toBe(false)
    expect(yes(`retries ${'. '.repeat(300)} 5 and ${'x '.repeat(300)} then 5 retries`, 'retries', '5')).toBe(
      true,
    )
    expect(yes('anything')).toBe(false)
  })

  it('HEALTH-3 a text of ten million characters is read to its end', () => {
    const text = `${'lorem ipsum '.repeat(800_000)} the key is in vault/prod.json`
    expect(yes(text, 'vault/prod.json', 'key')).toBe(true)
    expect(yes(text, 'vault/prod.yaml')).toBe(false)
    expect(yes(`5${','.repeat(1_000_000)}`, '6')).toBe(false)
  })

  it('HEALTH-3 agrees with a naive search over words', () => {
    const words = fc.array(fc.constantFrom('yes', 'yesterday', 'no', 'data'), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(words, fc.constantFrom('yes', 'no', 'data'), (all, word) => {
        expect(yes(all.join(' '), word)).toBe(all.includes(word))
      }),
    )
  })

  it('HEALTH-3 the closest occurrences are those of a search over all pairs', () => {
    const words = fc.array(fc.constantFrom('aaa', 'bbb', 'x'.repeat(60)), { maxLength: 40 })
    fc.assert(
      fc.property(words, (all) => {
        const text = all.join(' ')
        const index = textIndex(text)
        const near = placesOf(index, 'aaa').some((a) =>
          placesOf(index, 'bbb').some((b) => (a > b ? a - b : b - a) <= 246),
        )
        expect(yes(text, 'aaa', 'bbb')).toBe(near)
      }),
    )
  })

  it('HEALTH-3 the form for comparison is idempotent', () => {
    const text = fc.array(fc.constantFrom('1', '2', ',', '000', ' ', '\n', 'A', 'İ', '’', '.'), {
      maxLength: 14,
    })
    fc.assert(
      fc.property(text, (parts) => {
        const once = normalText(parts.join(''))
        expect(normalText(once)).toBe(once)
      }),
    )
  })

  it('HEALTH-3 the form for comparison has single spaces, lower case, straight quotes, and numbers without commas', () => {
    const word = fc.constantFrom(
      ['1', '1'],
      ['1,234', '1234'],
      ['12,345,678,', '12345678,'],
      ['1,23', '1,23'],
      ['v5,000', 'v5000'],
      ['A.', 'a.'],
      ['‘It’s”', `'it's"`],
    )
    const space = fc.constantFrom(' ', '  ', '\n', '\t \n', '\u00a0', ' \r\n')
    fc.assert(
      fc.property(fc.array(fc.tuple(word, space), { maxLength: 8 }), (parts) => {
        const written = parts.map(([[as = ''], gap]) => as + gap).join('')
        expect(normalText(written)).toBe(parts.map(([[, normal = '']]) => normal).join(' '))
      }),
    )
  })
})
