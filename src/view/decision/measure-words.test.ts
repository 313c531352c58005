import { expect, it } from 'vitest'
import type { Measure } from '../../engine/index.ts'
import { measured } from './ranked-row.ts'

it('EDIT-1 every measure is shown in its own unit', () => {
  const said = (of: Measure['of'], figure: number, full: number | null = null): string =>
    measured({ of, figure, full }, 'tool_result')
  expect(said('age', 1)).toBe('1 turn old')
  expect(said('age', 9, 8)).toBe('9 of 8 turns')
  expect(said('idle', 0)).toBe('used this turn')
  expect(said('idle', 3)).toBe('idle 3 turns')
  expect(said('unused', 12)).toBe('unused 12 turns')
  expect([said('uses', 0, 5), said('uses', 2, 5)]).toEqual(['never used', 'used in 2 turns'])
  expect(said('cosine', 0.414, 1)).toBe('cosine 0.41')
  expect(said('tokens', 1204)).toBe('1,204 tokens')
  expect(said('type', 0.3)).toBe('tool result')
  expect([said('mark', 0, 1), said('mark', 1, 1)]).toEqual(['not marked', 'marked'])
  expect(measured(null, 'tool_result')).toBe('')
})
