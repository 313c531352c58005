import { expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'

const call = (id: string) => ({ type: 'tool_use', id, name: 'read_file', input: { path: `${id}.md` } })
const given = (id: string, output: string) => {
  const functionResponse = { id, name: 'read_file', response: { output } }
  const content = { callId: id, responseParts: { functionResponse }, resultDisplay: 'Read all lines' }
  return { type: 'tool_result', tool_use_id: id, content }
}
const line = (at: number, type: string, content: unknown, id?: string): string =>
  JSON.stringify({
    uuid: `u${at}`,
    parentUuid: at === 0 ? null : 'u0',
    sessionId: 'session-1',
    timestamp: new Date(Date.UTC(2026, 0, 21) + at * 10).toISOString(),
    type,
    isSidechain: false,
    version: '1.0.0',
    message: {
      role: type,
      content,
      ...(id !== undefined && { id, model: 'glm-4.7', usage: { input_tokens: 0, output_tokens: 0 } }),
    },
  })

it('MSG-1 PAIR-1 a call of iFlow CLI counts once, and its result is what the tool gave', () => {
  const text = { type: 'text', text: 'I look.' }
  const { messages, intake, source } = readTrace(
    [
      line(0, 'user', 'What is in a, b and c?'),
      line(1, 'assistant', [text, call('a')], 'response-1-tool-call_a'),
      line(2, 'assistant', [call('a'), call('b')], 'response-2-tool-call_b'),
      line(3, 'assistant', [call('b')], 'response-3'),
      line(4, 'user', [given('a', 'Alpha.')]),
      line(5, 'user', [given('b', 'Beta.')]),
      line(6, 'assistant', [call('b'), call('c')], 'response-6-tool-call_c'),
      line(7, 'user', [given('c', 'Gamma.')]),
      line(8, 'assistant', [{ type: 'text', text: 'Greek letters.' }], 'response-8'),
    ].join('\n'),
  )
  const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
  expect(messages.map(({ content }) => content)).toEqual([
    'What is in a, b and c?',
    [text, call('a'), call('b')],
    [result('a', 'Alpha.'), result('b', 'Beta.')],
    [call('c')],
    [result('c', 'Gamma.')],
    [{ type: 'text', text: 'Greek letters.' }],
  ])
  expect(intake.problems).toEqual([])
  expect(intake.inferred).toContain('The session is one of iFlow CLI, in the format of Claude Code.')
  expect(source.versions).toBeUndefined()
})
