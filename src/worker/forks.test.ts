import { describe, expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { metrics, readTrace, run, takeIn } from '../sim/index.ts'
import { compared, comparedWithForks, log, openDoor, request } from './door-fixture.ts'
import type { CompareRequest, ForkRequest, ForkResult, LaneRequest } from './protocol.ts'

const [fifo, hybrid] = request.lanes as [LaneRequest, LaneRequest]
const result = 3
const forks: readonly ForkRequest[] = [
  { id: 'a', label: 'without the start', turn: 12, interventions: [{ turn: 12, kind: 'reset' }] },
  {
    id: 'b',
    label: 'other settings',
    turn: 9,
    interventions: [
      { turn: 9, kind: 'set', config: { eviction: { target: 0.3 } } },
      { turn: 10, kind: 'edit', block: result, text: 'nothing was read' },
    ],
  },
]
const forked = (own: readonly ForkRequest[], lane: LaneRequest = fifo): CompareRequest => ({
  ...request,
  lanes: [{ ...lane, forks: own }, hybrid],
})
const trace = readTrace(log(30), { filename: 'reads.json' })
const ran = (fork: ForkResult | undefined) => {
  if (fork?.kind !== 'run') throw new Error(`not run: ${JSON.stringify(fork)}`)
  return fork
}

describe('forks of a lane', () => {
  it('EDIT-4 are runs of the lane with other interventions, sent after all lanes, and change no lane', async () => {
    const door = openDoor()
    const preview = { window: 0, height: 120, maxBands: 60 }
    const pinned: LaneRequest = { ...fifo, interventions: [{ turn: 3, kind: 'pin', block: 2 }] }
    const message = { ...forked(forks, pinned), preview }
    const { lanes, limit, firstDivergence } = await comparedWithForks(door, 1, message)
    const intake = takeIn(trace, chars4)
    const expected = forks.map(({ interventions }) =>
      run(
        trace,
        { ...fifo.config, max_context_tokens: limit },
        { intake, interventions: [...(pinned.interventions ?? []), ...interventions] },
      ),
    )
    expect(lanes.map((one) => one.forks.map(({ id, label, turn, kind }) => [id, label, turn, kind]))).toEqual(
      [
        [
          ['a', 'without the start', 12, 'run'],
          ['b', 'other settings', 9, 'run'],
        ],
        [],
      ],
    )
    const results = lanes[0]?.forks.map(ran) ?? []
    expect(results.map(({ data }) => data)).toEqual(expected.map(({ data }) => structuredClone(data)))
    expect(results.map(({ rows }) => rows)).toEqual(expected.map((one) => metrics(one)))
    // Forks are not lanes: nothing is compared with them, and the lanes are the same without them.
    const plain = await compared(openDoor(), 1, { ...request, lanes: [pinned, hybrid] })
    expect([plain.lanes.map(({ data }) => data.hash), plain.firstDivergence]).toEqual([
      lanes.map(({ data }) => data.hash),
      firstDivergence,
    ])
    // Lanes come first; forks are reported afterwards, one by one.
    const order = door.replies.flatMap((reply) =>
      reply.kind === 'forked'
        ? [`forked ${reply.lane}~${reply.fork.id}`]
        : reply.kind === 'progress'
          ? []
          : [reply.kind === 'preview' ? `preview ${reply.lane}` : reply.kind],
    )
    expect([...new Set(order)]).toEqual([
      'preview 2',
      'preview 1',
      'compared',
      'forked 2~a',
      'forked 2~b',
      'forks',
    ])
  })

  it('are remembered: a finished fork comes with the next comparison, and only new ones are run', async () => {
    const door = openDoor()
    const wrong: ForkRequest = {
      id: 'w',
      label: '',
      turn: 3,
      interventions: [{ turn: 3, kind: 'set', config: { eviction: { target: 9 } } }],
    }
    const own = [...forks, wrong]
    const before = await comparedWithForks(door, 1, forked(own))
    const third: ForkRequest = { id: 'c', label: '', turn: 5, interventions: [{ turn: 5, kind: 'compact' }] }
    const more = await compared(door, 2, forked([third, ...own]))
    expect(more.lanes[0]?.forks).toEqual(before.lanes[0]?.forks)
    await door.send({ kind: 'forks', id: 20, of: 2 })
    const news = door.replies.flatMap((one) => (one.kind === 'forked' && one.id === 20 ? [one.fork.id] : []))
    expect(news).toEqual(['c'])
    const again = await compared(door, 3, forked([third]))
    expect(again.lanes[0]?.forks.map(({ id, kind }) => [id, kind])).toEqual([['c', 'run']])
    // In another window they are other runs.
    const other = await compared(door, 4, { ...forked([third]), budget: { kind: 'share', share: 0.6 } })
    expect(other.lanes[0]?.forks).toEqual([])
  })

  it('wait for a running comparison, continue if it is cancelled, and are cancelled by a finished one', async () => {
    const door = openDoor()
    await compared(door, 1, forked(forks))
    const ended = door.send({ kind: 'forks', id: 2, of: 1 })
    const other = { ...forked([]), budget: { kind: 'share', share: 0.7 } } as const
    door.receive({ ...other, kind: 'compare', id: 3 })
    const stopped = door.send({ ...other, kind: 'compare', id: 4 })
    door.receive({ kind: 'cancel', id: 4 })
    expect(await stopped).toEqual({ kind: 'cancelled', id: 4 })
    expect(door.replies.filter(({ kind }) => kind === 'forked')).toEqual([])
    expect(await ended).toEqual({ kind: 'forks', id: 2 })
    expect(door.replies.filter(({ kind }) => kind === 'forked')).toHaveLength(2)
    const late = openDoor()
    await compared(late, 1, forked(forks))
    const never = late.send({ kind: 'forks', id: 2, of: 1 })
    await compared(late, 5, other)
    await compared(late, 6, { ...other, budget: { kind: 'share', share: 0.8 } })
    expect(await never).toEqual({ kind: 'cancelled', id: 2 })
    expect(await late.send({ kind: 'forks', id: 7, of: 1 })).toMatchObject({
      problems: [{ code: 'stale-comparison' }],
    })
  })

  it('that were not run yet say so when asked about', async () => {
    const door = openDoor()
    await compared(door, 1, forked(forks))
    const question = { kind: 'text', of: 1, lane: '2~b', block: 0 } as const
    expect(await door.send({ ...question, id: 2 })).toMatchObject({
      problems: [{ code: 'fork-not-run', message: 'this fork has no run yet: 2~b' }],
    })
    await door.send({ kind: 'forks', id: 3, of: 1 })
    expect(await door.send({ ...question, id: 4 })).toMatchObject({ kind: 'text' })
  })

  it('answer questions under the names of the lane and the fork', async () => {
    const door = openDoor()
    const { lanes } = await comparedWithForks(door, 1, forked(forks))
    const { data } = ran(lanes[0]?.forks[1])
    const edit = data.edits.find(({ stage }) => stage === 'rewrite')
    if (edit === undefined) throw new Error('nothing was rewritten')
    const of = { of: 1, lane: '2~b' }
    expect(await door.send({ kind: 'text', id: 2, ...of, block: result, tick: edit.tick })).toMatchObject({
      answer: 'nothing was read',
    })
    const sent = await door.send({ kind: 'request', id: 3, ...of, turn: edit.turn, provider: 'openai' })
    expect(JSON.stringify(sent)).toContain('nothing was read')
    const decided = data.edits.find(({ decision }) => decision !== null)
    const explained = await door.send({ kind: 'explain', id: 4, ...of, turn: decided?.turn ?? -1 })
    expect(explained).toMatchObject({
      kind: 'explain',
      answer: { decisions: [{ trigger: decided?.decision?.trigger }] },
    })
    expect(await door.send({ kind: 'scores', id: 5, ...of, block: result })).toMatchObject({ kind: 'scores' })
    expect(await door.send({ kind: 'text', id: 6, of: 1, lane: '1~b', block: 0 })).toMatchObject({
      problems: [{ code: 'unknown-lane' }],
    })
    // And again after their columns were transferred.
    expect(await door.send({ kind: 'text', id: 7, ...of, block: result })).toMatchObject({
      answer: expect.stringContaining('file 0') as string,
    })
  })

  it('with a turn or block that the conversation does not have name what is missing', async () => {
    const at = (id: string, turn: number, interventions: ForkRequest['interventions']): ForkRequest => ({
      id,
      label: id,
      turn,
      interventions,
    })
    const { lanes } = await comparedWithForks(
      openDoor(),
      1,
      forked([
        at('no turn', 900, []),
        at('an act too late', 3, [{ turn: 900, kind: 'reset' }]),
        at('no block', 3, [{ turn: 3, kind: 'pin', block: 9000 }]),
        at('no text', 3, [{ turn: 3, kind: 'edit', block: 9000, text: 'x' }]),
        at('nothing done', 3, []),
      ]),
    )
    const told = lanes[0]?.forks.map((fork) => (fork.kind === 'run' ? 'run' : fork.problems[0]?.message))
    expect(told).toEqual([
      'this conversation has no turn 900',
      'this conversation has no turn 900',
      'this conversation has no block 9000',
      'this run has no block 9000',
      'run',
    ])
    expect(ran(lanes[0]?.forks[4]).data.edits).toEqual(lanes[0]?.data.edits)
  })

  it('with invalid interventions say why, and the comparison continues', async () => {
    const call = 4
    const { lanes } = await comparedWithForks(
      openDoor(),
      1,
      forked([
        {
          id: 's',
          label: '',
          turn: 3,
          interventions: [{ turn: 3, kind: 'set', config: { max_context_tokens: 4000 } }],
        },
        {
          id: 'v',
          label: '',
          turn: 3,
          interventions: [{ turn: 3, kind: 'set', config: { eviction: { target: 9 } } }],
        },
        { id: 'e', label: '', turn: 3, interventions: [{ turn: 3, kind: 'edit', block: call, text: 'x' }] },
        { id: 't', label: '', turn: 3, interventions: [{ turn: 3, kind: 'edit', block: result, text: '' }] },
        ...forks,
      ]),
    )
    const told = lanes[0]?.forks.map((fork) => (fork.kind === 'run' ? fork.id : fork.problems[0]?.code))
    expect(told).toEqual(['fixed-in-a-run', 'out-of-range', 'not-rewritable', 'empty-rewrite', 'a', 'b'])
  })

  it('are refused if two have the same name, or one has the name of a lane', async () => {
    const twice = forked([...forks, ...forks.slice(0, 1)])
    const named = {
      ...forked(forks),
      lanes: [
        { ...fifo, forks },
        { ...hybrid, name: '2~a' },
      ],
    }
    for (const wrong of [twice, named]) {
      expect(await openDoor().send({ ...wrong, kind: 'compare', id: 1 })).toMatchObject({
        problems: [{ code: 'same-lane-twice' }],
      })
    }
  })

  it('are cancelled by the id of their request, in the middle of a run', async () => {
    let pauses = 0
    const door = openDoor(() => {
      if (pauses > 0 && ++pauses === 6) door.receive({ kind: 'cancel', id: 2 })
    })
    await compared(door, 1, forked(forks))
    pauses = 1
    expect(await door.send({ kind: 'forks', id: 2, of: 1 })).toEqual({ kind: 'cancelled', id: 2 })
    expect(door.replies.some(({ kind }) => kind === 'forked')).toBe(false)
  })
})
