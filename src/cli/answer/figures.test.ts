import { expect, test } from 'vitest'
import type { Result } from '../measure/result.ts'
import { sumsTable } from './figures.ts'

/** A lane over two logs whose cost is 1 against 2 of the baseline, with some logs that it fits. */
const sum = (lane: string, fit: number) => ({
  lane,
  logs: 2,
  metrics: { cost: lane === 'base' ? 2 : 1 },
  study: { fit },
  against:
    lane === 'base' ? null : { logs: 2, metrics: { cost: { value: 1, base: 2, low: null, high: null } } },
})

const marks = (...sums: ReturnType<typeof sum>[]) =>
  sumsTable({ sums, settings: { baseline: 'base' } } as unknown as Result, ['cost'])
    .rows.at(-1)
    ?.flatMap((cell) => (typeof cell === 'object' && 'mark' in cell ? [cell.mark] : []))

test('in sums over logs a lane is marked better only if no other one fits more of them', () => {
  expect(marks(sum('base', 0), sum('whole', 2), sum('refused', 1))).toEqual(['better', 'faint'])
  expect(marks(sum('base', 2), sum('either', 1))).toEqual(['better'])
})
