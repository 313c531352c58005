import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { traceOf } from '../../../testing/trace.ts'
import { takeIn } from '../../index.ts'
import type * as OnDemand from './inferred-on-demand.ts'
import * as direct from './inferred.ts'

it('NEED-1 what infers needs is asked for only after it was awaited, and finds then what it does', async () => {
  // The file as a worker has it that has just begun.
  const fresh = './inferred-on-demand.ts?fresh'
  const { inferredNeeds, loadInferredNeeds } = (await import(/* @vite-ignore */ fresh)) as typeof OnDemand
  const said = ['Write the letter to the bank of the club.', 'I do.', 'Go on.', 'Done.']
  const trace = traceOf(
    said.map((content, at) => ({ role: at % 2 === 0 ? ('user' as const) : ('assistant' as const), content })),
  )
  const intake = takeIn(trace, chars4)
  const found = (by: typeof inferredNeeds) => {
    const steps = by(intake, [])
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value
    }
  }
  expect(() => found(inferredNeeds)).toThrow('loadInferredNeeds was not awaited')
  await loadInferredNeeds()
  await loadInferredNeeds()
  expect(found(inferredNeeds)).toMatchObject([{ kind: 'goal', turn: 1, evidence: [said[0]] }])
  expect(found(inferredNeeds)).toEqual(found(direct.inferredNeeds))
})
