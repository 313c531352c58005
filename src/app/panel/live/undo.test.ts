import { expect, it } from 'vitest'
import { WorkerInThread } from '../../../worker/thread-fixture.ts'
import { livePage } from './live-page-fixture.ts'

const scene = livePage(WorkerInThread)

const acts = () => scene.page.useChoices.getState().lanes[0]?.actions ?? []

it('EDIT-4 after a message was taken back, undo and redo restore nothing at its turns', async () => {
  const { page } = scene
  page.begin('bug', 'bug_hunter')
  await page.setAuto(true)
  await page.send('What uses toMilliseconds?')
  const lane = page.currentComparison()?.lanes[0]
  if (lane === undefined) throw new Error('no lane')
  page.togglePin(lane, 0)
  const [pin] = acts()
  await page.send('And what uses toSeconds?')
  const at = scene.turns
  await page.send('And where is it tested?')
  page.actNow('compact')
  const late = scene.turns
  expect(acts()).toEqual([pin, { turn: late, kind: 'compact' }])
  page.alter({ lanes: page.useChoices.getState().lanes.map((one) => ({ ...one, policy: 'lru' })) })
  page.undo()
  await page.undoMessage()
  expect(scene.turns).toBe(at)
  expect(acts()).toEqual([pin])
  page.redo()
  expect(page.useChoices.getState().lanes).toEqual([{ policy: 'lru', gates: 'on', actions: [pin] }])
  // The turn of the compaction is gone, so its undo step is gone, too: the next one is the pin.
  page.undo()
  expect(page.useChoices.getState().lanes).toEqual([{ policy: 'fifo', gates: 'on', actions: [pin] }])
  page.undo()
  expect(page.useChoices.getState().lanes).toEqual([{ policy: 'fifo', gates: 'on' }])
  page.redo()
  await page.runAgain()
  expect(page.currentFailure()).toBeNull()
  await page.send('And who calls it?')
  expect([scene.step, scene.problem]).toEqual(['user', null])
})
