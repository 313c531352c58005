import { expect, it } from 'vitest'
import { measureSessions } from './measure-sessions.ts'
import { plantSession } from './sessions.ts'
import templates from './sessions.json' with { type: 'json' }

const SEEDS = Array.from({ length: 24 }, (_, index) => index + 1)

it('LOST-2 the same seed plants the same session, with near misses beside the violations', () => {
  expect(plantSession(3, templates)).toEqual(plantSession(3, templates))
  const rules = SEEDS.flatMap((seed) => plantSession(seed, templates).rules)
  expect(new Set(rules.map(({ fate }) => fate)).size).toBe(4)
  expect(rules.filter(({ broken }) => broken !== null).length).toBeGreaterThan(SEEDS.length / 2)
  expect(rules.filter(({ broken }) => broken === null).length).toBeGreaterThan(SEEDS.length / 2)
})

it('LOST-1 LOST-2 LOST-3 finds what was planted in the sentences it was developed with', () => {
  const { rules, rulesFound, lost, broken, again } = measureSessions(templates, SEEDS)
  expect(rulesFound).toBe(rules)
  for (const rates of [lost, broken, again]) expect(rates.right).toBe(rates.found)
  expect(lost.right).toBe(lost.there)
  expect(again.right).toBe(again.there)
  // Raw SQL, and other rules about the content of a file, cannot be checked.
  expect(broken.right / broken.there).toBeGreaterThan(0.9)
})
