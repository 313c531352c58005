import { describe, expect, it } from 'vitest'
import { scenarios } from './index.ts'
import { loadReading, loadScenario } from './internal.ts'
import { firstTurns, MOST_SHOWN, SHOWN } from './log/first-turns.ts'
import { largestOf, readTraceSteps } from './log/reading.ts'
import { withSetup } from './log/setup/setup.ts'

describe('modules loaded on demand', () => {
  it.each(Object.values(scenarios))('the scenario $name is the one of the list', async (one) => {
    expect(await loadScenario(one.name)).toBe(one)
  })

  it.each(['axios', 'constructor', ''])('an unknown scenario %j is a problem', async (name) => {
    await expect(loadScenario(name)).rejects.toMatchObject({
      problems: [{ code: 'unknown-scenario', found: name }],
    })
  })

  it('the loaded readers are the imported ones', async () => {
    expect(await loadReading()).toMatchObject({
      firstTurns,
      largestOf,
      MOST_SHOWN,
      readTraceSteps,
      SHOWN,
      withSetup,
    })
  })
})
