import { expect, it } from 'vitest'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import { byHandSaid, byMockSaid } from './LeftOut.tsx'
import { studiedLanes } from './seed-trials.ts'

it('LLM-1 a study says of which lanes the mock writes the summaries in place of a model', () => {
  const rolling: LaneChoice = { policy: 'rolling_summary', gates: 'on' }
  const lanes: readonly LaneChoice[] = [rolling, { ...rolling, answeredBy: 'claude-haiku-4-5' }]
  expect(byMockSaid(lanes, [0])).toBeNull()
  expect(byMockSaid(lanes, lanes.keys())).toBe(
    'A study makes no paid calls: here the mock writes the summaries of Rolling summary 2, not Claude Haiku 4.5.',
  )
})

it('NEED-4 what a person said of the needs of a log holds in its search, too; edits by hand are left out, and said', () => {
  const said = { turn: 29, kind: 'reject', block: 12 } as const
  const pinned = { turn: 12, kind: 'pin', block: 3 } as const
  const lanes: readonly LaneChoice[] = [
    { policy: 'fifo', gates: 'on', actions: [said] },
    { policy: 'hybrid', gates: 'on', actions: [pinned, said] },
  ]
  const acts = (ofLog: boolean) => studiedLanes(lanes, ofLog).map(({ interventions = [] }) => interventions)
  expect(acts(true)).toEqual([[said], [said]])
  expect(acts(false)).toEqual([[], []])
  expect(byHandSaid(lanes, [0], true)).toBeNull()
  expect(byHandSaid(lanes, [0, 1], true)).toBe('Forks and edits by hand are left out here, in Hybrid.')
  expect(byHandSaid(lanes, [0], false)).toBe(
    'Forks, edits by hand and what was said of needs are left out here, in FIFO.',
  )
})
