import { expect, it } from 'vitest'
import { binaryAt, notText } from './bytes.ts'

it('MSG-1 a database is no log, and it is told how to get the conversations out', () => {
  const database = (schema: string) => notText(Buffer.from(`SQLite format 3\0${schema}`))
  expect(database('CREATE TABLE threads (\n  id TEXT')).toContain('FROM threads"')
  expect(database('CREATE TABLE IF NOT EXISTS threads (')).toContain('Of Zed')
  expect(database('CREATE TABLE ai_queries (')).toContain('/export-to-file')
  expect(database('CREATE TABLE cursorDiskKV (key TEXT')).toContain('Export Chat')
  expect(database('CREATE TABLE meta (key TEXT)\0CREATE TABLE blobs (id TEXT')).toContain('agent-transcripts')
  expect(database('CREATE TABLE other (threads TEXT)')).toBe(
    'a log is text, but this file is a SQLite database. Export the conversation from the program that wrote it.',
  )
  expect(notText(Buffer.from('PAR1\u0015\0'))).toMatch(
    /a Parquet table\. Write its rows .* DuckDB: COPY \(FROM/,
  )
  expect(notText(Buffer.from('%PDF-1.7'))).toBe('a log is text, but this file is a PDF')
  expect(notText(Buffer.from('{"role":"user"}'))).toBeNull()
})

it.each([
  ['text', -1],
  ['AB\0C', 2],
  ['User: a\0', 7],
  ['\0\0', 0],
  ['{"a":1}\n\0\0', -1],
  ['{"a":1}\r\n\0\0{"a":2}', -1],
  ['{"a\0\0', -1],
])('a file with the beginning %j is binary at %i', (head, at) => {
  expect(binaryAt(new TextEncoder().encode(head))).toBe(at)
})
