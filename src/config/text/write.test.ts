import { describe, expect, test } from 'vitest'
import { parseConfig, preset, writeSettings } from '../index.ts'
import type { SettingEdit } from '../index.ts'

function written(yaml: string, path: string, value: unknown): string {
  return writtenAll(yaml, [{ path: path.split('/'), value }])
}

function writtenAll(yaml: string, edits: readonly SettingEdit[]): string {
  const result = writeSettings(yaml, edits)
  return 'refused' in result ? `refused: ${result.refused}` : result.text
}

type Case = [yaml: string, path: string, value: unknown, expected: string]

const scalars: Case[] = [
  // What it writes mends the text.
  ['strategy: *a', 'strategy', 'evict', 'strategy: evict'],
  ['eviction:\n  target: 0.80   # t\r\n', 'eviction/target', 0.85, 'eviction:\n  target: 0.85   # t\r\n'],
  ['eviction:\n  target: 0.80', 'eviction/target', 0.9, 'eviction:\n  target: 0.90'],
  ['eviction:\n  target: .8', 'eviction/target', 0.725, 'eviction:\n  target: .725'],
  ['eviction:\n  target: 0.8', 'eviction/target', 0.1 + 0.2, 'eviction:\n  target: 0.3'],
  ['eviction:\n  target: 0.8', 'eviction/target', 0.7200000000000001, 'eviction:\n  target: 0.72'],
  ['max_context_tokens: 128000', 'max_context_tokens', 64_000, 'max_context_tokens: 64000'],
  ['strategy: "managed"  # s', 'strategy', 'evict', 'strategy: "evict"  # s'],
  ["strategy: 'managed'", 'strategy', "it's", "strategy: 'it''s'"],
  ['strategy: managed', 'strategy', 'true', 'strategy: "true"'],
  ['strategy: managed', 'strategy', 'a: b #c', 'strategy: "a: b #c"'],
  [
    'eviction: {placeholders: on, target: 0.6}',
    'eviction/placeholders',
    false,
    'eviction: {placeholders: off, target: 0.6}',
  ],
  ['eviction:\n  placeholders: True', 'eviction/placeholders', false, 'eviction:\n  placeholders: False'],
  ['eviction:\n  target: "0.6"', 'eviction/target', 0.5, 'eviction:\n  target: 0.5'],
  ['eviction:\n  target:   # none\n', 'eviction/target', 0.5, 'eviction:\n  target: 0.5   # none\n'],
  ['eviction:\n  target: ~\n', 'eviction/target', 0.5, 'eviction:\n  target: 0.5\n'],
  ['eviction: {target: , policy: lru}', 'eviction/target', 0.5, 'eviction: {target: 0.5 , policy: lru}'],
  [
    'cross_window:\n  state_file: >-  # s\n    a.json\n',
    'cross_window/state_file',
    'b.json',
    'cross_window:\n  state_file: b.json\n',
  ],
  [
    'cross_window:\n  state_file: |-\n      a.json\n  milestones: on',
    'cross_window/state_file',
    'b.json',
    'cross_window:\n  state_file: |-\n      b.json\n  milestones: on',
  ],
  [
    'rolling_summary:\n  keep_recent_turns: 3 # r\n',
    'rolling_summary/keep_recent_exchanges',
    5,
    'rolling_summary:\n  keep_recent_turns: 5 # r\n',
  ],
]

const missing: Case[] = [
  // The byte order mark is no column.
  [
    '\uFEFFeviction:\n  target: 0.5\n',
    'strategy',
    'evict',
    '\uFEFFstrategy: evict\neviction:\n  target: 0.5\n',
  ],
  [
    '\uFEFFeviction:\n  target: 0.5\n',
    'pressure/velocity_window',
    4,
    '\uFEFFpressure:\n  velocity_window: 4\neviction:\n  target: 0.5\n',
  ],
  [
    '\uFEFF# About.\neviction:\n  target: 0.5',
    'eviction/policy',
    'lru',
    '\uFEFF# About.\neviction:\n  policy: lru\n  target: 0.5',
  ],
  ['', 'pressure/thresholds/red', 0.9, 'pressure:\n  thresholds:\n    red: 0.9\n'],
  ['# mine\n', 'strategy', 'evict', '# mine\nstrategy: evict\n'],
  ['strategy: evict', 'max_context_tokens', 9000, 'strategy: evict\nmax_context_tokens: 9000'],
  [
    '# mine\n# two\nmax_context_tokens: 9000\n',
    'strategy',
    'evict',
    '# mine\n# two\nstrategy: evict\nmax_context_tokens: 9000\n',
  ],
  [
    '# mine\n\n# most\nmax_context_tokens: 9000\n',
    'strategy',
    'evict',
    '# mine\n\nstrategy: evict\n# most\nmax_context_tokens: 9000\n',
  ],
  [
    'pressure:\n    thresholds: # all\n        yellow: .5\n        # orange: .7\n\n    velocity_window: 5\n',
    'pressure/thresholds/red',
    0.9,
    'pressure:\n    thresholds: # all\n        yellow: .5\n        # orange: .7\n        red: 0.9\n\n    velocity_window: 5\n',
  ],
  [
    'pressure: # p\n  # velocity_window: 5\nbudget:\n',
    'pressure/preemptive',
    false,
    'pressure: # p\n  preemptive: false\n  # velocity_window: 5\nbudget:\n',
  ],
  [
    'strategy: evict\n\nbudget:\n  burn_window: 5\n',
    'pressure/preemptive',
    false,
    'strategy: evict\n\npressure:\n  preemptive: false\n\nbudget:\n  burn_window: 5\n',
  ],
  [
    'pressure: { velocity_window: 5 }',
    'pressure/thresholds/red',
    0.9,
    'pressure: { thresholds: { red: 0.9 }, velocity_window: 5 }',
  ],
  ['pressure: {}', 'pressure/preemptive', true, 'pressure: { preemptive: true }'],
  ['nonsense: 1\n', 'strategy', 'evict', 'nonsense: 1\nstrategy: evict\n'],
]

const lists: Case[] = [
  [
    'eviction:\n  protected_types: [ "thinking" ] # p',
    'eviction/protected_types',
    ['thinking', 'summary'],
    'eviction:\n  protected_types: [ "thinking", "summary" ] # p',
  ],
  [
    'eviction:\n  protected_types: [thinking, summary]',
    'eviction/protected_types',
    ['summary'],
    'eviction:\n  protected_types: [summary]',
  ],
  [
    'eviction:\n  protected_types: [thinking, summary]',
    'eviction/protected_types',
    [],
    'eviction:\n  protected_types: []',
  ],
  [
    'eviction:\n  protected_types:\n  - thinking # t\n  - summary # s\n  policy: lru',
    'eviction/protected_types',
    ['summary', 'tool_call'],
    'eviction:\n  protected_types:\n  - summary # s\n  - tool_call\n  policy: lru',
  ],
  [
    'eviction:\n  protected_types:\n    # first\n    - thinking # t\n    - summary # s\n',
    'eviction/protected_types',
    ['tool_call', 'thinking', 'tool_result', 'summary'],
    'eviction:\n  protected_types:\n    # first\n    - tool_call\n    - thinking # t\n    - tool_result\n    - summary # s\n',
  ],
  [
    'eviction:\n  protected_types:\n    - thinking # t\n    - summary',
    'eviction/protected_types/1',
    'tool_call',
    'eviction:\n  protected_types:\n    - thinking # t\n    - tool_call',
  ],
  [
    'eviction:\n  protected_types:\n    - thinking\n  policy: lru',
    'eviction/protected_types/1',
    'tool_call',
    'eviction:\n  protected_types:\n    - thinking\n    - tool_call\n  policy: lru',
  ],
  [
    'eviction:\n  protected_types: thinking',
    'eviction/protected_types',
    ['summary'],
    'eviction:\n  protected_types: [summary]',
  ],
  [
    'eviction:\n  type_ttl:\n    thinking: 2 # t\n    summary: 50\n',
    'eviction/type_ttl',
    { thinking: 3, tool_result: 8 },
    'eviction:\n  type_ttl:\n    thinking: 3 # t\n    tool_result: 8\n',
  ],
]

const aliases: Case[] = [
  [
    'eviction:\n  target: &t 0.6\n  min_free_share: &m 0.05\ncompression:\n  overflow_threshold: *t\nx: *m\n',
    'eviction/target',
    0.5,
    'eviction:\n  target: &t 0.5\n  min_free_share: &m 0.05\ncompression:\n  overflow_threshold: 0.6\nx: *m\n',
  ],
  [
    'eviction:\n  protected_types: [&a thinking, *a]\n',
    'eviction/protected_types',
    ['summary'],
    'eviction:\n  protected_types: [&a summary]\n',
  ],
  [
    'eviction:\n  target: &t 0.6\ncompression:\n  overflow_threshold: *t\n',
    'eviction/target',
    0.6,
    'eviction:\n  target: &t 0.6\ncompression:\n  overflow_threshold: *t\n',
  ],
  [
    'eviction:\n  target: &t 0.6\ncompression:\n  overflow_threshold: *t # o\n',
    'compression/overflow_threshold',
    0.9,
    'eviction:\n  target: &t 0.6\ncompression:\n  overflow_threshold: 0.9 # o\n',
  ],
  [
    'eviction:\n  target: &t 0.6\ncompression:\n  overflow_threshold: *t # o\n',
    'eviction/target',
    0.5,
    'eviction:\n  target: &t 0.5\ncompression:\n  overflow_threshold: 0.6 # o\n',
  ],
  [
    'eviction:\n  type_ttl: &m\n    thinking: 2\npipeline:\n  - stage: evict\n    with: { eviction: { type_ttl: *m } }\n',
    'eviction/type_ttl/thinking',
    3,
    'eviction:\n  type_ttl: &m\n    thinking: 3\npipeline:\n  - stage: evict\n    with: { eviction: { type_ttl: { thinking: 2 } } }\n',
  ],
  [
    'eviction:\n  type_ttl: &m\n    thinking: 2\npipeline:\n  - stage: evict\n    with: { eviction: { type_ttl: *m } }\n',
    'pipeline/0/with/eviction/type_ttl/thinking',
    3,
    'eviction:\n  type_ttl: &m\n    thinking: 2\npipeline:\n  - stage: evict\n    with: { eviction: { type_ttl: { thinking: 3 } } }\n',
  ],
]

const steps: Case[] = [
  [
    'pipeline:\n  - evict # e\n  - stage: compact\n',
    'pipeline/0/when',
    'idle > 5',
    'pipeline:\n  - stage: evict # e\n    when: idle > 5\n  - stage: compact\n',
  ],
  ['pipeline: [evict]', 'pipeline/0/at', 0.8, 'pipeline: [{ stage: evict, at: 0.8 }]'],
  [
    'pipeline:\n  - evict\n  - stage: evict\n    at: 0.7\n',
    'pipeline/1/with/eviction/target',
    0.4,
    'pipeline:\n  - evict\n  - stage: evict\n    at: 0.7\n    with:\n      eviction:\n        target: 0.4\n',
  ],
  ['pipeline:\n  - at: 0.7\n', 'pipeline/0/stage', 'evict', 'pipeline:\n  - stage: evict\n    at: 0.7\n'],
  [
    'pipeline:\n  - evict\n',
    'pipeline/1',
    { stage: 'compact', when: 'zone == red' },
    'pipeline:\n  - evict\n  - stage: compact\n    when: zone == red\n',
  ],
  [
    'pipeline:\n  - evict # one\n  - compact # two\n  - evict # three\n',
    'pipeline',
    ['evict', 'evict'],
    'pipeline:\n  - evict # one\n  - evict # three\n',
  ],
  [
    'pipeline:\n  - evict # one\n  - compact # two\n',
    'pipeline',
    ['compact', 'evict'],
    'pipeline:\n  - compact # two\n  - evict\n',
  ],
]

/** Other forms that people write: braces, empty values, aliases, block texts. */
const forms: Case[] = [
  [
    'pipeline: [{ stage: evict, at: 0.5 }]',
    'pipeline/0/with/eviction/target',
    0.5,
    'pipeline: [{ stage: evict, at: 0.5, with: { eviction: { target: 0.5 } } }]',
  ],
  [
    'pipeline:\n  - { stage: evict }\n',
    'pipeline/0/with/eviction/target',
    0.5,
    'pipeline:\n  - { stage: evict, with: { eviction: { target: 0.5 } } }\n',
  ],
  [
    'compression:\n  cascade:\n    .75: progressive # p\n',
    'compression/cascade/0.750',
    'sub_agent',
    'compression:\n  cascade:\n    .75: sub_agent # p\n',
  ],
  [
    'compression:\n  cascade:\n    0.75: progressive\n    0.95: sub_agent\n',
    'compression/cascade/0.9',
    'conversation_compaction',
    'compression:\n  cascade:\n    0.75: progressive\n    0.9: conversation_compaction\n    0.95: sub_agent\n',
  ],
  [
    'compression:\n  cascade: { 0.75: progressive }\n',
    'compression/cascade/0.9',
    'conversation_compaction',
    'compression:\n  cascade: { 0.75: progressive, 0.9: conversation_compaction }\n',
  ],
  [
    'rolling_summary: &r { keep_recent_turns: 3 }\npipeline:\n  - stage: rolling_summary\n    with: { rolling_summary: *r }\n',
    'pipeline/0/with/rolling_summary/keep_recent_exchanges',
    5,
    'rolling_summary: &r { keep_recent_turns: 3 }\npipeline:\n  - stage: rolling_summary\n    with: { rolling_summary: { keep_recent_turns: 5 } }\n',
  ],
  [
    'rolling_summary: &r { update: anchored }\npipeline:\n  - stage: rolling_summary\n    with: { rolling_summary: *r }\n',
    'pipeline/0/with/rolling_summary/keep_recent_exchanges',
    5,
    'rolling_summary: &r { update: anchored }\npipeline:\n  - stage: rolling_summary\n    with: { rolling_summary: { update: anchored, keep_recent_exchanges: 5 } }\n',
  ],
  [
    'compression:\n  cascade:\n',
    'compression/cascade/0.75',
    'progressive',
    'compression:\n  cascade:\n    0.75: progressive\n',
  ],
  [
    'compression:\n  cascade: {}\n',
    'compression/cascade/0.75',
    'progressive',
    'compression:\n  cascade: { 0.75: progressive }\n',
  ],
  [
    'compression:\n  cascade: ~\n',
    'compression/cascade/0.75',
    'progressive',
    'compression:\n  cascade: { 0.75: progressive }\n',
  ],
  ['pressure: ~ # p\n', 'pressure/preemptive', true, 'pressure: { preemptive: true } # p\n'],
  ['pressure: # p\n', 'pressure/preemptive', true, 'pressure: # p\n  preemptive: true\n'],
  [
    'eviction:\n  weights: # w\n',
    'eviction/weights/recency',
    0.5,
    'eviction:\n  weights: # w\n    recency: 0.5\n    priority: 0.25\n    type_ttl: 0.2\n    reference_freq: 0.15\n    semantic_duplication: 0.1\n',
  ],
  [
    'eviction: { weights: }\n',
    'eviction/weights/recency',
    0.5,
    'eviction: { weights: { recency: 0.5, priority: 0.25, type_ttl: 0.2, reference_freq: 0.15, semantic_duplication: 0.1 } }\n',
  ],
  [
    'eviction: { weights: {} }\n',
    'eviction/weights/recency',
    0.5,
    'eviction: { weights: { recency: 0.5 } }\n',
  ],
  [
    'eviction: { scoring: }\n',
    'eviction/scoring/fifo_decay',
    5,
    'eviction: { scoring: { fifo_decay: 5 } }\n',
  ],
  ['pipeline:\n  -\n  - evict\n', 'pipeline/0/at', 0.7, 'pipeline:\n  - { at: 0.7 }\n  - evict\n'],
  ['pipeline:\n  -\n  - evict\n', 'pipeline/0', 'compact', 'pipeline:\n  - compact\n  - evict\n'],
  ['eviction:\n  placeholders: off', 'eviction/placeholders', true, 'eviction:\n  placeholders: on'],
  ['eviction:\n  placeholders: off', 'eviction/placeholders', 'on', 'eviction:\n  placeholders: on'],
  [
    'pipeline: [evict, evict, evict, evict, evict, evict, evict, evict, evict, evict, evict]',
    'pipeline/10/at',
    0.5,
    'pipeline: [evict, evict, evict, evict, evict, evict, evict, evict, evict, evict, { stage: evict, at: 0.5 }]',
  ],
  [
    'pipeline:\n  - stage: evict\n    with:\n',
    'pipeline/0/with/eviction/target',
    0.5,
    'pipeline:\n  - stage: evict\n    with:\n      eviction:\n        target: 0.5\n',
  ],
  [
    'pipeline: [\n  evict,\n  clip\n]\n',
    'pipeline/0/at',
    0.5,
    'pipeline: [\n  { stage: evict, at: 0.5 },\n  clip\n]\n',
  ],
  ['pipeline:\n  - "evict"\n', 'pipeline/0/at', 0.5, 'pipeline:\n  - stage: "evict"\n    at: 0.5\n'],
  [
    'pipeline:\n  - &e evict\n  - *e\n',
    'pipeline/1/at',
    0.5,
    'pipeline:\n  - &e evict\n  - { stage: evict, at: 0.5 }\n',
  ],
  [
    'eviction: &e\n  target: 0.6\npipeline:\n  - stage: evict\n    with: { eviction: *e }\n',
    'eviction/policy',
    'lru',
    'eviction: &e\n  policy: lru\n  target: 0.6\npipeline:\n  - stage: evict\n    with: { eviction: { target: 0.6 } }\n',
  ],
  [
    'eviction: &e\n  target: &t 0.6\n  min_free_share: *t\n',
    'eviction/target',
    0.5,
    'eviction: &e\n  target: &t 0.5\n  min_free_share: 0.6\n',
  ],
  [
    'eviction:\n  protected_types: &p [&a thinking, summary]\npipeline:\n  - stage: evict\n    with: { eviction: { protected_types: *p, policy: *a } }\n',
    'eviction/protected_types',
    ['summary'],
    'eviction:\n  protected_types: &p [&a summary]\npipeline:\n  - stage: evict\n    with: { eviction: { protected_types: [thinking, summary], policy: thinking } }\n',
  ],
  [
    'eviction:\n  type_ttl: &m { thinking: &two 2 }\nhealth_monitoring: { x: *two }\n',
    'eviction/type_ttl',
    { summary: 5 },
    'eviction:\n  type_ttl: &m { summary: 5 }\nhealth_monitoring: { x: 2 }\n',
  ],
  [
    'eviction:\n  target: &t 0.6\n  min_free_share: *t\n',
    'eviction/policy',
    'lru',
    'eviction:\n  policy: lru\n  target: &t 0.6\n  min_free_share: *t\n',
  ],
  ['a: 5\n', 'strategy', null, 'a: 5\nstrategy: null\n'],
  ['strategy: managed\n', 'strategy', ['x'], 'strategy: [x]\n'],
  ['pressure: 5\n', 'pressure', { preemptive: true }, 'pressure: { preemptive: true }\n'],
  ['strategy:\n', 'strategy', 'evict', 'strategy: evict\n'],
  ['eviction:\n  type_ttl: { thinking: 2 }\n', 'eviction/type_ttl', {}, 'eviction:\n  type_ttl: {}\n'],
  ['eviction:\n  type_ttl:\n    thinking: 2\n', 'eviction/type_ttl', {}, 'eviction:\n  type_ttl: {}\n'],
  [
    'eviction:\n  type_ttl:\n    thinking: 2\n',
    'eviction/type_ttl',
    { summary: 5 },
    'eviction:\n  type_ttl:\n    summary: 5\n',
  ],
  [
    'eviction:\n  type_ttl: { thinking: 2, summary: 5 }\n',
    'eviction/type_ttl',
    { summary: 6 },
    'eviction:\n  type_ttl: { summary: 6 }\n',
  ],
  [
    'eviction:\n  type_ttl: { thinking: 2, summary: 5 }\n',
    'eviction/type_ttl',
    { summary: 6, tool_call: 3 },
    'eviction:\n  type_ttl: { summary: 6, tool_call: 3 }\n',
  ],
  [
    'cross_window:\n  state_file: |\n    a\n    b\n',
    'cross_window/state_file',
    'c\nd\n',
    'cross_window:\n  state_file: |\n    c\n    d\n',
  ],
  [
    'cross_window:\n  state_file: |\n    a\n    b\n',
    'cross_window/state_file',
    'c\n\nd',
    'cross_window:\n  state_file: |-\n    c\n\n    d\n',
  ],
  [
    'cross_window:\n  state_file: >\n    a\n',
    'cross_window/state_file',
    'c\nd',
    'cross_window:\n  state_file: "c\\nd"\n',
  ],
  [
    'cross_window:\n  state_file: |2\n    a\n',
    'cross_window/state_file',
    'c',
    'cross_window:\n  state_file: c\n',
  ],
  [
    'cross_window:\n  state_file: | # x\n    a\n',
    'cross_window/state_file',
    'c',
    'cross_window:\n  state_file: c\n',
  ],
  [
    'cross_window:\n  state_file: |\r\n    a\r\n  milestones: on\r\n',
    'cross_window/state_file',
    'c\nd',
    'cross_window:\n  state_file: |-\r\n    c\r\n    d\r\n  milestones: on\r\n',
  ],
  [
    'cross_window:\n  state_file: |\n    a\n',
    'cross_window/state_file',
    '',
    'cross_window:\n  state_file: ""\n',
  ],
  [
    'cross_window:\n  state_file: |\n    a\n',
    'cross_window/state_file',
    ' a',
    'cross_window:\n  state_file: " a"\n',
  ],
  [
    'cross_window:\n  state_file: "a"\n  progress_file: b\n',
    'cross_window/state_file',
    5,
    'cross_window:\n  state_file: 5\n  progress_file: b\n',
  ],
  [
    'pressure:\n    velocity_window: 5\n',
    'budget/burn_window',
    5,
    'pressure:\n    velocity_window: 5\nbudget:\n    burn_window: 5\n',
  ],
  [
    'strategy: evict\npressure: { velocity_window: 5 }\nbudget:\n      burn_window: 5\n',
    'eviction/target',
    0.5,
    'strategy: evict\npressure: { velocity_window: 5 }\neviction:\n      target: 0.5\nbudget:\n      burn_window: 5\n',
  ],
  [
    'pressure:\n        velocity_window: 5\n',
    'budget/burn_window',
    5,
    'pressure:\n        velocity_window: 5\nbudget:\n        burn_window: 5\n',
  ],
  [
    'pressure:\n         velocity_window: 5\n',
    'budget/burn_window',
    5,
    'pressure:\n         velocity_window: 5\nbudget:\n  burn_window: 5\n',
  ],
  ['pipeline:\n  - &a\n  - evict\n', 'pipeline/0', 'compact', 'pipeline:\n  - &a compact\n  - evict\n'],
  [
    'strategy: &s\nmax_context_tokens: 9000\n',
    'strategy',
    'evict',
    'strategy: &s evict\nmax_context_tokens: 9000\n',
  ],
  [
    'pipeline:\n  - !!map\n    stage: evict\n',
    'pipeline/0/at',
    0.5,
    'pipeline:\n  - !!map\n    stage: evict\n    at: 0.5\n',
  ],
  [
    'eviction:\n  protected_types:\n    - thinking # t\n\n  # next\n  policy: lru\n',
    'eviction/protected_types',
    ['summary', 'thinking'],
    'eviction:\n  protected_types:\n    - summary\n    - thinking # t\n\n  # next\n  policy: lru\n',
  ],
  [
    'pipeline:\n  - stage: evict\n    with:\n      eviction:\n        protected_types:\n          - thinking\n    at: 0.5\n',
    'pipeline/0/with/eviction/protected_types/1',
    'summary',
    'pipeline:\n  - stage: evict\n    with:\n      eviction:\n        protected_types:\n          - thinking\n          - summary\n    at: 0.5\n',
  ],
  [
    'strategy: evict\n# end\n',
    'budget/burn_window',
    5,
    'strategy: evict\nbudget:\n  burn_window: 5\n# end\n',
  ],
  [
    'eviction:\n  target: 0.5\n  # deeper\n# not\nbudget:\n',
    'eviction/policy',
    'lru',
    'eviction:\n  policy: lru\n  target: 0.5\n  # deeper\n# not\nbudget:\n',
  ],
  [
    'eviction:\n  target: 0.5\n\n\n  # deeper\n\nbudget:\n',
    'eviction/placeholders',
    false,
    'eviction:\n  target: 0.5\n\n\n  # deeper\n  placeholders: false\n\nbudget:\n',
  ],
  [
    'budget:\n  burn_window: 5',
    'pressure/preemptive',
    true,
    'pressure:\n  preemptive: true\nbudget:\n  burn_window: 5',
  ],
  [
    'eviction:\n  protected_types: [thinking,summary]',
    'eviction/protected_types',
    ['thinking', 'tool_call', 'summary'],
    'eviction:\n  protected_types: [thinking,tool_call,summary]',
  ],
  [
    'eviction:\n  protected_types: [thinking, summary]',
    'eviction/protected_types',
    ['tool_call', 'thinking', 'summary'],
    'eviction:\n  protected_types: [tool_call, thinking, summary]',
  ],
  [
    'eviction:\n  protected_types: [thinking, summary]',
    'eviction/protected_types',
    ['tool_call', 'user_message'],
    'eviction:\n  protected_types: [tool_call, user_message]',
  ],
  [
    'eviction:\n  protected_types: [thinking, summary, tool_call]',
    'eviction/protected_types',
    ['thinking', 'tool_call'],
    'eviction:\n  protected_types: [thinking, tool_call]',
  ],
  [
    'eviction:\n  protected_types: []',
    'eviction/protected_types',
    ['thinking', 'tool_call'],
    'eviction:\n  protected_types: [thinking, tool_call]',
  ],
  [
    "eviction:\n  protected_types: ['thinking',  'summary']",
    'eviction/protected_types',
    ['thinking', 'summary', 'tool_call'],
    "eviction:\n  protected_types: ['thinking',  'summary',  'tool_call']",
  ],
  [
    'eviction:\n  protected_types:\n    - thinking\n    - summary\n',
    'eviction/protected_types',
    ['summary', 'thinking'],
    'eviction:\n  protected_types:\n    - summary\n    - thinking\n',
  ],
  [
    'eviction:\n  protected_types:\n    - thinking\n    - summary\n',
    'eviction/protected_types',
    [],
    'eviction:\n  protected_types: []\n',
  ],
  [
    'eviction:\n  protected_types: &p\n    - thinking\n',
    'eviction/protected_types',
    [],
    'eviction:\n  protected_types: &p []\n',
  ],
  ['pipeline: # p\n  - evict', 'pipeline', ['compact', 'evict'], 'pipeline: # p\n  - compact\n  - evict'],
  [
    'pipeline:\n  - evict\n  - compact',
    'pipeline',
    ['evict', 'compact', { stage: 'evict', at: 0.5 }],
    'pipeline:\n  - evict\n  - compact\n  - stage: evict\n    at: 0.5',
  ],
  [
    'health_monitoring:\n  metrics:\n  - burn_rate\n  - utilization\n  alerts: {}\n',
    'health_monitoring/metrics',
    ['utilization'],
    'health_monitoring:\n  metrics:\n  - utilization\n  alerts: {}\n',
  ],
  ['{ strategy: evict }', 'max_context_tokens', 9000, '{ strategy: evict, max_context_tokens: 9000 }'],
  ['{ max_context_tokens: 9000 }', 'strategy', 'evict', '{ strategy: evict, max_context_tokens: 9000 }'],
  ['{}', 'strategy', 'evict', '{ strategy: evict }'],
  [
    '# a\n\nmax_context_tokens: 9000\n\nbudget:\n  burn_window: 5\n',
    'strategy',
    'evict',
    '# a\n\nstrategy: evict\n\nmax_context_tokens: 9000\n\nbudget:\n  burn_window: 5\n',
  ],
  [
    'max_context_tokens: 9000\n\n# b\nbudget:\n  burn_window: 5\n',
    'strategy',
    'evict',
    'strategy: evict\n\nmax_context_tokens: 9000\n\n# b\nbudget:\n  burn_window: 5\n',
  ],
  [
    'max_context_tokens: 9000\n\n# b\nbudget:\n  burn_window: 5\n',
    'pressure/preemptive',
    true,
    'max_context_tokens: 9000\n\npressure:\n  preemptive: true\n\n# b\nbudget:\n  burn_window: 5\n',
  ],
  [
    'pipeline:\n  - when: zone == red\n    at: 0.5\n',
    'pipeline/0/stage',
    'evict',
    'pipeline:\n  - stage: evict\n    when: zone == red\n    at: 0.5\n',
  ],
  ['eviction: { x: 1 }\n', 'eviction/target', 0.5, 'eviction: { x: 1, target: 0.5 }\n'],
  [
    'compression:\n  cascade:\n    x: progressive\n    0.95: sub_agent\n',
    'compression/cascade/0.75',
    'progressive',
    'compression:\n  cascade:\n    x: progressive\n    0.75: progressive\n    0.95: sub_agent\n',
  ],
  [
    'eviction: &e # x\n  target: 0.5\n',
    'eviction/policy',
    'lru',
    'eviction: &e # x\n  policy: lru\n  target: 0.5\n',
  ],
  [
    'eviction:\n  target: 0.5\n  policy: lru\n',
    'eviction/min_free_tokens',
    5,
    'eviction:\n  target: 0.5\n  min_free_tokens: 5\n  policy: lru\n',
  ],
  [
    'eviction:\n  gates: {}\n  placeholders: on\n',
    'eviction/policy',
    'lru',
    'eviction:\n  gates: {}\n  policy: lru\n  placeholders: on\n',
  ],
  [
    'eviction:\n  x: 1\n  gates: {}\n  y: 2\n',
    'eviction/policy',
    'lru',
    'eviction:\n  x: 1\n  policy: lru\n  gates: {}\n  y: 2\n',
  ],
  [
    'eviction:\n  x: 1\n  policy: lru\n  y: 2\n',
    'eviction/gates',
    { task: false },
    'eviction:\n  x: 1\n  policy: lru\n  gates:\n    task: false\n  y: 2\n',
  ],
  [
    'cross_window:\n  state_file: |\n    a\n',
    'cross_window/state_file',
    5,
    'cross_window:\n  state_file: 5\n',
  ],
  [
    'eviction:\n  protected_types: [thinking, # t\n    summary]',
    'eviction/protected_types',
    ['thinking', 'summary', 'tool_call'],
    'eviction:\n  protected_types: [thinking, # t\n    summary, tool_call]',
  ],
  [
    'eviction:\n  protected_types: [thinking ,\n    summary]',
    'eviction/protected_types',
    ['thinking', 'summary', 'tool_call'],
    'eviction:\n  protected_types: [thinking ,\n    summary ,\n    tool_call]',
  ],
  [
    'pipeline: [{ stage: evict }, "compact"]',
    'pipeline',
    [{ stage: 'evict' }, 'compact', 'merge'],
    'pipeline: [{ stage: evict }, "compact", merge]',
  ],
  [
    'eviction:\n  policy: lru\n\n  target: 0.5\n',
    'eviction/placeholders',
    false,
    'eviction:\n  policy: lru\n\n  target: 0.5\n  placeholders: false\n',
  ],
  [
    'eviction:\n  type_ttl: { thinking: 2, summary: 5 }\n',
    'eviction/type_ttl',
    { tool_call: 3 },
    'eviction:\n  type_ttl: { tool_call: 3 }\n',
  ],
  [
    'eviction:\n  type_ttl:\n    thinking: 2\n    summary: 5\n',
    'eviction/type_ttl',
    { tool_call: 3 },
    'eviction:\n  type_ttl:\n    tool_call: 3\n',
  ],
  [
    'eviction:\n  type_ttl: { thinking: 2, summary: 5 }\n',
    'eviction/type_ttl',
    { thinking: 2, summary: 5, tool_call: 3 },
    'eviction:\n  type_ttl: { thinking: 2, tool_call: 3, summary: 5 }\n',
  ],
  [
    'eviction:\n  protected_types: [thinking, summary]',
    'eviction/protected_types',
    ['thinking', 'tool_call'],
    'eviction:\n  protected_types: [thinking, tool_call]',
  ],
  [
    'eviction:\n  protected_types: [thinking, summary, tool_call]',
    'eviction/protected_types',
    ['summary', 'tool_call'],
    'eviction:\n  protected_types: [summary, tool_call]',
  ],
  [
    'eviction:\n  protected_types:\n    - thinking\n    - summary\n',
    'eviction/protected_types',
    ['thinking', 'tool_call'],
    'eviction:\n  protected_types:\n    - thinking\n    - tool_call\n',
  ],
  [
    'pipeline:\n  - evict\n  - compact\n',
    'pipeline',
    ['evict', { stage: 'compact', at: 0.5 }],
    'pipeline:\n  - evict\n  - { stage: compact, at: 0.5 }\n',
  ],
]

const refused: Case[] = [
  [
    'eviction: *a',
    'strategy',
    'evict',
    'refused: A setting can only be written into valid YAML, and the text has an error in line 1: *a',
  ],
  [
    'strategy: !!str\nmax_context_tokens: 9000\n',
    'strategy',
    'evict',
    'refused: This form of the text has no place to change strategy',
  ],
  [
    'pipeline: - evict',
    'pipeline',
    ['compact'],
    'refused: A setting can only be written into valid YAML, and the text has an error in line 1: pipeline: - evict',
  ],
  [
    'pipeline: [, evict]\n',
    'pipeline/0/at',
    0.7,
    'refused: A setting can only be written into valid YAML, and the text has an error in line 1: pipeline: [, evict]',
  ],
  ['pipeline: [evict]', 'pipeline/00/at', 0.5, 'refused: pipeline has no item 00'],
  ['pipeline: [evict]', 'pipeline/0x/at', 0.5, 'refused: pipeline has no item 0x'],
  ['pipeline: [evict]', 'pipeline/x0', 0.5, 'refused: pipeline has no item x0'],
  [
    'eviction:\n  protected_types: thinking',
    'eviction/protected_types/0',
    'summary',
    'refused: eviction.protected_types has no item 0',
  ],
  [
    'eviction:\n  protected_types:\n',
    'eviction/protected_types/0',
    'summary',
    'refused: eviction.protected_types has no item 0',
  ],
  ['', 'eviction/protected_types/0', 'summary', 'refused: eviction.protected_types has no item 0'],
  [
    '',
    'pipeline/0/with/eviction/target',
    0.5,
    'refused: A config has no setting called pipeline.0.with.eviction.target',
  ],
  ['pipeline: evict', 'pipeline/0/at', 0.5, 'refused: pipeline has no item 0'],
  [
    'pipeline:\n  - stage: evict\n    with: x\n',
    'pipeline/0/with/eviction/target',
    0.5,
    'refused: pipeline.0.with would have to be a mapping to hold eviction, but is the text x',
  ],
  ['pipeline:\n - - evict\n', 'pipeline/0/at', 0.5, 'refused: pipeline.0 has no item at'],
  [
    'pipeline:\n  - &e evict\n  - *e\n',
    'pipeline/0/at',
    0.5,
    'refused: This form of the text has no place to change pipeline.0.at',
  ],
  ['? strategy\n', 'strategy', 'evict', 'refused: This form of the text has no place to change strategy'],
  [
    'max_context_tokens: 5\n',
    'max_context_tokens/x',
    1,
    'refused: A config has no setting called max_context_tokens.x',
  ],
  [
    'a: "',
    'strategy',
    'evict',
    'refused: A setting can only be written into valid YAML, and the text has an error in line 1: a: "',
  ],
  [
    '- a',
    'strategy',
    'evict',
    'refused: A config is a mapping of keys to values, but this is a list of 1 item',
  ],
  // White space at the ends of a text could not be seen.
  [
    '"- "',
    'strategy',
    'evict',
    'refused: A config is a mapping of keys to values, but this is the text "- "',
  ],
  ['', 'pressure/tresholds', 1, 'refused: A config has no setting called pressure.tresholds'],
  ['', 'pipeline/0/at', 0.8, 'refused: pipeline has no item 0'],
  ['pipeline: [evict]', 'pipeline/3', 'evict', 'refused: pipeline has no item 3'],
  [
    'pressure: 5',
    'pressure/preemptive',
    true,
    'refused: pressure would have to be a mapping to hold preemptive, but is 5',
  ],
  [
    '',
    'eviction/target',
    Number.NaN,
    'refused: eviction.target can be a number, a text, a list or a mapping, but this is NaN',
  ],
  [
    '',
    'eviction/target',
    undefined,
    'refused: eviction.target can be a number, a text, a list or a mapping, but this is empty',
  ],
]

describe('CONF-2 a setting is written', () => {
  test.each(scalars)('replaces an existing scalar: %j %s %j', (yaml, path, value, expected) => {
    expect(written(yaml, path, value)).toBe(expected)
  })

  test.each(missing)('at its place if it is missing: %j %s %j', (yaml, path, value, expected) => {
    expect(written(yaml, path, value)).toBe(expected)
  })

  test.each(lists)('as a list or mapping in its own style: %j %s %j', (yaml, path, value, expected) => {
    expect(written(yaml, path, value)).toBe(expected)
  })

  test.each(aliases)(
    'without changing others that share the value: %j %s %j',
    (yaml, path, value, expected) => {
      expect(written(yaml, path, value)).toBe(expected)
    },
  )

  test.each(steps)('in a step of a pipeline: %j %s %j', (yaml, path, value, expected) => {
    expect(written(yaml, path, value)).toBe(expected)
  })

  test.each(forms)('in the form that is there: %j %s %j', (yaml, path, value, expected) => {
    expect(written(yaml, path, value)).toBe(expected)
  })

  test.each(refused)('or refused with a sentence: %j %s %j', (yaml, path, value, expected) => {
    expect(written(yaml, path, value)).toBe(expected)
  })

  test('and no path is no setting', () => {
    expect(writeSettings('', [{ path: [], value: 1 }])).toEqual({
      refused: 'A config has no setting called nothing',
    })
  })

  test('and nothing changes if it has the value already', () => {
    const yaml = 'eviction:\n  target: 6e-1 # t\n'
    expect(writeSettings(yaml, [{ path: ['eviction', 'target'], value: 0.6 }])).toEqual({
      text: yaml,
      changes: [],
    })
  })
})

describe('CONF-2 settings that belong together', () => {
  test('the first written weight adds the others of its policy', () => {
    const yaml = written('', 'eviction/weights/recency', 0.5)
    expect(yaml).toContain('    recency: 0.5\n    priority: 0.25\n')
    expect(parseConfig(yaml).config?.eviction.weights?.['semantic_duplication']).toBe(0.1)
  })

  test('a changed policy leaves complete weights behind, so that the text stays valid', () => {
    const before = 'eviction:\n  policy: hybrid\n  weights:\n    priority: 0.9\n'
    expect(parseConfig(before.replace('hybrid', 'lru')).config).toBeNull()
    const after = written(before, 'eviction/policy', 'lru')
    expect(parseConfig(after).config?.eviction).toMatchObject({ policy: 'lru', weights: null })
    expect(parseConfig(written(after, 'eviction/policy', 'hybrid')).config).toEqual(
      parseConfig(before).config,
    )
  })

  test('a weight of the new policy replaces those left behind', () => {
    const left = written(preset('hybrid_equal'), 'eviction/policy', 'priority')
    expect(parseConfig(left).problems.map(({ code }) => code)).toContain('weights-ignored')
    const { config, problems } = parseConfig(written(left, 'eviction/weights/semantic', 0.5))
    expect(problems.map(({ code }) => code)).not.toContain('weights-ignored')
    const own = { recency: 0.3, semantic: 0.5, source: 0.2, reuse: 0.15, explicit: 0.1 }
    expect(config?.eviction).toMatchObject({ policy: 'priority', weights: own })
    expect(written(left, 'eviction/weights/type_ttl', 0.5)).toBe(
      'refused: A config has no setting called eviction.weights.type_ttl',
    )
  })

  test('a step of an unwritten cascade adds the usual ones', () => {
    const { config } = parseConfig(
      written(
        'compression:\n  compaction_utilization_threshold: 0.9\n',
        'compression/cascade/0.5',
        'progressive',
      ),
    )
    // The step that was at .85 would then exist twice, which is a problem.
    expect(config).toBeNull()
    const yaml = written('', 'compression/cascade/0.75', 'progressive')
    expect(yaml).toBe(
      'compression:\n  cascade:\n    0.75: progressive\n    0.85: progressive\n    0.92: conversation_compaction\n    0.95: sub_agent\n',
    )
  })

  test('several settings of one gesture are one change of the text each', () => {
    const yaml =
      'budget:\n  allocations:\n    system_prompt: 0.06 # s\n    tool_definitions: 0.04\n    message_history: 0.65\n'
    const path = ['budget', 'allocations']
    const result = writeSettings(yaml, [
      { path: [...path, 'message_history'], value: 0.6 },
      { path: [...path, 'system_prompt'], value: 0.11 },
      { path: [...path, 'memory_injection'], value: 0.08 },
    ])
    expect(result).toEqual({
      text: 'budget:\n  allocations:\n    system_prompt: 0.11 # s\n    tool_definitions: 0.04\n    message_history: 0.60\n    memory_injection: 0.08\n',
      changes: [
        { from: 42, to: 46, insert: '0.11' },
        { from: 99, to: 103, insert: '0.60' },
        { from: 104, to: 104, insert: '    memory_injection: 0.08\n' },
      ],
    })
  })
})
