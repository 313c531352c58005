import { describe, expect, test } from 'vitest'
import { completeConfig, keyPlaces, parseConfig, preset, removeSetting } from '../internal.ts'

function left(yaml: string, path: string): string {
  const result = removeSetting(yaml, path.split('/'))
  return 'refused' in result ? `refused: ${result.refused}` : result.text
}

describe('CONF-2 a setting is removed', () => {
  test.each([
    ['a: 1\n# why\n# really\nstrategy: evict # s\n# next\nb: 2\n', 'strategy', 'a: 1\n# next\nb: 2\n'],
    ['# heading\nstrategy: evict\nb: 2\n', 'strategy', '# heading\nb: 2\n'],
    [
      'a: 1\n\n# why\npressure:\n  preemptive: true\n  # velocity_window: 5\n\nb: 2\n',
      'pressure',
      'a: 1\n\nb: 2\n',
    ],
    [
      'pressure:\n  thresholds:\n    red: 0.9\n  preemptive: on\n',
      'pressure/thresholds/red',
      'pressure:\n  preemptive: on\n',
    ],
    [
      'strategy: evict\npressure:\n  thresholds:\n    red: 0.9\n',
      'pressure/thresholds/red',
      'strategy: evict\n',
    ],
    ['a: 1\npressure:\n  # why\n  preemptive: on\n', 'pressure/preemptive', 'a: 1\n'],
    [
      'pressure: # p\n  # velocity_window: 5\n\n  # why\n  preemptive: on\n',
      'pressure/preemptive',
      'pressure: # p\n  # velocity_window: 5\n',
    ],
    [
      'pressure:\n  preemptive: on\n  # velocity_window: 5\n',
      'pressure/preemptive',
      'pressure:\n  # velocity_window: 5\n',
    ],
    [
      'pressure: { preemptive: on, velocity_window: 5 }',
      'pressure/preemptive',
      'pressure: { velocity_window: 5 }',
    ],
    [
      'pressure: { preemptive: on, velocity_window: 5 }',
      'pressure/velocity_window',
      'pressure: { preemptive: on }',
    ],
    [
      'compression:\n  cascade:\n    0.75: progressive\n',
      'compression/cascade/0.75',
      'compression:\n  cascade: {}\n',
    ],
    [
      'pipeline:\n  - evict\n  # two\n  - stage: compact\n    at: 0.5\n  - evict\n',
      'pipeline/1',
      'pipeline:\n  - evict\n  - evict\n',
    ],
    ['pipeline:\n  - evict # e\nstrategy: pipeline', 'pipeline/0', 'pipeline: [] # e\nstrategy: pipeline'],
    ['pipeline: [evict]', 'pipeline/0', 'pipeline: []'],
    ['pipeline:\n  - stage: compact\n    at: 0.5\n', 'pipeline/0/stage', 'pipeline:\n  - at: 0.5\n'],
    [
      'eviction:\n  target: &t 0.6\ncompression:\n  overflow_threshold: *t\n',
      'eviction/target',
      'compression:\n  overflow_threshold: 0.6\n',
    ],
    ['strategy: evict\n', 'pressure/preemptive', 'strategy: evict\n'],
    [
      'rolling_summary:\n  keep_recent_turns: 3\n  update: anchored\n',
      'rolling_summary/keep_recent_exchanges',
      'rolling_summary:\n  update: anchored\n',
    ],
    [
      'strategy: "',
      'strategy',
      'refused: A setting can only be written into valid YAML, and the text has an error in line 1: strategy: "',
    ],
    ['{ strategy: evict }', 'strategy', '{}'],
    [
      'eviction: { target: 0.5, # t\n  user_share: 0.2 # u\n  }\n',
      'eviction/user_share',
      'eviction: { target: 0.5, # t\n  }\n',
    ],
    [
      'eviction: { target: 0.5, # t\n  user_share: 0.2, # u\n  policy: lru }\n',
      'eviction/user_share',
      'eviction: { target: 0.5, # t\n  policy: lru }\n',
    ],
    [
      'eviction: { target: 0.5, # t\n  user_share: 0.2 }\n',
      'eviction/user_share',
      'eviction: { target: 0.5, # t\n  }\n',
    ],
    ['{ strategy: evict, max_context_tokens: 9000 }', 'max_context_tokens', '{ strategy: evict }'],
    [
      'eviction: { protected_types: [thinking] }\n',
      'eviction/protected_types/0',
      'eviction: { protected_types: [] }\n',
    ],
    ['pipeline:\n  - - evict\n    - compact\n', 'pipeline/0/0', 'pipeline:\n  - - compact\n'],
    ['pipeline:\n  - - evict\n    - compact\n', 'pipeline/0/1', 'pipeline:\n  - - evict\n'],
    ['pipeline: [evict, compact]\n', 'pipeline/0', 'pipeline: [compact]\n'],
    ['pipeline: [evict, compact]\n', 'pipeline/1', 'pipeline: [evict]\n'],
    [
      'eviction:\n  protected_types:\n    - thinking # t\n    # more\n\n  # next\n  policy: lru\n',
      'eviction/protected_types',
      'eviction:\n\n  # next\n  policy: lru\n',
    ],
    [
      'eviction:\n  # a\n    # b\n  # why\n  target: 0.5\n  policy: lru\n',
      'eviction/target',
      'eviction:\n  # a\n    # b\n  policy: lru\n',
    ],
    ['strategy: evict\n\nbudget:\n  burn_window: 5\n\n', 'budget', 'strategy: evict\n\n'],
    [
      'strategy: evict\n\nbudget:\n  burn_window: 5\n\npressure:\n  preemptive: on\n',
      'budget',
      'strategy: evict\n\npressure:\n  preemptive: on\n',
    ],
    ['strategy: evict\n\n\nbudget:\n  burn_window: 5', 'budget', 'strategy: evict\n\n'],
    ['# a\nstrategy: evict\n', 'strategy', '# a\n'],
    ['eviction: &e\n  target: 0.5\n', 'eviction/target', ''],
    [
      'eviction:\n  target: &t 0.6\npipeline:\n  - stage: evict\n    with: &w { eviction: { target: *t } }\n  - stage: evict\n    with: *w\n',
      'pipeline/1/with/eviction/target',
      'refused: A value that an alias repeats has no key of its own to remove, such as pipeline.1.with.eviction.target',
    ],
    [
      'eviction:\n  target: &t 0.6\npipeline:\n  - stage: evict\n    with: &w { eviction: { target: *t } }\n  - stage: evict\n    with: *w\n',
      'pipeline/1/with/eviction/policy',
      'eviction:\n  target: &t 0.6\npipeline:\n  - stage: evict\n    with: &w { eviction: { target: *t } }\n  - stage: evict\n    with: *w\n',
    ],
    [
      'eviction:\n  type_ttl:\n    thinking: 2\n    # summary: 5\n',
      'eviction/type_ttl/thinking',
      'eviction:\n  type_ttl:\n    # summary: 5\n',
    ],
    ['eviction:\n  type_ttl:\n    # summary: 5\n    thinking: 2\n', 'eviction/type_ttl/thinking', ''],
    ['eviction:\n  type_ttl: { thinking: 2 } # t\n', 'eviction/type_ttl/thinking', ''],
    ['a: 1\neviction: # e\n  target: 0.5\n', 'eviction/target', 'a: 1\n'],
    ['pipeline:\n  - stage: evict\n', 'pipeline/0/stage', 'pipeline:\n  - {}\n'],
    ['pipeline:\n  - { stage: evict }\n', 'pipeline/0/stage', 'pipeline:\n  - {}\n'],
    ['pipeline:\n  -\n    stage: evict\n', 'pipeline/0/stage', 'pipeline:\n  - {}\n'],
    [
      'compression:\n  cascade: { 0.75: progressive }\n',
      'compression/cascade/0.75',
      'compression:\n  cascade: {}\n',
    ],
    [
      'compression:\n  cascade:\n    0.75: [progressive]\n',
      'compression/cascade/0.75/0',
      'compression:\n  cascade:\n    0.75: []\n',
    ],
    [
      'compression:\n  cascade:\n    0.75:\n      - progressive # p\n',
      'compression/cascade/0.75/0',
      'compression:\n  cascade:\n    0.75: [] # p\n',
    ],
    [
      'strategy: evict\r\n\r\n# b\r\nbudget:\r\n  burn_window: 5\r\n',
      'budget/burn_window',
      'strategy: evict\r\n',
    ],
  ])('%j %s', (yaml, path, expected) => {
    expect(left(yaml, path)).toBe(expected)
  })

  test('every key of the default text: it has its default again, and only its line and comments are removed', () => {
    const text = preset('default')
    const usual = completeConfig({})
    for (const { path } of keyPlaces(text)) {
      if (path.includes('pipeline') || path.includes('cascade') || path.includes('weights')) continue
      const after = left(text, path.join('/'))
      const lines = after.split('\n')
      expect(text.split('\n').filter((line) => lines.includes(line)).length).toBeGreaterThanOrEqual(
        lines.length - 1,
      )
      expect(keyPlaces(after).some((place) => place.path.join('/') === path.join('/'))).toBe(false)
      const { config } = parseConfig(after)
      const [now, own] = [config, usual].map((data: unknown) =>
        path.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], data),
      )
      if (config !== null) expect([path, now]).toEqual([path, own])
    }
  })
})
