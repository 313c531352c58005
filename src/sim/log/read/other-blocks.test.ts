import { describe, expect, it } from 'vitest'
import { readTrace } from '../reading.ts'

const text = (words: string) => ({ type: 'text', text: words })

describe('MSG-1 content blocks of Bedrock’s Converse API and of Goose', () => {
  it('reads requests of Converse, with the system prompt, the tools, pictures and errors', () => {
    const trace = readTrace(
      JSON.stringify({
        modelId: 'anthropic.claude-sonnet-4-5',
        system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }],
        toolConfig: { tools: [{ toolSpec: { name: 'read', inputSchema: { json: { type: 'object' } } } }] },
        messages: [
          {
            role: 'user',
            content: [{ text: 'Go.' }, { image: { format: 'png', source: { bytes: 'AAAA' } } }],
          },
          {
            role: 'assistant',
            content: [
              { reasoningContent: { reasoningText: { text: 'Hm.', signature: 's' } } },
              { text: 'I read.' },
              { toolUse: { toolUseId: 'a', name: 'read', input: { path: 'a' } } },
              { toolUse: { toolUseId: 'b', name: 'read', input: {} } },
            ],
          },
          {
            role: 'user',
            content: [
              { toolResult: { toolUseId: 'a', content: [{ text: 'A' }], status: 'success' } },
              {
                toolResult: {
                  toolUseId: 'b',
                  content: [{ json: { n: 1 } }, { text: 'no' }],
                  status: 'error',
                },
              },
              { cachePoint: { type: 'default' } },
            ],
          },
          { role: 'assistant', content: [{ text: 'Done.' }] },
        ],
      }),
    )
    expect(trace.system).toBe('Be brief.')
    expect(trace.model).toBe('anthropic.claude-sonnet-4-5')
    expect(trace.tools).toEqual([{ name: 'read', input_schema: { type: 'object' } }])
    expect(trace.messages.map(({ content }) => content)).toEqual([
      [text('Go.'), { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }],
      [
        { type: 'thinking', thinking: 'Hm.', signature: 's' },
        text('I read.'),
        { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' } },
        { type: 'tool_use', id: 'b', name: 'read', input: {} },
      ],
      [
        { type: 'tool_result', tool_use_id: 'a', content: 'A' },
        { type: 'tool_result', tool_use_id: 'b', content: [text('{"n":1}'), text('no')], is_error: true },
      ],
      [text('Done.')],
    ])
    expect(trace.intake).toMatchObject({ problems: [], ignored: [] })
    expect(trace.intake.inferred).toEqual(['Its content blocks are those of Bedrock’s Converse API.'])
  })

  it('reads sessions of Goose, whose first line is about the session', () => {
    const asked = (id: string, toolCall: unknown) => ({ type: 'toolRequest', id, toolCall })
    const answered = (id: string, toolResult: unknown) => ({ type: 'toolResponse', id, toolResult })
    const trace = readTrace(
      [
        { working_dir: '/p', description: 'x' },
        { role: 'user', created: 1767225600, content: [text('Go.')] },
        {
          role: 'assistant',
          created: 1767225601,
          content: [
            text('I look.'),
            asked('a', { status: 'success', value: { name: 'shell', arguments: { command: 'ls' } } }),
            asked('b', { status: 'success', value: { name: 'shell', arguments: {} } }),
          ],
        },
        {
          role: 'user',
          created: 1767225602,
          content: [
            answered('a', { status: 'success', value: [{ type: 'text', text: 'one' }] }),
            answered('b', { status: 'error', error: 'no' }),
          ],
        },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    )
    expect(trace.messages.slice(1).map(({ content }) => content)).toEqual([
      [
        text('I look.'),
        { type: 'tool_use', id: 'a', name: 'shell', input: { command: 'ls' } },
        { type: 'tool_use', id: 'b', name: 'shell', input: {} },
      ],
      [
        { type: 'tool_result', tool_use_id: 'a', content: 'one' },
        { type: 'tool_result', tool_use_id: 'b', content: 'no', is_error: true },
      ],
    ])
    expect(trace.turns[0]?.time).toBe(Date.UTC(2026, 0, 1, 0, 0, 1))
    expect(trace.intake.inferred).toEqual(['Its content blocks are those of Goose.'])
  })

  it('leaves out the bytes of a video among what a tool gave, and says so', () => {
    const video = { video: { format: 'mp4', source: { bytes: 'AAAAIGZ0eXBpc29t' } } }
    const trace = readTrace(
      JSON.stringify([
        { role: 'user', content: [{ text: 'Go.' }] },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'film', input: {} } }] },
        {
          role: 'user',
          content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'Ten seconds.' }, video] } }],
        },
      ]),
    )
    expect(trace.messages.at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: 'Ten seconds.' },
    ])
    expect(trace.intake.ignored).toEqual([{ kind: 'block/video', count: 1 }])
  })

  it('has the words that cite something, without what they cite', () => {
    const cited = { content: [{ text: 'The Elbe ' }, { text: 'is long.' }], citations: [{ title: 'Rivers' }] }
    const trace = readTrace(
      JSON.stringify([
        { role: 'user', content: [{ text: 'Name a river.' }] },
        { role: 'assistant', content: [{ citationsContent: cited }] },
      ]),
    )
    expect(trace.messages.at(-1)?.content).toEqual([{ type: 'text', text: 'The Elbe is long.' }])
    expect(trace.intake.problems).toEqual([])
  })
})

it('MSG-1 a link to a resource of MCP in a result is read as the words that clients send', () => {
  const link = { type: 'resource_link', uri: 'file:///a', name: 'a' }
  const content = [text('See'), link, { ...link, description: 'the first' }]
  const trace = readTrace(
    JSON.stringify([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] },
    ]),
  )
  expect(trace.messages[2]?.content).toMatchObject([
    {
      content: [
        text('See'),
        text('[Resource link: a] file:///a'),
        text('[Resource link: a] file:///a (the first)'),
      ],
    },
  ])
  expect(trace.intake.ignored).toEqual([])
  const goose = readTrace(
    JSON.stringify([
      {
        role: 'assistant',
        content: [{ type: 'toolRequest', id: 't', toolCall: { value: { name: 'look', arguments: {} } } }],
      },
      { role: 'user', content: [{ type: 'toolResponse', id: 't', toolResult: { value: [link] } }] },
    ]),
  )
  expect(goose.messages[1]?.content).toMatchObject([{ content: '[Resource link: a] file:///a' }])
})
