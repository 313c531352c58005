import { expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const call = { type: 'tool-call', toolCallId: 'c', toolName: 'look' }
const PROMPT = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: 'Name a river.' }] },
]
const RESULT = {
  type: 'tool-result',
  toolCallId: 'c',
  toolName: 'look',
  output: { type: 'text', value: 'Elbe' },
}
const step = (number: number, prompt: readonly object[], output: object | null, usage: object): object => ({
  id: `s${number}`,
  run_id: 'r',
  step_number: number,
  model_id: 'm',
  started_at: '2026-03-01T10:00:00.000Z',
  duration_ms: 1000 * number,
  input: json({ prompt, tools: [{ type: 'function', name: 'look', inputSchema: {} }] }),
  output: output && json(output),
  usage: json(usage),
  raw_request: json({ model: 'm', messages: prompt }),
})

it('MSG-1 calls of AI SDK DevTools are joined, streamed or whole, and counted either way', () => {
  const first = { reasoningParts: [], textParts: [], toolCalls: [{ ...call, input: '{"at":"map"}' }] }
  const second = { content: [{ type: 'text', text: 'The Elbe.' }], finishReason: 'stop' }
  const later = [
    ...PROMPT,
    { role: 'assistant', content: [{ ...call, input: { at: 'map' } }] },
    { role: 'tool', content: [RESULT] },
  ]
  const counts = { inputTokens: { total: 100, cacheRead: 64, cacheWrite: 0 }, outputTokens: { total: 5 } }
  const log = {
    runs: [{ id: 'r' }],
    steps: [step(1, PROMPT, first, counts), step(2, later, second, { inputTokens: 120, outputTokens: 7 })],
  }
  const trace = readTrace(json(log, null, 1))
  expect(trace.source.name).toBe('ai-sdk')
  expect([trace.system, trace.tools.map(({ name }) => name)]).toEqual(['Be brief.', ['look']])
  expect(trace.messages).toHaveLength(4)
  const start = Date.UTC(2026, 2, 1, 10)
  expect(trace.turns).toMatchObject([
    { model: 'm', time: start + 1000, usage: { input: 100, output: 5, cacheRead: 64 } },
    { model: 'm', time: start + 2000, usage: { input: 120, output: 7 } },
  ])
  // a call that failed has a request alone
  const failed = readTraces(json({ runs: [], steps: [step(1, PROMPT, null, {})] }))
  expect(failed.map(({ messages }) => messages.length)).toEqual([1])
})
