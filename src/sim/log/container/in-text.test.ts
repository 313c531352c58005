import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../engine/index.ts'
import { partsOf } from '../../../engine/internal.ts'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const CHAT = [
  { role: 'user', content: 'Which file is the longest?' },
  {
    role: 'assistant',
    content: 'I look.',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'ls', arguments: '{"path":"src"}' } }],
  },
  { role: 'tool', tool_call_id: 'c', content: 'a.ts, b.ts' },
  { role: 'assistant', content: 'The file a.ts.' },
]
const TOLD = [
  'user: Which file is the longest?',
  'assistant: I look. ls {"path":"src"}',
  'user: = a.ts, b.ts',
  'assistant: The file a.ts.',
]

const told = ({ messages }: ReturnType<typeof readTrace>) =>
  messages.map((message) => {
    const parts = partsOf(message).map((part) => {
      if (part.type === 'tool_use') return `${part.name} ${json(part.input)}`
      if (part.type === 'tool_result') return `= ${typeof part.content === 'string' ? part.content : ''}`
      return part.type === 'text' ? part.text : part.type
    })
    return `${message.role}: ${parts.join(' ')}`
  })

const lines = CHAT.map((message) => json(message))
const pretty = CHAT.map((message) => JSON.stringify(message, null, 2))
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
const capital = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(capital)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([key, one]) => [key[0]?.toUpperCase() + key.slice(1), capital(one)]),
        )
      : value

describe('MSG-1 a conversation is found in a text as people copy it', () => {
  it.each<[string, string]>([
    ['a block of Markdown', `\`\`\`json\n${JSON.stringify(CHAT, null, 2)}\n\`\`\`\n`],
    ['a block after some words', `Look at this:\n\n~~~\n${json({ messages: CHAT })}\n~~~\nWhy?\n`],
    ['a text of JSON', json(json({ messages: CHAT }))],
    ['lines that are texts of JSON', lines.map((line) => json(line)).join('\n')],
    ['values with commas between them', pretty.join(',\n')],
    ['a list with a comma behind its last value', `[\n${lines.join(',\n')},\n]`],
    ['lines of a log', lines.map((line) => `2026-01-02 03:04:05,678 [INFO] agent: ${line}`).join('\n')],
    [
      'numbers that only Python writes',
      json([{ ...CHAT[0], score: 0 }, ...CHAT.slice(1)]).replace(':0}', ':NaN}'),
    ],
    ['lists of one message each', lines.map((line) => `[${line}]`).join('\n')],
    ['a list below any key', json({ meta: { id: 1 }, turns: CHAT })],
    ['messages that are numbered', json({ log: { ...CHAT } })],
    ['roles in capitals', json(CHAT.map((one) => ({ ...one, role: one.role.toUpperCase() })))],
    ['fields of .NET', json({ Messages: capital(CHAT) })],
    ['lines with fields of .NET', CHAT.map((one) => json(capital(one))).join('\n')],
    ['a cell of a table', `id,messages\r\n1,${cell(json(CHAT))}\r\n`],
    [
      'YAML',
      `# a prompt
messages:
  - { role: user, content: Which file is the longest? }
  - role: assistant
    content: I look.
    tool_calls: [{ id: c, function: { name: ls, arguments: '{"path":"src"}' } }]
  - { role: tool, tool_call_id: c, content: 'a.ts, b.ts' }
  - role: assistant
    content: The file a.ts.
`,
    ],
  ])('%s', (_, text) => {
    const trace = readTrace(text)
    expect(told(trace)).toEqual(TOLD)
    expect(trace.intake.problems).toEqual([])
  })

  it('says where it was found', () => {
    const { intake } = readTrace(`\`\`\`\n${json(CHAT)}\n\`\`\``)
    expect(intake.inferred[0]).toBe('The conversation was taken from JSON within a text.')
  })

  it('a place is that in the whole text', () => {
    const text = json(CHAT).replace('"a.ts, b.ts"', '5')
    const { intake } = readTrace(`Look:\n\`\`\`\n${text}\n\`\`\`\n`)
    expect(intake.problems.map(({ line }) => line)).toEqual([3])
  })
})

describe('MSG-1 tables and rows', () => {
  it('a table with quotes and line breaks in its cells, one message in each row', () => {
    const trace = readTrace('role;content\nuser;"Go; ""now""\nplease"\nassistant;Done.\n')
    expect(told(trace)).toEqual(['user: Go; "now"\nplease', 'assistant: Done.'])
  })

  it('a row with other cells than the header is left out, and told with its line', () => {
    const trace = readTrace(
      'role,content\nuser,"Go,\nplease"\nuser,Stop,now\n\nassistant,Done.\nuser,Thanks.\n',
    )
    expect(told(trace)).toEqual(['user: Go,\nplease', 'assistant: Done.', 'user: Thanks.'])
    expect(trace.intake.problems).toContainEqual(
      expect.objectContaining({
        message: '1 of 4 rows are left out: they do not have the 2 cells of the header',
        line: 4,
      }),
    )
  })

  it('messages on lines of their own are one conversation for each id', () => {
    const line = (session_id: string, role: string, content: string) => json({ session_id, role, content })
    const text = [
      line('a', 'user', 'One?'),
      line('b', 'user', 'Two?'),
      line('a', 'assistant', 'One.'),
      line('b', 'assistant', 'Two.'),
    ].join('\n')
    expect(readTraces(text).map(told)).toEqual([
      ['user: One?', 'assistant: One.'],
      ['user: Two?', 'assistant: Two.'],
    ])
    const answer = { role: 'assistant', content: 'One.' }
    expect(
      readTraces([text, json(answer), line('a', 'user', 'Three?'), json(answer)].join('\n')).map(told),
    ).toEqual([
      ['user: One?', 'assistant: One.', 'user: Three?', 'assistant: One.'],
      ['user: Two?', 'assistant: Two.', 'assistant: One.'],
    ])
  })

  it('a prompt and its answer, by any of their names', () => {
    const row = (fields: object) => told(readTrace(json([fields])))
    expect(row({ query: 'Go.', response: 'Done.' })).toEqual(['user: Go.', 'assistant: Done.'])
    expect(row({ instruction: 'Add.', input: '1 and 2', output: '3' })).toEqual([
      'user: Add.\n\n1 and 2',
      'assistant: 3',
    ])
  })

  it('an answer that stands beside its prompt in training data is not lost', () => {
    const prompt = [{ role: 'user', content: 'Go.' }]
    const answer = [{ role: 'assistant', content: 'Done.' }]
    for (const row of [
      { prompt, completion: answer },
      { prompt, completion: 'Done.' },
      { prompt, chosen: answer, rejected: [{ role: 'assistant', content: 'No.' }] },
    ])
      expect(told(readTrace(json(row)))).toEqual(['user: Go.', 'assistant: Done.'])
  })
})

it.each([
  `An article with an example of a log, and much more to say than the example itself has:\n\`\`\`\n${json(CHAT[0])}\n\`\`\`\n${'More of it. '.repeat(20)}`,
  '{"level":"info","msg":"started"}\n{"level":"info","msg":"stopped"}',
  'name,city\nAnna,Berlin\n',
  json([
    { role: 'x', content: 'a' },
    { role: 'y', content: 'b' },
  ]),
])('what has no conversation is refused: %s', (text) => {
  expect(() => readTrace(text)).toThrow(ProblemError)
})
