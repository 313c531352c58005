import { describe, expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { reserveOf } from '../engine/internal.ts'
import { readTrace, run, takeIn, unmanagedPeak } from '../sim/index.ts'
import { scenario } from '../testing/shared-traces.ts'
import { OPEN, compareRuns } from '../sim/internal.ts'
import { smallestDrawn, strata } from '../view/index.ts'
import { compared, lane, log, openDoor, request } from './door-fixture.ts'
import type { CompareRequest, LaneRequest } from './protocol.ts'

describe('a comparison', () => {
  it('gives the results of the simulator, lane by lane, in the requested order', async () => {
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

  it('STRAT-1 all lanes have the same limit and reserve', async () => {
    const { lanes, limit } = await compared(openDoor(), 1, {
      ...request,
      budget: { kind: 'tokens', tokens: 9000 },
    })
    expect(limit).toBe(9000)
    expect(lanes.map(({ data }) => [data.limit, data.reserve])).toEqual(
      [1, 2].map(() => [9000, reserveOf(9000, 0.05)]),
    )
  })

  it('never uses a smaller window than a config can have', async () => {
    const { limit, peak } = await compared(openDoor(), 1, {
      ...request,
      budget: { kind: 'share', share: 0.01 },
    })
    expect(peak * 0.01).toBeLessThan(2000)
    expect(limit).toBe(2000)
  })

  it('reports its steps in order, and the progress of each lane up to its last turn', async () => {
    const door = openDoor()
    const { trace } = await compared(door)
    const reports = door.replies.filter((reply) => reply.kind === 'progress')
    const steps = reports.map(({ step, lane: name }) => `${step} ${name ?? ''}`.trim())
    expect(steps.filter((step, index) => step !== steps[index - 1])).toEqual([
      'read',
      'count',
      'needs',
      'run 2',
      'run 1',
      'compare',
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
    expect(new Set(reports.map((report) => report.step))).toEqual(new Set(['run', 'compare']))
    const other = await compared(door, 3, { ...request, source: { kind: 'log', text: log(31) } })
    expect(other.trace.turns).not.toBe((await compared(door, 4)).trace.turns)
  })
})

describe('previews', () => {
  const preview = { window: 0, height: 120, maxBands: 60 }
  const previews = (door: ReturnType<typeof openDoor>, id = 1) =>
    door.replies.flatMap((reply) => (reply.kind === 'preview' && reply.id === id ? [reply] : []))

  it('come lane by lane before the results, and the last one shows the whole run', async () => {
    const door = openDoor()
    const { lanes, limit } = await compared(door, 1, { ...request, preview })
    const all = previews(door)
    expect(new Set(all.map(({ lane: name }) => name))).toEqual(new Set(['2', '1']))
    const smallerThan = smallestDrawn(limit, 120, 2)
    for (const { name, data } of lanes) {
      const picture = structuredClone(strata(data, { window: 0, smallerThan, maxBands: 60 }))
      const last = all.findLast((one) => one.lane === name)
      expect(last?.picture).toEqual(picture)
      expect(picture.bands.length).toBeGreaterThan(10)
    }
    const kinds = door.replies.map((reply) => (reply.kind === 'progress' ? reply.lane : reply.kind))
    // The first lane is on the screen before the second starts.
    expect(kinds.indexOf('preview')).toBeLessThan(kinds.indexOf('1'))
    expect(kinds.at(-1)).toBe('compared')
  })

  it('EDIT-4 of an unfinished run show its turns so far, equal to those of the whole run', async () => {
    const door = openDoor()
    const { lanes, limit } = await compared(door, 1, { ...request, preview })
    const smallerThan = smallestDrawn(limit, 120, 2)
    const [{ data } = { data: null }] = lanes
    if (data === null) throw new Error('no first lane')
    const partial = previews(door).filter(
      ({ lane: name, picture }) => name === '2' && picture.to < data.turns.length,
    )
    expect(partial.length).toBeGreaterThan(0)
    for (const { picture } of partial) {
      const turns = data.turns.slice(0, picture.to)
      const end = (turns.at(-1)?.responded ?? turns.at(-1)?.points.sent)?.tick ?? 0
      const began = Array.from({ length: data.spans.length }, (_, row) => row).filter(
        (row) => (data.spans.fromTick[row] ?? 0) <= end,
      )
      const column = <Column extends Int32Array | Uint8Array | Float64Array>(of: Column): Column =>
        of.filter((_: number, row: number) => began.includes(row)) as Column
      const { spans } = data
      const soFar = {
        ...data,
        turns,
        edits: data.edits.filter((edit) => edit.tick <= end),
        spans: {
          length: began.length,
          block: column(spans.block),
          version: column(spans.version),
          window: column(spans.window),
          fromTick: column(spans.fromTick),
          toTick: column(spans.toTick).map((tick) => (tick > end ? OPEN : tick)),
          state: column(spans.state),
          order: column(spans.order),
          tokens: column(spans.tokens),
          content: column(spans.content),
        },
      }
      expect(picture).toEqual(structuredClone(strata(soFar, { window: 0, smallerThan, maxBands: 60 })))
    }
  })

  it('are only sent on request', async () => {
    const door = openDoor()
    await compared(door)
    expect(previews(door)).toEqual([])
  })

  it('come first for the lane named as the first, and the results keep their order', async () => {
    const door = openDoor()
    const { lanes, firstDivergence } = await compared(door, 1, { ...request, preview, first: '1' })
    expect([...new Set(previews(door).map(({ lane: name }) => name))]).toEqual(['1', '2'])
    expect(lanes.map(({ name }) => name)).toEqual(['2', '1'])
    const plain = await compared(door, 2, { ...request, first: 'no such lane' })
    expect([plain.lanes, plain.firstDivergence]).toEqual([lanes, firstDivergence])
  })

  it('come only for the named lanes if some are named', async () => {
    const door = openDoor()
    await compared(door, 1, { ...request, preview: { ...preview, lanes: ['1'] } })
    expect([...new Set(previews(door).map(({ lane: name }) => name))]).toEqual(['1'])
  })

  it('of a window that no turn reached are empty, not an error', async () => {
    const door = openDoor()
    await compared(door, 1, { ...request, preview: { ...preview, window: 5 } })
    expect(previews(door)[0]?.picture.bands).toEqual([])
  })
})

describe('a log kept by the worker', () => {
  const kept = { ...request, source: { kind: 'kept' } as const }

  it('can be used again without being sent', async () => {
    const door = openDoor()
    const whole = await compared(door)
    const again = await compared(door, 2, kept)
    expect({ ...again, id: 1 }).toEqual(whole)
  })

  it('is dropped by a scenario, and is missing before any log', async () => {
    const door = openDoor()
    const gone = { kind: 'problem', problems: [{ code: 'log-not-kept' }] }
    expect(await door.send({ ...kept, kind: 'compare', id: 1 })).toMatchObject(gone)
    await compared(door, 2)
    await compared(door, 3, { ...request, source: { kind: 'scenario', name: 'axios-migration', seed: 7 } })
    expect(await door.send({ ...kept, kind: 'compare', id: 4 })).toMatchObject(gone)
  })
})

describe('a system prompt and tools given by hand', () => {
  const tools = JSON.stringify([{ name: 'read_file', input_schema: {} }])
  const withSetup = (setup: { system?: string; tools?: string }): CompareRequest => ({
    ...request,
    source: { kind: 'log', text: log(30), filename: 'reads.json', setup },
  })
  const steps = (door: ReturnType<typeof openDoor>, id: number) =>
    new Set(
      door.replies.flatMap((reply) => (reply.kind === 'progress' && reply.id === id ? [reply.step] : [])),
    )

  it('change the conversation without reading the log again', async () => {
    const door = openDoor()
    const { trace, peak } = await compared(door, 1)
    expect(trace.setup).toEqual({ system: true, tools: 0, inferred: 0 })
    const given = await compared(door, 2, withSetup({ system: 'Be careful. '.repeat(400), tools }))
    expect(given.trace.setup).toEqual({ system: true, tools: 1, inferred: 0 })
    expect(given.trace.blocks).toBe(trace.blocks + 1)
    expect(given.peak).toBeGreaterThan(peak + 1000)
    expect(steps(door, 2)).toEqual(new Set(['count', 'needs', 'run', 'compare']))
    // Sending the same setup again changes nothing; without it the log is unchanged.
    await compared(door, 3, withSetup({ system: 'Be careful. '.repeat(400), tools }))
    expect(steps(door, 3)).toEqual(new Set(['run', 'compare']))
    const blank = await compared(door, 4, withSetup({ system: '', tools: '' }))
    expect(blank.lanes.map((one) => one.data.hash)).toEqual(
      (await compared(door, 5)).lanes.map((one) => one.data.hash),
    )
    expect(steps(door, 5)).toEqual(new Set(['run', 'compare']))
  })

  it('report problems with the name of their field, and the log is kept', async () => {
    const door = openDoor()
    await compared(door, 1)
    const reply = await door.send({ ...withSetup({ tools: '[{"name": 5}]' }), kind: 'compare', id: 2 })
    expect(reply).toMatchObject({
      kind: 'problem',
      problems: [{ path: 'setup.tools[0].name', found: '5', line: 1, column: 11 }],
    })
    await compared(door, 3, withSetup({ tools }))
    expect(steps(door, 3)).toEqual(new Set(['count', 'needs', 'run', 'compare']))
  })
})

it('runs a scenario by its name, seed and overrides', async () => {
  const door = openDoor()
  const overrides = { turns: 80, spread: 0 }
  const source = { kind: 'scenario', name: 'long-coding', seed: 7, overrides } as const
  const { trace, lanes } = await compared(door, 1, {
    ...request,
    source,
    budget: { kind: 'share', share: 0.3 },
  })
  const made = scenario('long-coding', 7, overrides)
  expect(trace).toMatchObject({ turns: made.turns.length, title: made.source.title, source: { seed: 7 } })
  expect(lanes[0]?.data.needs.length).toBeGreaterThan(0)
  // Another seed gives another conversation, not the stored one.
  const other = await compared(door, 2, { ...request, source: { ...source, seed: 8 } })
  expect(other.lanes[0]?.data.spec.trace).not.toBe(lanes[0]?.data.spec.trace)
})

describe('unchanged lanes', () => {
  it('are not run again if other lanes are added, moved or removed', async () => {
    const door = openDoor()
    await compared(door)
    const [fifo, hybrid] = request.lanes as [LaneRequest, LaneRequest]
    const ran = (id: number): Set<string | undefined> =>
      new Set(
        door.replies.flatMap((reply) =>
          reply.kind === 'progress' && reply.id === id && reply.step === 'run' && reply.done < reply.total
            ? [reply.lane]
            : [],
        ),
      )
    const swapped = await compared(door, 2, { ...request, lanes: [hybrid, fifo] })
    expect(ran(2)).toEqual(new Set())
    const fresh = await compared(openDoor(), 1, { ...request, lanes: [hybrid, fifo] })
    expect({ ...swapped, id: 1 }).toEqual(fresh)
    await compared(door, 3, { ...request, lanes: [hybrid, lane('3', 'lru')] })
    expect(ran(3)).toEqual(new Set(['3']))
    await compared(door, 4, { ...request, budget: { kind: 'share', share: 0.4 } })
    expect(ran(4)).toEqual(new Set(['1', '2']))
  })
})

describe('cancelling', () => {
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

  it('a newer comparison cancels the previous one, and each gets one reply', async () => {
    const door = openDoor()
    const replies = await Promise.all([1, 2, 3].map((id) => door.send({ ...request, kind: 'compare', id })))
    expect(replies.map((reply) => reply.kind)).toEqual(['cancelled', 'cancelled', 'compared'])
    expect([1, 2, 3].map((id) => door.finals(id).length)).toEqual([1, 1, 1])
    // The superseded requests had not started.
    expect(door.replies.filter((reply) => reply.id < 3)).toHaveLength(2)
  })

  it('the comparison on the screen answers however many are cancelled after their last lane', async () => {
    const door = openDoor(() => {
      // The first pause is before their results are made.
      const last = door.replies.at(-1)
      if (last?.kind !== 'progress' || last.step !== 'compare' || last.id === 1) return
      if (++pauses % 2 === 0) door.receive({ kind: 'cancel', id: last.id })
    })
    let pauses = 0
    await compared(door, 1)
    for (const id of [2, 3]) {
      const budget = { kind: 'tokens' as const, tokens: 6000 + id }
      const { kind } = await door.send({ ...request, budget, shown: 1, kind: 'compare', id })
      expect(kind).toBe('cancelled')
    }
    expect(await door.send({ kind: 'explain', id: 4, of: 1, lane: '1', turn: 10 })).toMatchObject({
      kind: 'explain',
      answer: { turn: 10 },
    })
  })

  it('a cancel of something that is not running does nothing', async () => {
    const door = openDoor()
    door.receive({ kind: 'cancel', id: 7 })
    await compared(door)
    door.receive({ kind: 'cancel', id: 1 })
    expect(door.finals(1)).toHaveLength(1)
    expect(door.finals(7)).toHaveLength(0)
  })
})

describe('problems', () => {
  it.each<[string, Partial<CompareRequest>, string]>([
    ['a text of unknown format', { source: { kind: 'log', text: '{"what": 1}' } }, 'unknown-format'],
    [
      'an unknown scenario',
      { source: { kind: 'scenario', name: 'constructor', seed: 1 } },
      'unknown-scenario',
    ],
    [
      'an unknown parameter',
      { source: { kind: 'scenario', name: 'long-coding', seed: 1, overrides: { speed: 3 } } },
      'unknown-parameter',
    ],
    ['an empty text', { source: { kind: 'log', text: '' } }, 'empty-text'],
    ['no lanes', { lanes: [] }, 'no-lanes'],
    ['the same lane twice', { lanes: [lane('a', 'fifo'), lane('a', 'lru')] }, 'same-lane-twice'],
    ['a share of nothing', { budget: { kind: 'share', share: 0 } }, 'bad-budget'],
    ['a share that is not a number', { budget: { kind: 'share', share: NaN } }, 'bad-budget'],
    ['a window that is too small', { budget: { kind: 'tokens', tokens: 5 } }, 'out-of-range'],
    ['an unknown counter', { counter: 'constructor' as 'chars4' }, 'counter-not-loaded'],
  ])('%s is reported with its code', async (_, change, code) => {
    const reply = await openDoor().send({ ...request, ...change, kind: 'compare', id: 1 })
    expect(reply).toMatchObject({ kind: 'problem', id: 1, problems: [{ code }] })
  })

  it('any other exception is reported as unexpected, and the worker continues to answer', async () => {
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
