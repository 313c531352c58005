import { expect, test } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { readTrace } from '../log/reading.ts'
import { bugFix } from '../scenario/bug-fix.ts'
import { harmIn } from './harm.ts'
import type { Harm } from './harm.ts'
import { worstSteps } from './worst.ts'
import type { Worst } from './worst.ts'

/** A search over one conversation of a small scenario, in a narrow window. */
function worstFor(strategy: string): Worst | null {
  const steps = worstSteps({
    ...judging(strategy),
    generators: [bugFix],
    tries: 1,
    seed: 1,
    window: { kind: 'share', share: 0.15 },
  })
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const judging = (strategy: string) =>
  ({ lane: { strategy }, against: {}, harm: 'goal', counter: chars4 }) as const

test('a trimmer that loses the goal is found, and the conversation shrunk to a log that shows it when it is read', () => {
  // Its defect: the task leaves with the system message’s block.
  const worst = worstFor('as_written_token_trim')
  expect(worst?.found).toMatchObject({ scenario: 'bug-fix', seed: 1 })
  expect(worst?.smaller.messages).toBeLessThan(worst?.found.messages ?? 0)
  expect(worst?.log?.messages).toBeLessThan(worst?.smaller.messages ?? 0)

  const [text, tokens] = [worst?.log?.text ?? '', worst?.window ?? 0]
  const harmOf = (messages: readonly unknown[], strategy: string): number =>
    harmIn(readTrace(JSON.stringify({ ...request, messages }), { format: 'anthropic' }), judging(strategy), {
      kind: 'tokens',
      tokens,
    }).harm
  const request = JSON.parse(text) as { readonly messages: readonly { readonly content: unknown }[] }
  const { messages } = request
  expect(harmOf(messages, 'as_written_token_trim')).toBe(worst?.log?.harm)
  // The trimmer without the defect keeps the goal.
  expect(harmOf(messages, 'token_trim')).toBe(0)
  // Nothing could be left out: no message that is not half of a call and its result.
  for (const [at, { content }] of messages.entries())
    if (typeof content === 'string')
      expect(harmOf(messages.toSpliced(at, 1), 'as_written_token_trim')).toBe(0)
})

test('a run that ends early is judged by the turns that it reached', () => {
  const trace = bugFix.generate(1)
  const harmOf = (harm: Harm): number =>
    harmIn(
      trace,
      { ...judging('unmanaged'), against: { strategy: 'unmanaged' }, harm },
      { kind: 'share', share: 0.3 },
    ).harm
  // Nothing leaves its prompts until one is refused.
  for (const harm of ['goal', 'thrash', 'needs', 'cost'] as const) expect(harmOf(harm), harm).toBe(0)
  const managed = { ...judging('unmanaged'), against: { strategy: 'managed' }, harm: 'needs' } as const
  expect(harmIn(trace, managed, { kind: 'share', share: 0.3 }).harm).toBeLessThanOrEqual(0)
})

test('a trimmer that keeps the goal has no worst conversation', () => {
  expect(worstFor('token_trim')).toBe(null)
})
