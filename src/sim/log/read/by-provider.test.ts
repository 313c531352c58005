import { expect, it } from 'vitest'
import { byProvider } from './by-provider.ts'
import type { Log } from './reader.ts'

it('a log of several providers is split without losing a record, those before the first call among them', () => {
  const note = { note: 'Recorded on a Monday.' }
  const gemini = { request: { contents: [] }, response: {} }
  const chat = { request: { messages: [] }, response: {} }
  const responses = { request: { input: [] }, response: { output: [] } }
  const split = (...values: readonly object[]): unknown => {
    const records = values.map((value, at) => ({ value, line: at + 1, column: 1 }))
    return byProvider({ records, skipped: [], unlisted: 0 } as unknown as Log).map((log) =>
      log.records.map(({ value }) => value),
    )
  }
  expect(split(note, gemini, note, chat, gemini, responses, note)).toEqual([
    [note, gemini, note, gemini],
    [chat],
    [responses, note],
  ])
  expect(split(note, chat, note)).toEqual([[note, chat, note]])
})
