import { describe, expect, it } from 'vitest'
import { readTraces, writers } from '../sim/index.ts'
import { scenario } from '../testing/shared-traces.ts'
import { compared, log, openDoor, request } from './door-fixture.ts'
import type { CompareRequest, SourceRequest } from './protocol.ts'

function about(source: SourceRequest): CompareRequest {
  return { ...request, source }
}

function steps(door: ReturnType<typeof openDoor>, id: number): ReadonlySet<string> {
  return new Set(
    door.replies.flatMap((reply) => (reply.kind === 'progress' && reply.id === id ? [reply.step] : [])),
  )
}

describe('a file of several conversations', () => {
  const text = [6, 12, 8].map((turns) => log(turns)).join('\n')
  const traces = readTraces(text)

  it('shows the one with the most content, and lists all of them with their turns', async () => {
    const { trace } = await compared(openDoor(), 1, about({ kind: 'log', text, filename: 'three.json' }))
    expect(trace.conversation).toBe(1)
    expect(trace.turns).toBe(traces[1]?.turns.length)
    expect(trace.conversations).toEqual(
      traces.map(({ turns }) => ({ label: 'Read all files.', turns: turns.length })),
    )
    expect(trace.title).toBe('three.json (2 of 3)')
  })

  it('switches to another one and back without reading the file again', async () => {
    const door = openDoor()
    await compared(door, 1, about({ kind: 'log', text }))
    const other = await compared(door, 2, about({ kind: 'kept', conversation: 2 }))
    expect([other.trace.conversation, other.trace.turns]).toEqual([2, traces[2]?.turns.length])
    const back = await compared(door, 3, about({ kind: 'kept' }))
    expect([back.trace.conversation, back.trace.turns]).toEqual([1, traces[1]?.turns.length])
    expect([2, 3].map((id) => steps(door, id).has('read'))).toEqual([false, false])
  })

  it.each([3, -1, 0.5])('refuses conversation %d, and says how many there are', async (conversation) => {
    const door = openDoor()
    await compared(door, 1, about({ kind: 'log', text }))
    const reply = await door.send({ ...about({ kind: 'kept', conversation }), kind: 'compare', id: 2 })
    expect(reply).toMatchObject({ kind: 'problem', problems: [{ code: 'no-such-conversation' }] })
    expect(reply.kind === 'problem' && reply.problems[0]?.message).toMatch(
      new RegExp(`3 conversations.* ${conversation}$`),
    )
  })

  it('a scenario has no list of conversations and no recorded compactions', async () => {
    const source = { kind: 'scenario', name: 'axios-migration', seed: 7 } as const
    expect((await compared(openDoor(), 1, about(source))).trace).toMatchObject({
      conversations: [],
      recordedCompactions: 0,
    })
  })
})

describe('REC-1 a log with compactions of its client', () => {
  const whole = scenario('axios-migration', 5, { turns: 50 })
  const text =
    writers['claude-code']?.({
      ...whole,
      turns: whole.turns.slice(0, 12),
      recordedEdits: [
        {
          turn: 7,
          window: 0,
          kind: 'compaction',
          trigger: 'auto',
          tokensBefore: 9000,
          summary: 'It was read.',
        },
      ],
    }) ?? ''

  it('is read with them undone or kept, each once', async () => {
    const door = openDoor()
    const undone = await compared(door, 1, about({ kind: 'log', text }))
    expect([undone.trace.windows.length, undone.trace.recordedCompactions]).toEqual([1, 1])
    const kept = await compared(door, 2, about({ kind: 'kept', recordedEdits: 'keep' }))
    expect([kept.trace.windows.length, kept.trace.recordedCompactions]).toEqual([2, 1])
    const again = await compared(door, 3, about({ kind: 'kept', recordedEdits: 'undo' }))
    expect(again.trace.windows).toHaveLength(1)
    expect([1, 2, 3].map((id) => steps(door, id).has('read'))).toEqual([true, true, false])
  })
})

describe('a format chosen by hand', () => {
  it('is used, or refused without losing the log', async () => {
    const door = openDoor()
    await compared(door, 1, about({ kind: 'log', text: log(12), filename: 'reads.json' }))
    const wrong = await door.send({
      ...about({ kind: 'kept', format: 'codex' }),
      kind: 'compare',
      id: 2,
    })
    expect(wrong).toMatchObject({ kind: 'problem', problems: [{ code: 'wrong-format' }] })
    const found = await compared(door, 3, about({ kind: 'kept' }))
    expect([found.trace.source.name, steps(door, 3).has('read')]).toEqual(['openai', false])
    const plain = await compared(door, 4, about({ kind: 'kept', format: 'openai' }))
    expect(plain.lanes.map(({ data }) => data.hash)).toEqual(found.lanes.map(({ data }) => data.hash))
  })
})

describe('TOK-5 the error of each counter', () => {
  const usage = (input: number) => ({ input_tokens: input, output_tokens: 40 })
  const text = Array.from({ length: 8 }, (_, turn) => {
    const said = `Part ${turn} says this and that. `.repeat(40)
    return [
      { type: 'user', message: { role: 'user', content: said } },
      {
        type: 'assistant',
        message: {
          id: `m${turn}`,
          role: 'assistant',
          content: [{ type: 'text', text: said }],
          usage: usage(3000 + 1000 * turn),
        },
      },
    ]
  })
    .flat()
    .map((line, index) =>
      JSON.stringify({
        ...line,
        sessionId: 's',
        uuid: `u${index}`,
        parentUuid: index === 0 ? null : `u${index - 1}`,
      }),
    )
    .join('\n')

  it('is known for every counter used so far, with the number of calls', async () => {
    const door = openDoor()
    const first = await compared(door, 1, about({ kind: 'log', text }))
    expect(first.trace.calls).toBe(8)
    expect(first.trace.fits).toEqual([
      { counter: 'chars4', error: 1 / (first.trace.calibration ?? Number.NaN) - 1 },
    ])
    const second = await compared(door, 2, { ...about({ kind: 'kept' }), counter: 'cl100k_base' })
    expect(second.trace.fits.map(({ counter }) => counter)).toEqual(['chars4', 'cl100k_base'])
    expect(steps(door, 2).has('read')).toBe(false)
    expect(second.trace.fits[0]).toEqual(first.trace.fits[0])
    expect(second.trace.fits[1]?.error).not.toBe(first.trace.fits[0]?.error)
  })

  it('TOK-2 counts the calls of sub-agents, which are fitted to their own usage', async () => {
    const own = { sessionId: 's', isSidechain: true }
    const aside = [2000, 2600].flatMap((input, at) => [
      {
        ...own,
        uuid: `s${at}`,
        parentUuid: at === 0 ? null : `r${at - 1}`,
        type: 'user',
        message: { role: 'user', content: 'Look there. '.repeat(40) },
      },
      {
        ...own,
        uuid: `r${at}`,
        parentUuid: `s${at}`,
        type: 'assistant',
        message: {
          id: `a${at}`,
          role: 'assistant',
          content: [{ type: 'text', text: 'It is there.' }],
          usage: usage(input),
        },
      },
    ])
    const both = [text, ...aside.map((line) => JSON.stringify(line))].join('\n')
    const { trace } = await compared(openDoor(), 1, about({ kind: 'log', text: both }))
    expect(trace.windows.map(({ kind }) => kind)).toEqual(['main', 'subagent'])
    expect(trace.calls).toBe(10)
  })

  it('is unknown if the log has no usage', async () => {
    const { trace } = await compared(openDoor(), 1, about({ kind: 'log', text: log(6) }))
    expect([trace.calls, trace.fits, trace.calibration]).toEqual([0, [], null])
  })
})
