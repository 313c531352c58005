import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ProblemError } from '../../../engine/index.ts'
import { arbitraryBlow, struck } from '../../../testing/damage.ts'
import { conversation } from '../../../testing/conversation.ts'
import { traceOf } from '../../../testing/trace.ts'
import { run, takeIn } from '../../index.ts'
import { chars4 } from '../../../engine/index.ts'
import type { Intervention } from '../../index.ts'

const trace = traceOf(
  conversation(`
    user: fix the bug in the parser
    assistant: looking + call a read_file {"path":"src/a.ts"}
    result a: 1600 chars
    assistant: call b read_file {"path":"src/b.ts"}
    result b: 1600 chars
    assistant: done`),
)
const intake = takeIn(trace, chars4)
const CONFIG = { strategy: 'evict', max_context_tokens: 2100 }

function obeying(interventions: unknown): ReturnType<typeof run> {
  return run(trace, CONFIG, { intake, interventions: interventions as readonly Intervention[] })
}

const GIVEN: readonly unknown[] = [
  { turn: 0, kind: 'pin', block: 0 },
  { turn: 1, kind: 'unpin', block: 0 },
  { turn: 1, kind: 'edit', block: 0, text: 'Mend the parser.', of: { type: 'user_message', turn: 0 } },
  { turn: 1, kind: 'compact' },
  { turn: 2, kind: 'reset' },
  {
    turn: 1,
    kind: 'set',
    config: { eviction: { policy: 'lru', weights: null }, pressure: { thresholds: { orange: 0.7 } } },
  },
]

it('EDIT-3 a seed that is no finite number is refused, because its record could not be read again', () => {
  for (const seed of [Number.NaN, Infinity, '1'])
    expect(() => run(trace, CONFIG, { intake, seed: seed as number })).toThrow(
      new RangeError(`a seed is a finite number, not ${seed}`),
    )
})

it('EDIT-3 valid interventions are accepted', () => {
  expect(obeying(GIVEN).turns.length).toBe(trace.turns.length)
})

it('EDIT-3 a damaged intervention is refused as a problem, or accepted', () => {
  let refused = 0
  fc.assert(
    fc.property(fc.array(arbitraryBlow, { minLength: 1, maxLength: 2 }), (blows) => {
      const given = blows.reduce((value: unknown, blow) => struck(value, blow).value, GIVEN)
      try {
        obeying(given)
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        const [problem] = error.problems
        expect(problem?.message).toMatch(/\S/)
        refused++
      }
    }),
    { numRuns: 80 },
  )
  expect(refused).toBeGreaterThan(50)
})
