import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../../sim/index.ts'
import { why } from '../../../view/index.ts'
import type { WhyTrigger } from '../../../view/index.ts'
import { needsOf, WHY_TEXT } from './words.ts'

const trigger: WhyTrigger = {
  cause: 'zone',
  zone: 'orange',
  used: 98304,
  limit: 128000,
  reserve: 6400,
  share: 0.768,
  target: 76800,
  aim: 76800,
  toFree: 21504,
  freed: 21600,
  shortfall: 0,
}

it('TOK-5 LED-2 the share of a trigger has its base, and is marked where the counter estimates', () => {
  expect(WHY_TEXT.zone(trigger, true)).toBe('76.8 % of the limit, orange')
  expect(WHY_TEXT.zone(trigger, false)).toBe('≈ 76.8 % of the limit, orange')
  expect(WHY_TEXT.triggerBar(trigger, true)).toBe('Of 128,000 tokens 98,304 were used; 21,600 were freed.')
  expect(WHY_TEXT.triggerBar(trigger, false)).toBe(
    'Of 128,000 tokens ≈ 98,304 were used; ≈ 21,600 were freed.',
  )
})

describe('needs of a block in another lane', () => {
  it('NEED-2 are those of its own panel', () => {
    const trace = scenario('axios-migration', 7)
    const limit = Math.round(unmanagedPeak(takeIn(trace, chars4)) / 2)
    const { data } = run(trace, { max_context_tokens: limit, eviction: { policy: 'fifo' } })
    const told = new Set<string>()
    for (const { id } of data.blocks) {
      const answer = why(data, id)
      if (answer === null) continue
      const own = data.needs.filter(({ source }) => source === id)
      const from = data.edits.findLast(({ blocks }) => blocks.some(({ block }) => block === id))?.turn
      const after = own.filter(({ turn }) => turn >= (from ?? 0))
      const words = needsOf(answer)
      const often = after.length === 1 ? 'needed once' : `needed ${after.length} times`
      const since = from === undefined ? often : `${often} from then on`
      expect(words.split(',')[0]).toBe(after.length === 0 ? '' : since)
      told.add(`${answer.outcome} ${after.length === own.length}`)
    }
    expect(told).toContain('changed false')
    expect([...told]).not.toContain('stayed false')
  })

  it('count what was lost', () => {
    const [full, lost] = [{ resolution: 'full' } as const, { resolution: 'lost' } as const]
    expect(needsOf({ aftermath: [], outcome: 'changed' })).toBe('')
    expect(needsOf({ aftermath: [full], outcome: 'stayed' })).toBe('needed once')
    expect(needsOf({ aftermath: [full, lost, lost], outcome: 'changed' })).toBe(
      'needed 3 times from then on, missing 2',
    )
    expect(needsOf({ aftermath: [lost, lost], outcome: 'changed' })).toBe(
      'needed 2 times from then on, missing each time',
    )
  })
})
