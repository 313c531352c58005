import { expect, it } from 'vitest'
import { pricesOfLogs } from './prices.ts'

const at = (label: string, assumed = false) => ({
  models: [{ id: label, label, source: '', dated: '2026-08-01', calls: 1 }],
  assumed,
})

it('COST-1 a study over logs says whose prices its costs are at: chosen ones, each log’s own, or assumed ones', () => {
  const [opus, haiku, assumed] = [at('Opus'), at('Haiku'), at('Sonnet', true)]
  expect(pricesOfLogs([haiku, haiku], true)).toBe(
    'Costs: every log at the prices of Haiku (2026-08-01), chosen in the panel Cost.',
  )
  expect(pricesOfLogs([opus, haiku], false)).toBe('Costs: each log at the prices of its own model.')
  expect(pricesOfLogs([opus, assumed, haiku, assumed], false)).toBe(
    'Costs: each log at the prices of its own model; 2 of 4 name none with a known price and have those of Sonnet (2026-08-01).',
  )
  expect(pricesOfLogs([opus, assumed], false)).toContain(
    '; 1 of 2 names none with a known price and has those of',
  )
  expect(pricesOfLogs([assumed, assumed], false)).toBe(
    'Costs are at the prices of Sonnet (2026-08-01), an assumption: no log names a model with a known price.',
  )
})
