import { expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const SUMMARY = 'They asked for the files.'

it('MSG-1 a session of Kiro is read from its lines: thoughts, calls, results, and what it compacted', () => {
  const line = (kind: string, data: unknown) => json({ version: 'v1', kind, data })
  const said = (kind: string, ...content: readonly (readonly [string, unknown])[]) =>
    line(kind, {
      message_id: 'm',
      content: content.map(([part, data]) => ({ kind: part, data })),
      ...(kind === 'Prompt' && { meta: { timestamp: 1_784_869_360 } }),
    })
  const call = { toolUseId: 't', name: 'shell', input: { command: 'ls' } }
  const output = { exit_status: '0', stdout: 'a.ts', stderr: '' }
  const [trace, next] = readTraces(
    [
      said('Prompt', ['text', 'Which files?']),
      said(
        'AssistantMessage',
        ['thinking', { text: 'Look.', signature: 's' }],
        ['text', ''],
        ['toolUse', call],
      ),
      said('ToolResults', [
        'toolResult',
        { toolUseId: 't', content: [{ kind: 'json', data: output }], status: 'success' },
      ]),
      line('Compaction', { summary: SUMMARY, strategy: {} }),
      said('AssistantMessage', ['text', 'Only a.ts.']),
      line('Clear', null),
      said('Prompt', ['text', 'Hello?']),
      said('AssistantMessage', ['text', 'Hello.']),
    ].join('\n'),
  )
  expect(trace?.messages).toEqual([
    { role: 'user', content: 'Which files?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Look.' },
        { type: 'tool_use', id: 't', name: 'shell', input: { command: 'ls' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: json(output) }] },
    { role: 'assistant', content: 'Only a.ts.' },
  ])
  expect(trace?.recordedEdits).toMatchObject([{ summary: SUMMARY }])
  expect(next?.messages).toHaveLength(2)
})

const prompt = {
  additional_context: 'Files of the project.',
  content: { Prompt: { prompt: 'Which files?' } },
}
const uses = [{ id: 't', name: 'fs_read', orig_name: 'fs_read', args: { path: '.' } }]
const asked = { ToolUse: { message_id: 'a', content: 'I look.', tool_uses: uses } }
const result = { tool_use_id: 't', content: [{ Text: 'a.ts' }, { Json: { n: 1 } }], status: 'Success' }
const results = { additional_context: '', content: { ToolUseResults: { tool_use_results: [result] } } }
const about = { model_id: 'claude-sonnet-4', stream_end_timestamp_ms: 1_758_048_034_696 }
const specification = { name: 'fs_read', description: 'Reads.', input_schema: { json: { type: 'object' } } }

it.each([
  [
    'objects',
    [
      { user: prompt, assistant: asked, request_metadata: about },
      { user: results, assistant: { Response: { content: 'Only a.ts.' } }, request_metadata: about },
    ],
  ],
  [
    'pairs',
    [
      [prompt, asked, about],
      [results, { Response: { content: 'Only a.ts.' } }, about],
    ],
  ],
])('MSG-1 a conversation that Amazon Q saved is read, with %s in its history', (_, history) => {
  const conversation = json({
    conversation_id: 'c',
    next_message: { content: { CancelledToolUses: { prompt: 'And b?', tool_use_results: [] } } },
    history,
    tools: { native___: [{ ToolSpecification: specification }] },
    latest_summary: [SUMMARY, {}],
  })
  const trace = readTrace(conversation)
  const row = readTrace(json({ key: '/home/me', value: conversation }))
  expect(row.messages).toEqual(trace.messages)
  expect(trace.messages.map(({ content }) => content)).toEqual([
    SUMMARY,
    'Files of the project.\n\nWhich files?',
    [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 't', name: 'fs_read', input: { path: '.' } },
    ],
    [{ type: 'tool_result', tool_use_id: 't', content: 'a.ts\n{"n":1}' }],
    'Only a.ts.',
    'And b?',
  ])
  expect(trace.tools.map(({ name }) => name)).toEqual(['fs_read'])
  expect(trace.turns.map(({ model, time }) => [model, time]).slice(0, 1)).toEqual([
    ['claude-sonnet-4', 1_758_048_034_696],
  ])
})
