import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as declarations from '../../../../config/internal.ts'
import type { Config, PartialConfig } from '../../../../config/index.ts'
import { handlesOf, moved, STEP } from './handles.ts'
import { readByPlan } from './rows.ts'

const configOf = (preset: string, changes: PartialConfig = {}): Config =>
  declarations.completeConfig(declarations.overlaid(declarations.presetConfig(preset), changes))
const handles = (config: Config) => handlesOf(config, readByPlan(config, declarations))
const errorsOf = (config: Config): readonly string[] =>
  declarations
    .parseConfig(declarations.configYaml(config, ''))
    .problems.filter(({ severity }) => severity !== 'note')
    .map(({ code }) => code)
const movedTo = (config: Config, id: string, to: number): Config => {
  const handle = handles(config).find((one) => one.id === id)
  if (handle === undefined) return config
  const value = moved(handle, to)
  if (handle.kind !== 'rung') {
    const change = handle.path.toReversed().reduce<unknown>((inner, key) => ({ [key]: inner }), value)
    return declarations.completeConfig(declarations.overlaid(config, change as PartialConfig))
  }
  const from = handle.path.at(-1)
  const cascade = Object.fromEntries(
    Object.entries(config.compression.cascade).map(([key, steps]) => [
      key === from ? String(value) : key,
      steps,
    ]),
  )
  return declarations.completeConfig(declarations.overlaid(config, { compression: { cascade } }))
}

describe('handles on the bar of the window', () => {
  test('COMP-2 a lane has handles for the settings that its stages read, and no others', () => {
    expect(handles(configOf('hybrid')).map(({ id }) => id)).toEqual(['yellow', 'orange', 'red', 'target'])
    expect(handles(configOf('default')).map(({ id }) => id)).toEqual([
      'yellow',
      'orange',
      'red',
      'target',
      'overflow',
      'rung-0',
      'rung-1',
      'rung-2',
      'rung-3',
    ])
    expect(handles(configOf('token_trim')).map(({ id }) => id)).toEqual(['yellow', 'orange', 'red'])
  })

  test('PRES-1 a handle stops a step before its neighbour', () => {
    const [yellow, orange] = handles(configOf('hybrid'))
    if (yellow === undefined || orange === undefined) throw new Error('no zones')
    expect(moved(yellow, 0.99)).toBe(0.74)
    expect(moved(orange, 0)).toBe(0.61)
    expect(moved(orange, 1)).toBe(0.89)
    expect(moved(yellow, 0.333)).toBe(0.33)
  })

  test('CONF-1 from any order that the laws allow, no moves of handles leave it', () => {
    const ids = handles(configOf('default')).map(({ id }) => id)
    const moves = fc.array(fc.tuple(fc.constantFrom(...ids), fc.double({ min: -1, max: 2, noNaN: true })), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(moves, (list) => {
        const config = list.reduce((one, [id, to]) => movedTo(one, id, to), configOf('default'))
        // The cascade's value replaces compaction's own threshold.
        expect(errorsOf(config).filter((code) => code !== 'cascade-wins')).toEqual([])
        expect(Object.keys(config.compression.cascade)).toHaveLength(4)
      }),
      { numRuns: 20 },
    )
  })

  test('a text that is out of order can be put in order', () => {
    const config = configOf('hybrid', { eviction: { target: 0.8 } })
    const target = handles(config).find(({ id }) => id === 'target')
    expect(target?.most).toBe(0.8)
    expect(target && moved(target, 0.5)).toBe(0.5)
    expect(target && moved(target, 0.95)).toBe(0.8)
  })

  test('steps that begin at one share move together', () => {
    const config = configOf('default', {
      compression: { cascade: { '0.8': ['tool_result_summarization', 'progressive'], '0.92': 'sub_agent' } },
    })
    const rungs = handles(config).filter(({ kind }) => kind === 'rung')
    expect(rungs.map(({ value, steps, most }) => [value, steps.length, most])).toEqual([
      [0.8, 2, 0.92 - STEP],
      [0.92, 1, 1],
    ])
  })
})
