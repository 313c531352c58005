import { Tiktoken } from 'js-tiktoken/lite'
import cl100k from 'js-tiktoken/ranks/cl100k_base'
import o200k from 'js-tiktoken/ranks/o200k_base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { exactCounter } from './exact-counter.ts'
import { scanCl100k } from './scanner-cl100k.ts'
import { scanO200k } from './scanner-o200k.ts'
import { expectSame } from '../testing/expect-equal.ts'

const encodings = [
  { name: 'o200k_base', scan: scanO200k, ranks: o200k },
  { name: 'cl100k_base', scan: scanCl100k, ranks: cl100k },
] as const

/** A text of up to `maxLength` of these parts, without separators. */
const rowOf = (parts: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...parts), { maxLength }).map((row) => row.join(''))

const WORDS =
  "the| quick| brown| fox|'s|'LL| can|'t| naïve| Straße|.|, | — |“|”| antidisestablishmentarianism| Überprüfung| 1,234.50| e.g.|\n\n| \n|- |# |…|?!".split(
    '|',
  )
const CODE = (
  'export| function| getUserName|(|)| => |{\n|  |    |\t|}|;\n| = |===|//|/** | * |*/|<T,>|HTTPServerError2|__dirname' +
  '|$$|`${|?.|!==|\r\n|0xFF|1e-9|#!'
).split('|')
const JSON_PARTS = '{"|":"|":|,"|"}|\\n|\\u00e9|null|true|[]|[{|}]|3f9a|0.25|id|\n  "'.split('|')
const CHINESE_JAPANESE = '今天|天气|很好|，|。|この|関数|は|、|ｶﾞ|한국어|\u3000|「|」|𠮷|は\u3099'.split('|')
const EMOJI = '😀|👍🏽|👩‍💻|👨‍👩‍👧‍👦|🇯🇵|⚠️|1️⃣|🏴\u{e0067}\u{e0062}\u{e007f}|\u200d|\ufe0f| |a'.split('|')
const ODD = (
  '\ud800|\udbff|\udc00|\udfff|\u0000|\u0007|\u001b[31m|\u007f|\u0085|\u00a0|\ufeff|\u2028|\ufffd|\uffff|\u{10ffff}' +
  "|ſ|K|'ſ|e\u0301\u0323|ﷺ|ا|ก็|ß|ǅ|½|²|٣"
).split('|')
const SPACES = ' |  |        |\t|\n|\r|\r\n|\n\n\n|\u00a0|\u2003|\u3000|x|.'.split('|')
const NAMES =
  'constructor;__proto__;toString;hasOwnProperty;valueOf; constructor;<|endoftext|>;<|fim_prefix|>;<|endofprompt|>;<|;|>;endoftext; '.split(
    ';',
  )
const BASE64 = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/']

const kinds: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['prose', rowOf(WORDS, 30)],
  ['code', rowOf(CODE, 30)],
  ['JSON', rowOf(JSON_PARTS, 30)],
  ['base64', rowOf(BASE64, 120)],
  ['Chinese and Japanese', rowOf(CHINESE_JAPANESE, 25)],
  ['emoji', rowOf(EMOJI, 15)],
  ['odd characters and lone surrogates', rowOf(ODD, 20)],
  ['white space', rowOf(SPACES, 30)],
  ['names that objects have, and special tokens', rowOf(NAMES, 8)],
  [
    'everything mixed',
    rowOf([...WORDS, ...CODE, ...CHINESE_JAPANESE, ...EMOJI, ...ODD, ...SPACES, ...NAMES], 20),
  ],
  [
    'runs',
    fc
      .tuple(fc.constantFrom(...ODD, ...SPACES, ...BASE64, '=', '-', '你'), fc.integer({ min: 1, max: 150 }))
      .map(([unit, times]) => unit.repeat(times)),
  ],
  ['random ASCII', fc.string({ unit: 'grapheme-ascii', maxLength: 80 })],
]

describe.each(encodings)('$name', ({ name, scan, ranks }) => {
  const counter = exactCounter(name, scan, ranks.bpe_ranks)
  const tiktoken = new Tiktoken(ranks)
  const expected = (text: string) => tiktoken.encode(text, [], []).length

  it.each(kinds)('TOK-1 counts what js-tiktoken counts: %s', (_, text) => {
    fc.assert(
      fc.property(text, (sample) => {
        expectSame(counter.count(sample), expected(sample))
      }),
      { numRuns: 200 },
    )
  })

  it.runIf(process.versions.unicode === '17.0')(
    'TOK-1 counts what js-tiktoken counts: any code points',
    () => {
      fc.assert(
        fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (sample) => {
          expectSame(counter.count(sample), expected(sample))
        }),
        { numRuns: 400 },
      )
    },
  )

  it('TOK-1 equal texts have equal counts, however the string was built', () => {
    const text = 'const größe = "你好 😀"\n'.repeat(40)
    const halves = `${text.slice(0, 333)}${text.slice(333)}`
    const cutOut = `xx${text}yy`.slice(2, -2)
    expect([counter.count(text), counter.count(halves), counter.count(cutOut)]).toEqual(
      Array.from({ length: 3 }, () => expected(text)),
    )
  })

  it('TOK-1 the empty text is free', () => {
    expect(counter.count('')).toBe(0)
  })

  it.each([1365, 1366, 4095, 4096, 4097])('TOK-1 counts a piece of %i wide characters', (length) => {
    // 你 is a token here, and no two of them are one token.
    expect(counter.count('你'.repeat(length))).toBe(length * expected('你'))
  })

  it('TOK-4 counts one piece of two million characters', () => {
    // Eight a's are one token in both encodings, and sixteen are not.
    expect(counter.count('a'.repeat(2_000_000))).toBe(2_000_000 / 8)
    expect(counter.count('你'.repeat(2_000_000))).toBe(2_000_000 * expected('你'))
  })

  it('TOK-4 two million characters of words have the sum of the counts of their parts', () => {
    const words = ' The window of 128,000 tokens — 上下文窗口 — is full.\n'
    const times = Math.floor(2_000_000 / words.length)
    expect(counter.count(words.repeat(times))).toBe(times * expected(words))
  })

  it('has its name, exactness and message overhead', () => {
    expect(counter).toMatchObject({ name, exact: true, messageOverhead: 3 })
    expect(Object.isFrozen(counter)).toBe(true)
  })
})

describe('by hand', () => {
  const o200kBase = exactCounter('o200k_base', scanO200k, o200k.bpe_ranks)
  const cl100kBase = exactCounter('cl100k_base', scanCl100k, cl100k.bpe_ranks)

  it.each([
    ['hello world', 2, 2],
    ['', 0, 0],
    ['tiktoken is great!', 6, 6],
    ['__proto__', 3, 3],
    ['<|endoftext|>', 7, 7],
  ])('TOK-1 %j is %i and %i tokens', (text, o200kCount, cl100kCount) => {
    expect([o200kBase.count(text), cl100kBase.count(text)]).toEqual([o200kCount, cl100kCount])
  })
})
