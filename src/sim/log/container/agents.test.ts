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
