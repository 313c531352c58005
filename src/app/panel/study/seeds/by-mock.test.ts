import { expect, it } from 'vitest'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import { byMockSaid } from './ByMock.tsx'

it('LLM-1 a study says of which lanes the mock writes the summaries in place of a model', () => {
  const rolling: LaneChoice = { policy: 'rolling_summary', gates: 'on' }
  const lanes: readonly LaneChoice[] = [rolling, { ...rolling, answeredBy: 'claude-haiku-4-5' }]
  expect(byMockSaid(lanes, [0])).toBeNull()
  expect(byMockSaid(lanes, lanes.keys())).toBe(
    'A study makes no paid calls: here the mock writes the summaries of Rolling summary 2, not Claude Haiku 4.5.',
  )
})
