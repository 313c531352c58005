import { describe, expect, it } from 'vitest'
import { readTrace } from '../reading.ts'

const text = (words: string) => ({ type: 'text', text: words })
const user = (...content: unknown[]) => ({ role: 'user', content, ts: 1767225600000 })
const reply = (words: string) => ({ role: 'assistant', content: [text(words)], ts: 1767225601000 })
const read = (value: unknown) => readTrace(JSON.stringify(value))
const NOTE = text('<environment_details>\n# Mode\n</environment_details>')

describe('MSG-1 chats whose client answers calls that are XML in the text', () => {
  it('makes a call of each reply that is answered, and a result of the answer, beside the client’s notes', () => {
    const trace = read([
      user(text('<task>\nFix it.\n</task>'), NOTE),
      reply('<thinking>Hm.</thinking>\n\n<read_file>\n<path>src/a.ts</path>\n</read_file>'),
      user(text("[read_file for 'src/a.ts'] Result:"), text('1 | a'), NOTE),
      reply(
        '<execute_command>\n<command>ls <dir></command>\n<requires_approval>false</requires_approval>\n</execute_command>',
      ),
      user(text("[execute_command for 'ls <dir>'] Result:\nThe user denied this operation.")),
      reply('<attempt_completion>\n<result>\nDone.\n</result>\n</attempt_completion>'),
    ])
    expect(trace.source.name).toBe('anthropic')
    expect(trace.messages.slice(1).map(({ content }) => content)).toEqual([
      [
        text('<thinking>Hm.</thinking>'),
        { type: 'tool_use', id: 'xml_call_1', name: 'read_file', input: { path: 'src/a.ts' } },
      ],
      [{ type: 'tool_result', tool_use_id: 'xml_call_1', content: '1 | a' }, NOTE],
      [
        {
          type: 'tool_use',
          id: 'xml_call_2',
          name: 'execute_command',
          input: { command: 'ls <dir>', requires_approval: 'false' },
        },
      ],
      [{ type: 'tool_result', tool_use_id: 'xml_call_2', content: 'The user denied this operation.' }],
      [text('<attempt_completion>\n<result>\nDone.\n</result>\n</attempt_completion>')],
    ])
    expect(trace.intake.inferred).toEqual(['Calls taken from the text of the replies: 2.'])
  })

  it('keeps a body that is no list of arguments as one text', () => {
    const bodies = ['just words', '<a>1</a> and more', '<a>1</a><a>2</a>']
    const trace = read([
      { role: 'user', content: 'Go.' },
      ...bodies.flatMap((body) => [
        { role: 'assistant', content: `<run>${body}</run>` },
        { role: 'user', content: '[run] Result:\n\nok' },
      ]),
    ])
    const calls = trace.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    expect(calls.flatMap((part) => (part.type === 'tool_use' ? [part.input] : []))).toEqual(bodies)
    expect(calls.flatMap((part) => (part.type === 'tool_result' ? [part.content] : []))).toEqual([
      'ok',
      'ok',
      'ok',
    ])
  })

  it('leaves everything as it is where the reply does not call the tool that the answer names', () => {
    const chat = [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: 'I would call <other>x</other>.' },
      { role: 'user', content: '[run] Result:\nok' },
    ]
    expect(read(chat).messages).toEqual(chat)
  })
})
