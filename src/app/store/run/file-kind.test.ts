import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tarOf, zipOf } from '../../../testing/archive.ts'
import { alone, kindOfFile } from './file-kind.ts'
import { packedFiles } from './open-files.ts'

const MOST = 1_000_000

async function codeOf(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const kind = await kindOfFile(new Blob([content]), MOST)
  return kind.kind === 'refused' ? kind.problem.code : kind.kind
}

test('text in any language is text', async () => {
  expect(await codeOf('{"role":"user"}')).toBe('text')
  expect(await codeOf('﻿User: こんにちは 🎉')).toBe('text')
})

test('what Windows writes as UTF-16 is decoded, in both byte orders', async () => {
  const text = 'User: grüß dich\nAssistant: 你好'
  const little = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  const big = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())
  const whole = { kind: 'decoded', encoding: 'UTF-16', text }
  expect(await kindOfFile(new Blob([little]), MOST)).toEqual(whole)
  expect(await kindOfFile(new Blob([big]), MOST)).toEqual(whole)
})

test('UTF-16 without its mark is known by its zeros', async () => {
  const text = '{"role":"user","content":"grüß dich"}'
  const whole = { kind: 'decoded', encoding: 'UTF-16', text }
  expect(await kindOfFile(new Blob([new Uint8Array(Buffer.from(text, 'utf16le'))]), MOST)).toEqual(whole)
  expect(await kindOfFile(new Blob([new Uint8Array(Buffer.from(text, 'utf16le').swap16())]), MOST)).toEqual(
    whole,
  )
})

test('text that is not UTF-8 is read as Latin-1 in the Windows variant, wherever in the file this is detected', async () => {
  const text = `{"role":"user","content":"${'x'.repeat(9_000)} grüß dich für alle"}`
  const bytes = new Uint8Array([...text].map((char) => char.charCodeAt(0)))
  expect(await kindOfFile(new Blob([bytes]), MOST)).toEqual({ kind: 'decoded', encoding: 'Latin-1', text })
})

test('a file that cannot be a log is refused before it is read', async () => {
  expect(await codeOf('')).toBe('empty-file')
  expect(await codeOf('x'.repeat(MOST + 1))).toBe('file-too-large')
  expect(await codeOf(zipOf([['a.png', 'x']]))).toBe('packed-file')
  expect(await codeOf('%PDF-1.7\n')).toBe('binary-file')
  expect(await codeOf('User: hello\0')).toBe('binary-file')
})

test('what is packed is unpacked', async () => {
  const text = 'User: grüß dich\nAssistant: Hello'
  const whole = { kind: 'decoded', encoding: 'archive', text }
  for (const packing of ['stored', 'deflate', 'zstd'] as const)
    expect(await kindOfFile(new Blob([zipOf([['log.txt', text]], packing)]), MOST)).toEqual(whole)
  expect(await kindOfFile(new Blob([new Uint8Array(gzipSync(text))]), MOST)).toEqual(whole)
  const tar = tarOf([['log.txt', text]])
  for (const packed of [tar, new Uint8Array(gzipSync(tar))])
    expect(await kindOfFile(new Blob([packed]), MOST)).toEqual(whole)
})

/** A frame of Zstandard (RFC 8878): 100,000 times one byte, `count` times. */
function repeated(count: number): Uint8Array<ArrayBuffer> {
  const header = (100_000 << 3) | (1 << 1)
  const block = (isLast: number) => [(header | isLast) & 255, (header >> 8) & 255, header >> 16, 0x78]
  const blocks = Array.from({ length: count }, (_, nth) => block(Number(nth === count - 1)))
  return new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, ...blocks.flat()])
}

test('what is too long when it is unpacked is refused on the way', async () => {
  const text = 'x'.repeat(MOST + 1)
  const [zip, gzip] = [zipOf([['log.txt', text]]), new Uint8Array(gzipSync(text))]
  for (const packed of [zip, gzip, repeated(11)]) {
    expect(packed.length).toBeLessThan(MOST / 100)
    expect(await codeOf(packed)).toBe('file-too-large')
  }
  const kind = await kindOfFile(new Blob([repeated(9)]), MOST)
  expect(kind.kind === 'decoded' && kind.text).toBe('x'.repeat(900_000))
})

test('a file that cannot be read says why', async () => {
  const folder = new Blob(['x'])
  folder.slice = () => {
    throw new Error('it is a directory')
  }
  const kind = await kindOfFile(folder, MOST)
  expect(kind.kind === 'refused' && kind.problem.message).toContain('it is a directory')
})

test('a text is kept as it was when it was given, though its client goes on writing', async () => {
  const bytes = new TextEncoder().encode('User: grüß dich\n')
  const given = new Blob([bytes])
  const kind = await kindOfFile(given, MOST)
  given.slice = () => {
    throw new Error('the file has changed')
  }
  expect(kind.kind === 'text' && (await kind.content.text())).toBe('User: grüß dich\n')
})

test.each(['stored', 'deflate', 'zstd'] as const)(
  'a log of an archive with several, packed as %s, is a file of its own with its place',
  async (packing) => {
    const text = 'Grüße. '.repeat(40)
    const zip = new Blob([
      zipOf(
        [
          ['logs/a.txt', text],
          ['logs/b.txt', 'two'],
        ],
        packing,
      ),
    ])
    const kind = await kindOfFile(zip)
    if (kind.kind !== 'several') throw new Error(`read as ${kind.kind}`)
    const [first, second] = await packedFiles(kind.logs)
    expect([first?.name, second?.name]).toEqual(['a.txt', 'b.txt'])
    const read = await kindOfFile(first as File)
    expect(read.kind === 'text' ? await read.content.text() : read).toEqual(
      packing === 'stored' ? text : { kind: 'decoded', encoding: 'archive', text },
    )
    expect(alone(kind)).toMatchObject({
      kind: 'refused',
      problem: {
        code: 'packed-file',
        message: expect.stringContaining('it has several logs: logs/a.txt, logs/b.txt'),
      },
    })
  },
)
