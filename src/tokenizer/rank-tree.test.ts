import { describe, expect, it } from 'vitest'
import { NONE, RankTree } from './rank-tree.ts'

const BYTES = Array.from({ length: 256 }, (_, byte) => Buffer.of(byte).toString('base64'))
const packed = (...tokens: string[]) =>
  `! 0 ${[...BYTES, ...tokens.map((token) => Buffer.from(token).toString('base64'))].join(' ')}`
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

describe('a tree of the bytes and ab, abcd, é', () => {
  const [ab, abcd, accent] = [256, 257, 258]
  const tree = new RankTree(packed('ab', 'abcd', 'é'))

  it('finds the longest token, not a prefix of one', () => {
    expect(tree.longestAt(bytesOf('xabcd'), 1, 5)).toBe(abcd)
    expect(tree.longestAt(bytesOf('xabcd'), 1, 4)).toBe(ab)
    expect(tree.longestAt(bytesOf('abce'), 0, 4)).toBe(ab)
    expect(tree.longestAt(bytesOf('abcd'), 0, 1)).toBe(0x61)
    expect(tree.longestAt(bytesOf('zz'), 0, 2)).toBe(0x7a)
  })

  it('finds the next shorter token', () => {
    expect(tree.shorterThan(abcd)).toBe(ab)
    expect(tree.shorterThan(abcd)).toBe(ab)
    expect(tree.shorterThan(ab)).toBe(0x61)
    expect(tree.shorterThan(accent)).toBe(0xc3)
    expect(tree.shorterThan(0x61)).toBe(NONE)
  })

  it('joins two tokens', () => {
    expect(tree.joint(0x61, 0x62)).toBe(ab)
    expect(tree.joint(ab, 0x63)).toBe(NONE)
    expect(tree.joint(ab, abcd)).toBe(NONE)
    expect(tree.joint(0x62, 0x61)).toBe(NONE)
  })

  it('finds a text that is one ASCII token, and no other text', () => {
    expect(tree.wholeAscii('xabcdx', 1, 5)).toBe(abcd)
    expect(tree.wholeAscii('xabcdx', 1, 4)).toBe(NONE)
    expect(tree.wholeAscii('é', 0, 1)).toBe(NONE)
    expect(tree.wholeAscii('abé', 0, 3)).toBe(NONE)
    expect(tree.wholeAscii('aé', 0, 2)).toBe(NONE)
    expect(tree.wholeAscii('z', 0, 1)).toBe(0x7a)
  })

  it('returns the bytes and lengths of tokens', () => {
    expect(tree.size).toBe(259)
    expect(Buffer.from(tree.bytesOf(accent)).toString()).toBe('é')
    expect([tree.lengthOf(0x61), tree.lengthOf(abcd), tree.lengthOf(accent)]).toEqual([1, 4, 2])
  })
})

it('refuses ranks with a gap, and ranks that do not begin with the single bytes', () => {
  expect(() => new RankTree(`${packed()}\n! 300 YWI=`)).toThrow('rank file, rank 256: found rank 300')
  expect(() => new RankTree('! 0 IQ== YWI=')).toThrow('rank file, rank 1: not one byte but 2')
})
