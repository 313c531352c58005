import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { createReferenceDetector } from '../../../engine/internal.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { referencesOf, run, takeIn } from '../../index.ts'

const trace = scenario('axios-migration', 7, { turns: 50 })
const intake = takeIn(trace, chars4)
const timeline = run(trace, { max_context_tokens: 30_000 }, { intake })

describe('references of a block', () => {
  it('REF-1 are those of the detector, in both directions and in order', () => {
    const detector = createReferenceDetector()
    const found = intake.blocks.flatMap((block) => detector.observe(block, intake.text(block.id)))
    expect(found.length).toBeGreaterThan(50)
    let counted = 0
    for (const { id } of intake.blocks) {
      const { usedBy, uses } = referencesOf(timeline, id)
      const by = found.filter((one) => one.source === id)
      expect(new Set(usedBy)).toEqual(new Set(by))
      expect(usedBy).toHaveLength(by.length)
      expect(new Set(uses)).toEqual(new Set(found.filter((one) => one.by === id)))
      for (const [index, one] of usedBy.entries()) {
        expect(one.by).toBeGreaterThan(id)
        expect(one.turn).toBeGreaterThanOrEqual(usedBy[index - 1]?.turn ?? 0)
      }
      for (const one of uses) expect(one.source).toBeLessThan(id)
      counted += usedBy.length
    }
    expect(counted).toBe(found.length)
  })

  it('PAIR-1 a call and its results have each other as a pair, prose has none', () => {
    let pairs = 0
    for (const { id, type, call } of intake.blocks) {
      const { pair } = referencesOf(timeline, id)
      if (type !== 'tool_call' && type !== 'tool_result') expect(pair).toBeNull()
      else {
        const same = intake.blocks.filter((one) => one.call?.id === call?.id && one.message >= 0)
        expect(pair).toEqual({
          calls: same.filter((one) => one.type === 'tool_call').map((one) => one.id),
          results: same.filter((one) => one.type === 'tool_result').map((one) => one.id),
        })
        pairs += 1
      }
    }
    expect(pairs).toBeGreaterThan(60)
  })

  it('refuses an unknown block', () => {
    expect(() => referencesOf(timeline, -1)).toThrow(/not -1$/)
  })
})
