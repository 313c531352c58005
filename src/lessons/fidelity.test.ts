import { describe, expect, it } from 'vitest'
import { answerable, fidelityOf } from '../engine/internal.ts'
import type { Probe } from '../engine/index.ts'
import { fidelityOfTheBeginning, noQuestionsIsPerfect, yesInYesterday } from './fidelity.ts'
import defects from './defects.json' with { type: 'json' }

const probe: Probe = {
  id: 'p',
  kind: 'path',
  question: 'Which file?',
  expected: ['vault/prod.json'],
  block: 0,
}

describe('fidelity as written in “Agent Context Window Management”', () => {
  it('HEALTH-3 as written, text after 8,000 characters is never missing; here it is', () => {
    const padding = 'Nothing to see here. '.repeat(500)
    const before = `${padding}The key is in vault/prod.json.`
    expect(answerable(probe, fidelityOfTheBeginning.read(before))).toBe(false)
    expect(fidelityOfTheBeginning.read(before)).toBe(fidelityOfTheBeginning.read(padding))
    expect(fidelityOf([probe], before, before)).toBe(1)
    expect(fidelityOf([probe], before, padding)).toBe(0)
  })

  it('HEALTH-3 as written, “yesterday” counts as yes; here only “yes” does', () => {
    expect(yesInYesterday.agrees('No, that was yesterday.')).toBe(true)
    expect(answerable({ expected: ['yes'] }, 'No, that was yesterday.')).toBe(false)
    expect(answerable({ expected: ['yes'] }, 'Yes.')).toBe(true)
  })

  it('HEALTH-3 as written, no questions give the full score; here a dash', () => {
    expect(noQuestionsIsPerfect.score([], 0)).toBe(1)
    expect(fidelityOf([], 'anything', '')).toBeNull()
  })

  it('every entry says what, why and what instead', () => {
    for (const entry of defects.fidelity)
      for (const text of [entry.defect, entry.harm, entry.fix]) expect(text).toMatch(/^[A-Z“].+\.$/)
  })
})
