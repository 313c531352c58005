import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const lines = (...values: readonly unknown[]) => values.map((value) => json(value)).join('\n')
const text = (words: string) => ({ type: 'text', text: words })

describe('MSG-1 sessions and chats of other programs', () => {
  it('REC-1 come from Antigravity, in the order of its steps, with results by the step after a call', () => {
    const step = (step_index: number, source: string, type: string, rest = {}) => ({
      step_index,
      source,
      type,
      status: 'DONE',
      created_at: `2026-08-04T08:00:0${step_index}Z`,
      ...rest,
    })
    const call = (name: string, args: object) => ({ tool_calls: [{ name, args }] })
    const trace = readTrace(
      lines(
        step(0, 'USER_EXPLICIT', 'USER_INPUT', { content: 'Go.' }),
        step(1, 'SYSTEM', 'CONVERSATION_HISTORY'),
        step(2, 'MODEL', 'PLANNER_RESPONSE', {
          thinking: 'Look first.',
          ...call('list', { path: '"/x"', n: 2 }),
        }),
        step(4, 'SYSTEM', 'SYSTEM_MESSAGE', { content: 'The task ended.' }),
        step(3, 'MODEL', 'LIST_DIRECTORY', { content: 'a' }),
        step(5, 'SYSTEM', 'CHECKPOINT', { content: 'They listed.' }),
        step(6, 'MODEL', 'PLANNER_RESPONSE', call('view', {})),
        step(8, 'MODEL', 'GENERIC', { content: 'A' }),
        step(9, 'MODEL', 'PLANNER_RESPONSE', { content: 'Done.' }),
      ),
    )
    expect(trace.messages).toEqual([
      { role: 'user', content: 'Go.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look first.' },
          { type: 'tool_use', id: 'step_3', name: 'list', input: { path: '/x', n: 2 } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'step_3', content: 'a' }] },
      { role: 'user', content: 'The task ended.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'step_7', name: 'view', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'step_7', content: 'A' }] },
      { role: 'assistant', content: 'Done.' },
    ])
    expect(trace.injected).toEqual([3])
    expect(trace.recordedEdits).toMatchObject([{ kind: 'compaction', summary: 'They listed.' }])
  })

  it('come from Google AI Studio, whose thoughts and answers are chunks of their own', () => {
    const chunks = [
      { text: 'What is this?', role: 'user', tokenCount: 5 },
      { driveImage: { id: 'p' }, role: 'user', tokenCount: 259 },
      { text: 'A tree?', role: 'model', isThought: true, tokenCount: 4 },
      { text: 'An oak.', role: 'model', finishReason: 'STOP', tokenCount: 3 },
    ]
    const trace = readTrace(
      json({
        runSettings: { model: 'models/gemini-2.5-pro' },
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        chunkedPrompt: { chunks, pendingInputs: [{ text: '', role: 'user' }] },
      }),
    )
    expect(trace.system).toBe('Be brief.')
    const [question, picture, answer] = trace.messages
    expect(question).toMatchObject({ role: 'user', content: [text('What is this?')] })
    expect(picture).toMatchObject({ role: 'user', content: [{ type: 'image' }] })
    expect(answer?.content).toMatchObject([{ type: 'thinking', thinking: 'A tree?' }, text('An oak.')])
    expect(trace.model).toBe('gemini-2.5-pro')
  })

  it('come from LM Studio, with the versions that were selected', () => {
    const block = (content: readonly unknown[], rest = {}) => ({ type: 'contentBlock', content, ...rest })
    const stats = { promptTokensCount: 30, predictedTokensCount: 4, totalTokensCount: 34 }
    const steps = [
      block([text('They want a sum.')], { style: { type: 'thinking' } }),
      block(
        [
          text('I add.'),
          { type: 'toolCallRequest', callId: 7, toolCallRequestId: 'c', name: 'sum', parameters: { a: 1 } },
        ],
        { genInfo: { indexedModelIdentifier: 'a/m', identifier: 'm', stats } },
      ),
      { type: 'toolStatus', statusState: {} },
      block([{ type: 'toolCallResult', callId: 7, toolCallRequestId: 'c', content: json([text('1')]) }]),
      block([text('One.')]),
      { type: 'debugInfoBlock', debugInfo: 'x' },
    ]
    const asked = (words: string) => ({ type: 'singleStep', role: 'user', content: [text(words)] })
    const trace = readTrace(
      json({
        name: 'Sums',
        createdAt: 1_700_000_000_000,
        systemPrompt: 'Be brief.',
        messages: [
          { versions: [asked('Left behind.'), asked('Sum it.')], currentlySelected: 1 },
          { versions: [{ type: 'multiStep', role: 'assistant', steps }], currentlySelected: 0 },
        ],
      }),
    )
    expect(trace.system).toBe('Be brief.')
    expect(trace.messages).toEqual([
      { role: 'user', content: [text('Sum it.')] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'They want a sum.' },
          text('I add.'),
          { type: 'tool_use', id: 'c', name: 'sum', input: { a: 1 } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: '1' }] },
      { role: 'assistant', content: 'One.' },
    ])
    expect(trace.turns.map(({ model, usage }) => [model, usage?.input, usage?.output])).toEqual([
      ['m', 30, 4],
      [null, undefined, undefined],
    ])
  })

  it('come from Jan and from a list of the Assistants API, in the order of their times', () => {
    const message = (role: string, created_at: number, ...content: readonly object[]) => ({
      id: `m${created_at}`,
      object: 'thread.message',
      thread_id: 't',
      role,
      content,
      created_at,
    })
    const block = (type: string, value: string) => ({ type, text: { value, annotations: [] } })
    const asked = message('user', 1_733_000_000, block('text', 'Go.'))
    const said = message('assistant', 1_733_000_005, block('reasoning', 'Where to?'), block('text', 'Done.'))
    const files = [
      lines(asked, { ...said, metadata: { modelId: 'm' } }),
      json({ object: 'list', data: [said, asked], has_more: false }),
    ]
    for (const file of files) {
      const trace = readTrace(file)
      expect(trace.messages).toEqual([
        { role: 'user', content: [text('Go.')] },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'Where to?' }, text('Done.')] },
      ])
      expect(trace.turns[0]?.time).toBe(1_733_000_005_000)
    }
    expect(files.map((file) => readTrace(file).turns[0]?.model)).toEqual(['m', null])
    const atOnce = json({ object: 'list', data: [{ ...said, created_at: asked.created_at }, asked] })
    expect(readTrace(atOnce).messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  })

  it('come from an export of Grok, each conversation with its newest branch', () => {
    const answer = (_id: string, sender: string, message: string, parent?: string) => ({
      response: {
        _id,
        sender,
        message,
        create_time: { $date: { $numberLong: '1767225600000' } },
        ...(sender === 'human' ? {} : { model: 'grok-4' }),
        ...(parent !== undefined && { parent_response_id: parent }),
      },
    })
    const traces = readTraces(
      json({
        conversations: [
          {
            conversation: { id: 'c', title: 'One' },
            responses: [
              answer('1', 'human', 'Go.'),
              answer('2', 'ASSISTANT', 'Left behind.', '1'),
              answer('3', 'assistant', 'Done.', '1'),
            ],
          },
          { conversation: { id: 'd' }, responses: [answer('4', 'human', 'Hello.')] },
        ],
        projects: [],
      }),
    )
    expect(traces.map(({ messages }) => messages)).toEqual([
      [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: 'Done.' },
      ],
      [{ role: 'user', content: 'Hello.' }],
    ])
    expect(traces[0]?.turns[0]).toMatchObject({ model: 'grok-4', time: Date.UTC(2026, 0, 1) })
  })

  it('reminders of Kimi Code and of extensions of Pi are not the user’s words', () => {
    const said = (kind: string, words: string) => ({
      type: 'context.append_message',
      message: { role: 'user', content: [text(words)], origin: { kind } },
    })
    const step = (type: string, rest = {}) => ({
      type: 'context.append_loop_event',
      event: { type, uuid: 's', stepUuid: 's', ...rest },
    })
    const ofKimi = readTrace(
      lines(
        { type: 'metadata', protocol_version: '1.4' },
        said('user', 'Go.'),
        said('injection', 'Plan first.'),
        step('step.begin'),
        step('content.part', { part: text('Done.') }),
        step('step.end'),
      ),
    )
    expect(ofKimi.messages).toHaveLength(3)
    expect(ofKimi.injected).toEqual([1])
    const ofPi = readTrace(
      lines(
        { type: 'session', version: 3, id: 's', cwd: '/x' },
        { type: 'message', id: '1', parentId: null, message: { role: 'user', content: 'Go.' } },
        { type: 'custom_message', id: '2', parentId: '1', content: 'The tests fail.' },
        { type: 'message', id: '3', parentId: '2', message: { role: 'assistant', content: [text('Done.')] } },
      ),
    )
    expect(ofPi.injected).toEqual([1])
  })
})
