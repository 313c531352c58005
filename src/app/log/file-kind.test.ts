import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { kindOfFile } from './file-kind.ts'

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
  expect(await kindOfFile(new Blob([little]), MOST)).toEqual({ kind: 'utf-16', text })
  expect(await kindOfFile(new Blob([big]), MOST)).toEqual({ kind: 'utf-16', text })
})

test('what cannot be a log is refused before it is read', async () => {
  expect(await codeOf('')).toBe('empty-file')
  expect(await codeOf('x'.repeat(MOST + 1))).toBe('file-too-large')
  expect(await codeOf(new Uint8Array(gzipSync('User: hello')))).toBe('binary-file')
  expect(await codeOf('%PDF-1.7\n')).toBe('binary-file')
  expect(await codeOf('User: hello\0')).toBe('binary-file')
})

test('a file that cannot be read says why', async () => {
  const folder = new Blob(['x'])
  folder.slice = () => {
    throw new Error('it is a directory')
  }
  const kind = await kindOfFile(folder, MOST)
  expect(kind.kind === 'refused' && kind.problem.message).toContain('it is a directory')
})
