import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharedHeads } from './prefix.ts'

type Head = Parameters<typeof sharedHeads>[0][number]

/** The definition: compares each prompt with every earlier one. */
function twin(blocks: readonly Head[]): [number, number][] {
  const heads: Head[] = []
  return blocks.flatMap((block): [number, number][] => {
    if (!block.inferred || block.unexplained === true || block.type !== 'system_prompt') return []
    const earlier = heads.find(
      ({ tokens, window }) =>
        window !== block.window && Math.abs(tokens - block.tokens) < 0.01 * block.tokens,
    )
    if (earlier === undefined) heads.push(block)
    return earlier === undefined ? [] : [[block.id, earlier.id]]
  })
}

it('COST-2 unrecorded instructions of a sub-agent are those of the earliest sub-agent with nearly as many tokens', () => {
  const head = fc.record({
    type: fc.constantFrom('system_prompt' as const, 'system_prompt' as const, 'user_message' as const),
    window: fc.nat(6),
    // Similar sizes, around those with a whole hundredth, and 0.
    tokens: fc.oneof(fc.integer({ min: 4900, max: 5150 }), fc.constantFrom(0, 1, 4950, 5000, 5050, 5100)),
    inferred: fc.constantFrom(true, true, false),
    more: fc.constantFrom({}, {}, { unexplained: true as const }),
  })
  let found = 0
  fc.assert(
    fc.property(fc.array(head, { minLength: 15, maxLength: 40 }), (heads) => {
      const blocks = heads.map(({ more, ...one }, id) => ({ ...one, ...more, id }))
      const same = [...sharedHeads(blocks)]
      expect(same).toEqual(twin(blocks))
      found += same.length
    }),
    { numRuns: 120 },
  )
  expect(found).toBeGreaterThan(200)
})
