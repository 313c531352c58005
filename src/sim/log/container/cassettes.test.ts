import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import { readTrace } from '../reading.ts'

const json = JSON.stringify
const asked = (text: string): string =>
  json({ model: 'claude-x', messages: [{ role: 'user', content: text }] })
const answered = (text: string): string =>
  json({
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [{ type: 'text', text }],
    usage: { input_tokens: 12, output_tokens: 4 },
  })

/** A body as Ruby's VCR writes it: as bytes if it has other letters than those of English. */
const plain = (body: string): string => `encoding: UTF-8\n      string: '${body}'`
const bytes = (body: string | Uint8Array): string => {
  const base64 = Buffer.from(body).toString('base64')
  const lines = base64.match(/.{1,60}/g) ?? []
  return `encoding: ASCII-8BIT\n      string: !binary |-\n        ${lines.join('\n        ')}`
}
const ruby = (request: string, response: string, headers = ''): string => `---
http_interactions:
- request:
    method: post
    uri: https://api.anthropic.com/v1/messages
    body:
      ${request}
  response:
    status:
      code: 200
    headers:
      Content-Type:
      - application/json${headers}
    body:
      ${response}
  recorded_at: Tue, 03 Feb 2026 10:11:12 GMT
recorded_with: VCR 6.3.1
`
const words = (text: string): readonly string[] =>
  readTrace(text).messages.map((message) =>
    partsOf(message)
      .map((part) => (part.type === 'text' ? part.text : part.type))
      .join(),
  )

describe('MSG-1 cassettes of Ruby', () => {
  it.each([
    ['the answer', ruby(plain(asked('Warm today?')), bytes(answered('It has 15 °C.'))), 'Warm today?'],
    ['both', ruby(bytes(asked('Heiß heute?')), bytes(answered('It has 15 °C.'))), 'Heiß heute?'],
    ['packed bytes', ruby(plain(asked('Hot?')), bytes(gzipSync(answered('It has 15 °C.')))), 'Hot?'],
  ])('has bodies as bytes: %s', (_, text, question) => {
    expect(words(text)).toEqual([question, 'It has 15 °C.'])
    const trace = readTrace(text)
    expect(trace.turns[0]).toMatchObject({ model: 'claude-x', usage: { input: 12, output: 4 } })
    expect(trace.intake.problems).toEqual([])
  })

  it('COST-4 has the time in the header of the answer, else of its recording', () => {
    const time = (headers: string): number | null | undefined =>
      readTrace(ruby(plain(asked('Hot?')), plain(answered('No.')), headers)).turns[0]?.time
    expect(time('')).toBe(Date.UTC(2026, 1, 3, 10, 11, 12))
    expect(time('\n      Date:\n      - Mon, 2 Feb 2026 09:08:07 GMT')).toBe(Date.UTC(2026, 1, 2, 9, 8, 7))
    expect(time('\n      date: Mon, 02 Feb 2026 09:08:07 GMT')).toBe(Date.UTC(2026, 1, 2, 9, 8, 7))
  })
})
