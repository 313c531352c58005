import { expect, it } from 'vitest'
import { presetConfig } from '../../../config/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { run } from '../../../sim/index.ts'
import { leavesOut } from './TakeAway.tsx'

const trace = scenario('axios-migration', 7)

it('LED-4 lists the turns whose prompt differs from what is sent, as the messages of both do', () => {
  const timeline = run(trace, { ...presetConfig('context_editing'), max_context_tokens: 60_000 })
  const differing = timeline.turns.filter(({ turn }) => {
    const { messages } = timeline.messagesAt(turn, 'anthropic')
    return JSON.stringify(messages) !== JSON.stringify(timeline.promptAt(turn).messages)
  })
  const told = timeline.turns.filter(({ turn }) => leavesOut(timeline.data, turn))
  expect(told.map(({ turn }) => turn)).toEqual(differing.map(({ turn }) => turn))
  expect(told.length).toBeGreaterThan(3)
  expect(told.length).toBeLessThan(timeline.turns.length)
})

it('LED-4 a run whose client edits sends what the model sees, and a turn that it did not reach sends nothing', () => {
  const { data } = run(trace, { strategy: 'evict', max_context_tokens: 60_000 })
  expect(data.edits.length).toBeGreaterThan(0)
  expect(data.turns.filter(({ turn }) => leavesOut(data, turn))).toEqual([])
  expect(leavesOut(data, data.turns.length)).toBe(false)
})
