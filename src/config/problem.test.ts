import { describe, expect, test } from 'vitest'
import { parseConfig, presetConfig, strategySettings } from './index.ts'

/** Each problem as `severity code line:column path`. */
function problemsOf(yaml: string): string[] {
  return parseConfig(yaml).problems.map(
    ({ severity, code, line, column, path }) => `${severity} ${code} ${line}:${column} ${path.join('/')}`,
  )
}

describe('where a problem is', () => {
  const cases: [why: string, yaml: string, problems: string[]][] = [
    ['unknown key at the top', 'stratgy: evict', ['error unknown-key 1:1 stratgy']],
    ['unknown key below', 'eviction:\n  polcy: lru', ['error unknown-key 2:3 eviction/polcy']],
    [
      'unknown key in braces',
      'eviction: {target: 0.5, polcy: lru}',
      ['error unknown-key 1:25 eviction/polcy'],
    ],
    ['unknown choice', 'eviction:\n  policy:   hybird', ['error unknown-choice 2:13 eviction/policy']],
    [
      'unknown name in a list',
      'eviction:\n  protected_types:\n    - system_prompt\n    - tool_reslt',
      ['error unknown-choice 4:7 eviction/protected_types/1'],
    ],
    [
      'wrong type in a list',
      'eviction: {protected_types: [thinking, 3]}',
      ['error wrong-type 1:40 eviction/protected_types/1'],
    ],
    ['text for a number', 'max_context_tokens: 128k', ['error wrong-type 1:21 max_context_tokens']],
    ['quoted number', 'max_context_tokens: "128000"', ['error wrong-type 1:21 max_context_tokens']],
    [
      'fraction for a count',
      'pressure: {velocity_window: 2.5}',
      ['error wrong-type 1:29 pressure/velocity_window'],
    ],
    ['no number', 'eviction:\n  target: .nan', ['error wrong-type 2:11 eviction/target']],
    ['list for a section', 'eviction: [lru]', ['error wrong-type 1:11 eviction']],
    ['empty value', 'eviction:\n  policy:\n  target: 0.5', ['error wrong-type 2:3 eviction/policy']],
    ['below the range', 'max_context_tokens: 1999', ['error out-of-range 1:21 max_context_tokens']],
    ['above the range', 'max_context_tokens: 10000001', ['error out-of-range 1:21 max_context_tokens']],
    [
      'a reserve that the reserve rule would cut back (BUD-3)',
      'budget:\n  allocations:\n    message_history: 0.44\n    output_reserved: 0.26',
      ['error out-of-range 4:22 budget/allocations/output_reserved'],
    ],
    [
      'thresholds out of order, both written: at the later one',
      'pressure:\n  thresholds:\n    red: 0.95\n    orange: 0.4\n    yellow: 0.5',
      ['error threshold-order 4:13 pressure/thresholds/orange'],
    ],
    [
      'a threshold against a default: at the written one',
      'pressure:\n  thresholds:\n    yellow: 0.8',
      ['error threshold-order 3:13 pressure/thresholds/yellow'],
    ],
    [
      'equal thresholds',
      'pressure: {thresholds: {orange: 0.9}}',
      ['error threshold-order 1:33 pressure/thresholds/orange'],
    ],
    [
      'no guess about thresholds of which one is broken',
      'pressure: {thresholds: {orange: 95, red: 0.6}}',
      ['error out-of-range 1:33 pressure/thresholds/orange'],
    ],
    ['target above orange', 'eviction:\n  target: 0.8', ['warning target-above-orange 2:11 eviction/target']],
    [
      'negative weight',
      'eviction:\n  weights: {recency: -0.1}',
      ['error out-of-range 2:22 eviction/weights/recency'],
    ],
    [
      'weight of a signal that the policy does not have',
      'eviction:\n  policy: fifo\n  weights: {recency: 0.5, semantic: 0.5}',
      ['error unknown-key 3:27 eviction/weights/semantic'],
    ],
    [
      'weights that miss 1, completed by the policy’s own',
      'eviction:\n  weights:\n    recency: 0.5',
      ['warning sum-not-one 2:3 eviction/weights'],
    ],
    [
      'weights that are all 0',
      'eviction:\n  policy: lru\n  weights:\n    last_reference: 0',
      ['error no-weight 3:3 eviction/weights'],
    ],
    [
      'weights left behind by another policy',
      'eviction:\n  policy: lru\n  weights:\n    recency: 1',
      ['warning weights-ignored 3:3 eviction/weights'],
    ],
    [
      'allocations that miss 1',
      'budget:\n  allocations:\n    tool_results: 0.2',
      ['warning sum-not-one 2:3 budget/allocations'],
    ],
    [
      'a threshold in percent',
      'compression:\n  cascade:\n    0.75: progressive\n    85%: sub_agent',
      ['error wrong-threshold 4:5 compression/cascade/85%'],
    ],
    [
      'step and threshold the wrong way round',
      'compression:\n  cascade: {progressive: 0.85}',
      ['error wrong-threshold 2:13 compression/cascade/progressive'],
    ],
    [
      'a threshold above 1',
      'compression: {cascade: {1.2: progressive}}',
      ['error wrong-threshold 1:25 compression/cascade/1.2'],
    ],
    [
      'unknown step',
      'compression:\n  cascade:\n    0.75: compaction\n    0.85: progresive',
      [
        'error unknown-choice 3:11 compression/cascade/0.75',
        'error unknown-choice 4:11 compression/cascade/0.85',
      ],
    ],
    [
      'a step without a name',
      'compression:\n  cascade:\n    0.75:\n    0.8: []\n    0.85: 3',
      [
        'error wrong-type 3:5 compression/cascade/0.75',
        'error wrong-type 4:10 compression/cascade/0.8',
        'error wrong-type 5:11 compression/cascade/0.85',
      ],
    ],
    [
      'a step twice: at the later one',
      'compression:\n  cascade:\n    0.75: progressive\n    0.85: progressive',
      ['error duplicate-step 4:11 compression/cascade/0.85'],
    ],
    [
      'a step twice in a list',
      'compression: {cascade: {0.75: [progressive, progressive]}}',
      ['error duplicate-step 1:45 compression/cascade/0.75/1'],
    ],
    [
      'a threshold twice, written in two ways',
      'compression:\n  cascade:\n    0.75: progressive\n    .750: sub_agent',
      ['error duplicate-threshold 4:5 compression/cascade/.750'],
    ],
    [
      'a threshold twice, written in one way',
      'compression:\n  cascade:\n    0.75: progressive\n    0.75: sub_agent',
      ['error duplicate-key 4:5 compression/cascade/0.75'],
    ],
    [
      'a list for a cascade',
      'compression:\n  cascade: [progressive]',
      ['error wrong-type 2:12 compression/cascade'],
    ],
    [
      'the cascade against the threshold of compaction',
      'compression:\n  cascade: {0.9: conversation_compaction}\n  compaction_utilization_threshold: 0.85',
      ['warning cascade-wins 3:37 compression/compaction_utilization_threshold'],
    ],
    [
      'a threshold of compaction without a compaction',
      'compression: {cascade: {}, compaction_utilization_threshold: 0.85}',
      ['warning cascade-wins 1:62 compression/compaction_utilization_threshold'],
    ],
    [
      'no guess about a cascade that is broken',
      'compression: {cascade: {x: sub_agent}, compaction_utilization_threshold: 0.85}',
      ['error wrong-threshold 1:25 compression/cascade/x'],
    ],
    [
      'a rung below the target: at its key, as it is written',
      'compression:\n  cascade:\n    .50: progressive\n    0.6: sub_agent',
      ['warning rung-below-target 3:5 compression/cascade/.50'],
    ],
    [
      'a target above the rungs of the default',
      'pressure: {thresholds: {orange: 0.85}}\neviction: {target: 0.8}',
      ['warning rung-below-target 2:20 eviction/target'],
    ],
    [
      'handed over before anything is evicted',
      'compression: {overflow_threshold: 0.75}',
      ['warning overflow-below-orange 1:35 compression/overflow_threshold'],
    ],
    [
      'orange above the default of the handover',
      'pressure: {thresholds: {orange: 0.93, red: 0.95}}',
      ['warning overflow-below-orange 1:33 pressure/thresholds/orange'],
    ],
    [
      'ages that fall, both written: at the later one',
      'compression:\n  progressive:\n    full_until: 8\n    key_points_until: 6',
      ['error age-order 4:23 compression/progressive/key_points_until'],
    ],
    [
      'an age against a default: at the written one',
      'compression: {progressive: {full_until: 8}}',
      ['error age-order 1:41 compression/progressive/full_until'],
    ],
    [
      'a level that is longer than the one before',
      'compression: {progressive: {one_line_share: 0.4, title_share: 0.5}}',
      [
        'error share-order 1:45 compression/progressive/one_line_share',
        'error share-order 1:63 compression/progressive/title_share',
      ],
    ],
    [
      'a batch that no window holds',
      'max_context_tokens: 10000\neviction: {min_free_tokens: 9000}',
      ['warning batch-too-large 2:29 eviction/min_free_tokens'],
    ],
    // EVI-4: 45,000 tokens, and from 95,000 to the target are 35,000.
    [
      'a batch that no window holds, as a share',
      'max_context_tokens: 100000\neviction: {min_free_share: 0.45, target: 0.6}',
      ['warning batch-too-large 2:28 eviction/min_free_share'],
    ],
    [
      'a compaction that the API refuses: 0.75 of 60,000',
      'strategy: context_editing\nmax_context_tokens: 60000\ncontext_editing: {compact: {enabled: true, trigger_share: 0.75}}',
      ['warning compaction-too-early 3:59 context_editing/compact/trigger_share'],
    ],
    [
      'one that the window lets begin too early',
      'strategy: context_editing\nmax_context_tokens: 50000\ncontext_editing: {compact: {enabled: true}}',
      ['warning compaction-too-early 2:21 max_context_tokens'],
    ],
    [
      'one that begins as early as the API accepts',
      'strategy: context_editing\nmax_context_tokens: 70000\ncontext_editing: {compact: {enabled: true, trigger: 50000}}',
      [],
    ],
    [
      'texts that would fill a new window',
      'max_context_tokens: 8000\ncompression: {summary_tokens: 2001}\ncross_window: {bootstrap_tokens: 2001}',
      [
        'warning text-too-long 2:31 compression/summary_tokens',
        'warning text-too-long 3:34 cross_window/bootstrap_tokens',
      ],
    ],
    [
      'a path for the name of a file',
      'cross_window:\n  state_file: ../state.json\ncompression:\n  notes_file: 3',
      ['error wrong-type 2:15 cross_window/state_file', 'error wrong-type 4:15 compression/notes_file'],
    ],
    [
      'unknown metric',
      'health_monitoring:\n  metrics: [utilisation]',
      ['error unknown-choice 2:13 health_monitoring/metrics/0'],
    ],
    [
      'laws about a section that is not read say nothing',
      'strategy: evict\ncompression: {overflow_threshold: 0.7, cascade: {0.5: progressive}}',
      ['note unused-section 2:1 compression'],
    ],
    ['unread section', 'strategy: unmanaged\neviction:\n  policy: lru', ['note unused-section 2:1 eviction']],
    ['not a mapping', '# a list\n- evict', ['error not-a-mapping 2:1 ']],
    [
      'duplicate key',
      'eviction:\n  policy: lru\n  target: 0.5\n  policy: fifo',
      ['error duplicate-key 4:3 eviction/policy'],
    ],
    ['second document', 'strategy: evict\n---\nstrategy: evict', ['error several-documents 2:1 ']],
    ['broken syntax', 'strategy: evict\npressure: a: b', ['error syntax 2:11 ']],
    ['tab', 'eviction:\n\tpolicy: lru', ['error syntax 2:1 ']],
    ['open quote', 'strategy: "evict', ['error syntax 1:17 ']],
    ['a key that is a list', '[strategy]: evict', ['error syntax 1:1 ']],
    ['unknown tag', 'strategy: !mine evict', ['warning syntax 1:11 ']],
    ['alias without anchor', 'compression: *no', ['error unknown-alias 1:14 compression']],
    [
      'alias to itself',
      'compression: &a [*a]',
      ['error wrong-type 1:17 compression', 'error unknown-alias 1:18 compression/0'],
    ],
    ['a byte order mark', '\uFEFFfoo: 1\nbar: 1', ['error unknown-key 1:1 foo', 'error unknown-key 2:1 bar']],
    ['Windows line ends', 'strategy: evict\r\n\r\nfoo: 1\r\n', ['error unknown-key 3:1 foo']],
    [
      'a key of every object',
      'eviction: {__proto__: {policy: lru}}',
      ['error unknown-key 1:12 eviction/__proto__'],
    ],
  ]

  test.each(cases)('CONF-1 %s', (_, yaml, problems) => {
    expect(problemsOf(yaml)).toEqual(problems)
  })

  test('CONF-1 every kind of problem is among these cases or in the tests of limits', () => {
    const found = new Set(cases.flatMap(([, yaml]) => parseConfig(yaml).problems.map(({ code }) => code)))
    expect([...found].toSorted()).toEqual([
      'age-order',
      'batch-too-large',
      'cascade-wins',
      'compaction-too-early',
      'duplicate-key',
      'duplicate-step',
      'duplicate-threshold',
      'no-weight',
      'not-a-mapping',
      'out-of-range',
      'overflow-below-orange',
      'rung-below-target',
      'several-documents',
      'share-order',
      'sum-not-one',
      'syntax',
      'target-above-orange',
      'text-too-long',
      'threshold-order',
      'unknown-alias',
      'unknown-choice',
      'unknown-key',
      'unused-section',
      'weights-ignored',
      'wrong-threshold',
      'wrong-type',
    ])
  })

  test('CONF-1 several problems come in the order of the text, and one does not hide another', () => {
    const yaml =
      'strategy: evcit\npressure:\n  thresholds:\n    red: 90\neviction:\n  target: x\n  target: 1\nfoo: 1'
    expect(problemsOf(yaml)).toEqual([
      'error unknown-choice 1:11 strategy',
      'error out-of-range 4:10 pressure/thresholds/red',
      'error wrong-type 6:11 eviction/target',
      'error duplicate-key 7:3 eviction/target',
      'error unknown-key 8:1 foo',
    ])
  })
})

describe('what a problem says', () => {
  const first = (yaml: string) => parseConfig(yaml).problems[0]

  test('CONF-1 expected, found and fix of a number that was meant as a percentage', () => {
    expect(first('pressure: {thresholds: {red: 90}}')).toMatchObject({
      message: 'pressure.thresholds.red must be a number from 0 to 1, but is 90',
      expected: 'a number from 0 to 1',
      found: '90',
      fix: '0.9',
    })
  })

  test.each([
    ['eviction: {policy: hybird}', 'hybrid'],
    ['evicton: {}', 'eviction'],
    ['pressure: {treshold: {}}', 'thresholds'],
    ['eviction: {type_ttl: {tool_reslt: 3}}', 'tool_result'],
    ['eviction: {weights: {recencey: 1}}', 'recency'],
    ['max_context_tokens: 128_000', '128000'],
    ['max_context_tokens: 128k', '128000'],
    ['max_context_tokens: 1M', '1000000'],
    ['max_context_tokens: 100', '2000'],
    ['max_context_tokens: 20000.4', '20000'],
    ['eviction: {target: 60%}', '0.6'],
    ['eviction: {target: "0.5"}', '0.5'],
    ['eviction: {placeholders: no}', 'false'],
    ['eviction: {protected_types: thinking}', '[thinking]'],
    ['eviction: {protected_types: }', '[]'],
    ['compression: {cascade: {75%: progressive}}', '0.75'],
    ['compression: {cascade: {0.75: compaction}}', undefined],
    ['compression: {cascade: {0.75: subagent}}', 'sub_agent'],
    ['eviction: {min_free_tokens: 100000}', '44800'],
    ['max_context_tokens: 8000\ncross_window: {bootstrap_tokens: 4000}', '2000'],
    ['compression: {cascade: {0.9: conversation_compaction}, compaction_utilization_threshold: 0.8}', '0.9'],
    ['mock_llm: {failure_rate: 20%}', '0.2'],
    ['mock_llm: {failure_rate: 200%}', '1'],
    ['max_context_tokens: 50%', undefined],
    ['max_context_tokens: 50000000000', undefined],
    ['eviction:\n  target: 0,8', '0.8'],
    ['eviction:\n  target: 0,500', '0.5'],
    ['eviction:\n  target: 1,0', '1'],
    ['eviction:\n  target: 62,5 %', '0.625'],
    ['eviction:\n  target: 1.2', '1'],
    ['eviction:\n  target: 12.5', undefined],
    ['max_context_tokens: 128,000', '128000'],
    ['pressure:\n  spike_factor: 2,5', '2.5'],
    ['health_monitoring: {metrics: burn_rate}', '[burn_rate]'],
  ])('CONF-1 %s is fixed by %s', (yaml, fix) => {
    expect(first(yaml)?.fix).toBe(fix)
  })

  test('CONF-1 a fix inserted at line and column removes the problem', () => {
    const yaml = 'strategy: evict\neviction:\n  polcy: lru\n'
    const problem = first(yaml)
    const lines = yaml.split('\n')
    const line = lines[(problem?.line ?? 0) - 1] ?? ''
    const at = (problem?.column ?? 0) - 1
    lines[(problem?.line ?? 0) - 1] = line.slice(0, at) + problem?.fix + line.slice(at + 'polcy'.length)
    expect(parseConfig(lines.join('\n'))).toMatchObject({
      config: { eviction: { policy: 'lru' } },
      problems: [],
    })
  })

  test('CONF-1 a key in the wrong section gets a hint where it belongs, as after a paste that lost its indentation', () => {
    expect(first('thresholds:\nyellow: 0.5')?.expected).toBe('thresholds in pressure')
    expect(parseConfig('thresholds:\nyellow: 0.5').problems[1]?.expected).toBe(
      'yellow in pressure.thresholds',
    )
  })

  test('CONF-1 nothing is suggested for a key unlike any other', () => {
    expect(first('foo: 1')).not.toHaveProperty('fix')
    expect(first('foo: 1')?.message).toBe('A config has no key called foo')
  })

  test('CONF-1 a message is one line that ends with the offending value, however long or broken it is', () => {
    const long = 'x'.repeat(5000)
    for (const yaml of [`${long}: 1`, `strategy: ${long}`, '"a\\nb": 1', 'strategy: "a\\nb"']) {
      const problem = first(yaml)
      expect(problem?.message).not.toContain('\n')
      expect(problem?.message.endsWith(problem.found ?? '?')).toBe(true)
      expect(problem?.message.length).toBeLessThan(300)
    }
  })
})

describe('what to do about broken YAML', () => {
  const cases: [why: string, yaml: string, place: string, found: string, words: string][] = [
    ['two colons', 'a: b: c', '1:4', 'a: b: c', 'put the second key on a line of its own'],
    ['tab', 'eviction:\n\tpolicy: lru', '2:1', 'policy: lru', 'use spaces'],
    ['open quote', 'a: "b', '1:6', 'a: "b', 'add it, or remove the opening one'],
    ['open bracket', 'eviction: [lru', '1:15', 'eviction: [lru', 'close the bracket that is still open'],
    [
      'indented by one less',
      'eviction:\n  policy: lru\n target: 1',
      '3:1',
      'target: 1',
      'start it in the same column',
    ],
    ['reserved sign', 'strategy: evict\n@x: 1', '2:1', '@x: 1', 'put the value in quotes'],
  ]
  test.each(cases)(
    'CONF-3 %s: one problem with its place, the line and a remedy',
    (_, yaml, place, found, words) => {
      const { problems } = parseConfig(yaml)
      expect(problems).toHaveLength(1)
      const [problem] = problems
      expect(`${problem?.line}:${problem?.column}`).toBe(place)
      expect(problem).toMatchObject({ severity: 'error', code: 'syntax', found })
      expect(problem?.message).toContain(words)
    },
  )

  test.each(['', ' \n\n', '# nothing yet\n', '---\n', 'null'])(
    'CONF-3 nothing in %j: no problem, all defaults',
    (yaml) => {
      expect(parseConfig(yaml).problems).toEqual([])
      expect(parseConfig(yaml).config).toEqual(parseConfig('{}').config)
    },
  )
})

describe('what an error says that an own program shows', () => {
  const cases: [why: string, work: () => unknown, says: string][] = [
    ['preset', () => presetConfig('hybird'), 'but not hybird (did you mean hybrid?)'],
    [
      'key',
      () => strategySettings({ evicton: {} } as never),
      'A config has no key called evicton (did you mean eviction?)',
    ],
    ['choice', () => strategySettings({ strategy: 'manged' }), 'but is manged (did you mean managed?)'],
    [
      'number',
      () => strategySettings({ max_context_tokens: 5 }),
      'max_context_tokens must be a whole number from 2,000 to 10,000,000, but is 5',
    ],
  ]
  test.each(cases)('CONF-2 %s', (_, work, says) => {
    expect(work).toThrow(says)
  })
})
