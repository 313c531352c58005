import { describe, expect, test } from 'vitest'
import { parseConfig } from './index.ts'

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
    [
      'alias without anchor',
      'compression: *no',
      ['note unused-section 1:1 compression', 'error unknown-alias 1:14 compression'],
    ],
    [
      'alias to itself',
      'compression: &a [*a]',
      ['note unused-section 1:1 compression', 'error unknown-alias 1:18 compression/0'],
    ],
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

  test('CONF-1 every kind of problem is among the cases above or in the tests of limits', () => {
    const found = new Set(cases.flatMap(([, yaml]) => parseConfig(yaml).problems.map(({ code }) => code)))
    expect([...found].toSorted()).toEqual([
      'duplicate-key',
      'no-weight',
      'not-a-mapping',
      'out-of-range',
      'several-documents',
      'sum-not-one',
      'syntax',
      'target-above-orange',
      'threshold-order',
      'unknown-alias',
      'unknown-choice',
      'unknown-key',
      'unused-section',
      'weights-ignored',
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

  test('CONF-1 expected, found and fix of a number that was meant as percent', () => {
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
  ])('CONF-1 %s is mended by %s', (yaml, fix) => {
    expect(first(yaml)?.fix).toBe(fix)
  })

  test('CONF-1 a fix put at line and column makes the problem go away', () => {
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

  test('CONF-1 a key in the wrong section is told where it belongs, as when a paste lost its indentation', () => {
    expect(first('thresholds:\nyellow: 0.5')?.expected).toBe('thresholds in pressure')
    expect(parseConfig('thresholds:\nyellow: 0.5').problems[1]?.expected).toBe(
      'yellow in pressure.thresholds',
    )
  })

  test('CONF-1 nothing is suggested for a key like no other', () => {
    expect(first('foo: 1')).not.toHaveProperty('fix')
    expect(first('foo: 1')?.message).toBe('A config has no key called foo')
  })

  test('CONF-1 a message is one line that ends with the offending value, however long or broken that is', () => {
    const long = 'x'.repeat(5000)
    for (const yaml of [`${long}: 1`, `strategy: ${long}`, '"a\\nb": 1', 'strategy: "a\\nb"']) {
      const problem = first(yaml)
      expect(problem?.message).not.toContain('\n')
      expect(problem?.message.endsWith(problem.found ?? '?')).toBe(true)
      expect(problem?.message.length).toBeLessThan(300)
    }
  })
})
