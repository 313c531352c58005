import { describe, expect, it, vi } from 'vitest'
import { completeConfig } from '../config/index.ts'
import { ProblemError } from '../engine/index.ts'
import { scenario } from '../testing/shared-traces.ts'
import { run } from '../sim/index.ts'
import { strata } from '../view/index.ts'
import { fakeWorker, isAbort, reasonOf } from './client-fixture.ts'
import { createSimClient } from './client.ts'
import { holdLife } from './life.ts'
import type { WorkerPort } from './client.ts'
import { createDoor } from './door.ts'
import type { CompareRequest, Comparison, LanePreview, SimReply, SourceRequest } from './protocol.ts'

const request: CompareRequest = {
  source: { kind: 'log', text: 'User: hello' },
  lanes: [{ name: 'a', label: 'A', config: completeConfig({ strategy: 'evict' }) }],
  budget: { kind: 'tokens', tokens: 4000 },
  counter: 'chars4',
}

/** A run without turns. */
const NOTHING = run({ ...scenario('axios-migration', 1), turns: [], needs: [] }, {}).data

const comparison = (id: number): Comparison => ({
  id,
  trace: {
    title: '',
    source: { kind: 'log', name: '', title: '', seed: null, filename: null },
    turns: 0,
    windows: [],
    blocks: 0,
    intake: { records: 0, problems: [], ignored: [], inferred: [] },
    usage: false,
    calibration: null,
    fit: null,
    factor: null,
    model: null,
    calls: 0,
    fits: [],
    conversations: [],
    conversation: 0,
    cut: null,
    recordedCompactions: 0,
    recordedActs: 0,
    setup: { system: false, tools: 0, inferred: 0 },
  },
  peak: 0,
  windows: { start: 'content', model: null, content: { tokens: 0, overhead: 0, peak: 0 } },
  limit: 4000,
  lanes: [],
  firstDivergence: null,
})

it('accepts a real Worker as its port', () => {
  const accepts = (worker: Worker): WorkerPort => worker
  expect(accepts).toBeTypeOf('function')
})

describe('forks', () => {
  const fork = { kind: 'refused', id: 'f', label: '', turn: 3, problems: [] } as const

  it('are passed on one by one until the end; a newer request cancels the previous one', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const heard: unknown[] = []
    const onFork = (later: unknown): void => void heard.push(later)
    const first = reasonOf(client.forks(comparison(7), { onFork }))
    const second = client.forks(comparison(8), { onFork })
    expect(worker.sent).toEqual([
      { kind: 'forks', id: 1, of: 7 },
      { kind: 'cancel', id: 1 },
      { kind: 'forks', id: 2, of: 8 },
    ])
    expect(isAbort(await first)).toBe(true)
    worker.say({ kind: 'forked', id: 1, lane: 'a', fork })
    worker.say({ kind: 'forked', id: 2, lane: 'a', fork })
    worker.say({ kind: 'forks', id: 2 })
    worker.say({ kind: 'forked', id: 2, lane: 'a', fork })
    await second
    expect(heard).toEqual([{ lane: 'a', fork }])
  })
})

describe('compare', () => {
  it('sends the request with an id, and resolves with the reply that has this id', async () => {
    const worker = fakeWorker()
    const promise = createSimClient(worker.port).compare(request)
    expect(worker.sent).toEqual([{ ...request, kind: 'compare', id: 1 }])
    worker.say({ kind: 'compared', ...comparison(99) })
    worker.say({ kind: 'compared', ...comparison(1) })
    expect(await promise).toEqual(comparison(1))
  })

  it('reports progress in order, and none after the end', async () => {
    const worker = fakeWorker()
    const heard: unknown[] = []
    const promise = createSimClient(worker.port).compare(request, {
      onProgress: (report) => heard.push(report),
    })
    worker.say({ kind: 'progress', id: 1, step: 'count', done: 0, total: 1 })
    worker.say({ kind: 'progress', id: 1, step: 'run', lane: 'a', done: 8, total: 16 })
    worker.say({ kind: 'compared', ...comparison(1) })
    worker.say({ kind: 'progress', id: 1, step: 'run', lane: 'a', done: 16, total: 16 })
    await promise
    expect(heard).toEqual([
      { step: 'count', done: 0, total: 1 },
      { step: 'run', lane: 'a', done: 8, total: 16 },
    ])
  })

  it('passes on previews in order, and none after the end or an abort', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const heard: unknown[] = []
    const onPreview = (preview: LanePreview): void => void heard.push(preview.lane)
    const stop = new AbortController()
    const preview = (id: number, lane: string): SimReply => ({
      kind: 'preview',
      id,
      lane,
      picture: strata(NOTHING),
    })
    const promise = client.compare(request, { onPreview })
    worker.say(preview(1, 'a'))
    worker.say(preview(1, 'b'))
    worker.say({ kind: 'compared', ...comparison(1) })
    worker.say(preview(1, 'late'))
    await promise
    const second = client.compare(request, { onPreview, signal: stop.signal })
    worker.say(preview(2, 'c'))
    stop.abort()
    worker.say(preview(2, 'aborted'))
    expect(isAbort(await reasonOf(second))).toBe(true)
    expect(heard).toEqual(['a', 'b', 'c'])
  })

  it('sends a log once, and then refers to it until the worker may have read another one', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const ask = async (source: SourceRequest, id: number, answered = true): Promise<unknown> => {
      const promise = client.compare({ ...request, source })
      const message = worker.sent.at(-1)
      if (answered) worker.say({ kind: 'compared', ...comparison(id) })
      else worker.say({ kind: 'problem', id, problems: [] })
      await promise.catch(() => undefined)
      return message?.kind === 'compare' ? message.source : message
    }
    const [log, other] = ['User: one', 'User: two'].map((text) => ({ kind: 'log', text }) as const)
    if (log === undefined || other === undefined) throw new Error('two logs')
    const setup = { system: 'Be brief.' }
    expect(await ask(log, 1)).toEqual(log)
    expect(await ask(log, 2)).toEqual({ kind: 'kept' })
    const reading = { setup, conversation: 2, format: 'plain', recordedEdits: 'keep' } as const
    expect(await ask({ ...log, ...reading }, 3)).toEqual({ kind: 'kept', ...reading })
    // It is unknown whether the worker read the other one, or part of it.
    expect(await ask(other, 4, false)).toEqual(other)
    expect(await ask(log, 5)).toEqual(log)
    expect(await ask({ ...log, filename: 'named.txt' }, 6)).toEqual({ ...log, filename: 'named.txt' })
    const scene = { kind: 'scenario', name: 'axios-migration', seed: 1 } as const
    expect(await ask(scene, 7)).toEqual(scene)
    expect(await ask(scene, 8)).toEqual(scene)
    expect(await ask(log, 9)).toEqual(log)
  })

  it('rejects with the problems of the simulator', async () => {
    const worker = fakeWorker()
    const promise = createSimClient(worker.port).compare(request)
    const problems = [
      { severity: 'error', code: 'broken-line', message: 'no JSON: {', line: 3, column: 7 },
    ] as const
    worker.say({ kind: 'problem', id: 1, problems })
    const reason = await reasonOf(promise)
    expect(reason).toBeInstanceOf(ProblemError)
    expect((reason as ProblemError).problems).toEqual(problems)
  })

  it('rejects with an AbortError when its signal fires, cancels in the worker, and ignores a late reply', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const stop = new AbortController()
    const promise = client.compare(request, { signal: stop.signal })
    stop.abort()
    expect(worker.sent.at(-1)).toEqual({ kind: 'cancel', id: 1 })
    worker.say({ kind: 'compared', ...comparison(1) })
    worker.say({ kind: 'cancelled', id: 1 })
    expect(isAbort(await reasonOf(promise))).toBe(true)
    stop.abort()
    expect(worker.sent).toHaveLength(2)
  })

  it('is not sent if its signal has fired already', async () => {
    const worker = fakeWorker()
    const promise = createSimClient(worker.port).compare(request, { signal: AbortSignal.abort() })
    expect(isAbort(await reasonOf(promise))).toBe(true)
    expect(worker.sent).toEqual([])
  })

  it('a new comparison cancels the previous one', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const first = client.compare(request)
    const second = client.compare(request)
    expect(worker.sent.map((message) => [message.kind, message.id])).toEqual([
      ['compare', 1],
      ['cancel', 1],
      ['compare', 2],
    ])
    worker.say({ kind: 'compared', ...comparison(1) })
    worker.say({ kind: 'compared', ...comparison(2) })
    expect(isAbort(await reasonOf(first))).toBe(true)
    expect((await second).id).toBe(2)
    const third = client.compare(request)
    expect(worker.sent.at(-1)).toMatchObject({ kind: 'compare' })
    worker.say({ kind: 'cancelled', id: 3 })
    expect(isAbort(await reasonOf(third))).toBe(true)
  })
})

describe('scores', () => {
  it('a new request cancels the previous one, and neither cancels a comparison', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const compares = client.compare(request)
    const first = client.ask('scores', comparison(7), 'a', { block: 3 })
    const second = client.ask('scores', comparison(7), 'a', { block: 4 })
    expect(worker.sent.slice(1)).toEqual([
      { kind: 'scores', id: 2, of: 7, lane: 'a', block: 3 },
      { kind: 'cancel', id: 2 },
      { kind: 'scores', id: 3, of: 7, lane: 'a', block: 4 },
    ])
    worker.say({ kind: 'scores', id: 3, answer: [] })
    worker.say({ kind: 'compared', ...comparison(1) })
    expect(isAbort(await reasonOf(first))).toBe(true)
    expect(await second).toEqual([])
    expect((await compares).id).toBe(1)
  })

  it('rejects with an AbortError when its signal fires', async () => {
    const worker = fakeWorker()
    const stop = new AbortController()
    const promise = createSimClient(worker.port).ask(
      'scores',
      comparison(7),
      'a',
      { block: 3 },
      { signal: stop.signal },
    )
    stop.abort()
    expect(worker.sent.at(-1)).toEqual({ kind: 'cancel', id: 1 })
    expect(isAbort(await reasonOf(promise))).toBe(true)
  })
})

describe('searches', () => {
  it('report progress, answer, and cancel only the previous search of their kind', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const heard: unknown[] = []
    const listen = { onProgress: (progress: unknown) => heard.push(progress) }
    const path = ['eviction', 'target']
    const first = client.ask('savings', comparison(7), 'a', { block: 3 })
    const still = client.ask('unmoved', comparison(7), 'a', { path })
    const second = client.ask('savings', comparison(7), 'a', { block: 3, turn: 12 }, listen)
    expect(worker.sent).toEqual([
      { kind: 'savings', id: 1, of: 7, lane: 'a', block: 3 },
      { kind: 'unmoved', id: 2, of: 7, lane: 'a', path },
      { kind: 'cancel', id: 1 },
      { kind: 'savings', id: 3, of: 7, lane: 'a', block: 3, turn: 12 },
    ])
    const savings = { turn: 12, block: 3, pin: true, options: [], tried: 2 }
    const unmoved = { path, from: 0.6, tried: [0.2], same: true, parts: null }
    worker.say({ kind: 'searching', id: 1, done: 1, total: 9 })
    worker.say({ kind: 'searching', id: 3, done: 2, total: 9 })
    worker.say({ kind: 'savings', id: 3, answer: savings })
    worker.say({ kind: 'searching', id: 3, done: 3, total: 9 })
    worker.say({ kind: 'unmoved', id: 2, answer: unmoved })
    expect(isAbort(await reasonOf(first))).toBe(true)
    expect(await second).toEqual(savings)
    expect(await still).toEqual(unmoved)
    expect(heard).toEqual([{ done: 2, total: 9 }])
  })
})

describe('a worker that fails', () => {
  it('rejects waiting and later requests with a problem', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const waits = client.compare(request)
    const asks = client.ask('text', comparison(1), 'a', { block: 0 })
    worker.emit('error', { message: 'the script was not found' })
    for (const promise of [waits, asks, client.compare(request)]) {
      const reason = await reasonOf(promise)
      expect(reason).toBeInstanceOf(ProblemError)
      expect((reason as ProblemError).problems[0]).toMatchObject({
        code: 'worker-failed',
        message: 'the simulator stopped working: the script was not found',
      })
    }
    expect(worker.sent).toHaveLength(2)
  })

  it('is ended, and the page may go on in another only if nothing waited for it', async () => {
    const ends: boolean[] = []
    const life = {
      name: 'one',
      locks: undefined,
      onEnded: (mayGoOn: boolean) => ends.push(mayGoOn),
      onSilent: () => undefined,
    }
    const busy = fakeWorker()
    const waits = createSimClient(busy.port, { life }).compare(request)
    busy.emit('error', { message: 'boom' })
    expect(await reasonOf(waits)).toBeInstanceOf(ProblemError)
    expect([ends, busy.terminated()]).toEqual([[false], true])
    const idle = fakeWorker()
    createSimClient(idle.port, { life })
    idle.emit('error', { message: 'boom' })
    idle.emit('error', { message: 'again' })
    expect([ends, idle.terminated()]).toEqual([[false, true], true])
  })

  it('rejects with a problem if a message could not be read', async () => {
    const worker = fakeWorker()
    const waits = createSimClient(worker.port).compare(request)
    worker.emit('messageerror', {})
    expect(await reasonOf(waits)).toBeInstanceOf(ProblemError)
  })

  it('rejects a request that cannot be sent, and continues to work', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const lanes = [{ name: 'a', label: 'A', config: { ...completeConfig({}), extra: () => 1 } }]
    expect(await reasonOf(client.compare({ ...request, lanes }))).toMatchObject({ name: 'DataCloneError' })
    const next = client.compare(request)
    worker.say({ kind: 'compared', ...comparison(2) })
    expect((await next).id).toBe(2)
  })

  it('rejects with an AbortError after it was closed', async () => {
    const worker = fakeWorker()
    const client = createSimClient(worker.port)
    const waits = client.compare(request)
    client.close()
    expect(isAbort(await reasonOf(waits))).toBe(true)
    expect(isAbort(await reasonOf(client.compare(request)))).toBe(true)
    expect(worker.terminated()).toBe(true)
  })
})

/** Locks as in a browser: whoever requests one waits until its holder is gone. */
function lockTable() {
  const waiting: (() => void)[] = []
  let taken = false
  return {
    locks: {
      request: async (_: string, act: () => Promise<void>) => {
        if (taken) await new Promise<void>((resolve) => waiting.push(resolve))
        taken = true
        void act()
      },
    },
    /** The holder ends, for any reason. */
    end: () => {
      taken = false
      waiting.shift()?.()
    },
  }
}

describe('a worker that ends without an error', () => {
  function living() {
    const worker = fakeWorker()
    const { locks, end } = lockTable()
    const onEnded = vi.fn()
    const onSilent = vi.fn()
    const client = createSimClient(worker.port, { life: { name: 'one', locks, onEnded, onSilent } })
    // The worker's side.
    holdLife(locks, 'one', (sign) => {
      worker.emit('message', { data: sign })
    })
    return { worker, client, end, onEnded, onSilent }
  }

  it('rejects waiting requests, and reports that it ended', async () => {
    const { client, end, onEnded } = living()
    const waits = client.compare(request)
    end()
    expect((await reasonOf(waits)) as ProblemError).toMatchObject({ problems: [{ code: 'worker-ended' }] })
    expect(onEnded).toHaveBeenCalledTimes(1)
    expect(await reasonOf(client.compare(request))).toMatchObject({ problems: [{ code: 'worker-ended' }] })
  })

  it('a busy worker is not taken for an ended one, however long it is silent', async () => {
    vi.useFakeTimers()
    const { client, worker, onEnded } = living()
    const waits = client.compare(request)
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
    expect(onEnded).not.toHaveBeenCalled()
    worker.say({ kind: 'compared', ...comparison(1) })
    expect((await waits).id).toBe(1)
    vi.useRealTimers()
  })

  it('says nothing for a minute: a person is asked, and again a minute after they wait', async () => {
    vi.useFakeTimers()
    const { client, worker, onSilent } = living()
    const waits = client.compare(request)
    const report = { kind: 'progress', id: 1, step: 'run', lane: 'a', done: 1, total: 9 } as const
    for (let minute = 0; minute < 9; minute++) {
      await vi.advanceTimersByTimeAsync(50_000)
      worker.say(report)
    }
    expect(onSilent).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(66_000)
    expect(onSilent).toHaveBeenCalledTimes(1)
    onSilent.mock.calls[0]?.[0]()
    expect(onSilent).toHaveBeenLastCalledWith(null)
    await vi.advanceTimersByTimeAsync(66_000)
    expect(onSilent).toHaveBeenCalledTimes(3)
    worker.say({ kind: 'compared', ...comparison(1) })
    await waits
    expect(onSilent).toHaveBeenLastCalledWith(null)
    // Nothing is owed, so no silence is one.
    await vi.advanceTimersByTimeAsync(600_000)
    expect(onSilent).toHaveBeenCalledTimes(4)
    client.close()
    vi.useRealTimers()
  })

  it('is not silent while a model answers for it', async () => {
    vi.useFakeTimers()
    const { client, worker, onSilent } = living()
    const waits = client.compare(request, { onAsk: () => new Promise(() => undefined) })
    worker.say({ kind: 'asking', id: 1, n: 0, lane: 'a' } as unknown as SimReply)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(onSilent).not.toHaveBeenCalled()
    client.close()
    expect(isAbort(await reasonOf(waits))).toBe(true)
    vi.useRealTimers()
  })

  it('is not reported if the page closed it', async () => {
    const { client, end, onEnded } = living()
    client.close()
    end()
    await Promise.resolve()
    expect(onEnded).not.toHaveBeenCalled()
  })
})

it('clients with a shared counter never use the same id twice', async () => {
  let last = 0
  const nextId = (): number => ++last
  const [before, after] = [fakeWorker(), fakeWorker()]
  void createSimClient(before.port, { nextId })
    .compare(request)
    .catch(() => undefined)
  void createSimClient(after.port, { nextId })
    .compare(request)
    .catch(() => undefined)
  expect([...before.sent, ...after.sent].map(({ id }) => id)).toEqual([1, 2])
})

it('works through structured clones with a real worker side: comparison and every question', async () => {
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
  const talk = Array.from({ length: 12 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} ${'some words '.repeat(80)}`,
  }))
  const source = { kind: 'log', text: JSON.stringify({ messages: talk }) } as const
  const answer = await client.compare({ ...request, source, budget: { kind: 'tokens', tokens: 2000 } })
  const [first] = answer.lanes
  const edit = first?.data.edits[0]
  if (edit === undefined) throw new Error('nothing was edited')
  const { decisions } = await client.ask('explain', answer, 'a', { turn: edit.turn })
  expect(decisions[0]?.victims).toMatchObject(edit.decision?.victims ?? [])
  const last = first?.data.blocks.at(-1)
  expect(await client.ask('text', answer, 'a', { block: last?.id ?? -1 })).toContain('11 some words')
  const asRequest = async (turn: number) =>
    client.ask('request', answer, 'a', { turn, provider: 'anthropic' })
  expect(await asRequest(0)).toHaveProperty('messages.length', 1)
  const { repairs: _, ...sent } = await asRequest(3)
  expect(await client.ask('prompt', answer, 'a', { turn: 3 })).toEqual(sent)
  const points = await client.ask('scores', answer, 'a', { block: edit.blocks[0]?.block ?? -1 })
  expect(points.find((point) => point.taken)).toMatchObject({ turn: edit.turn, edit: 0 })
  expect(await client.ask('references', answer, 'a', { block: 0 })).toMatchObject({
    block: 0,
    uses: [],
    pair: null,
  })
  const reason = await reasonOf(client.ask('explain', answer, 'b', { turn: 0 }))
  expect((reason as ProblemError).problems[0]?.code).toBe('unknown-lane')
})
