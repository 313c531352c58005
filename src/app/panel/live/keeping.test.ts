import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  messageStart,
  pretendProvider,
  says,
  sse,
  streamOf,
  textPart,
} from '../../../testing/pretend-provider.ts'
import { WorkerInThread } from '../../../worker/thread-fixture.ts'
import { KEY } from '../../store/model/call-fixture.ts'
import { readConversation, writeConversation } from '../../store/library/conversations.ts'
import { listEntries } from '../../store/library/entries.ts'
import { livePage, PATIENCE } from './live-page-fixture.ts'

/** The tab's session storage, which survives a reload. */
const tab = new Map<string, string>()
/** Names of locks held by some tab. */
const held = new Set<string>()

vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => tab.get(name) ?? null,
  setItem: (name: string, value: string) => tab.set(name, value),
  removeItem: (name: string) => tab.delete(name),
})
vi.stubGlobal('document', {
  addEventListener: () => undefined,
  querySelector: () => null,
  visibilityState: 'visible',
})
vi.stubGlobal('navigator', {
  locks: {
    request: async (name: string, _: object, act: (lock: object | null) => Promise<void>) => {
      if (held.has(name)) return act(null)
      held.add(name)
      await act({})
      held.delete(name)
    },
  },
})

const scene = livePage(WorkerInThread)

beforeEach(async () => {
  await scene.reload()
})

/** Leaves the page without an event, and loads it again. */
async function reload(): Promise<void> {
  scene.hears('pagehide')
  await vi.waitUntil(async () => (await listEntries()).length > 0, PATIENCE)
  leave()
  await scene.reload()
}

/** Stops everything on the page and releases its locks. */
function leave(): void {
  scene.page.keeping.setState({ names: new Map() })
  held.clear()
}

async function takeUpFirst(): Promise<void> {
  await scene.page.look()
  const [first] = scene.page.keeping.getState().others ?? []
  await scene.page.takeUpKept(first?.id ?? '')
}

it('LLM-2 a kept conversation with all its data survives its page, and continues', async () => {
  const { page } = scene
  page.begin('bug', 'bug_hunter')
  await page.setAuto(true)
  await page.send('Tests fail. Find out why, fix it, and show that they pass.')
  page.alter({
    lanes: [
      { policy: 'hybrid', gates: 'on' },
      { policy: 'lru', gates: 'on' },
    ],
  })
  page.actNow('compact')
  page.liveState.setState({ draft: 'And what' })
  await page.keep()
  const { id: _, began: __, revision: ___, auto: ____, shelf: _____, ...left } = page.liveState.getState()
  const lanes = page.useChoices.getState().lanes
  await reload()
  expect(scene.page.liveState.getState().live).toBeNull()
  await takeUpFirst()
  const { liveState, keeping, useChoices } = scene.page
  expect(keeping.getState().problem).toBeNull()
  expect(liveState.getState()).toMatchObject({ ...left, step: 'user' })
  expect(useChoices.getState().lanes).toEqual(lanes)
  await vi.waitUntil(() => scene.page.currentComparison()?.trace.source.kind === 'live', PATIENCE)
  const turns = scene.turns
  await scene.page.setAuto(true)
  await scene.page.send('And what uses toMilliseconds?')
  expect([scene.step, scene.problem]).toEqual(['user', null])
  expect(scene.turns).toBeGreaterThan(turns)
  // Later changes are saved under the same name.
  await reload()
  await takeUpFirst()
  expect(scene.turns).toBeGreaterThan(turns)
  await scene.page.keepNoLonger()
  expect(await listEntries()).toEqual([])
})

it('LLM-2 a page that is closed while the model writes keeps the partial reply, and the key nowhere', async () => {
  const begun = () =>
    streamOf(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(sse([messageStart(), ...textPart(0, 'It is the ')])))
        },
      }),
    )
  scene.beginWithModel(pretendProvider(begun))
  await scene.page.keep()
  const { page } = scene
  void page.send('What is it?')
  await vi.waitUntil(() => page.liveState.getState().written !== '', PATIENCE)
  await reload()
  const [{ id: name } = { id: '' }] = await listEntries()
  const kept = await readConversation(name)
  expect(JSON.stringify([kept, [...(kept?.conversation.world?.files ?? [])], [...tab]])).not.toContain(KEY)
  // If the browser dropped the last write, the saved state is the one before the request was sent.
  if (kept === null) throw new Error('nothing is kept')
  const { format: _, ...record } = kept
  await writeConversation(name, {
    ...record,
    conversation: { ...record.conversation, step: 'user', written: '', out: null },
  })
  await takeUpFirst()
  expect([scene.step, scene.problem?.code, scene.messages.length]).toEqual(['stopped', 'closed', 1])
  expect(scene.page.liveState.getState().written).toBe('It is the ')
  scene.page.liveState.setState({ out: record.conversation.out })
  // It can be kept as the reply to a request whose cost is unknown.
  await scene.page.takeWhatCame()
  expect([scene.step, scene.live.next]).toEqual(['user', 'user'])
  expect(scene.messages.at(-1)).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: 'It is the ' }],
  })
  expect(scene.live.trace.turns[0]?.usage).toBeNull()
  expect(scene.page.liveState.getState().sent).toMatchObject([{ turn: 0, stopReason: 'broken_off' }])
  vi.stubGlobal('fetch', pretendProvider(says('The clock.')).fetch)
  scene.page.connection.setState({ askFirst: false })
  scene.page.giveKey(KEY, false)
  await scene.page.askAgain()
  expect([scene.step, scene.problem, scene.messages.length]).toEqual(['user', null, 2])
  expect(JSON.stringify(scene.messages.at(-1))).toContain('The clock.')
  await scene.page.keepNoLonger()
})

it('a conversation that is open in another tab is neither opened twice nor deleted, and an unwanted one is deleted', async () => {
  const first = scene.page
  first.begin('bug', 'bug_hunter')
  await first.send('Tests fail. Find out why.')
  await first.keep()
  const [{ id: name } = { id: '' }] = await listEntries()
  // A second tab, while the first still holds its lock.
  const second = await scene.reload()
  await second.look()
  const problem = () => second.keeping.getState().problem
  for (const act of [second.takeUpKept, second.forget]) {
    await act(name)
    expect(problem()).toContain('open in another tab')
    expect(second.keeping.getState().others).toMatchObject([
      { id: name, record: { name: 'Find the bug' }, broken: null },
    ])
  }
  expect(second.liveState.getState().live).toBeNull()
  first.keeping.setState({ names: new Map() })
  held.clear()
  await second.forget(name)
  expect(second.keeping.getState()).toMatchObject({ others: [], problem: null })
  await second.takeUpKept(name)
  expect(problem()).toContain('no longer exists')
  expect(await listEntries()).toEqual([])
})

it('without locks, a kept conversation that is open here is shown as it is, and not a second time', async () => {
  const { page } = scene
  vi.stubGlobal('navigator', {})
  page.begin('bug', 'bug_hunter')
  await page.send('Tests fail. Find out why.')
  await page.keep()
  const [{ id: name } = { id: '' }] = await listEntries()
  const { id } = page.liveState.getState()
  await page.takeUpKept(name)
  page.putAway()
  await page.takeUpKept(name)
  const { id: now, shelf } = page.liveState.getState()
  expect([now, shelf.size]).toEqual([id, 0])
  await page.keepNoLonger()
})

it('a failed write of the browser is shown until it succeeds, and the page still asks before data is lost', async () => {
  scene.beginWithModel(pretendProvider(says('Yes.')))
  const { page } = scene
  await page.send('Is it?')
  const asks = () => scene.hears('beforeunload')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room is left', 'QuotaExceededError')
  })
  page.takeKeyAway()
  await page.keep()
  expect(page.keeping.getState()).toMatchObject({ problem: 'no room is left', safe: new Map() })
  expect([asks(), await listEntries()]).toEqual([true, []])
  put.mockRestore()
  page.putAway()
  await vi.waitUntil(async () => (await listEntries()).length === 1, PATIENCE)
  expect([page.keeping.getState().problem, asks()]).toEqual([null, false])
  await reload()
  const [{ id: name } = { id: '' }] = await listEntries()
  await scene.page.forget(name)
})

it('a kept conversation keeps its age, and the name of an unreadable one is free again', async () => {
  const first = scene.page
  first.begin('bug', 'bug_hunter')
  first.chooseModel('claude-opus-4-5', 'Opus')
  await first.send('Tests fail. Find out why.')
  await first.keep()
  await reload()
  const [{ id: name } = { id: '' }] = await listEntries()
  const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new Error('broken')
  })
  await scene.page.takeUpKept(name)
  expect(scene.page.keeping.getState().problem).toBe('broken')
  get.mockRestore()
  const away = 3 * 60 * 60 * 1000
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + away)
  const { model } = scene.page.connection.getState()
  await scene.page.takeUpKept(name)
  vi.mocked(Date.now).mockRestore()
  expect(scene.page.keeping.getState().problem).toBeNull()
  expect(performance.now() - scene.page.liveState.getState().began).toBeGreaterThan(away)
  // A mock played the agent, so the page's choice of model does not change.
  expect(scene.page.connection.getState().model).toBe(model)
  await scene.page.keepNoLonger()
})
