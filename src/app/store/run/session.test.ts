import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { StoreApi } from 'zustand'
import { pretendProvider, says } from '../../../testing/pretend-provider.ts'
import { WorkerInThread } from '../../../worker/thread-fixture.ts'

/** The real store with the real door: a worker in this thread, and a window that has only a clock. */
async function load() {
  const [session, choices, history, lanes, questions, texts, declarations, calls, connection] =
    await Promise.all([
      import('./session.ts'),
      import('../choice/choices.ts'),
      import('../choice/history.ts'),
      import('../choice/lanes.ts'),
      import('./questions.ts'),
      import('../choice/lane-text.ts'),
      import('../choice/declarations.ts'),
      import('../model/call-list.ts'),
      import('../model/connection.ts'),
    ])
  const { calls: callList } = calls
  return {
    ...session,
    ...choices,
    ...history,
    ...lanes,
    ...questions,
    ...texts,
    ...declarations,
    ...connection,
    calls: callList,
  }
}

let page: Awaited<ReturnType<typeof load>>
let close: () => void = () => undefined

beforeAll(() => {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('Worker', WorkerInThread)
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 16))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

beforeEach(async () => {
  page = await load()
  empty()
  const before = page.currentComparison()
  page.choose({
    counter: 'chars4',
    // A short one.
    source: { kind: 'scenario', name: 'support-chat' },
    lanes: [
      { policy: 'fifo', gates: 'naive' },
      { policy: 'hybrid', gates: 'on' },
    ],
  })
  close = page.openSession()
  await vi.waitUntil(() => page.currentComparison() !== before, { timeout: 20_000 })
})

afterEach(() => {
  close()
})

afterAll(() => {
  empty()
  vi.unstubAllGlobals()
})

/** Resets the stores, which test files share. */
function empty(): void {
  for (const store of [page.useChoices, page.calls, page.connection])
    (store as StoreApi<unknown>).setState(store.getInitialState(), true)
  page.restoreSteps({ past: [], future: [] })
}

const share = (part: number) => ({ budget: { kind: 'share', share: part } }) as const

/** The window of the run on the screen, in percent of the peak. */
function shown(): number {
  const comparison = page.currentComparison()
  return comparison === null ? NaN : Math.round((100 * comparison.limit) / comparison.peak)
}

function onScreen(): readonly string[] {
  return page.currentComparison()?.lanes.map(({ name }) => name) ?? []
}

async function until(part: number): Promise<void> {
  await vi.waitUntil(() => shown() === part, { timeout: 20_000 })
}

it('a knob that goes there and back leaves a screen that answers questions', async () => {
  for (const delay of [0, 20, 80]) {
    page.alter(share(0.62))
    await wait(delay)
    page.alter(share(0.5))
    await until(50)
    await wait(60)
    const comparison = page.currentComparison()
    if (comparison === null) throw new Error('nothing on the screen')
    const answer = await page.explainTurn(comparison, 'hybrid', 10)
    expect(answer.turn, `after ${delay} ms`).toBe(10)
  }
})

it('approval for a run is asked for again in its successor', async () => {
  const { calls, connection } = page
  page.alter(share(0.6))
  connection.setState({ askFirst: false })
  calls.setState({ agreed: true })
  page.alter({ counter: 'o200k_base' })
  await vi.waitUntil(() => connection.getState().askFirst, { timeout: 20_000 })
  expect([page.currentComparison() !== null && shown() !== 60, calls.getState().agreed]).toEqual([
    true,
    false,
  ])
  await until(60)
})

it('undo and redo run what was there', async () => {
  page.alter(share(0.6))
  await until(60)
  page.undo()
  await until(50)
  page.redo()
  await until(60)
  expect(page.useChoices.getState()).toMatchObject(share(0.6))
})

it('a cancelled undo can be repeated, and so can a redo', async () => {
  page.alter(share(0.6))
  await until(60)
  page.undo()
  page.cancelRun()
  expect(page.useChoices.getState().budget).toEqual(share(0.6).budget)
  page.undo()
  await until(50)
  page.redo()
  page.cancelRun()
  expect(page.useChoices.getState().budget).toEqual(share(0.5).budget)
  page.redo()
  await until(60)
})

it('CONF-4 a run that is cancelled leaves the text that was typed, and the window, as they were', async () => {
  await page.loadDeclarations()
  const lane = () => page.useChoices.getState().lanes[1]
  page.writeSettings(1, [{ path: ['eviction', 'target'], value: 0.4 }])
  page.alter(share(0.6))
  await until(60)
  const window = `max_context_tokens: ${page.currentComparison()?.limit}`
  expect(lane()?.text).toContain(window)
  page.writeText(1, `${lane()?.text}\n# my long note\n`)
  page.alter({ seed: 12 })
  await wait(5)
  page.cancelRun()
  expect(lane()?.text).toContain('# my long note')
  expect(lane()?.text).toContain(window)
  page.writeSettings(1, [{ path: ['eviction', 'target'], value: 0.45 }])
  expect(page.useChoices.getState()).toMatchObject({ ...share(0.6), seed: 7 })
})

it('a change whose run fails leaves no step to undo', async () => {
  page.alter(share(0.6))
  await until(60)
  page.alter({ source: { kind: 'scenario', name: 'no such scenario' } })
  await vi.waitUntil(() => page.useChoices.getState().source.kind === 'scenario' && onScreen().length > 0)
  await vi.waitUntil(() => (page.useChoices.getState().source as { name: string }).name === 'support-chat')
  expect(shown()).toBe(60)
  page.undo()
  await until(50)
})

it('the selection stays when the lane runs something else, follows a moved lane, and ends with its lane', async () => {
  const selection = { lane: 'hybrid', block: 5 }
  page.choose({ selection, listed: 'hybrid' })
  page.setLane(1, { policy: 'lru' })
  expect(page.useChoices.getState().selection).toEqual(selection)
  await vi.waitUntil(() => onScreen().includes('lru'))
  expect(page.useChoices.getState()).toMatchObject({ selection: { lane: 'lru', block: 5 }, listed: 'lru' })
  page.undo()
  await vi.waitUntil(() => onScreen().includes('hybrid'))
  expect(page.useChoices.getState()).toMatchObject({ selection, listed: 'hybrid' })
  page.swapLanes()
  await vi.waitUntil(() => onScreen()[0] === 'hybrid')
  expect(page.useChoices.getState().selection).toEqual(selection)
  page.removeLane(0)
  await vi.waitUntil(() => onScreen().length === 1)
  expect(page.useChoices.getState()).toMatchObject({ selection: null, listed: null })
})

it('of two lanes that run the same, the remaining one keeps its selection under its new name', async () => {
  page.setLane(0, { policy: 'hybrid', gates: 'on' })
  await vi.waitUntil(() => onScreen().includes('hybrid_2'))
  page.choose({ selection: { lane: 'hybrid_2', block: 5 } })
  page.removeLane(0)
  await vi.waitUntil(() => onScreen().length === 1)
  expect(page.useChoices.getState().selection).toEqual({ lane: 'hybrid', block: 5 })
})

it('runs the changed lane first, and previews only that one', async () => {
  const asked = vi.spyOn(Worker.prototype, 'postMessage')
  const { lanes } = page.useChoices.getState()
  const [fifo, hybrid] = lanes
  if (fifo === undefined || hybrid === undefined) throw new Error('two lanes were chosen')
  const before = page.currentComparison()
  page.alter({ lanes: [fifo, { ...hybrid, byHand: { eviction: { target: 0.4 } } }] })
  await vi.waitUntil(() => page.currentComparison() !== before, { timeout: 20_000 })
  const compared = asked.mock.calls.map(([message]) => message).find(({ kind }) => kind === 'compare')
  expect(compared).toMatchObject({ first: 'hybrid', preview: { lanes: ['hybrid'] } })
  // Another window changes every lane; a comment in a text changes none.
  asked.mockClear()
  page.alter({ budget: { kind: 'share', share: 0.4 } })
  await vi.waitUntil(() => asked.mock.calls.some(([{ kind }]) => kind === 'compare'), { timeout: 20_000 })
  const all = asked.mock.calls.map(([message]) => message).find(({ kind }) => kind === 'compare')
  expect(all).toMatchObject({ preview: { lanes: ['naive_fifo', 'hybrid'] } })
  asked.mockRestore()
})

it('a worker that fails over a question is said, and the run can be repeated', async () => {
  let fail: (message: string) => void = () => undefined
  class Failing extends WorkerInThread {
    override addEventListener(...heard: Parameters<WorkerInThread['addEventListener']>): void {
      const [type, listener] = heard as unknown as [string, (event: { message: string }) => void]
      if (type === 'error')
        fail = (message) => {
          listener({ message })
        }
      super.addEventListener(...heard)
    }
  }
  vi.stubGlobal('Worker', Failing)
  const before = page.currentComparison()
  page.startOver()
  await vi.waitUntil(() => page.currentComparison() !== before, { timeout: 20_000 })
  const shown = page.currentComparison()
  if (shown === null) throw new Error('nothing on the screen')
  const answer = page.explainTurn(shown, 'hybrid', 10)
  fail('out of memory')
  await expect(answer).rejects.toThrow('out of memory')
  expect(page.currentFailure()).toMatchObject({
    choices: { source: { name: 'support-chat' } },
    problems: [{ code: 'worker-failed' }],
  })
  page.runFailed()
  await vi.waitUntil(() => page.currentComparison() !== shown, { timeout: 20_000 })
  expect(page.currentFailure()).toBeNull()
  vi.stubGlobal('Worker', WorkerInThread)
})

it('a file of a run that is made while another runs has the state of its own figures', async () => {
  const { runText } = await import('../own-file/run.ts')
  const shown = page.currentComparison()
  const lane = shown?.lanes[0]
  if (shown === null || lane === undefined) throw new Error('nothing on the screen')
  page.alter(share(0.8))
  const made = runText(shown, lane)
  await until(80)
  const { measured } = JSON.parse(await made) as {
    readonly measured: { readonly state: { readonly budget: unknown } }
  }
  expect(measured.state.budget).toEqual(share(0.5).budget)
})

it('LLM-1 a saved run that a model wrote is played from its answers, without a key and a call', async () => {
  const { runText, openRun } = await import('../own-file/run.ts')
  const provider = pretendProvider(says('- the customer waits for a refund of 40 dollars'))
  vi.stubGlobal('fetch', provider.fetch)
  page.giveKey('sk-ant-api03-for-tests-only', false)
  page.connection.setState({ askFirst: false, cap: 100 })
  const before = page.currentComparison()
  page.alter({ ...share(0.4), lanes: [{ policy: 'default', gates: 'on', answeredBy: 'claude-haiku-4-5' }] })
  await vi.waitUntil(() => page.currentComparison() !== before, { timeout: 30_000 })
  const written = page.currentComparison()
  const lane = written?.lanes[0]
  if (written === null || lane === undefined) throw new Error('nothing on the screen')
  const sent = provider.requests.length
  expect(sent).toBeGreaterThan(0)
  const text = await runText(written, lane)

  page.takeKeyAway()
  page.alter({ ...share(0.9), lanes: [{ policy: 'fifo', gates: 'on' }] })
  await until(90)
  page.alter(share(0.8))
  await until(80)
  page.calls.setState({ list: [] })
  await openRun(text, 'file')
  await until(40)
  const played = page.currentComparison()?.lanes[0]?.data
  expect([played?.hash, played?.spec.answers]).toEqual([lane.data.hash, lane.data.spec.answers])
  expect(page.useChoices.getState().lanes[0]?.answeredBy).toBe('claude-haiku-4-5')
  expect([provider.requests.length, page.calls.getState().list]).toEqual([sent, []])
  // Calls that the file might lead to are looked at first.
  expect(page.connection.getState().askFirst).toBe(true)
})

it('REC-1 a log that shows what its client did is run with that first, without a step of undo, and the lane leaves with the log', async () => {
  vi.stubGlobal('document', { getElementById: () => null })
  let lines = 0
  const line = (type: string, fields: object) =>
    JSON.stringify({ type, uuid: String((lines += 1)), ...fields })
  const said = (role: string, content: unknown, fields = {}) =>
    line(role, { message: { id: String((lines += 1)), role, content }, ...fields })
  const text = [
    said('user', 'Fix the bug. '.repeat(50)),
    said('assistant', [{ type: 'text', text: 'I fixed it. '.repeat(50) }]),
    line('system', { subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 9 } }),
    said('user', 'A bug was fixed.', { isCompactSummary: true }),
    said('user', 'Go on.'),
    said('assistant', [{ type: 'text', text: 'Done.' }]),
  ].join('\n')
  const { runDropped, runScenario } = await import('../../panel/conversation/log/take-log.ts')
  let early = 0
  const stop = page.onSession(() => {
    const [arrived, shown] = [page.arrivedChoices(), page.shownChoices()]
    if (arrived?.source.kind === 'log' && shown?.source.kind === 'scenario') early += 1
  })
  runDropped(text)
  await vi.waitUntil(() => onScreen().length === 3, { timeout: 20_000 })
  stop()
  // The page makes room for it before it is shown.
  expect(early).toBeGreaterThan(0)
  expect(onScreen()).toEqual(['recorded', 'naive_fifo', 'hybrid'])
  const windows = page.currentComparison()?.windows
  expect(page.currentComparison()?.limit).toBe(windows?.content.tokens)
  page.removeLane(0)
  await vi.waitUntil(() => onScreen().length === 2, { timeout: 20_000 })
  page.undo()
  await vi.waitUntil(() => onScreen().length === 3, { timeout: 20_000 })
  runScenario('axios-migration')
  await vi.waitUntil(() => page.currentComparison()?.trace.source.kind === 'scenario', { timeout: 20_000 })
  expect(onScreen()).toEqual(['naive_fifo', 'hybrid'])
  page.undo()
  await vi.waitUntil(() => onScreen().length === 3, { timeout: 20_000 })
  page.undo()
  page.undo()
  await vi.waitUntil(() => page.currentComparison()?.trace.source.kind === 'scenario', { timeout: 20_000 })
})
