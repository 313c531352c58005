import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexEvidence, normalised } from './evidence.ts'

describe('evidence', () => {
  it('NEED-4 the index finds the same texts as a naive search', () => {
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
      '12',
      '000',
      ',',
      '12,000',
    )
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(''))
    const wanted = fc.array(
      fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join('')),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), wanted, (texts, evidence) => {
        // Strings that are surely somewhere, and long: parts of the texts.
        const parts = texts.map((one) => one.slice(one.length % 5, one.length % 40))
        const wantedTexts = [...evidence, ...parts].filter((one) => one.trim() !== '')
        const index = indexEvidence(
          wantedTexts,
          texts.map((one, block) => [block, one] as const),
        )
        for (const one of wantedTexts) {
          const naive = texts.flatMap((hay, block) => (wholeWords(hay, one) ? [block] : []))
          expect(index.holders(one)).toEqual(naive)
          for (const [block, text] of texts.entries()) {
            expect(index.heldBy(block).includes(one)).toBe(naive.includes(block))
            expect(index.foundIn(text).includes(one)).toBe(naive.includes(block))
          }
        }
      }),
    )
  })

  it('NEED-2 case and the amount of white space are ignored', () => {
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
    // Only whole words match; versions, addresses, decimals and grouped numbers are words.
    ['port 4317 is free', 'port 4317', true],
    ['port 43170', 'port 4317', false],
    ['airport 4317', 'port 4317', false],
    ['srcport 4317, port 4317', 'port 4317', true],
    ['鍵は値', '鍵', true],
    ['it listens on port 4317.', 'port 4317', true],
    ['took 4317.5 ms', '4317', false],
    ['node 20.11.4', '20.11', false],
    ['node 20.11.4', '11.4', false],
    ['node 20.11, then', '20.11', true],
    ['at 10.0.0.12', '10.0.0.1', false],
    // Numbers match in any grouping, on either side.
    ['12000 rows', '12,000 rows', true],
    ['12,000 rows', '12000 rows', true],
    ['12 000 rows', '12,000 rows', true],
    ['12\u00a0000 rows', '12000 rows', true],
    ['12\u202f000 rows', '12000 rows', true],
    ['12_000 rows', '12 000 rows', true],
    ['1,234,567 rows', '1234567 rows', true],
    ['112,000 rows', '12,000 rows', false],
    ['9,912,000 rows', '912,000 rows', false],
    ['12,000,000 rows', '12,000', false],
    ['12,0000 rows', '12000 rows', false],
    ['1200 rows', '12,000 rows', false],
    ['from 1024 to 65,535', 'from 1024 to 65535', true],
    ['from 1,024 to 65535', 'from 1024 to 65535', false],
    // A text that is not a grouped number must match exactly.
    ['exit 1 200 ms', '200 ms', true],
    ['1,200,300', '1200300', true],
    ['ports 200,300', 'ports 200', true],
    ['version 1.2000', 'version 1.2,000', false],
    ['commit 12000ab', '12000', false],
    // Case, white space and closing punctuation are ignored.
    ['Retry  on\n503', 'retry on 503.', true],
    ['read src/a.ts', 'src/a.ts:', true],
  ])('NEED-2 in %j, %j is found: %s', (text, evidence, counts) => {
    expect(indexEvidence([evidence], [[7, text]]).holders(evidence)).toEqual(counts ? [7] : [])
    expect(indexEvidence([evidence], []).foundIn(text)).toEqual(counts ? [evidence] : [])
  })
})

/**
 * The twin: every way to write the numbers, each as a regular expression with word boundaries if the evidence begins or
 * ends with a word, tried on the whole text.
 */
function wholeWords(raw: string, wanted: string): boolean {
  const text = normalised(raw)
  const whole = normalised(wanted).trim()
  const evidence = whole.replace(/[\s.,;:!?]+$/, '') === '' ? whole : whole.replace(/[\s.,;:!?]+$/, '')
  const plain = evidence.replace(/(?<![\w.])\d{1,3}(?:,\d{3})+(?![\w]|[,_]\d|\.\d+\.)/g, (number) =>
    number.replaceAll(',', ''),
  )
  const long = [/(?<![\w.])\d{4,}(?!\w|[,_]\d|\.\d+\.)/g, /(?<![\w.])\d{5,}(?!\w|[,_]\d|\.\d+\.)/g]
  const ways = [',', '_', ' '].flatMap((between) =>
    long.map((numbers) => plain.replace(numbers, (number) => grouped(number, between))),
  )
  ways.push(evidence, plain)
  return ways.some((way) => {
    const escaped = way.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
    const before = /^\w/.test(way) ? '(?<!\\w)' : ''
    const after = /\w$/.test(way) ? '(?!\\w)' : ''
    const decimal = /^\d/.test(way) ? '(?<!\\d\\.)' : way.startsWith('.') ? '(?<!\\d(?=\\.\\d))' : ''
    const version = /\d$/.test(way) ? '(?!\\.\\d)' : way.endsWith('.') ? '(?<!\\d\\.(?=\\d))' : ''
    const opens = /^\d{1,3},\d{3}(?!\d)/.test(way) ? '(?<!\\d,)' : ''
    const closes = /(?<!\d)\d{1,3}(?:,\d{3})+$/.test(way) ? '(?!,\\d)' : ''
    return new RegExp(before + decimal + opens + escaped + after + version + closes).test(text)
  })
}

function grouped(number: string, between: string): string {
  const groups: string[] = []
  for (let end = number.length; end > 0; end -= 3) groups.unshift(number.slice(Math.max(0, end - 3), end))
  return groups.join(between)
}
