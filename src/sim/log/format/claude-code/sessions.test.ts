import { describe, expect, it } from 'vitest'
import { readTraces } from '../../reading.ts'

const line = (uuid: string, parentUuid: string | null, sessionId: string, text: string, rest = {}) => ({
  type: 'user',
  uuid,
  parentUuid,
  sessionId,
  isSidechain: false,
  message: { role: 'user', content: text },
  ...rest,
})
const read = (lines: readonly object[], options = {}) =>
  readTraces(lines.map((one) => JSON.stringify(one)).join('\n'), options).map(({ messages }) =>
    messages.map(({ content }) => content),
  )

describe('several sessions of Claude Code in a file', () => {
  it('begin where a new id has no parent; later lines are assigned by their session', () => {
    const lines = [
      line('a1', null, 'A', 'a one'),
      line('a2', 'a1', 'A', 'a two'),
      line('b1', null, 'B', 'b one'),
      line('a3', 'a2', 'A', 'a three'),
      line('b2', 'b1', 'B', 'b two'),
    ]
    expect(read(lines)).toEqual([
      ['a one', 'a two', 'a three'],
      ['b one', 'b two'],
    ])
  })

  it('a resumed session stays whole although its id changes under the same parents', () => {
    expect(
      read([line('a1', null, 'A', 'one'), line('b1', 'a1', 'B', 'two'), line('b2', 'b1', 'B', 'three')]),
    ).toEqual([['one', 'two', 'three']])
  })

  it('lines without a parent that begin no session stay: side chains, boundaries, and lines cut off from their parents', () => {
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'x',
      parentUuid: null,
      logicalParentUuid: 'a1',
      sessionId: 'A',
    }
    const lines = [
      { type: 'summary', summary: 'Title', leafUuid: 'z' },
      line('a1', null, 'A', 'one'),
      line('s1', null, 'A', 'side', { isSidechain: true }),
      boundary,
      line('c1', 'x', 'A', 'so far', { isCompactSummary: true }),
      line('b1', 'lost', 'B', 'two'),
    ]
    expect(read(lines)).toEqual([['side', 'one', 'two']])
  })

  it.each([[true], [false]])('runs whose output for programs stands in one file are apart (%s)', (hasIds) => {
    const run = (session_id: string, text: string) =>
      [
        { type: 'system', subtype: 'init' },
        { type: 'assistant', message: { id: text, role: 'assistant', content: [{ type: 'text', text }] } },
        { type: 'result', subtype: 'success', result: text },
      ].map((one, nth) => ({ ...one, session_id, ...(hasIds && { uuid: `${session_id}${nth}` }) }))
    expect(read([...run('A', 'one'), ...run('B', 'two')])).toEqual([
      [[{ type: 'text', text: 'one' }]],
      [[{ type: 'text', text: 'two' }]],
    ])
  })

  it('the lines of each are counted, and a session without messages is listed beside others', () => {
    const empty = {
      type: 'progress',
      uuid: 'p1',
      parentUuid: null,
      sessionId: 'B',
      data: { type: 'hook_progress' },
    }
    const [trace, ...others] = readTraces(
      [line('a1', null, 'A', 'one'), line('a2', 'a1', 'A', 'two'), empty]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    )
    expect(others).toEqual([])
    expect(trace?.intake).toMatchObject({
      records: 2,
      ignored: [{ kind: 'conversation without messages', count: 1 }],
    })
  })

  it('more sessions than the allowed conversations are refused', () => {
    const lines = Array.from({ length: 1_001 }, (_, n) => line(`u${n}`, null, `S${n}`, 'x'))
    expect(() => read(lines)).toThrow('a file may hold 1000 conversations, but this one holds 1001')
  })
})
