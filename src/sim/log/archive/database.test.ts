import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unpackInNode, zstdOf } from '../../../testing/archive.ts'
import { realSqlite } from '../../../testing/real-sqlite.ts'
import type { Value } from '../../../testing/real-sqlite.ts'
import { readTrace, readTraces } from '../reading.ts'
import { severalLogs, unpackedLogs } from './archive.ts'
import { tablesOf } from './packing/sqlite.ts'

const json = JSON.stringify

type Rows = Readonly<Record<string, readonly (readonly Value[])[]>>

/** A database with these tables: a statement and its rows. */
async function databaseOf(tables: Rows): Promise<Uint8Array> {
  const { Database } = await realSqlite
  const database = new Database()
  for (const [sql, rows] of Object.entries(tables)) {
    database.run(`CREATE TABLE ${sql}`)
    const [table = ''] = sql.split(' ')
    for (const row of rows) database.run(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(',')})`, row)
  }
  return database.export()
}

/** The texts of its conversations by their names; '' for one alone. */
async function textsOf(tables: Rows): Promise<ReadonlyMap<string, string>> {
  const found = await unpackedLogs(await databaseOf(tables), unpackInNode)
  if (typeof found === 'string') return new Map([['', found]])
  return new Map(await Promise.all(found.map(async ({ name, text }) => [name, await text()] as const)))
}

/** Who says what, in short. */
function toldIn(text: string | undefined): readonly (readonly [string, string])[] {
  return readTrace(text ?? '').messages.map(({ role, content }) => [
    role,
    typeof content === 'string'
      ? content
      : content
          .map((part) =>
            part.type === 'text'
              ? part.text
              : part.type === 'tool_use'
                ? `${part.name}(${json(part.input)})`
                : part.type === 'tool_result'
                  ? `= ${typeof part.content === 'string' ? part.content : json(part.content)}`
                  : part.type === 'thinking'
                    ? `(${part.thinking})`
                    : part.type,
          )
          .join(' '),
  ])
}

describe('MSG-1 the conversations in a database', () => {
  it('of OpenCode are one log for each session, with its parts in the order of their time', async () => {
    const texts = await textsOf({
      'session (id TEXT PRIMARY KEY, title TEXT)': [
        ['ses_1', 'Mend the / parser'],
        ['ses_2', 'Empty'],
        ['ses_3', 'Greet'],
      ],
      'message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT)': [
        [
          'm2',
          'ses_1',
          20,
          json({
            role: 'assistant',
            modelID: 'gpt-5',
            time: { created: 20 },
            tokens: { input: 90, output: 7, reasoning: 0, cache: { read: 0, write: 0 } },
          }),
        ],
        ['m1', 'ses_1', 10, json({ role: 'user', time: { created: 10 } })],
        ['m3', 'ses_3', 30, json({ role: 'user', time: { created: 30 } })],
      ],
      'part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT)': [
        ['p3', 'm2', 'ses_1', 23, json({ type: 'text', text: 'Mended.' })],
        ['p1', 'm1', 'ses_1', 11, json({ type: 'text', text: 'Mend it.' })],
        [
          'p2',
          'm2',
          'ses_1',
          21,
          json({
            type: 'tool',
            tool: 'read',
            callID: 'c',
            state: { status: 'completed', input: { path: 'a' }, output: 'A' },
          }),
        ],
        ['p4', 'm3', 'ses_3', 31, json({ type: 'text', text: 'Hello.' })],
      ],
    })
    expect([...texts.keys()]).toEqual(['Mend the parser (ses_1)', 'Greet (ses_3)'])
    expect(toldIn(texts.get('Mend the parser (ses_1)'))).toEqual([
      ['user', 'Mend it.'],
      ['assistant', 'Mended. read({"path":"a"})'],
      ['user', '= A'],
    ])
    expect(readTrace(texts.get('Mend the parser (ses_1)') ?? '').turns[0]?.usage?.input).toBe(90)
    expect(toldIn(texts.get('Greet (ses_3)'))).toEqual([['user', 'Hello.']])
  })

  it('of Goose have the model of their session, and what its tools gave', async () => {
    const texts = await textsOf({
      'sessions (id TEXT, name TEXT, description TEXT, model_config_json TEXT)': [
        ['20260102_1', 'CLI Session', 'Count files', json({ model_name: 'claude-sonnet-4-5' })],
      ],
      'messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER, metadata_json TEXT)':
        [
          [1, '20260102_1', 'user', json([{ type: 'text', text: 'Count.' }]), 1_767_312_000, '{}'],
          [
            2,
            '20260102_1',
            'assistant',
            json([
              {
                type: 'toolRequest',
                id: 'c',
                toolCall: { status: 'success', value: { name: 'shell', arguments: { command: 'ls' } } },
              },
            ]),
            1_767_312_001,
            '{}',
          ],
          [
            3,
            '20260102_1',
            'user',
            json([
              {
                type: 'toolResponse',
                id: 'c',
                toolResult: { status: 'success', value: [{ type: 'text', text: 'a b' }] },
              },
            ]),
            1_767_312_002,
            '{}',
          ],
          [4, '20260102_1', 'assistant', json([{ type: 'text', text: 'Two.' }]), 1_767_312_003, '{}'],
        ],
    })
    expect(toldIn(texts.get(''))).toEqual([
      ['user', 'Count.'],
      ['assistant', 'shell({"command":"ls"})'],
      ['user', '= a b'],
      ['assistant', 'Two.'],
    ])
    expect(readTrace(texts.get('') ?? '').model).toBe('claude-sonnet-4-5')
  })

  it('of Zed are unpacked', async () => {
    const thread = (said: string) => ({
      messages: [
        { User: { id: 'u', content: [{ Text: said }] } },
        { Agent: { content: [{ Text: 'Done.' }], tool_results: {} } },
      ],
    })
    const texts = await textsOf({
      'threads (id TEXT PRIMARY KEY, summary TEXT, updated_at TEXT, data_type TEXT, data BLOB)': [
        ['11111111-aaaa', 'One', '2026-01-02', 'zstd', zstdOf(Buffer.from(json(thread('Go.'))))],
        ['22222222-bbbb', 'Two', '2026-01-02', 'json', Buffer.from(json(thread('Stay.')))],
      ],
    })
    expect([...texts].map(([name, text]) => [name, toldIn(text)])).toEqual([
      [
        'One (111-aaaa)',
        [
          ['user', 'Go.'],
          ['assistant', 'Done.'],
        ],
      ],
      [
        'Two (222-bbbb)',
        [
          ['user', 'Stay.'],
          ['assistant', 'Done.'],
        ],
      ],
    ])
  })

  it('of Cursor are put together from what was said, in the order of their headers, with its summaries', async () => {
    const said = (id: string, bubble: object): readonly [string, string] => [
      `bubbleId:c1:${id}`,
      json({ bubbleId: id, ...bubble }),
    ]
    const texts = await textsOf({
      'ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)': [['cursorAuth/accessToken', 'secret']],
      'cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)': [
        said('b5', {
          type: 2,
          text: 'Checked.',
          conversationSummary: json({
            summary: 'The file was read.',
            clientShouldStartSendingFromInclusiveBubbleId: 'b4',
          }),
        }),
        said('b1', { type: 1, text: 'Read it.', createdAt: '2026-01-02T03:04:05.000Z' }),
        said('b2', { type: 2, text: '', thinking: { text: 'Which one?' } }),
        said('b3', {
          type: 2,
          text: '',
          toolFormerData: {
            name: 'read_file',
            toolCallId: 't',
            status: 'completed',
            rawArgs: '{"path":"a"}',
            result: '{"contents":"A"}',
          },
        }),
        said('b4', { type: 1, text: 'Check it.' }),
        said('gone', { type: 1, text: 'Taken back.' }),
        [
          'composerData:c1',
          json({
            composerId: 'c1',
            name: 'Reading',
            blobEncryptionKey: 'secret',
            modelConfig: { modelName: 'gpt-5' },
            fullConversationHeadersOnly: ['b1', 'b2', 'b3', 'b4', 'b5', 'lost'].map((bubbleId) => ({
              bubbleId,
            })),
          }),
        ],
        [
          'composerData:c2',
          Buffer.from(
            json({
              composerId: 'c2',
              conversation: [
                { type: 1, text: 'Hi.' },
                { type: 2, text: 'Hello.' },
              ],
            }),
          ),
        ],
        ['composerData:c3', json({ composerId: 'c3', fullConversationHeadersOnly: [] })],
      ],
    })
    expect([...texts.keys()]).toEqual(['Reading (c1)', 'c2'])
    expect([...texts.values()].join('')).not.toContain('secret')
    const first = readTrace(texts.get('Reading (c1)') ?? '')
    expect(toldIn(texts.get('Reading (c1)'))).toEqual([
      ['user', 'Read it.'],
      ['assistant', '(Which one?)'],
      ['assistant', 'read_file({"path":"a"})'],
      ['user', '= {"contents":"A"}'],
      ['user', 'Check it.'],
      ['assistant', 'Checked.'],
    ])
    expect(first.turns[0]?.model).toBe('gpt-5')
    expect(first.recordedEdits).toHaveLength(1)
    expect(toldIn(texts.get('c2'))).toEqual([
      ['user', 'Hi.'],
      ['assistant', 'Hello.'],
    ])
  })

  it('of the first versions of Cursor, and of Copilot, are in the table of the editor', async () => {
    const texts = await textsOf({
      'ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)': [
        ['window.zoomLevel', '1'],
        [
          'workbench.panel.aichat.view.aichat.chatdata',
          json({
            tabs: [
              {
                tabId: 't1',
                chatTitle: 'Old',
                bubbles: [
                  { type: 'user', text: 'Go.' },
                  { type: 'ai', rawText: 'Done.' },
                ],
              },
            ],
          }),
        ],
        [
          'interactive.sessions',
          json([
            { sessionId: 's1', requests: [{ message: { text: 'Ask.' }, response: [{ value: 'Answer.' }] }] },
          ]),
        ],
      ],
    })
    expect([...texts].map(([name, text]) => [name, toldIn(text)])).toEqual([
      [
        'Old (t1)',
        [
          ['user', 'Go.'],
          ['assistant', 'Done.'],
        ],
      ],
      [
        's1',
        [
          ['user', 'Ask.'],
          ['assistant', 'Answer.'],
        ],
      ],
    ])
  })

  it('of llm have the results before the answer that was given for them', async () => {
    const texts = await textsOf({
      'conversations (id TEXT PRIMARY KEY, name TEXT, model TEXT)': [['k1', 'Weather', 'gpt-5']],
      'responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, system TEXT, response TEXT, conversation_id TEXT, datetime_utc TEXT, input_tokens INTEGER, output_tokens INTEGER)':
        [
          ['r1', 'gpt-5', 'Rain?', 'Be brief.', '', 'k1', '2026-01-02T03:04:05', 50, 9],
          ['r2', 'gpt-5', '', 'Be brief.', 'No.', 'k1', '2026-01-02T03:04:08', 70, 3],
        ],
      'tool_calls (id INTEGER PRIMARY KEY, response_id TEXT, name TEXT, arguments TEXT, tool_call_id TEXT)': [
        [1, 'r1', 'sky', '{"in":"Ulm"}', 'c'],
      ],
      'tool_results (id INTEGER PRIMARY KEY, response_id TEXT, name TEXT, output TEXT, tool_call_id TEXT)': [
        [1, 'r2', 'sky', 'blue', 'c'],
      ],
    })
    const trace = readTrace(texts.get('') ?? '')
    expect(toldIn(texts.get(''))).toEqual([
      ['user', 'Rain?'],
      ['assistant', 'sky({"in":"Ulm"})'],
      ['user', '= blue'],
      ['assistant', 'No.'],
    ])
    expect(trace.system).toBe('Be brief.')
    expect(trace.turns.map(({ usage }) => [usage?.input, usage?.output])).toEqual([
      [50, 9],
      [70, 3],
    ])
  })

  it('of Open WebUI, of Amazon Q and of an agent of the ADK are as in their exports', async () => {
    const webUi = await textsOf({
      'chat (id TEXT, user_id TEXT, title TEXT, chat JSON)': [
        [
          '1',
          'u',
          'Hello',
          json({
            messages: [
              { role: 'user', content: 'Go.' },
              { role: 'assistant', content: 'Done.' },
            ],
          }),
        ],
      ],
    })
    expect(toldIn(webUi.get(''))).toEqual([
      ['user', 'Go.'],
      ['assistant', 'Done.'],
    ])
    const sent = (prompt: string) => [{ content: { Prompt: { prompt } } }, { Response: { content: 'Done.' } }]
    const amazonQ = await textsOf({
      'conversations (key TEXT PRIMARY KEY, value TEXT)': [
        ['/home/one', json({ conversation_id: 'a', history: [sent('Go.')] })],
        ['/home/two', json({ conversation_id: 'b', history: [sent('Stay.')] })],
      ],
    })
    expect([...amazonQ.values()].map(toldIn)).toEqual([
      [
        ['user', 'Go.'],
        ['assistant', 'Done.'],
      ],
      [
        ['user', 'Stay.'],
        ['assistant', 'Done.'],
      ],
    ])
    const kiro = await textsOf({
      'conversations_v2 (key TEXT, conversation_id TEXT, value TEXT)': [
        ['/home/one', 'a', json({ conversation_id: 'a', history: [sent('Go.')] })],
        ['/home/one', 'b', json({ conversation_id: 'b', history: [sent('Stay.')] })],
      ],
    })
    expect([...kiro.keys()]).toEqual(['home one (a)', 'home one (b)'])
    expect(toldIn(kiro.get('home one (b)'))[0]).toEqual(['user', 'Stay.'])
    const event = (author: string, text: string) =>
      json({ author, content: { role: author, parts: [{ text }] } })
    const adk = await textsOf({
      'sessions (app_name TEXT, user_id TEXT, id TEXT)': [['app', 'u', 's']],
      'events (id TEXT, session_id TEXT, event_data TEXT)': [
        ['1', 's', event('user', 'Go.')],
        ['2', 's', event('agent', 'Done.')],
      ],
    })
    expect(toldIn(adk.get(''))).toEqual([
      ['user', 'Go.'],
      ['assistant', 'Done.'],
    ])
  })

  it('of any other program are the rows of a session, where a reader knows them', async () => {
    const crush = await textsOf({
      'sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT)': [
        ['s1', null, 'One'],
        ['s2', null, 'Two'],
      ],
      'messages (id TEXT PRIMARY KEY, session_id TEXT, role TEXT, parts TEXT, model TEXT, created_at INTEGER)':
        [
          ['1', 's1', 'user', json([{ type: 'text', data: { text: 'Go.' } }]), null, 1],
          ['2', 's2', 'user', json([{ type: 'text', data: { text: 'Stay.' } }]), null, 2],
          ['3', 's1', 'assistant', json([{ type: 'text', data: { text: 'Done.' } }]), 'gpt-5', 3],
        ],
    })
    expect([...crush].map(([name, text]) => [name, toldIn(text)])).toEqual([
      [
        's1',
        [
          ['user', 'Go.'],
          ['assistant', 'Done.'],
        ],
      ],
      ['s2', [['user', 'Stay.']]],
    ])
    const agents = await textsOf({
      'agent_sessions (session_id TEXT PRIMARY KEY)': [['a']],
      'agent_messages (id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT)': [
        [1, 'a', json({ role: 'user', content: 'Go.' })],
        [2, 'a', json({ type: 'function_call', call_id: 'c', name: 'read', arguments: '{}' })],
        [3, 'a', json({ type: 'function_call_output', call_id: 'c', output: 'A' })],
      ],
    })
    expect(toldIn(agents.get(''))).toEqual([
      ['user', 'Go.'],
      ['assistant', 'read({})'],
      ['user', '= A'],
    ])
    const langChain = await textsOf({
      'message_store (id INTEGER PRIMARY KEY, session_id TEXT, message TEXT)': [
        [1, 'a', json({ type: 'human', data: { content: 'Go.', type: 'human' } })],
        [2, 'b', json({ type: 'human', data: { content: 'Stay.', type: 'human' } })],
        [3, 'a', json({ type: 'ai', data: { content: 'Done.', type: 'ai' } })],
      ],
    })
    expect(toldIn(langChain.get('a'))).toEqual([
      ['user', 'Go.'],
      ['assistant', 'Done.'],
    ])
    const own = await textsOf({
      'log (id INTEGER PRIMARY KEY, conversation_id INTEGER, role TEXT, content TEXT)': [
        [1, 7, 'user', 'Go.'],
        [2, 7, 'assistant', 'Done.'],
        [3, 8, 'user', 'Stay.'],
        [4, 8, 'assistant', 'I stay.'],
      ],
    })
    expect([...own.values()].map((text) => readTraces(text).length)).toEqual([1, 1])
    expect(toldIn(own.get('8'))).toEqual([
      ['user', 'Stay.'],
      ['assistant', 'I stay.'],
    ])
  })

  it('of which several are there are no answer where one is asked for, and it is told what takes them', async () => {
    const found = await unpackedLogs(
      await databaseOf({
        'log (session_id TEXT, role TEXT, content TEXT)': [
          ['a', 'user', 'Go.'],
          ['b', 'user', 'Stay.'],
        ],
      }),
      unpackInNode,
    )
    const [problem] = severalLogs(typeof found === 'string' ? [] : found).problems
    expect(problem?.message).toBe('one log is asked for: this file has several: a, b')
    expect(problem?.fix).toContain('inspect or compare')
  })

  it('are refused where there are none, with what is there and what to do', async () => {
    const refusal = async (tables: Rows): Promise<string> =>
      await textsOf(tables).then(
        () => '',
        (error: Error & { problems?: readonly { fix?: string }[] }) =>
          `${error.message} ${error.problems?.[0]?.fix ?? ''}`,
      )
    expect(await refusal({ 'meta (key TEXT)': [], 'blobs (id TEXT, data BLOB)': [] })).toMatch(
      /but the tables meta, blobs .*agent-transcripts/,
    )
    expect(await refusal({ 'places (url TEXT)': [['a']] })).toMatch(
      /but the table places Export the conversation/,
    )
    expect(await refusal({})).toMatch(/it has no tables|does not begin/)
    const bytes = await databaseOf({ 'log (role TEXT, content TEXT)': [['user', 'word '.repeat(9000)]] })
    await expect(unpackedLogs(bytes.slice(0, 9000), unpackInNode)).rejects.toThrow(
      /the database cannot be read: page \d+ .* missing/,
    )
  })

  it('have what a program wrote last, from the file beside an open database', () => {
    // Both made by SQLite 3.40: a row is added and one is changed after the last checkpoint.
    const [bytes, log] = [
      'eNoLDvTJLElVSMsvyk0sUTBmYGJgYmJwUFBgYAAyIRgGGIGYBY1PCDAx6CUz8oIUMx5iAKJRQHVgw8gmzs/PmFmSmJSTWlLC5Bzk6hjiqhDi6OTjqlCikZmi4OkX4uruGqQQEOTp6xgUqeDtGqmjkKgQ4hoRogmJm28MQDQKRgzgYGRmEE/LLCouAQAN7hx9',
      'eNozr2drYtB9JMHAwMQABIwH582qiPvftd8vdeGVY6cqrjNAJJhg4ucf8u/viFv3kBckyHiTgfEbkBgFwwdIMzEz2BanJufnpegoZOYplGSkKuTkpysk5uTnpXIwMjOIp2UWFZegpwtew4fvSmXdeHkZvwHTxTEGxmOj6WLoAkFgPGuC41lHITkjMS89NQVvugBq4YLoBAD36T53',
    ].map((packed) => new Uint8Array(inflateSync(Buffer.from(packed, 'base64'))))
    const rows = (last: Uint8Array | null): unknown =>
      [
        ...(tablesOf(bytes as Uint8Array, unpackInNode.decode, last)
          .get('t')
          ?.rows() ?? []),
      ].map((row) => [row('id'), row('a')])
    expect(rows(null)).toEqual([[1, 'first']])
    expect(rows(log as Uint8Array)).toEqual([
      [1, 'first, changed'],
      [2, 'second, in the log alone'],
    ])
    // A change that was cut off or damaged is not there, nor is what came after it.
    const second = [2, 'second, in the log alone']
    expect(rows((log as Uint8Array).slice(0, 1000))).toEqual([[1, 'first'], second])
    const damagedAt = (at: number) =>
      (log as Uint8Array).map((byte, index) => (index === at ? byte ^ 1 : byte))
    expect(rows(damagedAt(600))).toEqual([[1, 'first'], second])
    expect(rows(damagedAt(60))).toEqual([[1, 'first']])
  })
})
