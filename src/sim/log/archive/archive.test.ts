import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ProblemError } from '../../../engine/index.ts'
import { tarOf, unpackInNode, zipOf, zstdOf } from '../../../testing/archive.ts'
import { readTrace, readTraces } from '../reading.ts'
import { severalLogs, unpackedLogs } from './archive.ts'

const json = JSON.stringify
const LONG = 'Runs a command in a shell of its own, and gives what it wrote. '.repeat(3)

const sample = {
  epoch: 1,
  input: 'Go.',
  target: 'done',
  messages: [
    { id: 'a', role: 'system', content: 'Be brief.' },
    {
      id: 'b',
      role: 'user',
      content: [
        { type: 'text', text: 'Go.' },
        { type: 'image', image: 'attachment://1f' },
      ],
    },
    {
      id: 'c',
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 't', function: 'sh', arguments: { c: 'ls' } }],
    },
    { id: 'd', role: 'tool', tool_call_id: 't', function: 'sh', content: 'attachment://2f' },
    { id: 'e', role: 'assistant', content: 'Done.' },
  ],
  attachments: {
    '1f': 'data:image/png;base64,iVBORw0KGgo=',
    '2f': 'a.txt',
    '3f': LONG,
    '4f': 'of an event that no message is',
  },
  events: [
    { event: 'state', changes: ['attachment://4f'] },
    ...['c', 'e'].map((id, nth) => ({
      event: 'model',
      model: 'p/m',
      input: ['the same again'],
      tools: [{ name: 'sh', description: 'attachment://3f', parameters: { type: 'object' } }],
      output: { choices: [{ message: { id } }], usage: { input_tokens: 10 + nth, output_tokens: 2 } },
    })),
  ],
}
const header = { version: 2, status: 'success', eval: { model: 'p/m' } }

const MESSAGES = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Go.' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
    ],
  },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'sh', input: { c: 'ls' } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'a.txt' }] },
  { role: 'assistant', content: 'Done.' },
]

const textIn = async (bytes: Uint8Array): Promise<string> => {
  const found = await unpackedLogs(bytes, unpackInNode)
  if (typeof found !== 'string') throw severalLogs(found)
  return found
}
const tracesIn = async (bytes: Uint8Array) => readTraces(await textIn(bytes))

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const error: unknown = await textIn(bytes).catch((reason: unknown) => reason)
  return (error as ProblemError).problems
    .map(({ code, message, fix }) => `${code}: ${message}. ${fix}`)
    .join()
}

describe('MSG-1 logs in archives', () => {
  it.each(['stored', 'deflate', 'zstd'] as const)(
    'come from a log of Inspect, packed as %s',
    async (packing) => {
      const log = zipOf(
        [
          ['_journal/start.json', json(header)],
          ['samples/7_epoch_1.json', json({ ...sample, id: 7 })],
          // Python writes numbers that JSON has not
          ['samples/ö_epoch_1.json', json({ ...sample, id: 'NaN', score: 0.5 }).replace('0.5', 'NaN')],
          ['_journal/summaries/1.json', '[]'],
          ['header.json', json(header)],
        ],
        packing,
      )
      const traces = await tracesIn(log)
      expect(traces.map(({ messages }) => messages)).toEqual([MESSAGES, MESSAGES])
      expect(traces.map(({ source }) => source.conversation)).toEqual([
        'sample 7, epoch 1',
        'sample NaN, epoch 1',
      ])
      const [{ system, tools, turns }] = traces as [(typeof traces)[0]]
      expect(system).toBe('Be brief.')
      expect(tools.map(({ description }) => description)).toEqual([LONG])
      expect(turns.map(({ usage }) => usage?.input)).toEqual([10, 11])
      expect(await textIn(log)).not.toContain('of an event')
    },
  )

  it('come from a running log of Inspect, with a long sample in pieces', async () => {
    const { messages, events, attachments, ...shell } = sample
    const numbered = json([messages, events]).replaceAll('attachment://1f', 'attachment://0')
    const [saidInPieces, eventsInPieces] = JSON.parse(
      numbered
        .replaceAll('attachment://2f', 'attachment://1')
        .replaceAll('attachment://3f', 'attachment://2'),
    ) as [unknown[], unknown[]]
    const folder = 'samples/7_epoch_1'
    const traces = await tracesIn(
      zipOf([
        ['_journal/start.json', json(header)],
        [`${folder}/messages/2.json`, json(saidInPieces.slice(2))],
        [`${folder}/messages/0.json`, json(saidInPieces.slice(0, 2))],
        [`${folder}/events/0.json`, json(eventsInPieces)],
        [`${folder}/events/stats.json`, '{}'],
        [`${folder}/attachments/0.json`, json(Object.values(attachments))],
        [`${folder}/sample.json`, json({ ...shell, id: 7 })],
      ]),
    )
    expect(traces.map((trace) => trace.messages)).toEqual([MESSAGES])
    expect(traces[0]?.tools.map(({ description }) => description)).toEqual([LONG])
  })

  it('come alone in an archive, as exports of chat pages do', async () => {
    const chat = json([
      { role: 'user', content: 'Grüße.' },
      { role: 'assistant', content: 'Done.' },
    ])
    const said = readTrace(chat).messages
    for (const bytes of [
      gzipSync(chat),
      zstdOf(Buffer.from(chat)),
      zipOf([
        ['export/', ''],
        ['export/user.png', '\0'],
        ['export/log.json', chat],
        ['__MACOSX/log.json', '\0'],
      ]),
      zipOf([
        ['user.json', '{}'],
        ['conversations.json', chat],
        ['feedback.json', '[]'],
      ]),
    ])
      expect((await tracesIn(bytes))[0]?.messages).toEqual(said)
  })

  it('are several in an archive of a folder, by their paths, each read when it is asked for', async () => {
    const files = [
      ['logs/a.jsonl', 'one'],
      ['logs/deep/b.json', 'two'],
      ['logs/README.md', '# Logs'],
      ['logs/node_modules/x/c.json', '{}'],
      ['__MACOSX/logs/._a.jsonl', '?'],
    ] as const
    const tar = tarOf(files)
    for (const bytes of [zipOf(files), zipOf(files, 'stored'), tar, gzipSync(tar)]) {
      const logs = await unpackedLogs(bytes, unpackInNode)
      if (typeof logs === 'string') throw new Error('taken for one log')
      expect(logs.map(({ name }) => name)).toEqual(['logs/a.jsonl', 'logs/deep/b.json'])
      expect(await Promise.all(logs.map((log) => log.text()))).toEqual(['one', 'two'])
    }
  })

  it.each([false, true])('come alone in a tar archive, packed or not (pax: %s)', async (pax) => {
    const chat = json([
      { role: 'user', content: 'Grüße.' },
      { role: 'assistant', content: 'Done.' },
    ])
    const said = readTrace(chat).messages
    const deep = `${'deep/'.repeat(25)}log.json`
    for (const name of ['log.json', 'export/log.json', deep]) {
      const tar = tarOf(
        [
          ['export/', ''],
          ['export/grün.png', '\0'.repeat(700)],
          ['export/._log.json', '\0'],
          [name, chat],
        ],
        pax,
      )
      for (const bytes of [tar, gzipSync(tar), zstdOf(tar)])
        expect((await tracesIn(bytes))[0]?.messages).toEqual(said)
    }
    const two = tarOf(
      [
        ['a.json', '[]'],
        ['b.json', '[]'],
      ],
      pax,
    )
    expect(await refusalOf(gzipSync(two))).toContain('it has several logs: a.json, b.json. Unpack it first.')
    const long = tarOf([['a.json', `[${' '.repeat(3000)}]`]], pax)
    expect(await refusalOf(long.subarray(0, 2000))).toContain('it is cut off in the file at byte 0')
  })

  it('come from all lists of an export that has them in several files', async () => {
    const talk = (content: string) => [{ messages: [{ role: 'user', content }] }]
    const bytes = zipOf([
      ['conversations-001.json', json(talk('Two.'))],
      ['conversations-000.json', json(talk('One.'))],
      ['user.json', '{}'],
    ])
    const traces = await tracesIn(bytes)
    expect(traces.map(({ messages }) => messages[0]?.content)).toEqual(['One.', 'Two.'])
  })

  it('come from a frame that zstd -19 compressed', async () => {
    const packed =
      'KLUv/SSsLQIAsoMMEbDr51acHIsrCzxbDtNTGIQlIN4laabNillBfIpdCuWmzqNbPt5smzXzcLf8Pr6rucMFADQjIFAeIJ6z4WIkMWcZWwSZ+Q=='
    const [trace] = await tracesIn(Buffer.from(packed, 'base64'))
    expect(trace?.messages).toEqual([
      { role: 'user', content: 'Read the file.'.concat(' Read the file.'.repeat(3)) },
      { role: 'assistant', content: 'I read the file. I read the file. I read the file.' },
    ])
  })

  it('are refused with the place if they are damaged, and with the names if they are no log', async () => {
    const log = zipOf([
      ['header.json', json(header)],
      ['samples/1_epoch_1.json', '{\n "id": }'],
    ])
    expect(await refusalOf(log)).toBe(
      'packed-file: the archive cannot be read: samples/1_epoch_1.json in it, line 2, column 8: ' +
        'not valid JSON: expected a value, found "}". Export or copy it again.',
    )
    expect(await refusalOf(log.slice(0, -1))).toContain('it has no directory at its end, so it is cut off')
    const broken = zipOf([['a.json', '[]'.repeat(50)]])
    broken[40] = 0xff
    expect(await refusalOf(broken)).toMatch(/a\.json in it cannot be unpacked: \w/)
    const encrypted = zipOf([['a.json', '[]']])
    encrypted[encrypted.length - 22 - 46 - 6 + 8] = 1
    expect(await refusalOf(encrypted)).toContain('a.json in it is encrypted')
    const several = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}.json`, '[]'] as const)
    expect(await refusalOf(zipOf(several))).toBe(
      'packed-file: the archive cannot be read: it has several logs: ' +
        'a.json, b.json, c.json, d.json, e.json and 1 more. Unpack it first.',
    )
    expect(await refusalOf(zipOf([['a/', '']]))).toContain('it has no log, but no file')
    expect(await refusalOf(gzipSync('x').subarray(0, 12))).toContain('the archive cannot be read: ')
  })
})
