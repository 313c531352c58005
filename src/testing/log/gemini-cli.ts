import { readTrace } from '../../sim/index.ts'

/** Records as the Gemini CLI writes them, for the tests of its reader. */

export const HEAD = { sessionId: 's-1', projectHash: 'abc', startTime: '2026-03-01T10:00:00.000Z' }
export const time = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, '0')}.000Z`

export const user = (id: string, content: unknown, second = 1) => ({
  id,
  timestamp: time(second),
  type: 'user',
  content,
})
export const tokens = (input: number, cached = 0) => ({
  input,
  output: 10,
  cached,
  thoughts: 7,
  tool: 0,
  total: input + 17,
})
export const gemini = (id: string, content: unknown, more: object = {}, second = 2) => ({
  id,
  timestamp: time(second),
  type: 'gemini',
  content,
  thoughts: [],
  tokens: tokens(1000),
  model: 'gemini-2.5-pro',
  ...more,
})
export const call = (id: string, response: unknown, more: object = {}) => ({
  id,
  name: 'read_file',
  args: { path: id },
  result: [{ functionResponse: { id, name: 'read_file', response } }],
  status: 'success',
  timestamp: time(3),
  displayName: 'ReadFile',
  resultDisplay: 'a copy for the screen',
  ...more,
})
export const toolUse = (id: string) => ({ type: 'tool_use', id, name: 'read_file', input: { path: id } })
export const toolResult = (id: string, content: unknown, failed = false) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(failed && { is_error: true }),
})

export const read = (messages: readonly unknown[], options = {}) =>
  readTrace(JSON.stringify({ ...HEAD, messages }, null, 2), options)
export const readLines = (lines: readonly unknown[], options = {}) =>
  readTrace(lines.map((line) => JSON.stringify(line)).join('\n'), options)
