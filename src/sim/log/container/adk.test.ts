import { expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import type { Message } from '../../../engine/index.ts'
import { readTrace } from '../reading.ts'

const textOf = (message: Message) =>
  partsOf(message)
    .map((part) => (part.type === 'text' ? part.text : part.type))
    .join()

/** Events of a session, a second after one another. */
const session = (events: readonly object[]) =>
  readTrace(
    JSON.stringify({
      id: 's',
      appName: 'a',
      events: events.map((event, index) => ({ id: `e${index}`, timestamp: 1_760_000_000 + index, ...event })),
    }),
  )
const said = (invocationId: string, author: string, ...parts: readonly object[]) => ({
  invocationId,
  author,
  content: { role: author === 'user' ? 'user' : 'model', parts },
})
const turn = (id: string, asked: string, answered: string) => [
  said(id, 'user', { text: asked }),
  said(id, 'agent', { text: answered }),
]

it.each([
  ['executableCode', 'codeExecutionResult'],
  ['executable_code', 'code_execution_result'],
])('MSG-1 code that the model ran, and its output, are a part of its reply: %s', (code, result) => {
  const trace = session([
    said('i', 'user', { text: '5!' }),
    said(
      'i',
      'agent',
      { text: 'I compute it.' },
      { [code]: { language: 'PYTHON', code: 'print(120)' } },
      { [result]: { outcome: 'OUTCOME_OK', output: '120' } },
      { text: 'It is 120.' },
    ),
  ])
  expect(trace.messages.map(textOf)).toEqual(['5!', 'I compute it.\n\nprint(120)\n\n120\n\nIt is 120.'])
})

it('MSG-1 what was taken back is in no later request, and its number is told', () => {
  const trace = session([
    ...turn('i1', 'first', 'one'),
    ...turn('i2', 'second', 'two'),
    ...turn('i3', 'third', 'three'),
    { invocationId: 'i4', author: 'user', actions: { rewindBeforeInvocationId: 'i2' } },
    ...turn('i5', 'fourth', 'four'),
  ])
  expect(trace.messages.map(textOf)).toEqual(['first', 'one', 'fourth', 'four'])
  expect(trace.intake.problems.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'the user took back 4 events: later requests do not have them, and they are left out'],
  ])
})

const compacted = (start: number, end: number, text: string) => ({
  author: 'user',
  actions: {
    compaction: {
      startTimestamp: 1_760_000_000 + start,
      endTimestamp: 1_760_000_000 + end,
      compactedContent: { role: 'model', parts: [{ text }] },
    },
  },
})

it('REC-1 a compaction stands for the events of its time: what came after that stays, and so do summaries of other times', () => {
  const { messages, recordedEdits } = session([
    ...turn('i1', 'first', 'one'),
    ...turn('i2', 'second', 'two'),
    compacted(0, 1, 'The first.'),
    ...turn('i3', 'third', 'three'),
    compacted(2, 6, 'The rest.'),
    ...turn('i4', 'fourth', 'four'),
    compacted(0, 9, 'All of it.'),
    ...turn('i5', 'fifth', 'five'),
  ])
  expect(messages).toHaveLength(10)
  expect(
    recordedEdits.map(({ turn: at, kind, summary, stays = [] }) => [at, kind, summary, stays.map(textOf)]),
  ).toEqual([
    [2, 'compaction', 'The first.', ['second', 'two']],
    [3, 'compaction', 'The first.\n\nThe rest.', []],
    [4, 'compaction', 'All of it.', []],
  ])
})

it('MSG-1 of several results of a call that runs for long the newest counts, and none leaves the requests', () => {
  const call = said('i', 'agent', { functionCall: { id: 'l', name: 'export', args: {} } })
  const result = (output: string) =>
    said('i', 'agent', { functionResponse: { id: 'l', name: 'export', response: { output } } })
  const started = said('i', 'agent', { text: 'It has started.' })
  const told = (...events: readonly object[]) =>
    session([said('i', 'user', { text: 'Export it.' }), call, ...events]).messages.map((message) =>
      partsOf(message).map((part) =>
        part.type === 'tool_result'
          ? `result ${JSON.stringify(part.content)}`
          : part.type === 'text'
            ? part.text
            : part.type,
      ),
    )
  // no request had the first one
  expect(told(result('pending'), result('42 rows'), said('i', 'agent', { text: 'Done.' }))).toEqual([
    ['Export it.'],
    ['tool_use'],
    ['result "42 rows"'],
    ['Done.'],
  ])
  expect(told(result('pending'), started, result('42 rows'), said('i', 'agent', { text: 'Done.' }))).toEqual([
    ['Export it.'],
    ['tool_use'],
    ['result "pending"'],
    ['It has started.'],
    ['42 rows'],
    ['Done.'],
  ])
})
