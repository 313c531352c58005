import { expect, it } from 'vitest'
import { binaryAt, notText } from './bytes.ts'

it('MSG-1 a picture, a PDF or a Parquet table is no log, and is named', () => {
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
