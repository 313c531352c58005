import { expect, test } from 'vitest'
import { piecesOf } from './file-pieces.ts'

async function textIn(file: Blob, fatal = false): Promise<string> {
  let text = ''
  for await (const piece of piecesOf(file, fatal)) text += piece.text
  return text
}

test('a text has the same characters in pieces as in one, also where a piece ends within a character', async () => {
  // An odd first byte, so that every end of a piece is within a character of two bytes.
  const text = `a${'é'.repeat(4_100_000)}日😀`
  expect((await textIn(new Blob([text]))) === text).toBe(true)
})

test('a byte order mark is no part of the text, and what is not UTF-8 is replaced or refused', async () => {
  const file = new Blob([new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff])])
  expect(await textIn(file)).toBe('a\uFFFD')
  await expect(textIn(file, true)).rejects.toThrow(TypeError)
  await expect(textIn(new Blob([new Uint8Array([0x61, 0xc3])]), true)).rejects.toThrow(TypeError)
  expect(await textIn(new Blob([]))).toBe('')
})
