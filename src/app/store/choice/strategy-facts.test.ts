import { expect, test } from 'vitest'
import { strategies } from '../../../engine/index.ts'
import { asWrittenStrategies } from '../../../lessons/index.ts'
import { LANE_GROUPS } from './lineup-words.ts'
import { ASKS_NOBODY, KEEPS_STATE } from './strategy-facts.ts'

const all = [...Object.values(strategies), ...Object.values(asWrittenStrategies)]

test('CONF-3 the page knows the strategies of the engine, and what they read', () => {
  const reading = (section: string) =>
    all.filter(({ sections }) => sections.includes(section)).map(({ name }) => name)
  expect(LANE_GROUPS.as_written).toEqual(Object.keys(asWrittenStrategies))
  const asking = reading('mock_llm')
  expect([...ASKS_NOBODY]).toEqual(all.map(({ name }) => name).filter((name) => !asking.includes(name)))
  expect([...KEEPS_STATE]).toEqual(reading('cross_window'))
})
