import { describe, expect, it } from 'vitest'
import { UNICODE_17_RUNS } from './character-kinds.ts'

const CLASSES: readonly (readonly [string, RegExp])[] = [
  ['u', /^[\p{Lu}\p{Lt}]$/u],
  ['l', /^\p{Ll}$/u],
  ['b', /^[\p{Lm}\p{Lo}]$/u],
  ['m', /^\p{M}$/u],
  ['n', /^\p{N}$/u],
  ['r', /^[\r\n]$/u],
  ['s', /^\s$/u],
]

/** The table from the regular expressions of this JavaScript engine. */
function runsOfThisEngine(): string {
  let runs = ''
  let start = 0
  let letter = ''
  for (let codePoint = 0; codePoint <= 0x110000; codePoint++) {
    const character = codePoint < 0x110000 ? String.fromCodePoint(codePoint) : ''
    const found = CLASSES.find(([, pattern]) => pattern.test(character))?.[0] ?? 'o'
    if (found === letter && codePoint < 0x110000) continue
    if (codePoint > 0) runs += letter + (codePoint - start > 1 ? String(codePoint - start) : '')
    start = codePoint
    letter = found
  }
  return runs
}

describe('the pinned table of characters', () => {
  it('covers every code point once', () => {
    const lengths = [...UNICODE_17_RUNS.matchAll(/[a-z](\d*)/g)].map(([, count]) => Number(count || 1))
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(0x110000)
  })

  // An engine with another version of Unicode classifies some characters differently.
  it.runIf(process.versions.unicode === '17.0')('TOK-1 has the classes of the patterns', () => {
    expect(UNICODE_17_RUNS).toBe(runsOfThisEngine())
  })
})
