import { describe, expect, it } from 'vitest'
import { answered } from '../../../testing/stage-view.ts'
import type { Answer, Ask } from '../../core/llm/ask.ts'
import { ModelFailure } from '../../core/llm/ask.ts'
import { breakerAfter, startAsking } from './asking.ts'
import type { Breaker, Verdict } from './stage.ts'

const QUESTION: Ask = {
  kind: 'compact',
  stage: 'test',
  turn: 0,
  window: 0,
  sources: [],
  task: '',
  previous: null,
  update: 'regenerate',
  maxTokens: 10,
}

/** Asks until the breaker opens, and accepts every text. */
function* untilTold(breaker: Breaker, most: number): Generator<Ask, readonly Verdict[], Answer> {
  const asking = startAsking(breaker, 3)
  for (let asked = 0; asked < most && asking.allowed(); asked++) {
    if ((yield* asking.ask(QUESTION)) !== null) asking.settle('used')
  }
  return asking.verdicts
}

describe('the questions of a stage', () => {
  const closed = { failures: 0, open: false }
  const timeout = new ModelFailure('timeout', 'none')

  it('COMP-3 failures and blank answers are verdicts; three in a row stop the requests', () => {
    expect(answered(untilTold(closed, 9), [timeout, ' ', timeout]).result).toEqual([
      'failed',
      'empty',
      'failed',
    ])
  })

  it('COMP-3 a success resets the count', () => {
    const { result } = answered(untilTold(closed, 9), ['', '', 'yes', '', timeout, ''])
    expect(result).toEqual(['empty', 'empty', 'used', 'empty', 'failed', 'empty'])
  })

  it('LLM-1 an error that is not the model’s is passed on', () => {
    expect(() => answered(untilTold(closed, 1), [new RangeError('a defect')])).toThrow('a defect')
  })

  it.each<readonly [Breaker, readonly Verdict[], Breaker]>([
    [closed, [], closed],
    [closed, ['failed', 'empty'], { failures: 2, open: false }],
    [{ failures: 2, open: false }, ['not_smaller'], { failures: 3, open: true }],
    [{ failures: 2, open: false }, ['used', 'unreadable'], { failures: 1, open: false }],
    [closed, ['failed', 'failed', 'failed', 'used'], { failures: 0, open: true }],
  ])('COMP-3 %j after %j is %j', (before, verdicts, after) => {
    expect(breakerAfter(before, verdicts, 3)).toEqual(after)
  })
})
