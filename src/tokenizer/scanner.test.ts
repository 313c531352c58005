import cl100k from 'js-tiktoken/ranks/cl100k_base'
import o200k from 'js-tiktoken/ranks/o200k_base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { scanCl100k } from './scanner-cl100k.ts'
import { scanO200k } from './scanner-o200k.ts'
import type { Scanner } from './scanner.ts'
import { expectEqual } from '../testing/expect-equal.ts'

const encodings = [
  { name: 'o200k_base', scan: scanO200k, pattern: new RegExp(o200k.pat_str, 'gu') },
  { name: 'cl100k_base', scan: scanCl100k, pattern: new RegExp(cl100k.pat_str, 'gu') },
]

function piecesOf(text: string, scan: Scanner): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length;) {
    const end = scan(text, start)
    if (end <= start) throw new Error(`no progress at ${start}: ${JSON.stringify(text)}`)
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

/** Characters of every class of the patterns, wide ones included, and those that the patterns name. */
const CHARACTERS = [
  ...'aéſ𝐚AÉǅ𝐀ʰ你א\u0301\u20dd\u{e0100}1٣Ⅷ𝟙',
  ...' \t\n\r\u00a0\u0085\u2028\u3000\ufeff\u0000\u200d',
  ..."'’sTreVElL/=-😀🇯\u{1f3fd}",
  '\ud800',
  '\udc00',
]

describe.each(encodings)('$name', ({ scan, pattern }) => {
  it('TOK-1 splits every sequence of three characters like the regular expression', () => {
    const rows = CHARACTERS.flatMap((a) => CHARACTERS.flatMap((b) => CHARACTERS.map((c) => a + b + c)))
    const wrong = rows.filter((text) => piecesOf(text, scan).join('|') !== text.match(pattern)!.join('|'))
    expect(wrong).toEqual([])
  })

  it('TOK-1 splits around every contraction like the regular expression, in both cases', () => {
    const letters = [...'acdelmrstvACDELMRSTVſ', '']
    const texts = letters.flatMap((a) => letters.flatMap((b) => [`x'${a}${b}y`, `x'${a}${b}`, ` '${a}${b}1`]))
    const wrong = texts.filter((text) => piecesOf(text, scan).join('|') !== text.match(pattern)!.join('|'))
    expect(wrong).toEqual([])
  })

  it('TOK-1 splits sequences of few different characters like the regular expression', () => {
    const text = fc
      .uniqueArray(fc.constantFrom(...CHARACTERS), { minLength: 2, maxLength: 5 })
      .chain((few) => fc.array(fc.constantFrom(...few), { minLength: 1, maxLength: 30 }))
      .map((characters) => characters.join(''))
    fc.assert(
      fc.property(text, (sample) => {
        expectEqual(piecesOf(sample, scan), sample.match(pattern))
      }),
      { numRuns: 1600 },
    )
  })

  it.runIf(process.versions.unicode === '17.0')('TOK-1 splits any text like the regular expression', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }), (sample) => {
        expectEqual(piecesOf(sample, scan), sample.match(pattern))
      }),
      { numRuns: 800 },
    )
  })

  it.each([
    ['blanks before a word', `${' '.repeat(200_000)}x`],
    ['blanks and line ends before a word', `${' \n'.repeat(100_000)}  x`],
    ['capitals after a shared letter', `你${'A'.repeat(200_000)}1`],
    ['marks', '\u0301'.repeat(200_000)],
    ['quotes', "'".repeat(200_000)],
  ])('TOK-4 reads every character a bounded number of times: %s', (_, text) => {
    let looks = 0
    const watched: unknown = new Proxy(Object(text) as object, {
      get: (target, key) => {
        if (key === 'charCodeAt') looks++
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? (value.bind(text) as unknown) : value
      },
    })
    let start = 0
    while (start < text.length) start = scan(watched as string, start)
    expect(looks).toBeGreaterThanOrEqual(text.length)
    expect(looks).toBeLessThan(8 * text.length)
  })
})

describe('o200k_base by hand', () => {
  it.each([
    ['CamelCase words', ['Camel', 'Case', ' words']],
    ["I'LL don'tX 'sx", ["I'LL", " don't", 'X', " '", 'sx']],
    ['HTTPServer', ['HTTPServer']],
    ['你好AB', ['你好', 'AB']],
    ['12345 6', ['123', '45', ' ', '6']],
    ['a //\n/x', ['a', ' //\n/', 'x']],
    ['  \n\n  y', ['  \n\n', ' ', ' y']],
    ['e\u0301t', ['e\u0301t']],
    ['\u0301AB', ['\u0301', 'AB']],
  ])('TOK-1 splits %j', (text, pieces) => {
    expect(piecesOf(text, scanO200k)).toEqual(pieces)
  })
})

describe('cl100k_base by hand', () => {
  it.each([
    ['CamelCase words', ['CamelCase', ' words']],
    ["don't 'sx", ['don', "'t", " '", 'sx']],
    ["'sx", ["'s", 'x']],
    ['a //\n/x', ['a', ' //\n', '/x']],
    ['e\u0301t', ['e', '\u0301t']],
  ])('TOK-1 splits %j', (text, pieces) => {
    expect(piecesOf(text, scanCl100k)).toEqual(pieces)
  })
})
