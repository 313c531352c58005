import { expect, it, vi } from 'vitest'
import { callsTo, pretendProvider, says } from '../../../testing/pretend-provider.ts'
import { WorkerInThread } from '../../../worker/thread-fixture.ts'
import { seek } from '../../store/look/playhead.ts'
import { currentViewport, LEAST, showRange } from '../../store/look/viewport.ts'
import { livePage, PATIENCE } from './live-page-fixture.ts'

const scene = livePage(WorkerInThread)
/** The call has a short result, so that many turns have few tokens. */
const nothing = ['toolu_1', 'read_file', { path: 'none.md' }] as const

it('an agent that goes round in circles is stopped after 60 turns, and continues for as many more on request', async () => {
  const provider = scene.beginWithModel(pretendProvider(callsTo(nothing)))
  await scene.page.setAuto(true)
  await scene.page.send('Read it.')
  expect([scene.step, scene.problem?.code, scene.turns]).toEqual(['stopped', 'resting', 61])
  // No request was paid for and then not used.
  expect([provider.requests.length, scene.live.next]).toEqual([60, 'model'])
  expect(scene.problem?.message).toContain('ran 60 turns')
  vi.stubGlobal('fetch', pretendProvider(says('I have read it.')).fetch)
  await scene.page.goOn()
  expect([scene.step, scene.problem, scene.turns]).toEqual(['user', null, 61])
})

it('a message that was taken back by mistake is restored completely, until something else is said', async () => {
  const { page } = scene
  page.begin('bug', 'bug_hunter')
  await page.setAuto(true)
  await page.send('What uses toMilliseconds?')
  await page.send('Tests fail. Find out why, fix it, and show that they pass.')
  page.actNow('compact')
  const { revision, shelf: _, takenBack: __, ...before } = page.liveState.getState()
  const { lanes } = page.useChoices.getState()
  await page.undoMessage()
  expect(scene.turns).toBeLessThan(before.live?.trace.turns.length ?? 0)
  expect(page.useChoices.getState().lanes).not.toEqual(lanes)
  await page.bringBack()
  expect(page.liveState.getState()).toMatchObject(before)
  expect(page.liveState.getState().revision).toBeGreaterThan(revision)
  expect(page.useChoices.getState().lanes).toEqual(lanes)
  expect(page.currentComparison()?.trace.turns).toBe(scene.turns)
  expect(page.liveState.getState().takenBack).toBeNull()
  await page.undoMessage()
  await page.send('And where is it tested?')
  expect(page.liveState.getState().takenBack).toBeNull()
  const now = scene.messages
  await page.bringBack()
  expect(scene.messages).toBe(now)
})

it('a message that was taken back cannot be restored over newer messages, nor over changes in the lanes', async () => {
  const { page } = scene
  scene.beginWithModel(pretendProvider(says('Yes.'), says('No.'), says('Paid anew.')))
  await page.send('Is it?')
  await page.send('And now?')
  page.actNow('compact')
  page.alter({ lanes: page.useChoices.getState().lanes.map((one) => ({ ...one, gates: 'naive' })) })
  const [shown, act] = [page.useChoices.getState().lanes, { turn: 2, kind: 'compact' }]
  expect(shown).toMatchObject([{ policy: 'fifo', gates: 'naive', actions: [act] }])
  await page.undoMessage()
  await page.bringBack()
  expect(page.useChoices.getState().lanes).toEqual(shown)
  // Every step can be undone: first the guards, then the manual action.
  page.undo()
  expect(page.useChoices.getState().lanes).toEqual([{ policy: 'fifo', gates: 'on', actions: [act] }])
  page.redo()
  await page.undoMessage()
  page.alter({
    lanes: [
      { policy: 'fifo', gates: 'on' },
      { policy: 'hybrid', gates: 'on' },
    ],
  })
  await page.bringBack()
  expect(page.useChoices.getState().lanes).toEqual([
    { policy: 'fifo', gates: 'on', actions: [act] },
    { policy: 'hybrid', gates: 'on' },
  ])
  await page.undoMessage()
  await page.askAgain()
  expect(JSON.stringify(scene.messages.at(-1))).toContain('Paid anew.')
  const now = scene.messages
  expect(page.liveState.getState().takenBack).toBeNull()
  await page.bringBack()
  expect(scene.messages).toBe(now)
})

it('the pictures show the last reply, and calls that wait for a decision', async () => {
  const blocks = () => scene.page.currentComparison()?.lanes[0]?.data.blocks ?? []
  scene.page.begin('bug', 'bug_hunter')
  await scene.page.send('Tests fail. Find out why.')
  expect([scene.step, blocks().at(-1)?.type]).toEqual(['deciding', 'tool_call'])
  await scene.page.setAuto(true)
  expect([scene.step, blocks().at(-1)?.message]).toEqual(['user', scene.messages.length - 1])
})

it('STRAT-1 a window that is too small says by how much, and can be enlarged if compacting cannot help', async () => {
  const { page } = scene
  page.alter({ lanes: [{ policy: 'unmanaged', gates: 'on' }] })
  page.begin('survey', 'survey')
  await page.setAuto(true)
  await page.send('Read every file of the repository, whole, and write REPORT.md.')
  expect([scene.step, scene.problem?.code]).toEqual(['stopped', 'window-over'])
  expect(scene.problem?.message).toMatch(
    /^Unmanaged cannot free enough for the next call: the prompt has [\d,]+ tokens, and a window of 12,000 leaves 9,000 without the 3,000 reserved/,
  )
  const turns = scene.turns
  await page.enlargeAndGoOn(60_000)
  expect(page.useChoices.getState().budget).toEqual({ kind: 'tokens', tokens: 60_000 })
  expect(scene.turns).toBeGreaterThan(turns)
  expect([scene.step, scene.problem]).toEqual(['user', null])
})

it('a zoomed view follows a conversation that grows', async () => {
  const { page } = scene
  page.begin('bug', 'bug_hunter')
  await page.setAuto(true)
  const says = async (text: string) => {
    await page.send(text)
    await vi.waitUntil(() => page.currentComparison()?.trace.turns === scene.turns, PATIENCE)
  }
  await says('Tests fail. Find out why, fix it, and show that they pass.')
  showRange(0, LEAST)
  seek(scene.turns - 1)
  await says('What uses toMilliseconds?')
  const { from, to } = currentViewport()
  expect([from > 0, to]).toEqual([true, scene.turns])
})

it('LLM-2 the browser asks before a paid reply is lost, and not if it is kept or saved', async () => {
  const asks = () => scene.hears('beforeunload')
  scene.page.begin('bug', 'bug_hunter')
  await scene.page.send('Tests fail. Find out why.')
  expect(asks()).toBe(false)
  scene.beginWithModel(pretendProvider(says('Yes.')))
  expect(asks()).toBe(false)
  await scene.page.send('Is it?')
  expect(asks()).toBe(true)
  const saved = scene.page.liveState.getState()
  scene.page.noteSaved(saved)
  expect(asks()).toBe(false)
  await scene.page.send('And now?')
  expect(asks()).toBe(true)
  // The file that took so long lacks the new reply.
  scene.page.noteSaved(saved)
  expect(asks()).toBe(true)
  // Putting the conversation away would lose it as well.
  scene.page.putAway()
  expect(asks()).toBe(true)
  scene.page.takeUp([...scene.page.liveState.getState().shelf.keys()].at(-1) ?? 0)
  const { id } = scene.page.liveState.getState()
  scene.page.keeping.setState({ names: new Map([[id, 'kept']]) })
  // It is not saved yet.
  expect(asks()).toBe(true)
  scene.page.keeping.setState({ safe: new Map([[id, scene.page.liveState.getState().revision]]) })
  expect(asks()).toBe(false)
  // The message that was taken back is not saved, but can be restored.
  await scene.page.undoMessage()
  await scene.page.undoMessage()
  expect([scene.turns, asks()]).toEqual([0, true])
  scene.page.putAway()
  expect([scene.page.liveState.getState().shelf.has(id), asks()]).toEqual([true, true])
})
