import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { chars4 } from '../engine/index.ts'
import { contentHash } from '../engine/internal.ts'
import { countList, listedCounter, loadCounter, shippedCounter, UncountedText } from './index.ts'

describe('a list of counts', () => {
  it('TOK-1 gives the count of each listed text, and refuses every other text', async () => {
    const whole = await loadCounter('o200k_base')
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter })), fc.string(), (texts, other) => {
        const listed = listedCounter(structuredClone(countList(whole, texts)))
        expect(texts.map((text) => listed.count(text))).toEqual(texts.map((text) => whole.count(text)))
        if (other !== '' && !texts.includes(other)) expect(() => listed.count(other)).toThrow(UncountedText)
      }),
    )
  })

  it('has the name, exactness and message overhead of the counter it was made with', async () => {
    const whole = await loadCounter('o200k_base')
    expect(listedCounter(countList(whole, ['a']))).toMatchObject({
      name: 'o200k_base',
      exact: true,
      messageOverhead: whole.messageOverhead,
    })
    expect(listedCounter(countList(chars4, [])).exact).toBe(false)
  })

  it('contains each text once, sorted by hash, whatever the order of the texts', () => {
    const list = countList(chars4, ['bb', 'a'.repeat(9), 'bb'])
    expect(list.hashes.match(/.{14}/g)).toEqual(
      [contentHash(['bb']), contentHash(['a'.repeat(9)])].map((hash) => hash.slice(0, 14)).sort(),
    )
    expect(countList(chars4, ['a'.repeat(9), 'bb'])).toEqual(list)
    expect(list.tokens.split(' ').toSorted()).toEqual(['1', '3'])
  })

  it('the error for an unknown text contains it; the empty text has no tokens', () => {
    const listed = listedCounter(countList(chars4, ['known']))
    const text = 'unknown '.repeat(20)
    expect(() => listed.count(text)).toThrow(expect.objectContaining({ name: 'UncountedText', text }))
    expect(() => listed.count('new')).toThrow(/: "new"$/)
    expect(listed.count('')).toBe(0)
  })

  it('refuses columns of different lengths', () => {
    const list = countList(chars4, ['a', 'b'])
    expect(() => listedCounter({ ...list, tokens: '1' })).toThrow(
      'a list of 2 texts has as many counts, not 1',
    )
    expect(() => listedCounter({ ...list, hashes: '' })).toThrow(RangeError)
  })
})

describe('the shipped lists', () => {
  it.each([
    ['o200k_base', 'axios-migration 8'],
    ['cl100k_base', 'axios-migration 7'],
    ['chars4', 'axios-migration 7'],
    ['constructor' as 'chars4', 'axios-migration 7'],
    ['o200k_base', 'constructor'],
  ] as const)('contain none of %s for %s', async (name, conversation) => {
    expect(await shippedCounter(name, conversation)).toBeNull()
  })

  it('contain the conversation that the page opens with', async () => {
    const counter = await shippedCounter('o200k_base', 'axios-migration 7')
    expect(counter).toMatchObject({ name: 'o200k_base', exact: true, messageOverhead: 3 })
  })
})
