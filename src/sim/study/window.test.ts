import { expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { takeIn, unmanagedPeak } from '../index.ts'
import { chosenWindow } from './window.ts'

it('suggests half of a scenario’s peak, as the page opens it, and for the same log the overhead and half of the rest', () => {
  const trace = scenario('axios-migration', 7)
  const intake = takeIn(trace, chars4)
  const peak = unmanagedPeak(intake)
  const suggested = { kind: 'suggested' } as const
  expect(chosenWindow(suggested, intake)?.tokens).toBe(Math.round(peak / 2))
  const log = takeIn({ ...trace, source: { ...trace.source, kind: 'log' } }, chars4)
  expect(chosenWindow(suggested, log)?.tokens).toBeGreaterThan(Math.round(peak / 2))
})
