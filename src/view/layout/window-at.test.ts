import fc from 'fast-check'
import { expect, it } from 'vitest'
import { run } from '../../sim/index.ts'
import { OPEN } from '../../sim/internal.ts'
import { arbitraryTrace } from '../../testing/trace.ts'
import { windowAt } from './window-at.ts'

it('rebuilds the window of every tick as applying all changes in order does', () => {
  fc.assert(
    fc.property(arbitraryTrace(), fc.integer({ min: 2000, max: 6000 }), (trace, limit) => {
      const { data } = run(trace, { max_context_tokens: limit, strategy: 'evict' })
      const { spans } = data
      const last = Math.max(0, ...data.turns.map((turn) => turn.responded?.tick ?? turn.points.sent.tick))
      const standing = new Set<number>()
      for (let tick = 0; tick <= last + 1; tick++) {
        for (let row = 0; row < spans.length; row++) {
          if (spans.fromTick[row] === tick) standing.add(row)
          if (spans.toTick[row] === tick) standing.delete(row)
        }
        const entries = windowAt(data, tick, 0)
        expect(entries.map((entry) => entry.span).sort((a, b) => a - b)).toEqual(
          [...standing].sort((a, b) => a - b),
        )
        const inOrder = entries.every(
          (entry, index) => index === 0 || (entries[index - 1]?.order ?? 0) < entry.order,
        )
        expect(inOrder).toBe(true)
      }
    }),
    { numRuns: 15 },
  )
})

it('LED-1 the entries add up to the sent tokens, and each offset is the sum of the entries before it', () => {
  fc.assert(
    fc.property(arbitraryTrace(), (trace) => {
      const { data } = run(trace, { max_context_tokens: 2500, strategy: 'evict' })
      for (const turn of data.turns) {
        let sum = 0
        for (const entry of windowAt(data, turn.points.sent.tick, turn.window)) {
          expect(entry.offset).toBe(sum)
          sum += entry.tokens
        }
        expect(sum).toBe(turn.points.sent.used)
      }
    }),
    { numRuns: 15 },
  )
})

it('is empty before the run and for another window, and complete after the run', () => {
  const trace = fc.sample(arbitraryTrace(), { seed: 1, numRuns: 1 })[0]
  if (trace === undefined) throw new Error('no sample')
  const { data } = run(trace, { max_context_tokens: 100000, strategy: 'unmanaged' })
  expect(windowAt(data, 0, 0)).toEqual([])
  expect(windowAt(data, OPEN - 1, 0)).toHaveLength(data.blocks.length)
  expect(windowAt(data, OPEN - 1, 1)).toEqual([])
})
