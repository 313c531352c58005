import { expect, it } from 'vitest'
import { chars4, strategies } from '../../engine/index.ts'
import { freedAddsUp } from '../../testing/run-record.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { metrics, run, takeIn, unmanagedPeak } from '../index.ts'

// `every-log.test.ts` checks the same for every log.
it('LED-1 EDIT-1 with every strategy, freed tokens agree in edit, blocks, decision, window and metric', () => {
  const trace = scenario('axios-migration', 7)
  const intake = takeIn(trace, chars4)
  const max_context_tokens = Math.floor(unmanagedPeak(intake) / 3)
  let edits = 0
  for (const strategy of Object.keys(strategies)) {
    const { data } = run(trace, { strategy, max_context_tokens }, { intake })
    freedAddsUp(data)
    edits += data.edits.length
    const total = metrics({ data }).find(({ id }) => id === 'freed-tokens')?.value
    expect(total, strategy).toBe(data.edits.reduce((sum, { before, after }) => sum + before - after, 0))
  }
  expect(edits).toBeGreaterThan(10)
})
