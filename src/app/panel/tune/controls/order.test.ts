import { expect, test } from 'vitest'
import { bySection } from './rows.ts'

const rows = [
  'strategy',
  'pressure.preemptive',
  'eviction.target',
  'tiered.snip_from',
  'tiered.keep_results',
].map((key) => ({ path: key.split('.') }))

test('CONF-3 settings of this strategy only come first, and settings that it does not read last', () => {
  const sections = bySection(rows, ['pressure', 'budget', 'tiered'])
  expect(sections.map(({ section }) => section)).toEqual(['tiered', 'pressure', '', 'eviction'])
  expect(sections[0]?.rows.map(({ path }) => path[1])).toEqual(['snip_from', 'keep_results'])
  expect(sections.flatMap((one) => one.rows)).toHaveLength(rows.length)
})
