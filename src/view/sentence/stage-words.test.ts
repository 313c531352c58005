import { describe, expect, it } from 'vitest'
import { stages } from '../../engine/index.ts'
import { MANUAL_ACTIONS, isStageWith } from '../../engine/internal.ts'
import type { StageEntry } from '../../engine/index.ts'
import { isByHand, stageDone, stageWords } from './stage-words.ts'

describe('the names of stages', () => {
  it('every stage of the engine has them, and none looks like an identifier', () => {
    for (const name of Object.keys(stages)) {
      for (const words of [stageWords(name), stageDone(name)]) {
        expect(words, name).toMatch(/^[a-z][^_]+$/)
        expect(words.length, name).toBeLessThan(44)
      }
    }
  })

  it('a stage is called “by hand” exactly if it acts in the manual phase', () => {
    expect(MANUAL_ACTIONS).toHaveLength(2)
    for (const [name, { phase }] of Object.entries(stages))
      expect(isByHand(name), name).toBe(phase === 'manual')
  })

  it('agree with the phase and settings that the stage declares in the engine', () => {
    for (const { name, phase, settings, begins = [] } of Object.values<StageEntry>(stages)) {
      expect(isStageWith('aims_at_target', name), name).toBe(settings.includes('eviction.target'))
      expect(isStageWith('starts_at_orange', name), name).toBe(begins.includes('pressure.thresholds.orange'))
      expect(isStageWith('after_the_call', name), name).toBe(phase === 'overflow')
    }
  })

  it('an unknown stage is shown by its identifier', () => {
    expect(stageWords('my_own_stage')).toBe('my own stage')
    expect(stageDone('my_own_stage')).toBe('changed by my own stage')
    expect(stageWords('constructor')).toBe('constructor')
  })
})
