import { describe, expect, it } from 'vitest'
import { answersOf, encodeTimeline, explain, readTrace, run } from '../sim/index.ts'
import type { TimelineData } from '../sim/index.ts'
import { compared, comparedWithForks, lane, log, openDoor, request } from './door-fixture.ts'
import type { CompareRequest, ForkRequest, LaneRequest, Said, SimReply } from './protocol.ts'

type AskingReply = Extract<SimReply, { kind: 'asking' }>

/** A lane that summarizes its old messages again and again. */
const asking: LaneRequest = {
  name: 'a',
  label: 'A',
  config: { compression: { cascade: { '0.5': 'conversation_compaction' } } },
  model: { name: 'first' },
}
const asks: CompareRequest = { ...request, lanes: [asking, lane('f', 'fifo')] }
const trace = readTrace(log(30), { filename: 'reads.json' })

/** A door, and the model that the page calls. */
function openAsked(say: (reply: AskingReply) => Said | null = said) {
  const asked: AskingReply[] = []
  const door = openDoor(undefined, (reply) => {
    if (reply.kind !== 'asking') return
    asked.push(reply)
    const answer = say(reply)
    // A model takes its time.
    if (answer !== null) setTimeout(() => answerTo(reply, answer), 1)
  })
  const answerTo = ({ id, n }: AskingReply, answer: Said): void => {
    door.receive({ kind: 'answer', id, n, ...answer })
  }
  return {
    ...door,
    door,
    asked,
    answerTo,
    asking: () => until(() => asked.length > 0),
  }
}

function said({ ask: { kind, turn } }: AskingReply): {
  readonly reply: { readonly text: string }
} {
  return {
    reply: { text: `${kind} of turn ${turn}, in the words of a model` },
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 4000 && !holds(); turn++) await new Promise((resolve) => setTimeout(resolve, 1))
  if (!holds()) throw new Error('it never came to that')
}

const dataOf = (lanes: readonly { readonly name: string; readonly data: TimelineData }[], name = 'a') => {
  const found = lanes.find((one) => one.name === name)?.data
  if (found === undefined) throw new Error(`no lane ${name}`)
  return found
}

/** The run of the lane without door and model, from the recorded answers. */
const recordedRun = ({ limit, spec }: TimelineData, more: Parameters<typeof run>[2] = {}) =>
  run(trace, { ...asking.config, max_context_tokens: limit }, { answers: spec.answers, ...more })

describe('a lane with a model', () => {
  it('LLM-1 EDIT-3 gets its answers from the page, with the bytes of a run with the recorded answers', async () => {
    const page = openAsked()
    const { lanes } = await compared(page.door, 1, asks)
    const data = dataOf(lanes)
    expect(page.asked.length).toBeGreaterThan(1)
    expect(data.spec.answers).toEqual(page.asked.map((one) => said(one).reply))
    expect(encodeTimeline(recordedRun(data).data)).toBe(encodeTimeline(data))
    expect(page.asked.map(({ lane: name, ask: { turn } }) => [name, turn])).toEqual(
      data.asks.map(({ turn }) => ['a', turn]),
    )
    expect(new Set(page.asked.map(({ n }) => n)).size).toBe(page.asked.length)
    // The other lane calls no model, and the mock would have answered differently.
    expect(dataOf(lanes, 'f').spec.answers).toEqual([])
    const { model: _, ...mock } = asking
    const mocked = await compared(openDoor(), 1, { ...asks, lanes: [mock] })
    expect(dataOf(mocked.lanes).contents).not.toEqual(data.contents)
  })

  it('reports its progress, and sends a preview before it waits for the model', async () => {
    const page = openAsked()
    await compared(page.door, 1, {
      ...asks,
      preview: { window: 0, height: 120, maxBands: 60 },
    })
    const kinds = page.replies.map((reply) => ('lane' in reply && reply.lane === 'a' ? reply.kind : ''))
    expect(kinds.indexOf('preview')).toBeGreaterThan(-1)
    expect(kinds.indexOf('preview')).toBeLessThan(kinds.indexOf('asking'))
    const done = page.replies.flatMap((reply) =>
      reply.kind === 'progress' && reply.lane === 'a' ? [reply.done] : [],
    )
    expect(done.length).toBeGreaterThan(3)
    expect([done[0], done.at(-1)]).toEqual([0, trace.turns.length])
    expect(done).toEqual(done.toSorted((a, b) => a - b))
  })

  it('is run again only for another model', async () => {
    const page = openAsked()
    const first = dataOf((await compared(page.door, 1, asks)).lanes)
    const count = page.asked.length
    const again = await compared(page.door, 2, { ...asks, lanes: [asking] })
    expect([page.asked.length, encodeTimeline(dataOf(again.lanes))]).toEqual([count, encodeTimeline(first)])
    await compared(page.door, 3, {
      ...asks,
      lanes: [{ ...asking, model: { name: 'second' } }],
    })
    expect(page.asked.length).toBe(2 * count)
  })

  it('LLM-1 a failed request is recorded, and the run continues', async () => {
    const page = openAsked((one) => (one.n === 1 ? { reply: { failure: 'timeout' } } : said(one)))
    const data = dataOf((await compared(page.door, 1, asks)).lanes)
    expect(data.asks[0]).toMatchObject({
      failure: 'timeout',
      verdict: 'failed',
    })
    expect(data.turns).toHaveLength(trace.turns.length)
    expect(encodeTimeline(recordedRun(data).data)).toBe(encodeTimeline(data))
  })

  it('LLM-1 a request without a usable answer is made again when the model writes again, and not for a change beside it', async () => {
    let refuses = true
    const page = openAsked((one) =>
      !refuses ? said(one) : { reply: one.n % 2 === 0 ? { text: ' ' } : { failure: 'error' } },
    )
    await compared(page.door, 1, asks)
    const failed = page.asked.length
    expect(failed).toBeGreaterThan(0)
    refuses = false
    const beside = { ...asks, lanes: [asking, lane('l', 'lru')] }
    await compared(page.door, 2, { ...beside, shown: 1 })
    expect(page.asked).toHaveLength(failed)
    const { model: _, ...mock } = asking
    await compared(page.door, 3, { ...beside, lanes: [mock], shown: 2 })
    const data = dataOf((await compared(page.door, 4, { ...beside, shown: 3 })).lanes)
    expect(data.spec.answers).toEqual(page.asked.slice(failed).map((one) => said(one).reply))
  })

  it('LLM-1 a person may ask again, and forks then go on from the new answers', async () => {
    let refuses = true
    const page = openAsked((one) => (refuses ? { reply: { failure: 'error' } } : said(one)))
    const fork: ForkRequest = { id: 'x', label: 'x', turn: 20, interventions: [] }
    const forked = { ...asks, lanes: [{ ...asking, forks: [fork] }] }
    await comparedWithForks(page.door, 1, forked)
    refuses = false
    const { lanes } = await comparedWithForks(page.door, 2, { ...forked, shown: 1, again: true })
    const data = dataOf(lanes)
    expect(data.spec.answers.length).toBeGreaterThan(0)
    expect(data.spec.answers.filter((one) => 'failure' in one)).toEqual([])
    const [ran] = lanes[0]?.forks ?? []
    // Nothing is done in it, so it is the lane.
    expect(ran).toMatchObject({ kind: 'run', data: { spec: { answers: data.spec.answers } } })
  })

  it('LLM-1 a run of a file is played without the model, and its answers are used by no other run', async () => {
    const page = openAsked()
    const { spec, asks: asked } = dataOf((await compared(page.door, 1, asks)).lanes)
    // As from a file.
    const recorded = [
      { spec: JSON.parse(JSON.stringify(spec)) as typeof spec, turns: asked.map(({ turn }) => turn) },
    ]
    const opened = { ...asks, lanes: [{ ...asking, model: { name: 'first', recorded } }] }
    const other = openAsked()
    const played = dataOf((await compared(other.door, 1, opened)).lanes)
    expect(encodeTimeline(played)).toBe(encodeTimeline(dataOf((await compared(page.door, 2, asks)).lanes)))
    expect(other.asked).toEqual([])
    const narrower = { ...opened, budget: { kind: 'tokens', tokens: played.limit - 500 } } as const
    const data = dataOf((await compared(other.door, 2, narrower)).lanes)
    expect(other.asked).toHaveLength(data.asks.length)
  })

  it('LLM-2 a problem of the page stops the comparison with its message; the next comparison starts again', async () => {
    const problem = {
      severity: 'error',
      code: 'key-refused',
      message: 'the key was refused',
    } as const
    let refuses = true
    const page = openAsked((one) => (refuses && one.n === 2 ? { stop: [problem] } : said(one)))
    expect(await page.send({ ...asks, kind: 'compare', id: 1 })).toEqual({
      kind: 'problem',
      id: 1,
      problems: [problem],
    })
    refuses = false
    await compared(page.door, 2, asks)
  })

  it.each<readonly [string, (page: ReturnType<typeof openAsked>) => void]>([
    ['a cancel', (page) => page.receive({ kind: 'cancel', id: 1 })],
    ['a newer comparison', (page) => page.receive({ ...request, kind: 'compare', id: 2 })],
  ])('%s ends the waiting for an answer, and a late answer is ignored', async (_, stop) => {
    const page = openAsked(() => null)
    const ended = page.send({ ...asks, kind: 'compare', id: 1 })
    await page.asking()
    stop(page)
    expect(await ended).toEqual({ kind: 'cancelled', id: 1 })
    page.answerTo(page.asked[0] as AskingReply, {
      reply: { text: 'too late' },
    })
    await compared(page.door, 3, request)
    expect(page.finals(1)).toHaveLength(1)
    expect(page.asked).toHaveLength(1)
  })

  it('an answer to any request other than the waiting one is ignored', async () => {
    const page = openAsked(() => null)
    const ended = page.send({ ...asks, kind: 'compare', id: 1 })
    await page.asking()
    const [first] = page.asked as [AskingReply]
    page.answerTo({ ...first, n: first.n + 1 }, { reply: { text: 'to nobody' } })
    page.answerTo({ ...first, id: 9 }, { reply: { text: 'to nobody' } })
    page.answerTo(first, { reply: { text: 'to the first' } })
    await until(() => page.asked.length > 1)
    page.answerTo(first, { reply: { text: 'said twice' } })
    const stop = {
      severity: 'error',
      code: 'enough',
      message: 'enough',
    } as const
    page.answerTo(page.asked[1] as AskingReply, { stop: [stop] })
    expect(await ended).toMatchObject({ kind: 'problem', problems: [stop] })
  })
})

describe('questions about a lane with a model', () => {
  it('EDIT-1 are answered from the recorded answers, without asking the model', async () => {
    const page = openAsked()
    // A search runs the conversation many times.
    const short = log(10)
    const { lanes, id: of } = await compared(page.door, 1, {
      ...asks,
      source: { kind: 'log', text: short },
    })
    const data = dataOf(lanes)
    const count = page.asked.length
    expect(count).toBeGreaterThan(0)
    const { answers } = data.spec
    const timeline = run(readTrace(short), { ...asking.config, max_context_tokens: data.limit }, { answers })
    const turn = data.asks.at(-1)?.turn ?? 0
    expect(await page.send({ kind: 'explain', id: 2, of, lane: 'a', turn })).toEqual({
      kind: 'explain',
      id: 2,
      answer: explain(timeline, turn),
    })
    const summary = data.edits.findLast(({ compression }) => compression !== null)
    const block = summary?.blocks[0]?.block ?? 0
    const text = await page.send({
      kind: 'text',
      id: 3,
      of,
      lane: 'a',
      block,
      tick: summary?.tick ?? 0,
    })
    expect(text.kind).toBe('text')
    const path = ['eviction', 'target']
    for (const question of [
      { kind: 'scores', id: 4, of, lane: 'a', block },
      { kind: 'savings', id: 5, of, lane: 'a', block },
      { kind: 'unmoved', id: 6, of, lane: 'a', path },
    ] as const) {
      expect((await page.send(question)).kind).toBe(question.kind)
    }
    expect(page.asked).toHaveLength(count)
  })

  it('LED-1 sizes are given by every counter, and the lane’s own equals the ledger', async () => {
    const page = openAsked()
    const { lanes, id: of } = await compared(page.door, 1, asks)
    const record = dataOf(lanes).turns.at(-1)
    const turn = record?.turn ?? 0
    const reply = await page.send({
      kind: 'sizes',
      id: 2,
      of,
      lane: 'a',
      turn,
    })
    if (reply.kind !== 'sizes') throw new Error(`answered ${JSON.stringify(reply)}`)
    expect(Object.keys(reply.answer)).toEqual(['chars4', 'o200k_base', 'cl100k_base'])
    expect(reply.answer.chars4).toBe(record?.used)
    expect(reply.answer.o200k_base).toBeGreaterThan(0)
    expect(reply.answer.o200k_base).not.toBe(record?.used)
    expect(await page.send({ kind: 'sizes', id: 3, of, lane: 'a', turn: 999 })).toMatchObject({
      kind: 'problem',
      problems: [{ code: 'no-such-turn' }],
    })
  })
})

describe('forks of a lane with a model', () => {
  /** Stops it when some of its summaries are made and others are not. */
  async function leaving() {
    const page = openAsked()
    const data = dataOf((await compared(page.door, 1, asks)).lanes)
    const turn = data.asks[Math.floor(data.asks.length / 2)]?.turn ?? 0
    const before = data.asks.filter((ask) => ask.turn < turn).length
    expect([before > 0, before < data.asks.length]).toEqual([true, true])
    const fork: ForkRequest = {
      id: 'x',
      label: '',
      turn,
      interventions: [{ turn, kind: 'compact' }],
    }
    return { page, data, turn, before, fork }
  }

  it('EDIT-4 ask the model only for requests from the turn of the fork on', async () => {
    const { page, data, turn, before, fork } = await leaving()
    page.asked.length = 0
    const { lanes } = await comparedWithForks(page.door, 2, {
      ...asks,
      lanes: [{ ...asking, forks: [fork] }],
    })
    const [forked] = lanes[0]?.forks ?? []
    if (forked?.kind !== 'run') throw new Error(`not run: ${JSON.stringify(forked)}`)
    expect(page.asked.map(({ lane: name, ask }) => [name, ask.turn >= turn])).toEqual(
      page.asked.map(() => ['a~x', true]),
    )
    expect(page.asked).toHaveLength(forked.data.asks.length - before)
    expect(forked.data.spec.answers.slice(0, before)).toEqual(answersOf(data).slice(0, before))
    const { answers } = forked.data.spec
    const alone = recordedRun(data, {
      answers,
      interventions: fork.interventions,
    })
    expect(encodeTimeline(forked.data)).toBe(encodeTimeline(alone.data))
  })

  it('without an answer say why, and are run again later', async () => {
    const { page, fork } = await leaving()
    const stop = {
      severity: 'error',
      code: 'no-model',
      message: 'nobody answers',
    } as const
    const own = { ...asks, lanes: [{ ...asking, forks: [fork] }] }
    const silent = openAsked((one) => (one.lane === 'a' ? said(one) : { stop: [stop] }))
    const refused = await comparedWithForks(silent.door, 1, own)
    expect(refused.lanes[0]?.forks).toMatchObject([{ kind: 'refused', problems: [stop] }])
    // None of it is remembered.
    const later = await compared(silent.door, 2, own)
    expect(later.lanes[0]?.forks).toEqual([])
    const ran = await comparedWithForks(page.door, 3, own)
    expect(ran.lanes[0]?.forks).toMatchObject([{ kind: 'run' }])
  })
})
