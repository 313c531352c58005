import { describe, expect, it } from 'vitest'
import { ModelFailure, ProblemError } from '../engine/index.ts'
import type { Ask } from '../engine/index.ts'
import { encodeTimeline, readTrace, run } from '../sim/index.ts'
import { fakeWorker, isAbort, reasonOf } from './client-fixture.ts'
import { createSimClient } from './client.ts'
import type { OnAsk } from './client.ts'
import { log, request } from './door-fixture.ts'
import { createDoor } from './door.ts'
import type { Asking, CompareRequest, Comparison, SimRequest } from './protocol.ts'

const lane = {
  name: 'a',
  label: 'A',
  config: { compression: { cascade: { '0.5': 'conversation_compaction' } } },
  model: { name: 'first' },
} as const
const asks: CompareRequest = { ...request, lanes: [lane] }
const ask: Ask = {
  kind: 'compact',
  stage: 'compact',
  turn: 3,
  window: 0,
  sources: [],
  task: '',
  previous: null,
  update: 'anchored',
  maxTokens: 100,
}
const asking: Asking = { n: 5, lane: 'a', ask }

/** Answers that the page has sent since the comparison. */
const answersIn = (sent: readonly SimRequest[]) => sent.filter(({ kind }) => kind === 'answer')

/** A comparison with one request, and the page's answer. */
async function answered(onAsk: OnAsk): Promise<SimRequest | undefined> {
  const worker = fakeWorker()
  const client = createSimClient(worker.port)
  void reasonOf(client.compare(asks, { onAsk }))
  worker.say({ ...asking, kind: 'asking', id: 1 })
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(answersIn(worker.sent)).toHaveLength(1)
  return worker.sent.at(-1)
}

describe('the model request of a lane', () => {
  it('is passed to the page, and the answer is sent back with the number of the request', async () => {
    const heard: Asking[] = []
    const sent = await answered((one) => {
      heard.push(one)
      return Promise.resolve({ text: 'short' })
    })
    expect(heard).toEqual([asking])
    expect(sent).toEqual({ kind: 'answer', id: 1, n: 5, reply: { text: 'short' } })
  })

  it.each<readonly [string, Error, object]>([
    [
      'a failure of the model is recorded',
      new ModelFailure('timeout', 'late'),
      { reply: { failure: 'timeout' } },
    ],
    [
      'a problem stops the comparison',
      new ProblemError([{ severity: 'error', code: 'no-key', message: 'there is no key' }]),
      { stop: [{ severity: 'error', code: 'no-key', message: 'there is no key' }] },
    ],
    [
      'an unexpected exception stops the comparison, too',
      new TypeError('x is no function'),
      {
        stop: [
          {
            severity: 'error',
            code: 'no-answer',
            message: 'the model call failed: x is no function',
          },
        ],
      },
    ],
  ])('LLM-2 %s', async (_, reason, said) => {
    expect(await answered(() => Promise.reject(reason))).toEqual({ kind: 'answer', id: 1, n: 5, ...said })
  })

  it('is refused without a handler: for a lane before it runs, for a fork when it asks', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const reason = await reasonOf(client.compare(asks))
    expect((reason as ProblemError).problems[0]?.code).toBe('no-model')
    expect(worker.sent).toEqual([])
    void reasonOf(client.forks({ id: 7 } as Comparison, { onFork: () => undefined }))
    worker.say({ ...asking, lane: 'a~x', kind: 'asking', id: 1 })
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(worker.sent.at(-1)).toMatchObject({ kind: 'answer', id: 1, n: 5, stop: [{ code: 'no-model' }] })
  })

  it.each<readonly [string, (own: AbortController, client: ReturnType<typeof createSimClient>) => void]>([
    ['its signal', (own) => own.abort()],
    ['a newer one', (_, client) => void reasonOf(client.compare(request))],
    ['the end of the worker', (_, client) => client.close()],
  ])('is aborted if the comparison is ended by %s, and its late answer is not sent', async (_, end) => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const own = new AbortController()
    const signals: AbortSignal[] = []
    let answer: (text: { text: string }) => void = () => undefined
    const onAsk: OnAsk = (_, signal) => {
      signals.push(signal)
      return new Promise((resolve) => (answer = resolve))
    }
    const ended = reasonOf(client.compare(asks, { onAsk, signal: own.signal }))
    worker.say({ ...asking, kind: 'asking', id: 1 })
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    end(own, client)
    expect(isAbort(await ended)).toBe(true)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    answer({ text: 'too late' })
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(answersIn(worker.sent)).toEqual([])
    // A request after the end is ignored.
    worker.say({ ...asking, n: 6, kind: 'asking', id: 1 })
    expect(signals).toHaveLength(1)
  })
})

it('a growing conversation is sent once for each revision', async () => {
  const worker = fakeWorker()
  const client = createSimClient(worker.port)
  const trace = readTrace(log(3))
  const sources: unknown[] = []
  const compare = async (revision: number, arrives: boolean) => {
    const source = { kind: 'trace', id: 4, revision, trace } as const
    const done = client.compare({ ...request, source })
    const last = worker.sent.at(-1)
    if (last?.kind === 'compare') sources.push([last.source.kind, revision])
    if (!arrives) return void reasonOf(done)
    worker.say({ ...({ id: last?.id ?? 0, lanes: [] } as unknown as Comparison), kind: 'compared' })
    await done
  }
  await compare(1, true)
  await compare(1, true)
  await compare(2, false)
  await compare(2, true)
  await compare(2, true)
  expect(sources).toEqual([
    ['trace', 1],
    ['kept-trace', 1],
    ['trace', 2],
    ['trace', 2],
    ['kept-trace', 2],
  ])
})

it('LLM-1 works through structured clones with a real worker side: a lane, its forks, and the size of a request', async () => {
  const worker = fakeWorker()
  const door = createDoor(
    (reply, transfer) => {
      worker.say(structuredClone(reply, { transfer: [...transfer] }))
    },
    { now: () => 0, pause: () => Promise.resolve() },
  )
  const client = createSimClient({
    ...worker.port,
    postMessage(message) {
      door.receive(structuredClone(message))
    },
  })
  const heard: string[] = []
  const onAsk: OnAsk = async ({ lane: name, ask: { turn } }) => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    heard.push(name)
    return { text: `the answer of turn ${turn}` }
  }
  const turn = 25
  const fork = { id: 'x', label: '', turn, interventions: [{ turn, kind: 'compact' }] } as const
  const comparison = await client.compare({ ...asks, lanes: [{ ...lane, forks: [fork] }] }, { onAsk })
  const data = comparison.lanes[0]?.data
  if (data === undefined) throw new Error('no lane')
  expect(data.spec.answers.length).toBe(heard.length)
  const config = { ...lane.config, max_context_tokens: comparison.limit }
  const again = run(readTrace(log(30)), config, { answers: data.spec.answers })
  expect(encodeTimeline(again.data)).toBe(encodeTimeline({ ...data, title: again.data.title }))
  heard.length = 0
  const forks: string[] = []
  await client.forks(comparison, { onFork: ({ fork: one }) => void forks.push(one.kind), onAsk })
  expect([forks, new Set(heard)]).toEqual([['run'], new Set(['a~x'])])
  const last = data.turns.at(-1)
  const { chars4 } = await client.ask('sizes', comparison, 'a', { turn: last?.turn ?? 0 })
  expect(chars4).toBe(last?.used)
})
