import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../testing/any-character.ts'
import { sha256 } from './sha256.ts'

it('is the SHA-256 of the UTF-8 bytes, as Node computes it', () => {
  const expected = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
  for (let length = 0; length < 130; length++)
    expect(sha256('a'.repeat(length))).toBe(expected('a'.repeat(length)))
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (text) => {
      expect(sha256(text)).toBe(expected(text))
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
    }),
  )
  expect(sha256('a\ud800b\udc00')).toBe(expected('a\ud800b\udc00'))
})

it('needs nothing outside itself, so that a page can carry its source', () => {
  const alone = runInNewContext(`(${sha256.toString()})`) as typeof sha256
  expect(alone('héllo 🌍')).toBe(sha256('héllo 🌍'))
})
