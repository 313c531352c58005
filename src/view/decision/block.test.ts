import fc from 'fast-check'
import { expect, it } from 'vitest'
import { run } from '../../sim/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { arbitraryTrace, traceOf } from '../../testing/trace.ts'
import { biography } from './block.ts'
import { windowAt } from '../layout/window-at.ts'

/** Four exchanges, each with one file of about 700 tokens; the window fits three. */
function reading(): TimelineData {
  const messages = Array.from({ length: 4 }, (_, index) => [
    { role: 'user' as const, content: `look at file ${index}` },
    {
      role: 'assistant' as const,
      content: [
        { type: 'tool_use' as const, id: `call-${index}`, name: 'read_file', input: { path: `${index}.ts` } },
      ],
    },
    {
      role: 'user' as const,
      content: [
        { type: 'tool_result' as const, tool_use_id: `call-${index}`, content: `text ${index} `.repeat(400) },
      ],
    },
    { role: 'assistant' as const, content: `file ${index} is fine` },
  ]).flat()
  return run(traceOf(messages), { max_context_tokens: 4000, strategy: 'evict', eviction: { policy: 'fifo' } })
    .data
}

it('EVI-4 shows that a result was replaced by a placeholder', () => {
  const data = reading()
  const result = data.blocks.find((block) => block.type === 'tool_result')
  const life = biography(data, result?.id ?? -1)
  expect(life).toMatchObject({
    name: 'tool result of read_file',
    type: 'tool_result',
    tool: 'read_file',
    turn: 1,
    made: false,
    left: null,
    tokens: result?.tokens,
  })
  expect(life?.spans.map((span) => [span.state, span.reason])).toEqual([
    ['live', 'replaced'],
    ['placeholder', null],
  ])
  const [live, placeholder] = life?.spans ?? []
  expect([live?.fromTurn, placeholder?.toTurn]).toEqual([1, null])
  expect(live?.toTurn).toBe(placeholder?.fromTurn)
  expect(data.contents[placeholder?.content ?? -1]).toContain('[Evicted: result of turn 1, read_file')
  expect(life?.changes).toHaveLength(1)
  expect(life?.changes[0]).toMatchObject({
    verb: 'replace',
    stage: 'evict',
    from: 'live',
    to: 'placeholder',
    turn: live?.toTurn,
    before: live?.tokens,
    after: placeholder?.tokens,
    edit: live?.edit,
  })
})

it('returns nothing for a block that the run does not have', () => {
  const data = reading()
  expect([biography(data, -1), biography(data, data.blocks.length)]).toEqual([null, null])
})

it('LED-1 the states of a block agree with the window at every tick, and its changes with the audit log', () => {
  fc.assert(
    fc.property(
      arbitraryTrace(),
      fc.integer({ min: 2000, max: 5000 }),
      fc.boolean(),
      (trace, limit, task) => {
        const { data } = run(trace, {
          max_context_tokens: limit,
          strategy: 'evict',
          eviction: { gates: { task } },
        })
        const lives = data.blocks.map((block) => biography(data, block.id))
        for (const turn of data.turns) {
          for (const { tick } of [turn.points.arrived, turn.points.sent]) {
            const standing = lives.flatMap((life) =>
              (life?.spans ?? [])
                .filter((span) => span.fromTick <= tick && (span.toTick === null || tick < span.toTick))
                .map((span) => [life?.block, span.state, span.tokens]),
            )
            const entries = windowAt(data, tick, 0).map((entry) => [entry.block, entry.state, entry.tokens])
            expect(standing).toEqual(entries.sort((a, b) => Number(a[0]) - Number(b[0])))
          }
        }
        const changes = lives.flatMap((life) => life?.changes ?? [])
        expect(changes).toHaveLength(data.edits.reduce((sum, edit) => sum + edit.blocks.length, 0))
        for (const life of lives) {
          const gone = life?.changes.findLast((change) => change.to === 'gone')
          expect(life?.left?.edit ?? null).toBe(gone?.edit ?? null)
          expect(life?.left?.turn ?? null).toBe(gone?.turn ?? null)
        }
      },
    ),
    { numRuns: 15 },
  )
})
