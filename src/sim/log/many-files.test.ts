import { describe, expect, it } from 'vitest'
import { manyFiles } from './many-files.ts'
import { readTrace } from './reading.ts'

/** The conversations among files, by their folders, as they are read. */
function read(files: Readonly<Record<string, unknown>>) {
  const { logs, taken } = manyFiles(Object.keys(files))
  const texts = Object.fromEntries(
    logs.map(({ path, pieces }) => [
      path,
      // As its client writes it: on several lines.
      pieces
        .map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(files[piece.file], null, 2)))
        .join(''),
    ]),
  )
  return { texts, rest: Object.keys(files).filter((path) => !taken.has(path)) }
}

const contents = (text: string | undefined) =>
  readTrace(text ?? '').messages.map(({ role, content }) => [role, content])

describe('MSG-1 conversations that clients keep in many files', () => {
  const message = (session: string, id: string, role: string, more: object = {}) => ({
    id,
    sessionID: session,
    role,
    time: { created: 1 },
    ...more,
  })
  const part = (session: string, messageID: string, id: string, more: object) => ({
    id,
    sessionID: session,
    messageID,
    ...more,
  })
  const text = (words: string) => ({ type: 'text', text: words })
  const tokens = { input: 100, output: 7, reasoning: 0, cache: { read: 80, write: 0 } }
  const call = {
    type: 'tool',
    callID: 'c',
    tool: 'read',
    state: { status: 'completed', input: { path: 'a.ts' }, output: 'A' },
  }
  /** The paths of a session, by where messages and parts are. */
  const session = (messages: string, parts: (message: string) => string) => ({
    [`${messages}/msg_01.json`]: message('ses_1', 'msg_01', 'user'),
    [`${messages}/msg_02.json`]: message('ses_1', 'msg_02', 'assistant', { modelID: 'claude-sonnet-4-5' }),
    [`${parts('msg_02')}/prt_03.json`]: part('ses_1', 'msg_02', 'prt_03', call),
    [`${parts('msg_02')}/prt_04.json`]: part('ses_1', 'msg_02', 'prt_04', { type: 'step-finish', tokens }),
    [`${parts('msg_02')}/prt_02.json`]: part('ses_1', 'msg_02', 'prt_02', text('I look.')),
    [`${parts('msg_01')}/prt_01.json`]: part('ses_1', 'msg_01', 'prt_01', text('Read a.ts.')),
  })

  it('OpenCode: messages and parts are files of their own, and its notes are no logs', () => {
    const other = message('ses_2', 'msg_09', 'user')
    const { texts, rest } = read({
      ...session('storage/message/ses_1', (id) => `storage/part/${id}`),
      'storage/session/project/ses_1.json': { id: 'ses_1', title: 'Reading', time: { created: 1 } },
      'storage/message/ses_2/msg_09.json': other,
      'storage/part/msg_09/prt_09.json': part('ses_2', 'msg_09', 'prt_09', text('Another.')),
      'storage/session_diff/ses_1.json': [],
      'storage/todo/ses_1.json': [],
      'storage/project/project.json': { id: 'project' },
      'storage/migration': 2,
      'notes.json': {},
    })
    expect(Object.keys(texts)).toEqual(['storage/message/ses_1', 'storage/message/ses_2'])
    expect(rest).toEqual(['notes.json'])
    const trace = readTrace(texts['storage/message/ses_1'] ?? '')
    expect(trace.source.conversation).toBe('Reading')
    expect(trace.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(JSON.stringify(trace.messages)).toMatch(/Read a\.ts\..*I look\..*"name":"read".*"A"/)
    expect(trace.turns[0]).toMatchObject({ model: 'claude-sonnet-4-5', usage: { cacheRead: 80, output: 7 } })
    expect(contents(texts['storage/message/ses_2'])).toEqual([['user', [{ type: 'text', text: 'Another.' }]]])
  })

  it('OpenCode: earlier versions have them below the sessions', () => {
    const { texts, rest } = read({
      ...session('session/message/ses_1', (id) => `session/part/ses_1/${id}`),
      'session/info/ses_1.json': { id: 'ses_1', title: 'Reading', time: { created: 1 } },
    })
    expect(Object.keys(texts)).toEqual(['session/message/ses_1'])
    expect(rest).toEqual([])
    expect(readTrace(texts['session/message/ses_1'] ?? '').source.conversation).toBe('Reading')
  })

  it('Strands: messages by their numbers, also the tenth', () => {
    const folder = 'sessions/session_s/agents/agent_default'
    const { texts, rest } = read({
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, n) => [
          `${folder}/messages/message_${n}.json`,
          {
            message: { role: n % 2 === 0 ? 'user' : 'assistant', content: [{ text: `words ${n}` }] },
            message_id: n,
            created_at: '2026-01-01T10:00:00Z',
          },
        ]),
      ),
      [`${folder}/agent.json`]: { agent_id: 'default' },
      'sessions/session_s/session.json': { session_id: 's' },
      'elsewhere/session.json': {},
    })
    expect(Object.keys(texts)).toEqual([folder])
    expect(rest).toEqual(['elsewhere/session.json'])
    expect(
      contents(texts[folder]).map((one) =>
        one.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '),
      ),
    ).toEqual(
      Array.from({ length: 12 }, (_, n) =>
        expect.stringMatching(new RegExp(`^${n % 2 === 0 ? 'user' : 'assistant'} .*words ${n}"`)),
      ),
    )
  })

  it('OpenHands: events by their numbers', () => {
    const event = (id: number, source: string, action: string, more: object) => ({
      id,
      timestamp: `2026-01-01T10:00:0${id}`,
      source,
      action,
      ...more,
    })
    const { texts, rest } = read({
      'sessions/s/events/1.json': event(1, 'agent', 'message', { args: { content: 'I look.' } }),
      'sessions/s/events/0.json': event(0, 'user', 'message', { args: { content: 'Read a.ts.' } }),
      'sessions/s/metadata.json': { title: 'Reading' },
      'sessions/s/event_cache/0-25.json': [],
    })
    expect(Object.keys(texts)).toEqual(['sessions/s'])
    expect(rest).toEqual([])
    expect(contents(texts['sessions/s'])).toEqual([
      ['user', 'Read a.ts.'],
      ['assistant', 'I look.'],
    ])
  })

  it('Cline: what the model was sent counts once', () => {
    const { texts, rest } = read({
      'tasks/1/api_conversation_history.json': [],
      'tasks/1/ui_messages.json': [],
      'tasks/1/task_metadata.json': {},
      'tasks/2/ui_messages.json': [],
    })
    expect(texts).toEqual({})
    expect(rest).toEqual(['tasks/1/api_conversation_history.json', 'tasks/2/ui_messages.json'])
  })

  it('other folders are left as they are', () => {
    const paths = [
      'message/a.json',
      'part/b.json',
      'events/list.json',
      'a/message/b/c.json',
      'messages/message_1.json',
    ]
    const { logs, taken } = manyFiles(paths)
    expect([logs, [...taken]]).toEqual([[], []])
  })
})
