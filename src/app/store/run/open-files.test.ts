import { expect, test } from 'vitest'
import { zipOf } from '../../../testing/archive.ts'
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
