import { describe, expect, it } from 'vitest'
import { MANUAL_ACTIONS, stages } from '../engine/index.ts'
import { isByHand, stageDone, stageWords } from './stage-words.ts'

describe('the words of a stage', () => {
  it('every stage of the engine has them, and none reads like a name in code', () => {
    for (const name of Object.keys(stages)) {
      for (const words of [stageWords(name), stageDone(name)]) {
        expect(words, name).toMatch(/^[a-z][^_]+$/)
        expect(words.length, name).toBeLessThan(44)
      }
    }
  })

  it('by hand is what acts in the phase for what a person asks', () => {
    expect(MANUAL_ACTIONS).toHaveLength(2)
    for (const [name, { phase }] of Object.entries(stages))
      expect(isByHand(name), name).toBe(phase === 'manual')
  })

  it('a stage without words keeps its name', () => {
    expect(stageWords('my_own_stage')).toBe('my own stage')
    expect(stageDone('my_own_stage')).toBe('changed by my own stage')
    expect(stageWords('constructor')).toBe('constructor')
  })
})
