import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { policies } from '../engine/index.ts'
import { BLOCK_TYPES } from '../engine/internal.ts'
import { checkConfig } from './complete.ts'
import { completeConfig, configJsonSchema, parseConfig, preset, presets } from './index.ts'
import type { JsonSchema } from './index.ts'
import { accepts, isObject } from '../testing/json-schema.ts'

/** Replaced by the value of a complete config at the same place. */
const KEEP = Symbol('keep')

/** Problems that no schema can express, because they concern the relation of several values. */
const BETWEEN_KEYS = new Set([
  'threshold-order',
  'age-order',
  'share-order',
  'no-weight',
  'duplicate-step',
  'duplicate-threshold',
  // Conditions have a syntax of their own.
  'wrong-condition',
])

describe('configJsonSchema', () => {
  const schema = configJsonSchema()

  test('CONF-3 accepts every preset and the empty config', () => {
    for (const name of presets)
      expect([name, accepts(schema, parseConfig(preset(name)).config)]).toEqual([name, true])
    expect(accepts(schema, {})).toBe(true)
  })

  test('CONF-3 says draft 2020-12 and is plain JSON', () => {
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
  })

  test('CONF-3 refuses the weights that the reader refuses, policy by policy', () => {
    expect(accepts(schema, { eviction: { weights: { semantic: 1 } } })).toBe(false)
    expect(accepts(schema, { eviction: { policy: 'priority', weights: { semantic: 1 } } })).toBe(true)
    expect(
      accepts(schema, { eviction: { policy: 'priority', weights: { type_ttl: 0.5, semantic: 1 } } }),
    ).toBe(false)
  })

  test('CONF-3 agrees with the reader about any changed config', () => {
    const complete = completeConfig({ eviction: { weights: { recency: 0.3 } } })
    const values = fc.oneof(
      { weight: 8, arbitrary: fc.constant(KEEP) },
      fc.constantFrom<unknown>(
        null,
        true,
        'on',
        'yes',
        '0.5',
        0,
        -1,
        0.3,
        0.5,
        1,
        2.5,
        8,
        90,
        2000,
        1e9,
        [],
        {},
      ),
      fc.constantFrom<unknown>(...Object.keys(policies), ...BLOCK_TYPES, 'evict', 'unmanaged', 'hybird'),
      fc.constantFrom<unknown>(['thinking'], ['thinking', 'thinking'], ['think'], [1], { recency: 1 }),
      fc.constantFrom<unknown>(
        'progressive',
        ['progressive', 'sub_agent'],
        { 0.5: 'progressive' },
        { '.50': ['progressive'], 1: 'sub_agent' },
        { '50%': 'progressive' },
        { 0.5: [] },
        { 0.5: 'progresive' },
        { 0.5: 'progressive', 0.6: 'progressive' },
      ),
      fc.constantFrom<unknown>(
        'state.json',
        '../state.json',
        '',
        'a\\b',
        ['burn_rate'],
        ['burn'],
        'on_arrival',
      ),
      fc.constantFrom<unknown>(
        { recency: 0.5, semantic: 0.5 },
        { last_reference: 1 },
        { tool_result: 3, foo: 1 },
      ),
      fc.constantFrom<unknown>(
        ['evict', { stage: 'clip' }],
        ['evcit'],
        [{ stage: 'evict', when: 'used > 9k', at: 0.5, with: { eviction: { target: 0.4 } } }],
        [{ stage: 'evict', when: null, at: null, with: null }],
        [{ stage: 'evict', at: 2 }],
        [{ stage: 'evict', with: { eviction: { target: 2 } } }],
        [{ stage: 'evict', with: { eviction: { merge_similarity: 0.5 } } }],
        [{ stage: 'merge', with: { eviction: { merge_similarity: 0.5 }, pressure: { preemptive: 'off' } } }],
        [{ stage: 'clip', with: { pressure: { preemptive: true } } }],
        [{ stage: 'slide', with: { atomic_window: { max_messages: 3 } } }],
        [{ when: 'always' }],
        [3],
        [null],
      ),
    )
    const paths = fc.constantFrom(
      ...pathsOf(complete, []),
      ['foo'],
      ['eviction', 'foo'],
      ['compression', 'cascade', '0.8'],
      ['compression', 'cascade', '1.5'],
      ['eviction', 'type_ttl', 'system_prompt'],
      ['eviction', 'weights', 'semantic'],
      ['budget', 'allocations', 'foo'],
      ['pipeline'],
      ['pipeline'],
      ['pipeline'],
    )
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(fc.array(fc.tuple(paths, values), { minLength: 1, maxLength: 3 }), (changes) => {
        const config = changes.reduce<unknown>(
          (value, [path, put]) => withValue(value, path, put === KEEP ? valueAt(complete, path) : put),
          {},
        )
        const errors = checkConfig(config).problems.filter(
          ({ severity, code }) => severity === 'error' && !BETWEEN_KEYS.has(code),
        )
        const accepted = accepts(schema, config)
        expect([accepted, errors]).toEqual([errors.length === 0, errors])
        seen[accepted ? 'accepted' : 'refused']++
      }),
      { numRuns: 500 },
    )
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(80)
  })

  test('CONF-3 every declared value says what it is for', () => {
    const silent: string[] = []
    visit(schema, '')
    expect(silent).toEqual([])

    function visit(part: JsonSchema, path: string): void {
      for (const [key, child] of Object.entries((part['properties'] ?? {}) as Record<string, JsonSchema>)) {
        if (typeof child['description'] !== 'string' || child['description'] === '')
          silent.push(`${path}/${key}`)
        visit(child, `${path}/${key}`)
      }
    }
  })
})

function pathsOf(value: unknown, path: string[]): string[][] {
  if (!isObject(value)) return [path]
  const below = Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))
  return path.length === 0 ? below : [path, ...below]
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((part, key) => (isObject(part) ? (part[key] ?? 1) : 1), value)
}

function withValue(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put
  const object = isObject(value) ? value : {}
  return { ...object, [key]: withValue(object[key], rest, put) }
}
