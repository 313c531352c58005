import { afterAll } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { takeIn } from '../sim/index.ts'
import type { Intake, Timeline, Trace } from '../sim/index.ts'

/* Laws start from one seed, so those over one arbitrary get the same conversations, in every lane. Work that depends only on them is done once. Each of these is called where tests are collected, and forgets everything after them. */

/** The intake of a trace, counted with chars4: one for all traces of the same content. */
export function intakesOnce(): (trace: Trace) => Intake {
  return once(
    (trace) => JSON.stringify(trace),
    (trace) => takeIn(trace, chars4),
  )
}

/** One run for all cases of the same content. It must depend on nothing else. */
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
