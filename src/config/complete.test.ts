import { describe, expect, test } from 'vitest'
import { ProblemError } from '../engine/index.ts'
import { completeConfig, defaultConfigYaml, parseConfig, presets, preset, strategySettings } from './index.ts'
import type { PartialConfig } from './index.ts'

function problemsOf(partial: unknown): readonly { readonly code: string; readonly message: string }[] {
  try {
    completeConfig(partial as PartialConfig)
  } catch (error) {
    if (error instanceof ProblemError) return error.problems
    throw error
  }
  return []
}

describe('completeConfig', () => {
  test('CONF-3 nothing said is every default, and the default text says the same', () => {
    const { config } = parseConfig(defaultConfigYaml)
    expect(config?.eviction.weights).toEqual({
      recency: 0.3,
      priority: 0.25,
      type_ttl: 0.2,
      reference_freq: 0.15,
      semantic_duplication: 0.1,
    })
    expect({ ...config, eviction: { ...config?.eviction, weights: null } }).toEqual(completeConfig({}))
  })

  test('CONF-3 fills in at every depth and keeps what is said', () => {
    const config = completeConfig({
      strategy: 'unmanaged',
      pressure: { thresholds: { red: 0.95 } },
      eviction: { gates: { task: false }, type_ttl: { thinking: 3 } },
    })
    expect(config.strategy).toBe('unmanaged')
    expect(config.pressure).toEqual({
      thresholds: { yellow: 0.5, orange: 0.75, red: 0.95 },
      velocity_window: 5,
    })
    expect(config.eviction.gates).toEqual({
      task: false,
      current_user_message: true,
      running_results: true,
      pinned: true,
    })
    expect(config.eviction.type_ttl).toMatchObject({ thinking: 3, tool_result: 8 })
  })

  test('CONF-3 undefined is the same as missing, at every depth', () => {
    const partial = {
      strategy: undefined,
      eviction: { policy: undefined, type_ttl: { thinking: undefined } },
    }
    expect(completeConfig(partial)).toEqual(completeConfig({}))
    expect(completeConfig(undefined as unknown as PartialConfig)).toEqual(completeConfig({}))
  })

  test('CONF-3 a complete config comes back equal: every preset', () => {
    for (const name of presets) {
      const { config } = parseConfig(preset(name))
      expect(config === null ? name : completeConfig(config)).toEqual(config)
    }
  })

  test('CONF-4 spreading a config into another policy or strategy works without taking its weights along', () => {
    const { config } = parseConfig(defaultConfigYaml)
    if (config === null) throw new Error('the default text has an error')
    const lru = completeConfig({ ...config, eviction: { ...config.eviction, policy: 'lru' } })
    expect(lru.eviction).toMatchObject({ policy: 'lru', weights: null })
    expect(completeConfig({ ...config, strategy: 'unmanaged' }).strategy).toBe('unmanaged')
  })

  test('CONF-1 the same checks as for a text', () => {
    expect(problemsOf({ strategy: 'evcit', eviction: { target: 2, foo: 1 } })).toMatchObject([
      { code: 'unknown-choice', path: ['strategy'], fix: 'evict' },
      { code: 'unknown-key', path: ['eviction', 'foo'] },
      { code: 'out-of-range', path: ['eviction', 'target'], found: '2' },
    ])
    expect(() => completeConfig({ max_context_tokens: 5 })).toThrow(
      'max_context_tokens must be a whole number from 2000 to 10000000, but is 5',
    )
  })

  test('CONF-1 values that no YAML has are told apart, none of them throws anything else', () => {
    const bare: unknown = Object.create(null)
    const odd = [
      5n,
      Symbol('x'),
      () => 1,
      new Date(0),
      new Map(),
      new Set(),
      /x/,
      Number.NaN,
      -Infinity,
      bare,
    ]
    for (const value of odd) {
      expect(problemsOf({ max_context_tokens: value })).toHaveLength(1)
      expect(problemsOf({ eviction: { placeholders: value } })).toMatchObject([{ code: 'wrong-type' }])
      expect(problemsOf({ eviction: { policy: value } })).toMatchObject([{ code: 'wrong-type' }])
      if (value !== bare) expect(problemsOf({ eviction: value })).toMatchObject([{ code: 'wrong-type' }])
    }
    expect(problemsOf({ eviction: bare })).toEqual([])
    expect(problemsOf(['evict'])).toMatchObject([{ code: 'not-a-mapping' }])
  })

  test('CONF-1 keys of every object are unknown keys', () => {
    expect(
      problemsOf(JSON.parse('{"__proto__": 1, "eviction": {"weights": {"constructor": 1}}}')),
    ).toMatchObject([
      { code: 'unknown-key', path: ['__proto__'] },
      { code: 'unknown-key', path: ['eviction', 'weights', 'constructor'] },
    ])
  })

  test('MSG-2 neither the input nor the defaults of others are changed or shared', () => {
    const partial = Object.freeze({ eviction: Object.freeze({ weights: Object.freeze({ recency: 1 }) }) })
    const config = completeConfig(partial)
    ;(config.eviction.type_ttl as Record<string, number>)['thinking'] = 99
    ;(config.eviction.protected_types as string[]).push('thinking')
    expect(partial).toEqual({ eviction: { weights: { recency: 1 } } })
    expect(completeConfig({}).eviction).toMatchObject({
      type_ttl: { thinking: 2 },
      protected_types: ['system_prompt'],
    })
  })

  test('EDIT-3 −0 is 0, so that equal configs are the same bytes', () => {
    expect(
      Object.is(completeConfig({ pressure: { thresholds: { yellow: -0 } } }).pressure.thresholds.yellow, 0),
    ).toBe(true)
  })
})

describe('strategySettings', () => {
  test('EVI-1 speaks the engine’s words', () => {
    const config = completeConfig({
      strategy: 'evict',
      max_context_tokens: 32_000,
      pressure: { velocity_window: 3 },
      eviction: { policy: 'lru', placeholders: false, gates: { pinned: false } },
      budget: { allocations: { output_reserved: 0.1, message_history: 0.6 } },
    })
    expect(strategySettings(config)).toEqual({
      strategy: 'evict',
      limit: 32_000,
      reserveShare: 0.1,
      thresholds: { yellow: 0.5, orange: 0.75, red: 0.9 },
      velocityWindow: 3,
      eviction: {
        policy: 'lru',
        weights: null,
        target: 0.6,
        placeholders: false,
        protectedTypes: ['system_prompt'],
        typeTtl: {
          tool_result: 8,
          thinking: 2,
          memory_injection: 20,
          assistant_response: 30,
          user_message: 50,
          tool_call: 50,
          summary: 50,
        },
        gates: { task: true, current_user_message: true, running_results: true, pinned: false },
      },
    })
  })

  test('EVI-2 weights go along only where they are the policy’s', () => {
    const config = completeConfig({ eviction: { weights: { recency: 0.3 } } })
    expect(strategySettings(config).eviction.weights).toEqual(config.eviction.weights)
    const other = { ...config, eviction: { ...config.eviction, policy: 'lru' } }
    expect(strategySettings(other).eviction.weights).toBeNull()
  })
})
