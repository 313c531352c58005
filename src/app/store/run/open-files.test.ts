import { expect, test } from 'vitest'
import { zipOf } from '../../../testing/archive.ts'
import { realSqlite } from '../../../testing/real-sqlite.ts'
import { pathOf, placed } from './folder.ts'
import { logsAmong } from './open-files.ts'

test('in place of an archive with several logs, the logs in it are opened, each with its place', async () => {
  const file = (parts: BlobPart[], name: string) => placed(new File(parts, name), name)
  const zip = file(
    [
      zipOf([
        ['logs/a.jsonl', '{}'],
        ['logs/b.jsonl', '{}'],
        ['logs/README.md', '# Logs'],
      ]),
    ],
    'two.zip',
  )
  const one = file([zipOf([['c.jsonl', '{}']])], 'one.zip')
  const plain = file(['{}'], 'd.jsonl')
  expect((await logsAmong([zip])).map(pathOf)).toEqual(['logs/a.jsonl', 'logs/b.jsonl'])
  const all = await logsAmong([zip, one, plain])
  expect(all.slice(0, 2).map(pathOf)).toEqual(['two.zip/logs/a.jsonl', 'two.zip/logs/b.jsonl'])
  expect(all.slice(2)).toEqual([one, plain])
})

test('what a client keeps in many files is one log in an archive as well', async () => {
  const agent = 'session_s/agents/agent_a'
  const zip = placed(
    new File(
      [
        zipOf([
          ['logs/a.jsonl', '{}'],
          [`logs/${agent}/messages/message_10.json`, '{"n": 10}'],
          [`logs/${agent}/messages/message_9.json`, '{\n  "n": 9\n}'],
          [`logs/${agent}/agent.json`, '{}'],
        ]),
      ],
      'all.zip',
    ),
    'all.zip',
  )
  const [a, joined, ...others] = await logsAmong([zip])
  expect(others).toEqual([])
  expect([a, joined].map((one) => (one === undefined ? '' : pathOf(one)))).toEqual([
    'logs/a.jsonl',
    `logs/${agent}.json`,
  ])
  expect(JSON.parse((await joined?.text()) ?? '')).toEqual([{ n: 9 }, { n: 10 }])
})

test('in place of a database the conversations in it are opened, with what was written last beside it', async () => {
  const { Database } = await realSqlite
  const made = (rows: number): Uint8Array<ArrayBuffer> => {
    const database = new Database()
    database.run('CREATE TABLE log (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT)')
    for (let nth = 0; nth < rows; nth++)
      database.run('INSERT INTO log VALUES (?, ?, ?, ?)', [
        nth,
        `s${nth % 3}`,
        nth % 2 === 0 ? 'user' : 'assistant',
        'Go.',
      ])
    return new Uint8Array(database.export())
  }
  const file = (path: string, bytes: Uint8Array<ArrayBuffer>) =>
    placed(new File([bytes], path.split('/').at(-1) ?? ''), path)
  const [database, log, shared] = [
    file('agent/opencode.db', made(9)),
    file('agent/opencode.db-wal', new Uint8Array(32)),
    file('agent/opencode.db-shm', new Uint8Array(8)),
  ]
  const other = file('agent/other.db', made(9))
  const names = (await logsAmong([database, log, shared, other])).map(pathOf)
  expect(names).toEqual(
    ['s0', 's1', 's2'].map((id) => `agent/opencode.db/${id}.json`).concat('agent/other.db'),
  )
  expect((await logsAmong([file('other.db', made(9))])).map(pathOf)).toEqual([
    's0.json',
    's1.json',
    's2.json',
  ])
  const one = file('one.db', made(1))
  expect(await logsAmong([one])).toEqual([one])
  // With a file beside it, a single conversation is put together at once, and stays in its place.
  const alone = [file('agent/opencode.db', made(1)), file('agent/opencode.db-wal', new Uint8Array(32))]
  expect((await logsAmong(alone)).map(pathOf)).toEqual(['agent/opencode.db.json'])
})
