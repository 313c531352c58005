import { describe, expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { encodeTimeline, readTrace, run, takeIn } from '../sim/index.ts'
import type { Trace } from '../sim/index.ts'
import { compared, lane, log, openDoor, request } from './door-fixture.ts'
import type { CompareRequest, LaneRequest, SimReply } from './protocol.ts'

const all = readTrace(log(30), { filename: 'reads.json' })
const asking: LaneRequest = {
  name: 'a',
  label: 'A',
  config: { compression: { cascade: { '0.5': 'conversation_compaction' } } },
  model: { name: 'first' },
}

/** The conversation up to a turn, with or without its response. */
function upTo(turns: number, answered: boolean): Trace {
  const kept = all.turns.slice(0, turns)
  const last = kept.at(-1)
  if (last === undefined) throw new Error('no turns')
  const own = answered ? kept : [...kept.slice(0, -1), { ...last, response: null }]
  const end = own.at(-1)
  const messages = Math.max(...(end?.inputs ?? []), end?.response ?? -1) + 1
  return {
    ...all,
    source: { ...all.source, kind: 'live', title: 'it goes on' },
    messages: all.messages.slice(0, messages),
    turns: own,
  }
}

function grown(revision: number, trace: Trace, change: Partial<CompareRequest> = {}): CompareRequest {
  const budget = { kind: 'tokens', tokens: 5000 } as const
  return { ...request, source: { kind: 'trace', id: 1, revision, trace }, budget, ...change }
}

/** A door whose page numbers its answers, so that a reused answer can be recognised. */
function openNumbered(fails = 3) {
  const asked: Extract<SimReply, { kind: 'asking' }>[] = []
  const door = openDoor(undefined, (reply) => {
    if (reply.kind !== 'asking') return
    asked.push(reply)
    const { id, n } = reply
    const answer = n % fails === 0 ? { failure: 'error' as const } : { text: `the answer of number ${n}` }
    setTimeout(() => {
      door.receive({ kind: 'answer', id, n, reply: answer })
    }, 1)
  })
  return { door, asked }
}

describe('a growing conversation', () => {
  it('is run like its trace, and keeps its title and kind', async () => {
    const trace = upTo(20, false)
    const { lanes, limit, trace: summary } = await compared(openDoor(), 1, grown(1, trace))
    expect(summary).toMatchObject({
      title: 'it goes on',
      source: { kind: 'live' },
      turns: 20,
      conversations: [],
    })
    const intake = takeIn(trace, chars4)
    expect(lanes.map(({ data }) => encodeTimeline(data))).toEqual(
      request.lanes.map(({ config }) =>
        encodeTimeline(run(trace, { ...config, max_context_tokens: limit }, { intake }).data),
      ),
    )
  })

  it('may be empty at first', async () => {
    const nothing: Trace = { ...upTo(1, false), messages: [], turns: [], needs: [] }
    const { lanes, trace } = await compared(openDoor(), 1, grown(1, nothing))
    expect([trace.turns, lanes.map(({ data }) => data.turns)]).toEqual([0, [[], []]])
  })

  it('is counted once for each revision, and a kept revision can be referred to without sending it', async () => {
    const door = openDoor()
    await compared(door, 1, grown(1, upTo(10, true)))
    const named = { source: { kind: 'kept-trace', id: 1, revision: 1 } } as const
    const again = await compared(door, 2, { ...grown(1, all), ...named, lanes: [lane('1', 'lru')] })
    expect(again.trace.turns).toBe(10)
    const steps = (id: number) =>
      new Set(door.replies.flatMap((one) => (one.kind === 'progress' && one.id === id ? [one.step] : [])))
    expect([1, 2].map((id) => [...steps(id)])).toEqual([
      ['count', 'needs', 'run', 'compare'],
      ['run', 'compare'],
    ])
    expect((await compared(door, 3, grown(2, upTo(11, true)))).trace.turns).toBe(11)
    expect([...steps(3)]).toEqual(['count', 'needs', 'run', 'compare'])
    for (const source of [named.source, { ...named.source, id: 2, revision: 2 }]) {
      const reply = await door.send({ ...grown(1, all), source, kind: 'compare', id: 4 + source.id })
      expect(reply).toMatchObject({ kind: 'problem', problems: [{ code: 'trace-not-kept' }] })
    }
  })

  it('EDIT-4 asks the model only for new requests; recorded failures stay failures', async () => {
    const { door, asked } = openNumbered()
    const lanes = [asking]
    const revisions: readonly (readonly [number, boolean])[] = [
      [12, false],
      [12, true],
      [13, false],
      [20, true],
      [30, true],
    ]
    let before: readonly unknown[] = []
    for (const [index, [turns, answered]] of revisions.entries()) {
      const message = grown(index, upTo(turns, answered), { lanes })
      const [one] = (await compared(door, index + 1, message)).lanes
      const answers = one?.data.spec.answers ?? []
      expect(answers.slice(0, before.length)).toEqual(before)
      expect(asked).toHaveLength(answers.length)
      before = answers
    }
    expect(before.length).toBeGreaterThan(3)
    expect(before.some((one) => JSON.stringify(one).includes('failure'))).toBe(true)
  })

  it('EDIT-4 asks the model again from a new intervention on, and for everything in case of new settings or another conversation', async () => {
    const { door, asked } = openNumbered()
    const turns = 30
    const first = await compared(door, 1, grown(1, upTo(turns, true), { lanes: [asking] }))
    const data = first.lanes[0]?.data
    if (data === undefined) throw new Error('no lane')
    const answers = data.spec.answers
    const at = data.asks[1]?.turn ?? 0
    const asksUpTo = (turn: number) => data.asks.filter((ask) => ask.turn < turn).length
    const next = async (id: number, message: CompareRequest) => {
      asked.length = 0
      const [one] = (await compared(door, id, message)).lanes
      const found = one?.data.spec.answers ?? []
      return { kept: found.length - asked.length, found }
    }
    const pinned = { ...asking, interventions: [{ turn: at, kind: 'pin', block: 3 } as const] }
    const { kept, found } = await next(2, grown(1, upTo(turns, true), { lanes: [pinned] }))
    expect([kept, found.slice(0, kept)]).toEqual([asksUpTo(at), answers.slice(0, kept)])
    const byHand = { eviction: { target: 0.5 } }
    const other = await next(3, grown(1, upTo(turns, true), { lanes: [{ ...asking, byHand }] }))
    expect(other.kept).toBe(0)
    // Another conversation that looks the same is not the same.
    const stranger = grown(1, upTo(turns, true), { lanes: [asking] })
    const source = { kind: 'trace', id: 2, revision: 1, trace: upTo(turns, true) } as const
    expect((await next(4, { ...stranger, source })).kept).toBe(0)
  })

  it('EDIT-4 asks the model again in the waiting turn after a message was added to it', async () => {
    const { door, asked } = openNumbered(1000)
    const whole = await compared(door, 1, grown(1, upTo(30, true), { lanes: [asking] }))
    const asks = whole.lanes[0]?.data.asks ?? []
    const at = asks[1]?.turn ?? 0
    const before = asks.filter(({ turn }) => turn < at).length
    expect([before > 0, asks.filter(({ turn }) => turn === at).length]).toEqual([true, 1])
    const waiting = upTo(at + 1, false)
    const turns = waiting.turns.map((turn) =>
      turn.turn === at ? { ...turn, inputs: [...turn.inputs, waiting.messages.length] } : turn,
    )
    const messages = [...waiting.messages, { role: 'user' as const, content: 'and be brief '.repeat(30) }]
    // The second of these removes the first comparison from the door's memory.
    await compared(door, 2, grown(2, all, { lanes: [lane('1', 'lru')] }))
    await compared(door, 3, grown(3, waiting, { lanes: [asking] }))
    asked.length = 0
    const joined = await compared(door, 4, grown(4, { ...waiting, messages, turns }, { lanes: [asking] }))
    expect(asked.map(({ ask: { turn } }) => turn)).toEqual([at])
    expect(joined.lanes[0]?.data.asks.length).toBe(before + 1)
  })

  it.each([
    ['a message was taken back and replaced', 'inputs'],
    ['the reply was requested again', 'response'],
  ] as const)(
    'EDIT-4 asks the model again from the turn in which %s, with the same number of turns',
    async (_, what) => {
      const { door, asked } = openNumbered(1000)
      const first = await compared(door, 1, grown(1, upTo(30, true), { lanes: [asking] }))
      const asks = first.lanes[0]?.data.asks ?? []
      const at = asks[1]?.turn ?? 0
      const { messages, turns } = upTo(30, true)
      const index = what === 'inputs' ? (turns[at]?.inputs[0] ?? -1) : (turns[at]?.response ?? -1)
      const other = messages.map((message, own) =>
        own === index ? { ...message, ...saidOtherwise(message) } : message,
      )
      expect(other).not.toEqual(messages)
      asked.length = 0
      await compared(door, 2, grown(2, { ...upTo(30, true), messages: other }, { lanes: [asking] }))
      expect([at > (asks[0]?.turn ?? 0), asked[0]?.ask.turn]).toEqual([true, at])
    },
  )
})

/** A message with the same structure and length but another text. */
function saidOtherwise(message: Trace['messages'][number]): Trace['messages'][number] {
  return JSON.parse(
    JSON.stringify(message).replaceAll('file ', 'FILE ').replaceAll('.ts', '.js'),
  ) as typeof message
}
