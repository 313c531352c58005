import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import type { Message } from '../../../engine/index.ts'
import { readTrace } from '../reading.ts'

const textOf = (message: Message) =>
  partsOf(message)
    .map((part) => (part.type === 'text' ? part.text : part.type))
    .join()
const stays = (text: string) =>
  readTrace(text).recordedEdits.map((edit) => [edit.summary, (edit.stays ?? []).map(textOf)])

describe('REC-1 LOST-4 what the client kept beside its summary', () => {
  const message = (id: string, parentId: string | null, role: string, text: string) => ({
    type: 'message',
    id,
    parentId,
    timestamp: '2025-01-01T00:00:00.000Z',
    message: { role, content: [{ type: 'text', text }] },
  })
  const compaction = (id: string, parentId: string, summary: string, firstKeptEntryId: string) => ({
    type: 'compaction',
    id,
    parentId,
    summary,
    firstKeptEntryId,
    tokensBefore: 1000,
  })
  const begin = { type: 'session', version: 3, id: 's', cwd: '/p' }
  const lines = (entries: readonly object[]) => entries.map((entry) => JSON.stringify(entry)).join('\n')
  const piSession = lines([
    begin,
    message('1', null, 'user', 'a'),
    message('2', '1', 'assistant', 'b'),
    { type: 'model_change', id: '2m', parentId: '2', modelId: 'm' },
    message('3', '2m', 'user', 'c'),
    message('4', '3', 'assistant', 'd'),
    compaction('5', '4', 'First.', '2m'),
    message('6', '5', 'user', 'e'),
    message('x', '4', 'user', 'another branch'),
    message('7', '6', 'assistant', 'f'),
    compaction('8', '7', 'Second.', '4'),
    message('9', '8', 'user', 'g'),
    message('10', '9', 'assistant', 'h'),
    compaction('11', '10', 'Third.', 'gone'),
    message('12', '11', 'user', 'i'),
    message('13', '12', 'assistant', 'j'),
  ])

  it('in sessions of Pi: the entries of its branch from the one that it names, without earlier summaries', () => {
    expect(stays(piSession)).toEqual([
      ['First.', ['c', 'd']],
      ['Second.', ['d', 'e', 'f']],
      ['Third.', []],
    ])
  })

  it('begins the new window behind the summary, if compactions are kept, and is no reply there', () => {
    const trace = readTrace(piSession, { recordedEdits: 'keep' })
    const told = trace.turns.map(({ window, inputs, response }) => [
      window,
      inputs.map((index) => textOf(trace.messages[index]!)),
      textOf(trace.messages[response!]!),
    ])
    expect(told).toEqual([
      [0, ['a'], 'b'],
      [0, ['c'], 'd'],
      [1, ['First.', 'c', 'd', 'e'], 'f'],
      [2, ['Second.', 'd', 'e', 'f', 'g'], 'h'],
      [3, ['Third.', 'i'], 'j'],
    ])
  })

  const said = (id: string, role: string, created: number, text: string, ...parts: readonly object[]) => ({
    info: { id, role, time: { created } },
    parts: [...parts, { type: 'text', text }],
  })

  it('in sessions of OpenCode: the messages from `tail_start_id` on', () => {
    const summary = said('6', 'assistant', 6, 'The first question.')
    const messages = [
      said('1', 'user', 1, 'a'),
      said('2', 'assistant', 2, 'b'),
      said('3', 'user', 3, 'c'),
      said('4', 'assistant', 4, 'd'),
      {
        info: { id: '5', role: 'user', time: { created: 5 } },
        parts: [{ type: 'compaction', tail_start_id: '3' }],
      },
      { ...summary, info: { ...summary.info, summary: true } },
      said('7', 'user', 7, 'e'),
      said('8', 'assistant', 8, 'f'),
    ]
    expect(stays(JSON.stringify({ info: { id: 's' }, messages }))).toEqual([
      ['The first question.', ['c', 'd']],
    ])
  })

  it('in sessions of OpenCode: results that it pruned were cleared from the next request on', () => {
    const ran = (id: string, created: number, compacted?: number) =>
      said(id, 'assistant', created, `ran ${id}`, {
        type: 'tool',
        callID: `call_${id}`,
        tool: 'bash',
        state: { status: 'completed', input: {}, output: 'ok', time: { start: created, compacted } },
      })
    const messages = [
      said('1', 'user', 1, 'a'),
      ran('2', 2, 6),
      said('3', 'user', 3, 'b'),
      ran('4', 4, 6),
      ran('5', 5),
      said('7', 'user', 7, 'c'),
      ran('8', 8, 9),
    ]
    const trace = readTrace(JSON.stringify({ info: { id: 's' }, messages }))
    expect(trace.recordedEdits).toMatchObject([
      { kind: 'microcompaction', turn: 3, cleared: ['call_2', 'call_4'] },
    ])
    expect(trace.recordedEdits).toHaveLength(1)
  })
})
