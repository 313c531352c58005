import { expect, it } from 'vitest'
import { loadDeclarations } from '../../../store/choice/declarations.ts'
import { knobsOf, narrowed, withValue } from './sweep.ts'
import type { Knob } from './sweep.ts'

const knob = (values: readonly number[], own: number): Knob => ({
  path: ['eviction', 'target'],
  key: 'eviction.target',
  meaning: '',
  unit: 'share',
  values,
  own,
})

it('a knob has at most five values, from the least to the greatest with which the lane can run', () => {
  const wide = knob([1, 2, 3, 4, 5, 6, 7, 8, 9], 5)
  expect(narrowed(wide, () => true).values).toEqual([1, 3, 5, 7, 9])
  expect(narrowed(wide, (value) => value > 3 && value < 8).values).toEqual([4, 5, 6, 7])
  // Only its own value is certain.
  expect(narrowed(wide, () => false).values).toEqual([5])
})

it('the lane’s own value is always among them, in its place', () => {
  for (let own = 1; own <= 9; own++) {
    const { values } = narrowed(knob([1, 2, 3, 4, 5, 6, 7, 8, 9], own), () => true)
    expect(values).toContain(own)
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    expect(new Set(values).size).toBe(5)
  }
})

it('a value is added to a config without changing it', () => {
  const config = { eviction: { policy: 'lru' } }
  expect(withValue(config, ['eviction', 'target'], 0.5)).toEqual({ eviction: { policy: 'lru', target: 0.5 } })
  expect(config).toEqual({ eviction: { policy: 'lru' } })
})

it('only settings that can change what a lane sends are varied', async () => {
  const keys = knobsOf({ policy: 'default', gates: 'on' }, await loadDeclarations()).map((one) => one.key)
  expect(keys).toContain('pressure.thresholds.orange')
  expect(keys).toContain('eviction.target')
  expect(keys.filter((key) => key.startsWith('health_monitoring'))).toEqual([])
})
