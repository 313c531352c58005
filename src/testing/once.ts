import { afterAll } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { takeIn } from '../sim/index.ts'
import type { Intake, Timeline, Trace } from '../sim/index.ts'

/*
 * All laws start from one seed, so the laws over one generator get the same conversations in every lane. Work that
 * depends only on a conversation is done once. Call these functions where tests are collected; they forget everything
 * after those tests.
 */

/** The intake of a trace, counted with chars4. Traces with the same content share one. */
export function intakesOnce(): (trace: Trace) => Intake {
  return once(
    (trace) => JSON.stringify(trace),
    (trace) => takeIn(trace, chars4),
  )
}

/** One run for all cases with the same content. `run` must depend on nothing else. */
export function runsOnce<Case>(run: (one: Case) => Timeline): (one: Case) => Timeline {
  return once((one) => JSON.stringify(one), run)
}

function once<Given, Made>(keyOf: (given: Given) => string, make: (given: Given) => Made) {
  const known = new Map<string, Made>()
  afterAll(() => {
    known.clear()
  })
  return (given: Given): Made => {
    const key = keyOf(given)
    const made = known.get(key) ?? make(given)
    known.set(key, made)
    return made
  }
}
