import { describe, expect, test } from 'vitest'
import { ARTICLE_CONFIG } from '../../testing/article-config.ts'
import { fixOf, parseConfig } from '../index.ts'

/** The title of the first fix, and the text after it. */
function mended(yaml: string, code?: string): [string, string] | null {
  const problem = parseConfig(yaml).problems.find((one) => code === undefined || one.code === code)
  const fix = problem === undefined ? null : fixOf(yaml, problem)
  if (fix === null) return null
  const { from, to, insert } = fix.change
  return [fix.title, yaml.slice(0, from) + insert + yaml.slice(to)]
}

describe('CONF-1 a problem is fixed by one change', () => {
  test.each([
    [
      'budget:\n  allocations:\n    sytem_prompt: 0.06 # s\n',
      'unknown-key',
      'Write sytem_prompt as system_prompt',
      'budget:\n  allocations:\n    system_prompt: 0.06 # s\n',
    ],
    [
      'budget:\n  allocations:\n    "sytem_prompt": 0.06\n    system_prompt: 0.1\n',
      'unknown-key',
      'Take sytem_prompt out',
      'budget:\n  allocations:\n    system_prompt: 0.1\n',
    ],
    [
      'strategy: "managd" # s\n',
      'unknown-choice',
      'Write "managd" as "managed"',
      'strategy: "managed" # s\n',
    ],
    [
      'eviction: { placeholders: yes }\n',
      'wrong-type',
      'Write yes as true',
      'eviction: { placeholders: true }\n',
    ],
    ['eviction:\n  target: 60%\n', 'wrong-type', 'Write 60% as 0.6', 'eviction:\n  target: 0.6\n'],
    [
      'max_context_tokens: "128_000"\n',
      'wrong-type',
      'Write "128_000" as 128000',
      'max_context_tokens: 128000\n',
    ],
    ['max_context_tokens: 5\n', 'out-of-range', 'Write 5 as 2000', 'max_context_tokens: 2000\n'],
    ['eviction:\n  target: -0.50\n', 'out-of-range', 'Write -0.50 as 0.00', 'eviction:\n  target: 0.00\n'],
    [
      'eviction:\n  protected_types: # none\n',
      'wrong-type',
      'Write []',
      'eviction:\n  protected_types: [] # none\n',
    ],
    [
      'eviction:\n  protected_types: thinking\n',
      'wrong-type',
      'Write thinking as [thinking]',
      'eviction:\n  protected_types: [thinking]\n',
    ],
    [
      'eviction:\n  protected_types:\n    - thinkin # t\n',
      'unknown-choice',
      'Write thinkin as thinking',
      'eviction:\n  protected_types:\n    - thinking # t\n',
    ],
    [
      'strategy: managed\n# twice\nstrategy: evict\n',
      'duplicate-key',
      'Remove the second strategy',
      'strategy: managed\n',
    ],
    [
      'pressure:\n  thresholds:\n    yellow: 0.80\n    orange: 0.75\n    red: 0.90\n',
      'threshold-order',
      'Write 0.75 as 0.85',
      'pressure:\n  thresholds:\n    yellow: 0.80\n    orange: 0.85\n    red: 0.90\n',
    ],
    [
      'pressure:\n  thresholds:\n    yellow: 0.8\n',
      'threshold-order',
      'Write 0.8 as 0.7',
      'pressure:\n  thresholds:\n    yellow: 0.7\n',
    ],
    [
      'compression:\n  progressive:\n    full_until: 9\n    key_points_until: 5\n',
      'age-order',
      'Write 5 as 9',
      'compression:\n  progressive:\n    full_until: 9\n    key_points_until: 9\n',
    ],
    [
      'compression:\n  cascade:\n    75%: progressive\n',
      'wrong-threshold',
      'Write 75% as 0.75',
      'compression:\n  cascade:\n    0.75: progressive\n',
    ],
    [
      'compression:\n  cascade:\n    0.5: progressive # p\n',
      'rung-below-target',
      'Write 0.5 as 0.6',
      'compression:\n  cascade:\n    0.6: progressive # p\n',
    ],
    [
      'compression:\n  cascade:\n    0.7: progressive\n    0.8: progressive\n',
      'duplicate-step',
      'Take 0.8 out',
      'compression:\n  cascade:\n    0.7: progressive\n',
    ],
    ['eviction:\n  target: 0.8\n', 'target-above-orange', 'Write 0.8 as 0.6', 'eviction:\n  target: 0.6\n'],
    ['\uFEFFevction: {}\nevction: {}\n', 'duplicate-key', 'Remove the second evction', '\uFEFFevction: {}\n'],
    ['pipeline:\n  - evct\n', 'unknown-choice', 'Write evct as evict', 'pipeline:\n  - evict\n'],
    [
      'pipeline:\n  - stage: evict\n    when: utilisation > 60% # w\n',
      'wrong-condition',
      'Write utilisation as utilization',
      'pipeline:\n  - stage: evict\n    when: utilization > 60% # w\n',
    ],
    [
      'eviction:\n  policy: fifo\n  weights: { recency: 0 }\n',
      'no-weight',
      'Take weights out',
      'eviction:\n  policy: fifo\n',
    ],
    [
      'budget:\n  allocations:\n    message_history: 0.60\n',
      'sum-not-one',
      'Give message_history 0.65',
      'budget:\n  allocations:\n    message_history: 0.65\n',
    ],
    [
      'pressure:\n\tvelocity_window: 5\n',
      'syntax',
      'Indent with blanks',
      'pressure:\n  velocity_window: 5\n',
    ],
    [
      ARTICLE_CONFIG,
      'cascade-wins',
      'Write 0.85 as 0.92',
      ARTICLE_CONFIG.replace('_threshold: 0.85\n  cascade', '_threshold: 0.92\n  cascade'),
    ],
    [
      'eviction:\n  policy: lru\n  weights: { recency: 0.3, priority: 0.25, type_ttl: 0.2, reference_freq: 0.15, semantic_duplication: 0.1 }\n',
      'weights-ignored',
      'Take weights out',
      'eviction:\n  policy: lru\n',
    ],
    [
      'compression:\n  cascade:\n    0.75:\n      - progressive\n      - progressive # twice\n',
      'duplicate-step',
      'Take item 2 out',
      'compression:\n  cascade:\n    0.75:\n      - progressive\n',
    ],
    [
      'compression:\n  cascade:\n    0.7: progressive\n    0.8: [progressive, sub_agent]\n',
      'duplicate-step',
      'Take item 1 out',
      'compression:\n  cascade:\n    0.7: progressive\n    0.8: [sub_agent]\n',
    ],
    [
      'compression:\n  compaction_utilization_threshold: 0.9\n  cascade:\n    0.75: progressive\n',
      'cascade-wins',
      'Take compaction_utilization_threshold out',
      'compression:\n  cascade:\n    0.75: progressive\n',
    ],
    // BUD-1: the reserve is at most .25, so it cannot take the missing .3.
    [
      'budget:\n  allocations: { system_prompt: 0.1, tool_definitions: 0.1, message_history: 0.1, tool_results: 0.1, memory_injection: 0.1, output_reserved: 0.2 }\n',
      'sum-not-one',
      'Give system_prompt 0.4',
      'budget:\n  allocations: { system_prompt: 0.4, tool_definitions: 0.1, message_history: 0.1, tool_results: 0.1, memory_injection: 0.1, output_reserved: 0.2 }\n',
    ],
    // Of two shares that are the largest, the first takes the difference; the usual ones count where none is written.
    [
      'budget:\n  allocations:\n    tool_definitions: 0.04\n    tool_results: 0.65\n    message_history: 0.65\n',
      'sum-not-one',
      'Give tool_results 0.12',
      'budget:\n  allocations:\n    tool_definitions: 0.04\n    tool_results: 0.12\n    message_history: 0.65\n',
    ],
    [
      'eviction:\n  policy: priority\n  weights: { explicit: 0.1, recency: 0.5 }\n',
      'sum-not-one',
      'Give recency 0.3',
      'eviction:\n  policy: priority\n  weights: { explicit: 0.1, recency: 0.3 }\n',
    ],
    [
      'eviction:\n  policy: fifo\n  weights: { recency: 0.5 }\n',
      'sum-not-one',
      'Give recency 1.0',
      'eviction:\n  policy: fifo\n  weights: { recency: 1.0 }\n',
    ],
    [
      'budget:\n  allocations: { system_prompt: 1, tool_definitions: 0, message_history: 0.5, tool_results: 0, memory_injection: 0 }\n',
      'sum-not-one',
      'Give system_prompt 0.45',
      'budget:\n  allocations: { system_prompt: 0.45, tool_definitions: 0, message_history: 0.5, tool_results: 0, memory_injection: 0 }\n',
    ],
    // A step starts from the weights of the config, where explicit has .2.
    [
      'strategy: pipeline\neviction:\n  policy: priority\n  weights: { explicit: 0.2, recency: 0.2 }\npipeline:\n  - stage: evict\n    with:\n      eviction:\n        weights: { recency: 0.5 }\n',
      'sum-not-one',
      'Give recency 0.2',
      'strategy: pipeline\neviction:\n  policy: priority\n  weights: { explicit: 0.2, recency: 0.2 }\npipeline:\n  - stage: evict\n    with:\n      eviction:\n        weights: { recency: 0.2 }\n',
    ],
    // A block text becomes a plain one.
    [
      'eviction:\n  target: >-\n    60%\n',
      'wrong-type',
      'Write ">-\\n    60%" as 0.6',
      'eviction:\n  target: 0.6\n',
    ],
    ['strategy: |-\n  managd\n', 'unknown-choice', 'Write "|-\\n  managd" as managed', 'strategy: managed\n'],
    [
      'pressure:\n  red: 0.9\n  red: 0.8\n',
      'duplicate-key',
      'Remove the second red',
      'pressure:\n  red: 0.9\n',
    ],
    [
      'pipeline:\n  - stage: evict\n\n    when: used > 5 and zone == redd\n',
      'wrong-condition',
      'Write redd as red',
      'pipeline:\n  - stage: evict\n\n    when: used > 5 and zone == red\n',
    ],
    [
      'eviction: {target: 0,6, policy: lru}\n',
      'unknown-key',
      'Write 0,6 as 0.6',
      'eviction: {target: 0.6, policy: lru}\n',
    ],
    ['eviction: {target: 0.6, tarrget}\n', 'unknown-key', 'Take tarrget out', 'eviction: {target: 0.6}\n'],
    ['a:\n  b: 1\n\tc: 2\n', 'syntax', 'Indent with blanks', 'a:\n  b: 1\n  c: 2\n'],
    [
      'eviction:\n  placeholders: "no"\n',
      'wrong-type',
      'Write "no" as false',
      'eviction:\n  placeholders: false\n',
    ],
  ])('%j %s', (yaml, code, title, expected) => {
    expect(mended(yaml, code)).toEqual([title, expected])
    // The fix removes the problem.
    expect(parseConfig(expected).problems.filter((one) => one.code === code)).toEqual([])
  })

  test.each([
    'strategy: 5x\n',
    'a: "\n',
    'strategy: [managed]\n',
    'strategy:\n',
    'pipeline: 5\n',
    '- a\n',
    '5\n',
    // The largest share cannot take the difference.
    'budget:\n  allocations: { system_prompt: 0.9, tool_definitions: 0.9, message_history: 0.9, tool_results: 0.9 }\n',
    // A folded text has other lines than its condition.
    'strategy: pipeline\npipeline:\n  - stage: evict\n    when: >\n      utilisation > 60%\n',
    'strategy: pipeline\npipeline:\n  - stage: evict\n    when: used >\n',
    'eviction: 5\n',
    'x: 1\n \ty: 2\n',
    'eviction: {policy: lru,6}\n',
  ])('a problem that only the author can fix gets no fix: %j', (yaml) => {
    const { problems } = parseConfig(yaml)
    expect(problems).not.toEqual([])
    expect(problems.map((problem) => fixOf(yaml, problem))).toEqual(problems.map(() => null))
  })
})
