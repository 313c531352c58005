import { expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { analysisSteps } from './need/analysis.ts'
import { takeIn } from '../index.ts'
import { readTraceSteps, takeInSteps } from '../internal.ts'

const MESSAGES = 6000
const text = JSON.stringify({
  messages: Array.from({ length: MESSAGES }, (_, nth) => ({
    role: nth % 2 === 0 ? 'user' : 'assistant',
    content: `please look at file ${nth} of the module and say what it does`,
  })),
})

/** The steps of some work, and its result. */
function drained<Result>(steps: Iterator<unknown, Result>, atStep: () => void = () => undefined) {
  for (let count = 0; ; count++) {
    const step = steps.next()
    if (step.done === true) return { count, result: step.value }
    atStep()
  }
}

it('EDIT-4 in a long conversation every step stays short: reading, counting, analysing needs', () => {
  const read = drained(readTraceSteps(text))
  const [trace] = read.result
  if (trace === undefined) throw new Error('no trace')
  expect(read.count).toBeGreaterThan(MESSAGES / 256)

  const { turns } = trace
  expect(turns.length).toBe(MESSAGES / 2)
  expect(drained(takeInSteps(trace, chars4)).count).toBeGreaterThan(turns.length)

  const intake = takeIn(trace, chars4)
  let texts = 0
  let most = 0
  const counted = {
    ...intake,
    text(id: number) {
      texts++
      return intake.text(id)
    },
  }
  const before: number[] = []
  drained(analysisSteps(counted), () => {
    most = Math.max(most, texts)
    before.push(texts)
    texts = 0
  })
  // Every text is read more than once, but never many of them in one step.
  expect(before.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(MESSAGES)
  expect(most).toBeLessThanOrEqual(1024)
  expect(texts).toBeLessThanOrEqual(1024)
})
