import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import { readTrace } from '../reading.ts'

const ASK = { role: 'user', content: 'Which files?' }
const SAID = { role: 'assistant', content: 'One file.' }

/** A conversation in short: who says what, which calls, which results. */
const told = (messages: readonly unknown[]) =>
  readTrace(JSON.stringify(messages)).messages.flatMap((message) =>
    partsOf(message).map((part) => {
      if (part.type === 'text') return `${message.role}: ${part.text}`
      if (part.type === 'tool_use') return `${part.id}=${part.name}(${JSON.stringify(part.input)})`
      return part.type === 'tool_result' ? `${part.tool_use_id}: ${JSON.stringify(part.content)}` : part.type
    }),
  )

const call = (more: object) => ({
  id: 'c',
  type: 'function',
  function: { name: 'ls', arguments: '{"path":"a"}' },
  ...more,
})

describe('PAIR-1 a result inside of its call is a message of its own', () => {
  it.each(['result', 'output', 'response'])('below %s', (key) => {
    const reply = { role: 'assistant', content: 'I look.', tool_calls: [call({ [key]: 'x.ts' })] }
    expect(told([ASK, reply, SAID])).toEqual([
      'user: Which files?',
      'assistant: I look.',
      'c=ls({"path":"a"})',
      'c: "x.ts"',
      'assistant: One file.',
    ])
  })

  it('after which comes what the reply says, if no other reply follows', () => {
    const calls = [{ tool: 'ls', input: { path: 'a' }, output: { files: ['x.ts'] } }]
    expect(told([ASK, { ...SAID, tools: calls }, ASK])).toEqual([
      'user: Which files?',
      'inline_call_1=ls({"path":"a"})',
      'inline_call_1: "{\\"files\\":[\\"x.ts\\"]}"',
      'assistant: One file.',
      'user: Which files?',
    ])
  })

  it('in a list beside the calls, or in a message of its own as well, which counts once', () => {
    const reply = { role: 'assistant', content: '', tool_calls: [call({})] }
    const beside = [{ tool_call_id: 'c', content: 'x.ts' }]
    const own = { role: 'tool', tool_call_id: 'c', content: 'x.ts' }
    const expected = ['user: Which files?', 'c=ls({"path":"a"})', 'c: "x.ts"', 'assistant: One file.']
    expect(told([ASK, { ...reply, tool_results: beside }, SAID])).toEqual(expected)
    expect(told([ASK, { ...reply, tool_calls: [call({ result: 'x.ts' })] }, own, SAID])).toEqual(expected)
  })

  it('among the blocks of a reply, which goes on after it', () => {
    const block = { type: 'tool_use', id: 'c', name: 'ls', input: { path: 'a' } }
    const result = { type: 'tool_result', tool_use_id: 'c', content: 'x.ts' }
    const text = { type: 'text', text: 'One file.' }
    const expected = ['user: Which files?', 'c=ls({"path":"a"})', 'c: "x.ts"', 'assistant: One file.']
    for (const content of [
      [block, result, text],
      [{ ...block, result: 'x.ts' }, text],
    ])
      expect(told([ASK, { role: 'assistant', content }])).toEqual(expected)
  })

  it('leaves the place of what is wrong after it', () => {
    const reply = { role: 'assistant', content: '', tool_calls: [call({ result: 'x.ts' })] }
    const { intake } = readTrace(JSON.stringify([ASK, reply, { role: 'nobody', content: '' }, SAID]))
    expect(intake.problems.map(({ message }) => message)).toEqual([expect.stringContaining('[2].role')])
    expect(intake.inferred).toContain('Results that stood inside of replies are messages of their own.')
  })
})
