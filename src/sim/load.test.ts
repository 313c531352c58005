import { describe, expect, it } from 'vitest'
import { scenarios } from './index.ts'
import { loadReading, loadScenario } from './internal.ts'
import { largestOf, readTraceSteps } from './log/reading.ts'
import { withSetup } from './log/setup/setup.ts'

describe('modules loaded late', () => {
  it.each(Object.values(scenarios))('the scenario $name is the one of the list', async (one) => {
    expect(await loadScenario(one.name)).toBe(one)
  })

  it.each(['axios', 'constructor', ''])('a scenario called %j is a problem', async (name) => {
    await expect(loadScenario(name)).rejects.toMatchObject({
      problems: [{ code: 'unknown-scenario', found: name }],
    })
  })

  it('the readers are those that are imported', async () => {
    expect(await loadReading()).toEqual({ largestOf, readTraceSteps, withSetup })
  })
})
