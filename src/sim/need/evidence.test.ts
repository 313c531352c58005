import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holds, indexEvidence, normalised } from './evidence.ts'

describe('evidence', () => {
  it('NEED-4 the index finds what a search through every text finds', () => {
    const word = fc.constantFrom(
      'src',
      'api',
      'client',
      '4317',
      'port',
      '/',
      '.',
      ' ',
      '-',
      '鍵',
      '値',
      'x_1',
    )
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(''))
    const wanted = fc.array(
      fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('')),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), wanted, (texts, evidence) => {
        const wantedTexts = evidence.filter((one) => one.trim() !== '')
        const index = indexEvidence(
          wantedTexts,
          texts.map((one, block) => [block, one] as const),
        )
        for (const one of wantedTexts) {
          const naive = texts.flatMap((hay, block) => (wholeWords(hay, one) ? [block] : []))
          expect(index.holders(one)).toEqual(naive)
        }
      }),
    )
  })

  it('NEED-2 case and the amount of white space do not count', () => {
    const index = indexEvidence(
      ['Retry on 503'],
      [
        [0, 'retry  on\n503'],
        [1, 'retry on 5031'],
      ],
    )
    expect(index.holders('Retry on 503')).toEqual([0])
  })

  it.each([
    ['port 4317 is free', 'port 4317', true],
    ['port 43170', 'port 4317', false],
    ['airport 4317', 'port 4317', false],
    ['srcport 4317, port 4317', 'port 4317', true],
    ['鍵は値', '鍵', true],
  ])('NEED-2 in %j, %j counts: %s', (text, evidence, counts) => {
    expect(holds(text, evidence)).toBe(counts)
  })
})

/** The twin: a regular expression with word boundaries where the evidence begins or ends with a word character. */
function wholeWords(raw: string, wanted: string): boolean {
  const text = normalised(raw)
  const evidence = normalised(wanted).trim()
  if (!/[A-Za-z0-9_]{2,}/.test(evidence)) return text.includes(evidence)
  const escaped = evidence.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  const before = /^[A-Za-z0-9_]/.test(evidence) ? '(?<![A-Za-z0-9_])' : ''
  const after = /[A-Za-z0-9_]$/.test(evidence) ? '(?![A-Za-z0-9_])' : ''
  return new RegExp(before + escaped + after).test(text)
}
