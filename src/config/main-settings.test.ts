import { expect, test } from 'vitest'
import { completeConfig } from './complete.ts'
import { MAIN_SETTINGS, mainSettings, numbersRead } from './main-settings.ts'
import { presetConfig, presets } from './preset/list.ts'
import { settingRows } from './reference.ts'

const keysOf = (name: string): readonly string[] =>
  mainSettings(completeConfig(presetConfig(name))).map(({ key }) => key)

test('the main settings are at most five numbers that the stages of a lane read, and none of another strategy', () => {
  for (const name of presets) {
    const config = completeConfig(presetConfig(name))
    const read = new Set(numbersRead(config).map(({ key }) => key))
    const keys = keysOf(name)
    expect(keys.length, name).toBeLessThanOrEqual(5)
    expect(keys.length > 0, name).toBe(read.size > 0)
    for (const key of keys) expect(read, name).toContain(key)
  }
  expect(keysOf('hybrid').slice(0, 2)).toEqual(['eviction.target', 'pressure.thresholds.orange'])
  expect(keysOf('tiered').every((key) => key.startsWith('tiered.'))).toBe(true)
  expect(keysOf('unmanaged')).toEqual([])
})

test('every main setting is a number of the reference', () => {
  const numbers = settingRows().flatMap(({ key, kind }) => (kind === 'number' ? [key] : []))
  expect(MAIN_SETTINGS.filter((key) => !numbers.includes(key))).toEqual([])
})

test('a pipeline has the main settings of its stages', () => {
  const config = completeConfig({ strategy: 'pipeline', pipeline: ['slide'] })
  expect(mainSettings(config).map(({ key }) => key)).toEqual([
    'atomic_window.max_messages',
    'atomic_window.min_recent_keep',
  ])
})
