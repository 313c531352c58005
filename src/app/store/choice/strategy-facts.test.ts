import { join } from 'node:path'
import { expect, test } from 'vitest'
import { strategies } from '../../../engine/index.ts'
import { asWrittenStrategies } from '../../../lessons/index.ts'
import { LANE_GROUPS } from './lineup-words.ts'

const all = [...Object.values(strategies), ...Object.values(asWrittenStrategies)]

test('CONF-3 the page knows the strategies of the engine, and what they read', async () => {
  const reading = (section: string) =>
    all.filter(({ sections }) => sections.includes(section)).map(({ name }) => name)
  expect(LANE_GROUPS.as_written).toEqual(Object.keys(asWrittenStrategies))
  const asking = reading('mock_llm')
  const silent = all.map(({ name }) => name).filter((name) => !asking.includes(name))
  const listed = (names: readonly string[]) => names.map((name) => `  '${name}',\n`).join('')
  await expect(`/*
 * What the page has to know of strategies before anything is run. The engine's own list would bring the code of every
 * stage into the first script, so these sets are made from it:
 * \`npx vitest run src/app/store/choice/strategy-facts.test.ts -u\` makes them again.
 */

/** Strategies that ask no model, whatever their settings. */
export const ASKS_NOBODY: ReadonlySet<string> = new Set([
${listed(silent)}])

/** Strategies that read \`cross_window\`: they take notes and save checkpoints. */
export const KEEPS_STATE: ReadonlySet<string> = new Set([
${listed(reading('cross_window'))}])
`).toMatchFileSnapshot(join(import.meta.dirname, 'strategy-facts.ts'))
})
