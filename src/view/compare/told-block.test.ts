import { expect, it } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import { toldBlock } from './told-block.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const max_context_tokens = Math.round(unmanagedPeak(intake) / 2)
const lanes = ['hybrid', 'naive_fifo'].map((name) => ({
  name,
  data: run(trace, { ...presetConfig(name), max_context_tokens }, { intake }).data,
}))
const naive = lanes[1]?.data

it('a link opens the block that its turn needed and did not have, in the lane of its figure', () => {
  const need = naive?.needs.find(({ resolution }) => resolution === 'lost')
  const claims = [{ kind: 'figure', lane: 'naive_fifo', metric: 'lost-rate', value: 0 }] as const
  const found = toldBlock({ text: '7 %', turn: need?.turn ?? -1, claims }, lanes)
  const there = naive?.needs.filter(({ turn, resolution }) => turn === need?.turn && resolution === 'lost')
  expect(found?.lane).toBe('naive_fifo')
  expect(there?.map(({ source }) => source)).toContain(found?.block)
})

it('otherwise it opens an edited block of its turn, or nothing if the turn edited nothing', () => {
  const edit = naive?.edits[0]
  const found = toldBlock({ text: 'turn', turn: edit?.turn ?? -1 }, lanes.slice(1))
  expect(found).toMatchObject({ lane: 'naive_fifo', turn: edit?.turn })
  expect(edit?.blocks.map(({ block }) => block)).toContain(found?.block)
  expect(toldBlock({ text: 'turn', turn: 0 }, lanes)).toBeNull()
  const own = { lane: 'hybrid', block: 3 }
  expect(toldBlock({ text: 'it', turn: 0, block: own }, lanes)).toBe(own)
})
