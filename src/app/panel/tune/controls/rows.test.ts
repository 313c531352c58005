import { describe, expect, test } from 'vitest'
import * as declarations from '../../../../config/internal.ts'
import { linesOf, matches, shownLines } from './rows.ts'

const { completeConfig, presetConfig, sectionsRead, overlaid } = declarations

describe('lines of settings', () => {
  test('CONF-3 every setting has a line, and every number of a mapping one of its own', () => {
    const lines = linesOf('semantic_merge', declarations)
    const keys = lines.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { key, kind } of declarations.settingRows())
      expect(kind === 'numbers' ? keys.some((one) => one.startsWith(`${key}.`)) : keys.includes(key)).toBe(
        true,
      )
    expect(keys.filter((key) => key.startsWith('eviction.weights.'))).toEqual([
      'eviction.weights.duplication',
      'eviction.weights.recency',
    ])
  })

  test('CONF-4 a value differs from its default, is changed from the lane’s own, or neither', () => {
    const own = completeConfig(presetConfig('hybrid'))
    const config = completeConfig(overlaid(own, { eviction: { target: 0.4 } }))
    const shown = shownLines(linesOf('hybrid', declarations), { ...config, max_context_tokens: 9_999 }, own, [
      'pressure',
      'eviction',
    ])
    const line = (key: string) => shown.find((one) => one.line.key === key)
    expect(line('eviction.target')).toMatchObject({
      value: 0.4,
      own: 0.6,
      differs: true,
      changed: true,
      read: true,
    })
    // A setting of the preset: it acts only from orange on.
    expect(line('pressure.preemptive')).toMatchObject({ value: false, differs: true, changed: false })
    expect(line('eviction.weights.recency')).toMatchObject({ value: 0.3, differs: false, changed: false })
    // One value for all lanes.
    expect(line('max_context_tokens')).toMatchObject({
      value: 9_999,
      differs: false,
      changed: false,
      read: true,
    })
    expect(line('tiered.snip_from')?.read ?? false).toBe(false)
  })

  test('the list of stages is read by a pipeline alone', () => {
    for (const [preset, read] of [
      ['hybrid', false],
      ['pipeline', true],
    ] as const) {
      const config = completeConfig(presetConfig(preset))
      const shown = shownLines(linesOf('hybrid', declarations), config, config, sectionsRead(config))
      expect(shown.find(({ line }) => line.key === 'pipeline')?.read).toBe(read)
    }
  })

  test('words are found in keys, meanings and choices', () => {
    const lines = linesOf('hybrid', declarations)
    const found = (words: string) => lines.filter((line) => matches(line, words)).map(({ key }) => key)
    expect(found('eviction.TARGET batch')).toEqual(['eviction.target'])
    expect(found('original errors add')).toEqual(['compression.progressive.from'])
    expect(found('nothing has this word')).toEqual([])
  })
})
