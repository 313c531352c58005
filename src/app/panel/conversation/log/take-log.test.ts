import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { useChoices } from '../../../store/choice/choices.ts'
import { offerConfig, tell } from '../../../store/page-state/notice.ts'
import { desk, setDraft } from './desk.ts'
import { runDraft, runScenario, takeFiles } from './take-log.ts'

vi.mock('../../../store/page-state/notice.ts', { spy: true })

beforeEach(() => {
  vi.stubGlobal('document', { getElementById: () => null })
})

afterAll(() => {
  desk.setState(desk.getInitialState(), true)
  useChoices.setState(useChoices.getInitialState(), true)
  tell(null)
  offerConfig(null)
  vi.unstubAllGlobals()
})

test('a pasted config with an error stays in the box, and one without leaves it when it is offered', async () => {
  const wrong = '# mine\nstrategy: evict\npressure:\n  thresholds:\n    orange: 1.7\n'
  setDraft(wrong)
  runDraft()
  await vi.waitUntil(() => vi.mocked(tell).mock.calls.length > 0, { timeout: 20_000 })
  await Promise.resolve()
  expect([vi.mocked(tell).mock.lastCall?.[0]?.refused, desk.getState().draft]).toEqual([true, wrong])
  setDraft('strategy: evict\n')
  runDraft()
  await vi.waitUntil(() => desk.getState().draft === '', { timeout: 20_000 })
  expect(vi.mocked(offerConfig).mock.lastCall?.[0]?.text).toBe('strategy: evict\n')
})

test('a file that was refused is no longer named once something else is opened', async () => {
  takeFiles([new File([], 'photo.png')])
  await vi.waitUntil(() => desk.getState().refusal !== null, { timeout: 20_000 })
  runScenario('support-chat')
  expect(desk.getState().refusal).toBeNull()
})
