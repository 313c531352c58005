import cl100k from 'js-tiktoken/ranks/cl100k_base'
import o200k from 'js-tiktoken/ranks/o200k_base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Merge } from './merge.ts'
import { NONE, RankTree } from './rank-tree.ts'
import { expectSame } from '../testing/expect-equal.ts'
import { seed } from '../testing/seed.ts'

/** Byte-pair merging by its definition: repeatedly merges the leftmost pair of the lowest rank. */
function mergedByDefinition(piece: Buffer, ranks: ReadonlyMap<string, number>): string[] {
  const parts = [...piece.toString('latin1')]
  for (;;) {
    let lowest = Infinity
    let place = -1
    for (let at = 0; at + 1 < parts.length; at++) {
      const rank = ranks.get(parts[at]! + parts[at + 1]!)
      if (rank !== undefined && rank < lowest) {
        lowest = rank
        place = at
      }
    }
    if (place < 0) return parts
    parts.splice(place, 2, parts[place]! + parts[place + 1]!)
  }
}

const encodings = [
  { name: 'o200k_base', packed: o200k.bpe_ranks },
  { name: 'cl100k_base', packed: cl100k.bpe_ranks },
]

describe.each(encodings)('$name', ({ packed }) => {
  const tree = new RankTree(packed)
  const merge = new Merge(tree)
  const tokens = Array.from({ length: tree.size }, (_, rank) => Buffer.from(tree.bytesOf(rank)))
  const ranks = new Map(tokens.map((token, rank) => [token.toString('latin1'), rank]))
  const count = (piece: Buffer) => merge.count(new Uint8Array(piece), piece.length)
  const stepsOf = (piece: Buffer) => {
    const counter = new Merge(tree)
    counter.count(new Uint8Array(piece), piece.length)
    return counter.steps
  }

  it('TOK-1 reads the same ranks as a plain base64 decoder', () => {
    const plain = packed
      .split('\n')
      .flatMap((line) => line.split(' ').slice(2))
      .map((token) => Buffer.from(token, 'base64'))
    expect(plain.length).toBe(tree.size)
    expect(plain.findIndex((token, rank) => !token.equals(tokens[rank]!))).toBe(-1)
  })

  it('TOK-1 every token is the result of merging its bytes, from two tokens of lower rank', () => {
    const odd = tokens.filter((token, rank) => {
      const bytes = token.toString('latin1')
      if (rank < 256) return token.length !== 1
      // A third of them: another with other seeds.
      if ((rank + seed) % 3 !== 0) return false
      // All merges except the last: as if the token did not exist.
      ranks.delete(bytes)
      const parts = mergedByDefinition(token, ranks)
      ranks.set(bytes, rank)
      return parts.length !== 2 || parts.some((part) => part.length > 1 && ranks.get(part)! > rank)
    })
    expect(odd).toEqual([])
  })

  it('TOK-1 two adjacent tokens have the count that naive merging gives', () => {
    const rank = fc.oneof(fc.nat(tree.size - 1), fc.nat(2000))
    fc.assert(
      fc.property(fc.array(rank, { minLength: 2, maxLength: 4 }), (few) => {
        const piece = Buffer.concat(few.map((each) => tokens[each]!))
        expectSame(count(piece), mergedByDefinition(piece, ranks).length)
      }),
      { numRuns: 800 },
    )
  })

  it('TOK-1 any bytes have the count that naive merging gives', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      ...['ab', ' \n\t', '=-*', 'aeio rst', '\u4f60\u597d', '😀\u200d', '0x\0'].map((alphabet) =>
        fc.array(fc.constantFrom(...Buffer.from(alphabet)), { minLength: 1, maxLength: 300 }),
      ),
    )
    fc.assert(
      fc.property(bytes, (sample) => {
        const piece = Buffer.from(sample)
        expectSame(count(piece), mergedByDefinition(piece, ranks).length)
      }),
      { numRuns: 500 },
    )
  })

  it('TOK-1 a run of any length has the count that naive merging gives', () => {
    const units = [
      'a',
      ' ',
      '\n',
      '\t',
      '=',
      '-',
      '*',
      '#',
      '_',
      '.',
      '0',
      '\r\n',
      '=-',
      '你',
      '👩‍💻',
      '\0',
      '—',
    ]
    // The longest runs that are tokens have multiples of 16 characters, the longest of all 128.
    const lengths = Array.from({ length: 160 }, (_, at) => at + 1).filter(
      (at) => at <= 50 || at % 16 <= 1 || at % 7 === 0,
    )
    const wrong = units.flatMap((unit) =>
      lengths
        .map((times) => Buffer.from(unit.repeat(times)))
        .filter((piece) => piece.length <= 400)
        .filter((piece) => count(piece) !== mergedByDefinition(piece, ranks).length)
        .map((piece) => piece.toString()),
    )
    expect(wrong).toEqual([])
  })

  it('TOK-1 a piece of more tokens than the buffer holds has the count that naive merging gives', () => {
    const piece = Buffer.from(Array.from({ length: 2500 }, (_, at) => 97 + ((at * at * 7 + at * 3) % 23)))
    const merged = mergedByDefinition(piece, ranks)
    expect(merged.length).toBeGreaterThan(1024)
    expect(count(piece)).toBe(merged.length)
  })

  const letters = (length: number, first: number, number: number) => {
    let state = 1
    return Buffer.from(
      Array.from({ length }, () => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0
        return first + ((state >>> 16) % number)
      }),
    )
  }
  it.each<[string, (length: number) => Buffer]>([
    ['one letter', (length) => Buffer.alloc(length, 'a')],
    ['blanks', (length) => Buffer.alloc(length, ' ')],
    ['line ends', (length) => Buffer.alloc(length, '\n')],
    ['equal signs', (length) => Buffer.alloc(length, '=')],
    ['dashes and a star', (length) => Buffer.alloc(length, `${'-'.repeat(97)}*`)],
    ['random letters', (length) => letters(length, 97, 26)],
    ['random signs', (length) => letters(length, 33, 15)],
    ['any bytes', (length) => letters(length, 0, 256)],
    ['Chinese', (length) => Buffer.alloc(length, '今天天气很好我们需要检查这个函数的返回值')],
    ['families', (length) => Buffer.alloc(length, '👨‍👩‍👧‍👦')],
  ])('TOK-4 the steps for counting a piece grow linearly with its length: %s', (_, piece) => {
    const short = stepsOf(piece(20_000))
    const long = stepsOf(piece(320_000))
    expect(long).toBeGreaterThan(320_000 / 128)
    expect(long).toBeLessThan(16 * 1.1 * short)
    expect(long).toBeLessThan(8 * 320_000)
  })
})

it('refuses a token that no merge produces', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => Buffer.of(byte).toString('base64'))
  const tree = new RankTree(`! 0 ${bytes.join(' ')} ${Buffer.from('abc').toString('base64')}`)
  expect(tree.joint(0x61, 0x62)).toBe(NONE)
  expect(() => new Merge(tree).count(new Uint8Array(Buffer.from('abcd')), 4)).toThrow(
    'no merge makes the token of rank 256',
  )
})
