import { describe, expect, test } from 'vitest'
import { readTrace } from './reading.ts'

const notes = (text: string) =>
  readTrace(text).intake.problems.map(({ line, code, message }) => `line ${line}, ${code}: ${message}`)
const lines = (...records: readonly unknown[]) => records.map((one) => JSON.stringify(one)).join('\n')
const asked = (id: string, args = '{}') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'ls', arguments: args } }],
})
const tool = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
const go = { role: 'user', content: 'Go.' }

describe('calls or results with the same id are reported with their positions', () => {
  test('PAIR-1 in OpenAI messages, which keep all of them', () => {
    const text = lines(go, asked('c'), tool('c', 'a'), asked('c'), tool('c', 'b'))
    expect(notes(text)).toEqual([
      'line 4, shared-id: line[3].tool_calls[0] holds a second call with the id "c" (the first: line 2); both are kept',
      'line 5, shared-id: line[4] holds a second result for the id "c" (the first: line 3); both are kept',
    ])
    expect(readTrace(text).messages).toHaveLength(5)
  })

  test('PAIR-1 with the number of all that share it', () => {
    const text = lines(go, ...[1, 2, 3].flatMap((n) => [asked('c'), tool('c', `${n}`)]))
    expect(notes(text)).toEqual([
      'line 4, shared-id: line[3].tool_calls[0] holds a second call with the id "c" (the first: line 2); all 3 calls with it are kept',
      'line 5, shared-id: line[4] holds a second result for the id "c" (the first: line 3); all 3 results with it are kept',
    ])
  })

  test('PAIR-1 in Anthropic messages, by their paths', () => {
    const call = { type: 'tool_use', id: 'c', name: 'ls', input: {} }
    const text = JSON.stringify([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [call, call] },
    ])
    expect(notes(text)).toEqual([
      'line 1, shared-id: [1].content[1] holds a second call with the id "c" (the first: [1].content[0]); both are kept',
    ])
  })

  test('PAIR-1 in a Claude Code session, which leaves out a different second result and only counts a copy', () => {
    const line = (uuid: string, role: string, content: unknown) => ({
      type: role,
      uuid,
      sessionId: 's',
      message: { id: `m${uuid}`, role, content },
    })
    const result = (content: string) => [{ type: 'tool_result', tool_use_id: 'c', content }]
    const text = lines(
      line('1', 'user', 'Go.'),
      line('2', 'assistant', [{ type: 'tool_use', id: 'c', name: 'ls', input: {} }]),
      line('3', 'user', result('a')),
      line('4', 'user', result('a')),
      line('5', 'user', result('b')),
    )
    expect(notes(text)).toEqual([
      'line 5, shared-id: message.content[0] holds a second result for the id "c" (the first: line 3); it is left out',
    ])
    expect(readTrace(text).intake.ignored).toContainEqual({ kind: 'copy of a result', count: 1 })
  })

  test('PAIR-1 different ids are not reported', () => {
    expect(notes(lines(go, asked('c'), tool('c', 'a'), asked('d'), tool('d', 'a')))).toEqual([])
  })
})

describe('incomplete arguments are reported with position and value, and kept', () => {
  test('MSG-1 in OpenAI messages', () => {
    const text = lines(go, asked('c', '{"a": '), tool('c', 'a'))
    expect(notes(text)).toEqual([
      'line 2, broken-arguments: line[1].tool_calls[0].function.arguments is "{\\"a\\": ", which is not complete JSON (cut off?); it is kept as text',
    ])
    expect(readTrace(text).messages[1]?.content).toEqual([
      { type: 'tool_use', id: 'c', name: 'ls', input: '{"a": ' },
    ])
  })

  test('MSG-1 in a Codex rollout', () => {
    const call = { type: 'function_call', name: 'ls', call_id: 'c', arguments: '{"a": ' }
    const text = lines(
      { type: 'session_meta', payload: { id: 's' } },
      { type: 'response_item', payload: call },
    )
    expect(notes(text)).toEqual([
      'line 2, broken-arguments: payload.arguments is "{\\"a\\": ", which is not complete JSON (cut off?); it is kept as text',
    ])
  })

  test.each(['', '{}', '{"a":1}', 'ls -l', '*** Begin Patch'])('MSG-1 %j is not reported', (args) => {
    expect(notes(lines(go, asked('c', args), tool('c', 'a')))).toEqual([])
  })
})
