import { expect, test } from 'vitest'
import { strategies } from '../../../engine/index.ts'
import { asWrittenStrategies } from '../../../lessons/index.ts'
import { AS_WRITTEN, ASKS_NOBODY, KEEPS_STATE } from './strategy-facts.ts'

const all = [...Object.values(strategies), ...Object.values(asWrittenStrategies)]

test('CONF-3 the page knows the strategies of the engine, and what they read', () => {
  const reading = (section: string) =>
    all.filter(({ sections }) => sections.includes(section)).map(({ name }) => name)
  expect(AS_WRITTEN).toEqual(Object.keys(asWrittenStrategies))
  const asking = reading('mock_llm')
  expect([...ASKS_NOBODY]).toEqual(all.map(({ name }) => name).filter((name) => !asking.includes(name)))
  expect([...KEEPS_STATE]).toEqual(reading('cross_window'))
})
