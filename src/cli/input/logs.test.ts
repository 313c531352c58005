import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ProblemError } from '../../engine/index.ts'
import { zipOf } from '../../testing/archive.ts'
import { sourcesOf } from './files.ts'
import { unreadableOf, tracesOf } from './logs.ts'

it.each(['text-too-large', 'too-many-messages'])(
  'says what to do about a log that is too large: %s',
  (code) => {
    const error = new ProblemError([{ severity: 'error', code, message: 'It is too large', fix: 'Cut it.' }])
    expect(unreadableOf('a.jsonl', error).message).toBe('It is too large. Cut it.')
  },
)

it('gives a session of Codex the lines that it goes on with, if their file is among the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forks-'))
  const line = (ordinal: number, type: string, payload: object) => JSON.stringify({ ordinal, type, payload })
  const said = (ordinal: number, role: string, text: string) =>
    line(ordinal, 'response_item', { type: 'message', role, content: [{ type: 'input_text', text }] })
  const history_base = { thread_id: 'p1', end_ordinal_exclusive: 3, end_byte_offset: 1 }
  const files = {
    'rollout-p1.jsonl': [
      line(0, 'session_meta', { id: 'p1' }),
      said(1, 'user', 'a'),
      said(2, 'assistant', 'b'),
    ],
    'rollout-q.jsonl': [line(3, 'session_meta', { id: 'q', history_base }), said(4, 'user', 'c')],
  }
  const sources = Object.entries(files).map(([name, lines]) => {
    const path = join(folder, name)
    writeFileSync(path, lines.join('\n'))
    return { kind: 'file', name, path, conversation: null } as const
  })
  const reading = { format: null, conversations: 'all' } as const
  const counts = async (among: typeof sources) => {
    const traces = await tracesOf(sources[1]!, reading, { stdin: () => '' }, among)
    return 'message' in traces
      ? traces.message
      : traces.map((one) => ('message' in one ? one.message : one.trace.messages.length))
  }
  expect(await counts(sources)).toEqual([3])
  expect(await counts([])).toEqual([1])
  rmSync(folder, { recursive: true })
})

it('each log of an archive is one, named by its path in it, and one that cannot be read is told by itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'))
  const path = join(folder, 'logs.zip')
  const talk = JSON.stringify([
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: 'Done.' },
  ])
  writeFileSync(
    path,
    zipOf([
      ['logs/a.json', talk],
      ['logs/b.json', '{"no": "log"}'],
      ['logs/c.json', `[${talk},${talk.replace('Go', 'Stop')}]`],
    ]),
  )
  const source = { kind: 'file', name: 'logs.zip', path, conversation: null } as const
  const found = await tracesOf(source, { format: null, conversations: 'all' }, { stdin: () => '' })
  if ('message' in found) throw new Error(found.message)
  expect(
    found.map((one) => ('message' in one ? `${one.log}: ${one.message.slice(0, 15)}` : one.log)),
  ).toEqual([
    'logs.zip/logs/a.json',
    'logs.zip/logs/b.json: no known format',
    'logs.zip/logs/c.json#1',
    'logs.zip/logs/c.json#2',
  ])
  const third = await tracesOf(
    { ...source, name: 'logs.zip', conversation: 3 },
    { format: null, conversations: 'all' },
    { stdin: () => '' },
  )
  expect(third).toMatchObject([{ log: 'logs.zip/logs/c.json#1' }])
  rmSync(folder, { recursive: true })
})

it('what a client keeps in many files of a folder is one log, named by its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'many-'))
  const messages = join(folder, 'session_s', 'agents', 'agent_a', 'messages')
  mkdirSync(messages, { recursive: true })
  for (const [n, role] of ['user', 'assistant'].entries())
    writeFileSync(
      join(messages, `message_${n}.json`),
      JSON.stringify({ message: { role, content: [{ text: `words ${n}` }] }, message_id: n }, null, 2),
    )
  writeFileSync(join(folder, 'session_s', 'session.json'), '{}')
  writeFileSync(join(folder, 'a.json'), JSON.stringify([{ role: 'user', content: 'Go.' }]))
  const { sources, unreadable } = sourcesOf(['.'], { cwd: folder })
  expect(unreadable).toEqual([])
  const read = await Promise.all(
    sources.map(async (source) =>
      tracesOf(source, { format: null, conversations: 'all' }, { stdin: () => '' }),
    ),
  )
  expect(
    read.flatMap((found) =>
      'message' in found
        ? [found.message]
        : found.map((one) => ('trace' in one ? `${one.log}: ${one.trace.messages.length}` : one.message)),
    ),
  ).toEqual(['a.json: 1', 'session_s/agents/agent_a: 2'])
  rmSync(folder, { recursive: true })
})
