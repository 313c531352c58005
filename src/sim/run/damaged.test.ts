import fc from 'fast-check'
import { describe, it } from 'vitest'
import { validate } from '../../engine/index.ts'
import { assemble } from '../../engine/internal.ts'
import type { Block } from '../../engine/index.ts'
import { expectEqual } from '../../testing/expect-equal.ts'
import { arbitraryDamage } from '../../testing/arbitrary.ts'
import { traceOf } from '../../testing/trace.ts'
import { entriesAt, run } from '../index.ts'
import type { Timeline } from '../index.ts'

/** Repairs of how a request is written, not of the blocks in a window. `messagesAt` makes them. */
const WRITTEN = new Set(['cache-markers', 'unknown-role', 'part-role', 'unknown-part', 'system-message'])

/** The window of a turn as sent, before repairs of the written request. */
function asSent(timeline: Timeline, turn: number) {
  const record = timeline.turns[turn]
  if (record === undefined) throw new RangeError(`no turn ${turn}`)
  const block = (id: number): Block => timeline.blocks[id] as Block
  const entries = entriesAt(timeline.data.spans, record.points.sent.tick, 0).map((entry) => {
    return { ...entry, overhead: 0, message: block(entry.block).message }
  })
  return assemble({ id: 0, entries, used: 0 }, block, {
    message: (index) => timeline.intake.messages[index] ?? { role: 'user', content: '' },
    text: (content) => timeline.data.contents[content] ?? '',
    system: '',
    tool: () => null,
  })
}

describe.each([
  ['evict', 'fifo'],
  ['evict', 'hybrid'],
  ['managed', 'hybrid'],
])('a damaged log through %s, %s', (strategy, policy) => {
  it('VALID-3 leaves no violation in the request of any turn', () => {
    fc.assert(
      fc.property(arbitraryDamage, fc.integer({ min: 2000, max: 6000 }), (messages, limit) => {
        const timeline = run(traceOf(messages), { strategy, max_context_tokens: limit, eviction: { policy } })
        for (const { turn, violations } of timeline.turns) {
          const left = validate(asSent(timeline, turn).messages, 'anthropic').filter(
            (one) => !WRITTEN.has(one.rule),
          )
          expectEqual(left, [])
          expectEqual(
            violations.filter((violation) => violation.origin === 'strategy'),
            [],
          )
          for (const provider of ['anthropic', 'openai'] as const) {
            const { repairs: _, ...request } = timeline.messagesAt(turn, provider)
            expectEqual(validate(request, provider), [])
          }
        }
      }),
      { numRuns: 25 },
    )
  })
})
