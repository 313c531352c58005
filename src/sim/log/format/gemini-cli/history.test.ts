import { describe, expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'
import {
  HEAD,
  time,
  user,
  gemini,
  call,
  toolUse,
  toolResult,
  readLines,
} from '../../../../testing/log/gemini-cli.ts'

describe('Gemini CLI sessions with one change a line', () => {
  it('uses the newest text of a message, at the position of the first', () => {
    const trace = readLines([
      HEAD,
      user('u1', 'Go.'),
      gemini('g1', '', { tokens: null, toolCalls: [{ id: 'a', name: 'read_file', args: { path: 'a' } }] }),
      { $set: { lastUpdated: time(3) } },
      gemini('g1', '', { tokens: null, toolCalls: [call('a', { output: 'A' })] }),
      gemini('g1', '', { toolCalls: [call('a', { output: 'A' })] }),
      gemini('g2', 'Done.'),
    ])
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'Go.',
      [toolUse('a')],
      [toolResult('a', 'A')],
      [{ type: 'text', text: 'Done.' }],
    ])
    expect(trace.turns.map(({ usage }) => usage?.input)).toEqual([1000, 1000])
    expect(trace.intake.records).toBe(7)
    expect(trace.intake.ignored).toEqual([{ kind: '$set', count: 1 }])
  })

  it('removes what was rewound, including the named message', () => {
    const trace = readLines([
      HEAD,
      user('u1', 'One.'),
      gemini('g1', 'First.'),
      user('u2', 'Two.'),
      gemini('g2', 'Second.'),
      { $rewindTo: 'u2' },
      user('u3', 'Three.'),
      { $rewindTo: 'nobody' },
      user('u2', 'Two again.'),
    ])
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'One.',
      [{ type: 'text', text: 'First.' }],
      'Three.',
      'Two again.',
    ])
    expect(trace.intake.ignored).toEqual([{ kind: 'rewound message', count: 2 }])
    expect(trace.intake.problems).toMatchObject([
      { line: 8, message: 'line.$rewindTo must be the id of a message, but is "nobody"' },
    ])
  })

  it('reads growing histories, and one that begins with the client’s own text', () => {
    const trace = readLines([
      HEAD,
      user('u1', 'Go.'),
      {
        $set: { messages: [user('c', [{ text: '<session_context> Linux' }]), user('u1', [{ text: 'Go.' }])] },
      },
      gemini('g1', 'Hm.'),
      { $set: { messages: [user('c', ''), user('u1', ''), gemini('g1', 'Hm.'), user('u2', 'And?')] } },
      { $set: { messages: [user('c', ''), user('u1', ''), gemini('g1', 'Hm.')] } },
    ])
    expect(trace.messages.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: '<session_context> Linux' }],
      'Go.',
      [{ type: 'text', text: 'Hm.' }],
    ])
    expect(trace.injected).toEqual([0])
    expect(trace.recordedEdits).toEqual([])
    expect(trace.intake.ignored).toEqual([{ kind: 'rewound message', count: 1 }])
  })

  const compacted = [
    HEAD,
    user('u1', 'Build it.'),
    gemini('g1', 'Reading.', { toolCalls: [call('a', { output: 'A' })] }),
    user('u2', 'Go on.'),
    gemini('g2', 'More.', { toolCalls: [call('b', { output: 'B' })] }),
    {
      $set: {
        messages: [
          user('sum', [{ text: 'Summary of it all.' }], 5),
          gemini('ack', [{ text: 'Got it.' }], { tokens: undefined }, 5),
          user('u2', 'Go on.'),
          gemini('g2', 'More.', { toolCalls: [call('b', { output: 'B' })] }),
        ],
      },
    },
    user('u3', 'Finish.', 6),
    gemini('g3', 'Done.', {}, 7),
  ]

  it('REC-1 undoes a compression: its summary is left out and the original messages continue', () => {
    const trace = readLines(compacted)
    expect(trace.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'user',
      'assistant',
      'user',
      'user',
      'assistant',
    ])
    expect(trace.recordedEdits).toEqual([
      {
        turn: 2,
        window: 0,
        kind: 'compaction',
        trigger: null,
        tokensBefore: null,
        summary: 'Summary of it all.',
        stays: [
          { role: 'user', content: 'Go on.' },
          { role: 'user', content: 'More.' },
        ],
      },
    ])
    expect(trace.intake.inferred[0]).toContain('Compactions undone')
    expect(JSON.stringify(trace.messages)).not.toContain('Summary of it all.')
  })

  it('REC-1 keeps a compression: a window with the summary and what the client kept', () => {
    const trace = readLines(compacted, { recordedEdits: 'keep' })
    expect(trace.windows).toMatchObject([
      { id: 0, kind: 'main' },
      { id: 1, parent: 0, kind: 'continuation' },
    ])
    const turn = trace.turns.findLast(({ window }) => window === 1)
    expect(turn?.inputs.map((index) => trace.messages[index]?.content)).toEqual([
      'Summary of it all.',
      'Got it.',
      'Go on.',
      [{ type: 'text', text: 'More.' }, toolUse('b')],
      [toolResult('b', 'B')],
      'Finish.',
    ])
    expect(trace.turns.filter(({ usage }) => usage !== null)).toHaveLength(3)
  })

  it('REC-1 records results that were masked later, and shows them as they were sent', () => {
    const trace = readLines([
      HEAD,
      user('u1', 'Go.'),
      gemini('g1', '', { toolCalls: [call('a', { output: 'long output' })] }),
      {
        $set: {
          messages: [user('u1', 'Go.'), gemini('g1', '', { toolCalls: [call('a', { output: '[masked]' })] })],
        },
      },
      gemini('g2', 'Done.'),
    ])
    expect(trace.recordedEdits).toMatchObject([{ turn: 1, kind: 'microcompaction' }])
    expect(JSON.stringify(trace.messages)).toContain('long output')
    expect(JSON.stringify(trace.messages)).not.toContain('[masked]')
  })

  it('reads a cleared history as a new beginning', () => {
    const trace = readLines([
      HEAD,
      user('u1', 'One.'),
      gemini('g1', 'First.'),
      { $set: { messages: [] } },
      user('u2', 'Two.'),
    ])
    expect(trace.messages).toHaveLength(3)
    expect(trace.recordedEdits).toMatchObject([{ turn: 1, kind: 'compaction' }])
  })

  it('reads a log without its beginning, and reports a broken line with its position', () => {
    const text = `${JSON.stringify(gemini('g1', 'Hm.'))}\n{"id":"u1","type":"us\n${JSON.stringify(user('u2', 'Go.'))}`
    const trace = readTrace(text)
    expect(trace.messages).toHaveLength(2)
    expect(trace.intake.problems).toMatchObject([{ code: 'broken-line', line: 2 }])
  })
})
