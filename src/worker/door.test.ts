import { describe, expect, it } from 'vitest'
import { completeConfig } from '../config/index.ts'
import { chars4, reserveOf } from '../engine/index.ts'
import { compareRuns, explain, readTrace, run, scenario, takeIn, unmanagedPeak } from '../sim/index.ts'
import { createDoor } from './door.ts'
import type { CompareRequest, SimReply, SimRequest } from './protocol.ts'

/** A log of `turns` file reads in the shape of chat completions. */
function log(turns: number): string {
  const messages: unknown[] = [
    { role: 'system', content: 'You are careful.' },
    { role: 'user', content: 'Read all files.' },
  ]
  for (let index = 0; index < turns; index++) {
    const id = `call_${index}`
    const call = {
      id,
      type: 'function',
      function: { name: 'read_file', arguments: `{"path":"${index}.ts"}` },
    }
    messages.push({ role: 'assistant', content: null, tool_calls: [call] })
    messages.push({ role: 'tool', tool_call_id: id, content: `file ${index} has text `.repeat(60) })
    // What users say and short prose are kept by some policies and not by others.
    if (index % 5 === 4)
      messages.push(
        { role: 'assistant', content: `read ${index}` },
        { role: 'user', content: `go on after ${index} `.repeat(40) },
      )
  }
  messages.push({ role: 'assistant', content: 'All files were read.' })
  return JSON.stringify({ messages })
}

function lane(name: string, policy: string) {
  return {
    name,
    label: policy.toUpperCase(),
    config: completeConfig({ strategy: 'evict', eviction: { policy } }),
  }
}

const request: CompareRequest = {
  source: { kind: 'log', text: log(30), filename: 'reads.json' },
  lanes: [lane('2', 'fifo'), lane('1', 'hybrid')],
  budget: { kind: 'share', share: 0.5 },
  counter: 'chars4',
}

/** A door whose replies cross a border, as they would to the page: only what can be cloned arrives. */
function openDoor(pauses: () => void = () => undefined) {
  const replies: SimReply[] = []
  let time = 0
  const waiting = new Map<number, () => void>()
  const door = createDoor(
    (reply, transfer) => {
      const arrived = structuredClone(reply, { transfer: [...transfer] })
      replies.push(arrived)
      if (arrived.kind !== 'progress') waiting.get(arrived.id)?.()
    },
    {
      // Every look at the clock is 40 ms later, so that each step ends a slice.
      now: () => (time += 40),
      pause: async () => {
        pauses()
        await new Promise((resolve) => setTimeout(resolve, 0))
      },
    },
  )
  return {
    replies,
    send(message: SimRequest): Promise<SimReply> {
      const answered = new Promise<void>((resolve) => waiting.set(message.id, resolve))
      door.receive(message)
      return answered.then(() => finals(message.id)[0] as SimReply)
    },
    receive: (message: SimRequest) => {
      door.receive(message)
    },
    finals,
  }
  function finals(id: number): SimReply[] {
    return replies.filter((reply) => reply.id === id && reply.kind !== 'progress')
  }
}

async function compared(door: ReturnType<typeof openDoor>, id = 1, message = request) {
  const reply = await door.send({ ...message, kind: 'compare', id })
  if (reply.kind !== 'compared') throw new Error(`answered ${JSON.stringify(reply)}`)
  return reply
}

describe('a comparison', () => {
  it('gives what the simulator gives, lane by lane, in the order asked for', async () => {
    const answer = await compared(openDoor())
    const trace = readTrace(log(30), { filename: 'reads.json' })
    const intake = takeIn(trace, chars4)
    const peak = unmanagedPeak(intake)
    expect(answer.peak).toBe(peak)
    expect(answer.limit).toBe(Math.round(peak / 2))
    expect(answer.lanes.map(({ name, label }) => [name, label])).toEqual([
      ['2', 'FIFO'],
      ['1', 'HYBRID'],
    ])
    const runs = request.lanes.map(({ config }) =>
      run(trace, { ...config, max_context_tokens: answer.limit }, { intake }),
    )
    expect(answer.lanes.map((one) => one.data)).toEqual(runs.map((one) => structuredClone(one.data)))
    const found = compareRuns({ first: runs[0] as (typeof runs)[0], second: runs[1] as (typeof runs)[0] })
    expect(answer.lanes.map((one) => one.rows)).toEqual(found.rows)
    expect(answer.firstDivergence).toEqual({ ...found.firstDivergence, lanes: ['2', '1'] })
    expect(answer.trace).toMatchObject({
      turns: trace.turns.length,
      blocks: intake.blocks.length,
      usage: false,
    })
  })

  it('STRAT-1 all lanes share limit and reserve', async () => {
    const { lanes, limit } = await compared(openDoor(), 1, {
      ...request,
      budget: { kind: 'tokens', tokens: 9000 },
    })
    expect(limit).toBe(9000)
    expect(lanes.map(({ data }) => [data.limit, data.reserve])).toEqual(
      [1, 2].map(() => [9000, reserveOf(9000, 0.05)]),
    )
  })

  it('never asks for a smaller window than a config can have', async () => {
    const { limit, peak } = await compared(openDoor(), 1, {
      ...request,
      budget: { kind: 'share', share: 0.01 },
    })
    expect(peak * 0.01).toBeLessThan(2000)
    expect(limit).toBe(2000)
  })

  it('reports its steps in order, and every lane to its end', async () => {
    const door = openDoor()
    const { trace } = await compared(door)
    const reports = door.replies.filter((reply) => reply.kind === 'progress')
    const steps = reports.map(({ step, lane: name }) => `${step} ${name ?? ''}`.trim())
    expect(steps.filter((step, index) => step !== steps[index - 1])).toEqual([
      'read',
      'count',
      'run 2',
      'run 1',
    ])
    for (const name of ['2', '1']) {
      const done = reports.filter((report) => report.lane === name).map((report) => report.done)
      expect(done).toEqual(done.toSorted((a, b) => a - b))
      expect([done[0], done.at(-1)]).toEqual([0, trace.turns])
      expect(done.length).toBeGreaterThan(3)
    }
  })

  it('reads and counts a conversation once for several comparisons', async () => {
    const door = openDoor()
    await compared(door, 1)
    await compared(door, 2, { ...request, budget: { kind: 'share', share: 0.4 } })
    const reports = door.replies
      .filter((reply) => reply.kind === 'progress')
      .filter((reply) => reply.id === 2)
    expect(new Set(reports.map((report) => report.step))).toEqual(new Set(['run']))
    const other = await compared(door, 3, { ...request, source: { kind: 'log', text: log(31) } })
    expect(other.trace.turns).not.toBe((await compared(door, 4)).trace.turns)
  })
})

it('runs a scenario by its name, seed and overrides', async () => {
  const door = openDoor()
  const source = { kind: 'scenario', name: 'long-coding', seed: 7 } as const
  const { trace, lanes } = await compared(door, 1, {
    ...request,
    source,
    budget: { kind: 'share', share: 0.3 },
  })
  const made = scenario('long-coding', 7)
  expect(trace).toMatchObject({ turns: made.turns.length, title: made.source.title, source: { seed: 7 } })
  expect(lanes[0]?.data.needs.length).toBeGreaterThan(0)
  // Another seed is another conversation, not the one that was taken in before.
  const other = await compared(door, 2, { ...request, source: { ...source, seed: 8 } })
  expect(other.lanes[0]?.data.spec.trace).not.toBe(lanes[0]?.data.spec.trace)
})

describe('stopping', () => {
  it('a cancel between two slices stops the run, with one reply', async () => {
    let pauses = 0
    const door = openDoor(() => {
      if (++pauses === 4) door.receive({ kind: 'cancel', id: 1 })
    })
    const reply = await door.send({ ...request, kind: 'compare', id: 1 })
    expect(reply).toEqual({ kind: 'cancelled', id: 1 })
    const reports = door.replies.length
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(door.finals(1)).toHaveLength(1)
    expect(door.replies).toHaveLength(reports)
    expect(pauses).toBe(4)
  })

  it('a newer comparison overtakes the one before, and each gets its one reply', async () => {
    const door = openDoor()
    const replies = await Promise.all([1, 2, 3].map((id) => door.send({ ...request, kind: 'compare', id })))
    expect(replies.map((reply) => reply.kind)).toEqual(['cancelled', 'cancelled', 'compared'])
    expect([1, 2, 3].map((id) => door.finals(id).length)).toEqual([1, 1, 1])
    // The overtaken ones had not begun.
    expect(door.replies.filter((reply) => reply.id < 3)).toHaveLength(2)
  })

  it('a cancel of something that is not under way does nothing', async () => {
    const door = openDoor()
    door.receive({ kind: 'cancel', id: 7 })
    await compared(door)
    door.receive({ kind: 'cancel', id: 1 })
    expect(door.finals(1)).toHaveLength(1)
    expect(door.finals(7)).toHaveLength(0)
  })
})

describe('questions', () => {
  it('EDIT-1 explains a turn of a lane with all candidates and gates', async () => {
    const door = openDoor()
    const { lanes, limit } = await compared(door)
    const turn = lanes[1]?.data.edits[0]?.turn ?? -1
    const reply = await door.send({ kind: 'explain', id: 2, of: 1, lane: '1', turn })
    const trace = readTrace(log(30))
    const config = request.lanes[1]?.config
    if (config === undefined) throw new Error('no second lane')
    const timeline = run(trace, { ...config, max_context_tokens: limit }, { counter: chars4 })
    expect(reply).toEqual({ kind: 'explained', id: 2, ...explain(timeline, turn) })
    expect(reply.kind === 'explained' && reply.decisions[0]?.gated).not.toBeNull()
  })

  it('EDIT-2 gives the text of a block as it came, and as it stands', async () => {
    const door = openDoor()
    const { lanes } = await compared(door)
    const data = lanes[0]?.data
    const part = data?.edits[0]?.blocks.find((one) => one.verb === 'replace')
    if (data === undefined || part === undefined) throw new Error('nothing was replaced')
    const ask = { kind: 'text', of: 1, lane: '2', block: part.block } as const
    const came = await door.send({ ...ask, id: 2 })
    const stands = await door.send({ ...ask, id: 3, tick: data.edits[0]?.tick ?? 0 })
    expect(came.kind === 'text' && came.text).toContain('has text file')
    expect(stands.kind === 'text' && stands.text).toMatch(/^\[Evicted: result of turn/)
  })

  it('VALID-2 gives the request of a turn in both shapes', async () => {
    const door = openDoor()
    await compared(door)
    const ask = { kind: 'request', of: 1, lane: '1', turn: 3 } as const
    const anthropic = await door.send({ ...ask, id: 2, provider: 'anthropic' })
    const openai = await door.send({ ...ask, id: 3, provider: 'openai' })
    expect(anthropic.kind === 'request' && anthropic.request).toMatchObject({
      system: 'You are careful.',
      // The log has no tools, and a request with calls must declare them.
      repairs: [{ action: 'declare-tool', text: 'read_file' }],
    })
    expect(openai.kind === 'request' && openai.request.messages[0]).toMatchObject({ role: 'system' })
  })

  it('still answers after its columns were given away, again and again', async () => {
    const door = openDoor()
    const { lanes } = await compared(door)
    const turn = lanes[0]?.data.edits[0]?.turn ?? -1
    const ask = { kind: 'explain', of: 1, lane: '2', turn } as const
    const first = await door.send({ ...ask, id: 2 })
    expect(await door.send({ ...ask, id: 3 })).toEqual({ ...first, id: 3 })
  })

  it.each([
    ['another comparison', { kind: 'explain', of: 9, lane: '1', turn: 0 }, 'stale-comparison', /: 9$/],
    [
      'an unknown lane',
      { kind: 'explain', of: 1, lane: 'constructor', turn: 0 },
      'unknown-lane',
      /: constructor$/,
    ],
    ['a turn beyond the run', { kind: 'explain', of: 1, lane: '1', turn: 999 }, 'no-such-turn', /not 999$/],
    [
      'a request of a turn before it',
      { kind: 'request', of: 1, lane: '1', turn: -1, provider: 'openai' },
      'no-such-turn',
      /not -1$/,
    ],
  ] as const)('about %s are a problem', async (_, ask, code, message) => {
    const door = openDoor()
    await compared(door)
    const reply = await door.send({ ...ask, id: 5 })
    expect(reply).toMatchObject({ kind: 'problem', id: 5, problems: [{ severity: 'error', code }] })
    expect(reply.kind === 'problem' && reply.problems[0]?.message).toMatch(message)
  })

  it('before any comparison are a problem, not an error', async () => {
    const reply = await openDoor().send({ kind: 'text', id: 1, of: 0, lane: '1', block: 0 })
    expect(reply).toMatchObject({ kind: 'problem', problems: [{ code: 'stale-comparison' }] })
  })
})

describe('problems', () => {
  it.each<[string, Partial<CompareRequest>, string]>([
    ['a text that no reader knows', { source: { kind: 'log', text: '{"what": 1}' } }, 'unknown-format'],
    [
      'a scenario that is not known',
      { source: { kind: 'scenario', name: 'constructor', seed: 1 } },
      'unknown-scenario',
    ],
    [
      'a parameter that is not known',
      { source: { kind: 'scenario', name: 'long-coding', seed: 1, overrides: { speed: 3 } } },
      'unknown-parameter',
    ],
    ['an empty text', { source: { kind: 'log', text: '' } }, 'empty-text'],
    ['no lanes', { lanes: [] }, 'no-lanes'],
    ['the same lane twice', { lanes: [lane('a', 'fifo'), lane('a', 'lru')] }, 'same-lane-twice'],
    ['a share of nothing', { budget: { kind: 'share', share: 0 } }, 'bad-budget'],
    ['a share that is no number', { budget: { kind: 'share', share: NaN } }, 'bad-budget'],
    ['a window that is too small', { budget: { kind: 'tokens', tokens: 5 } }, 'out-of-range'],
    ['a counter that is not known', { counter: 'constructor' as 'chars4' }, 'counter-not-loaded'],
  ])('%s is told by its code', async (_, change, code) => {
    const reply = await openDoor().send({ ...request, ...change, kind: 'compare', id: 1 })
    expect(reply).toMatchObject({ kind: 'problem', id: 1, problems: [{ code }] })
  })

  it('anything else that is thrown is told as unexpected, and the door stays open', async () => {
    const door = openDoor()
    const broken = {
      ...request,
      lanes: [{ ...lane('a', 'fifo'), config: null }],
    } as unknown as CompareRequest
    const reply = await door.send({ ...broken, source: null as never, kind: 'compare', id: 1 })
    expect(reply).toMatchObject({ kind: 'problem', problems: [{ code: 'unexpected', severity: 'error' }] })
    expect((await compared(door, 2)).lanes).toHaveLength(2)
  })
})
