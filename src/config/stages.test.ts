import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stages } from '../engine/index.ts'
import {
  completeConfig,
  configYaml,
  parseConfig,
  preset,
  presetConfig,
  sectionsRead,
  strategySettings,
} from './internal.ts'
import type { Config, PartialConfig } from './internal.ts'

/** Each problem as `severity code line:column`, the text found, and the proposed fix. */
function problemsOf(yaml: string): string[] {
  return parseConfig(`strategy: pipeline\n${yaml}`).problems.map(
    ({ severity, code, line, column, found, fix }) =>
      `${severity} ${code} ${line}:${column} ${found}${fix === undefined ? '' : ` -> ${fix}`}`,
  )
}

function configOf(yaml: string): Config {
  const { config, problems } = parseConfig(`strategy: pipeline\n${yaml}`)
  if (config === null) throw new Error(problems.map(({ message }) => message).join('\n'))
  return config
}

describe('a list of stages', () => {
  test('PIPE-1 a name alone is a step without settings', () => {
    const long = configOf('pipeline:\n  - stage: take_notes\n  - stage: evict\n    at: 0.5\n')
    expect(long.pipeline).toEqual([
      { stage: 'take_notes', when: 'always', at: null, with: {} },
      { stage: 'evict', when: 'always', at: 0.5, with: {} },
    ])
    expect(configOf('pipeline: [take_notes, {stage: evict, at: 0.5}]\n')).toEqual(long)
  })

  test('PIPE-1 more steps than the maximum are refused at the first one beyond it, with both numbers', () => {
    const listed = (count: number): string => `pipeline: [${'merge,'.repeat(count)}]\n`
    expect(configOf(listed(100)).pipeline).toHaveLength(100)
    const { config, problems } = parseConfig(`strategy: pipeline\n${listed(8000)}`)
    expect(config).toBeNull()
    // The first step begins at column 12 of line 2, each next one six columns further.
    expect(problems).toMatchObject([
      {
        code: 'too-many-steps',
        line: 2,
        column: 612,
        found: '8000 steps',
        expected: 'at most 100 steps',
        message:
          'pipeline may have at most 100 steps, but has 8000: delete the steps from here on, or join steps that do the same',
      },
    ])
    const steps = Array.from({ length: 101 }, () => ({ stage: 'merge' }))
    expect(() => completeConfig({ strategy: 'pipeline', pipeline: steps })).toThrow('at most 100 steps')
  })

  test('PIPE-1 empty steps are left out', () => {
    expect(configOf('pipeline:\n  - stage: evict\n    when:\n    at:\n    with:\n').pipeline).toEqual([
      { stage: 'evict', when: 'always', at: null, with: {} },
    ])
    expect(configOf('pipeline:\n  - stage: evict\n    with:\n      eviction:\n').pipeline[0]?.with).toEqual(
      {},
    )
    expect(problemsOf('pipeline:\n')).toEqual(['warning empty-pipeline 2:1 empty'])
    expect(problemsOf('')).toEqual(['warning empty-pipeline 1:1 empty'])
  })

  test('PIPE-1 a step keeps the settings written for it alone', () => {
    const { pipeline } = configOf(
      [
        'pipeline:',
        '  - stage: evict',
        '    when: "  utilization >= 0.6 and idle < 5 "',
        '    with:',
        '      eviction: { policy: lru, type_ttl: { thinking: 4 }, gates: { task: off } }',
        '      pressure: { preemptive: on }',
      ].join('\n'),
    )
    expect(pipeline).toEqual([
      {
        stage: 'evict',
        when: 'utilization >= 0.6 and idle < 5',
        at: null,
        with: {
          eviction: { policy: 'lru', type_ttl: { thinking: 4 }, gates: { task: false } },
          pressure: { preemptive: true },
        },
      },
    ])
  })

  test('PIPE-1 a complete config comes back equal, and its text reads back equal', () => {
    const config = completeConfig(presetConfig('pipeline'))
    expect(completeConfig(config)).toEqual(config)
    expect(parseConfig(configYaml(config, 'A pipeline.')).config?.pipeline).toEqual(config.pipeline)
    expect(parseConfig(preset('pipeline')).config?.pipeline).toEqual(config.pipeline)
  })

  test('CONF-4 the sections that a pipeline reads are those of its stages', () => {
    const read = (yaml: string) => sectionsRead(configOf(yaml)).toSorted()
    const always = ['budget', 'health_monitoring', 'pipeline', 'pressure', 'simulation']
    expect(read('pipeline: [clip]\n')).toEqual([...always, 'eviction'].toSorted())
    expect(read('pipeline: [trim]\n')).toEqual([...always, 'token_trim'].toSorted())
    expect(problemsOf('pipeline: [clip]\ncompression: {keep_messages: 4}\n')).toEqual([
      'note unused-section 3:1 compression',
    ])
    expect(problemsOf('pipeline: [compact]\ncompression: {keep_messages: 4}\n')).toEqual([])
    const { problems } = parseConfig('strategy: evict\npipeline: [clip]\n')
    expect(problems).toMatchObject([{ severity: 'note', code: 'unused-section', found: 'pipeline' }])
  })
})

describe('where a problem of a step is', () => {
  test.each<[why: string, yaml: string, problems: string[]]>([
    ['no list', 'pipeline: evict\n', ['error wrong-type 2:11 the text evict']],
    ['no step', 'pipeline:\n  - 3\n', ['error missing-key 3:5 3']],
    ['no stage', 'pipeline:\n  - when: always\n', ['error missing-key 3:5 a mapping']],
    [
      'a stage that is no name',
      'pipeline:\n  - stage: [evict]\n',
      ['error wrong-type 3:12 a list of 1 item'],
    ],
    [
      'a stage that is not known',
      'pipeline:\n  - summarise_results\n',
      ['error unknown-choice 3:5 summarise_results -> summarize_results'],
    ],
    [
      'the same in a mapping',
      'pipeline:\n  - stage:   evcit\n',
      ['error unknown-choice 3:14 evcit -> evict'],
    ],
    ['__proto__ as a stage', 'pipeline: [__proto__]\n', ['error unknown-choice 2:12 __proto__']],
    [
      'a key that is not known',
      'pipeline:\n  - stage: evict\n    wehn: always\n',
      ['error unknown-key 4:5 wehn -> when'],
    ],
    [
      'a condition that is none',
      'pipeline:\n  - stage: evict\n    when: true\n',
      ['error wrong-type 4:11 true -> always'],
    ],
    [
      'a name in a condition',
      'pipeline:\n  - stage: evict\n    when: used > 3 and utilisation < 60%\n',
      ['error wrong-condition 4:24 utilisation -> utilization'],
    ],
    [
      'a word in capitals',
      'pipeline:\n  - stage: evict\n    when: spike AND edited\n',
      ['error wrong-condition 4:17 AND -> and'],
    ],
    [
      'a sign in quotes',
      'pipeline:\n  - stage: evict\n    when: "spike && edited"\n',
      ['error wrong-condition 4:18 && -> and'],
    ],
    [
      'the end of a condition',
      'pipeline:\n  - {stage: evict, when: (spike}\n',
      ['error wrong-condition 3:32 the end'],
    ],
    [
      'a condition over several lines',
      'pipeline:\n  - stage: evict\n    when: >-\n      used > 3k\n      and   zne == red\n',
      ['error wrong-condition 6:13 zne -> zone'],
    ],
    [
      'a plain condition that goes on below',
      'pipeline:\n  - stage: evict\n    when: used > 3k\n     and zne == red\n',
      ['error wrong-condition 5:10 zne -> zone'],
    ],
    [
      'what follows an escape in quotes: at the beginning',
      'pipeline:\n  - stage: evict\n    when: "used\\x20> 3k annd spike"\n',
      ['error wrong-condition 4:11 annd -> and'],
    ],
    [
      'a share that is no percentage',
      'pipeline:\n  - {stage: evict, when: spike or utilization >= 60}\n',
      ['warning implausible-number 3:50 60 -> 60%'],
    ],
    [
      'a percentage of what counts tokens',
      'pipeline:\n  - stage: evict\n    when: spike or used >= 60 %\n',
      ['warning implausible-number 4:20 used -> utilization'],
    ],
    [
      'a share of more than all',
      'pipeline:\n  - {stage: evict, at: 75}\n',
      ['error out-of-range 3:24 75 -> 0.75'],
    ],
    [
      'a threshold that a stage does not have',
      'pipeline:\n  - {stage: clip, at: 0.5}\n',
      ['warning unused-threshold 3:19 0.5'],
    ],
    [
      'settings that are no mapping',
      'pipeline:\n  - {stage: evict, with: lru}\n',
      ['error wrong-type 3:26 the text lru'],
    ],
    [
      'a section that the stage does not read',
      'pipeline:\n  - stage: evict\n    with:\n      compression: {}\n',
      ['error unknown-key 5:7 compression'],
    ],
    [
      'a key that the stage does not read',
      'pipeline:\n  - stage: evict\n    with: {eviction: {merge_similarity: 0.9}}\n',
      ['error unknown-key 4:23 merge_similarity'],
    ],
    [
      'a value that the section would not take',
      'pipeline:\n  - evict\n  - stage: evict\n    with: {eviction: {policy: lur}}\n',
      ['error unknown-choice 5:31 lur -> lru'],
    ],
    [
      'a weight of another policy',
      'pipeline:\n  - stage: evict\n    with:\n      eviction: {policy: lru, weights: {recency: 1}}\n',
      ['error unknown-key 5:41 recency'],
    ],
    [
      'weights that come to nothing',
      'pipeline:\n  - stage: evict\n    with:\n      eviction: {policy: lru, weights: {last_reference: 0}}\n',
      ['error no-weight 5:31 0'],
    ],
    [
      'shares that rise where they must fall',
      'compression: {progressive: {one_line_share: 0.1}}\npipeline:\n  - stage: progressive\n    with: {compression: {progressive: {key_points_share: 0.05}}}\n',
      ['error share-order 5:58 0.05 -> 0.1'],
    ],
    [
      'a target above orange',
      'pipeline:\n  - stage: evict\n    with: {eviction: {target: 0.8}}\n',
      ['warning target-above-orange 4:31 0.8 -> 0.6'],
    ],
  ])('CONF-1 PIPE-1 %s', (_, yaml, problems) => {
    expect(problemsOf(yaml)).toEqual(problems)
  })

  test('CONF-1 a problem in the sections is not repeated for every step', () => {
    const steps = '  - stage: evict\n    with: {eviction: {policy: lru}}\n'.repeat(3)
    expect(problemsOf(`eviction: {target: 0.8}\npipeline:\n${steps}`)).toEqual([
      'warning target-above-orange 2:20 0.8 -> 0.6',
    ])
  })

  test('CONF-1 the same in a config built in code, with the place in the condition', () => {
    const partial = { strategy: 'pipeline', pipeline: [{ stage: 'evict', when: 'used > red' }] }
    expect(() => completeConfig(partial)).toThrow(
      'pipeline.0.when needs a number or the name of one at character 8, but has red',
    )
  })
})

describe('the settings of a step', () => {
  const steps = (config: PartialConfig) => strategySettings(completeConfig(config)).pipeline

  test('PIPE-1 a step uses the sections, except for its own settings', () => {
    const [plain, own] = steps({
      strategy: 'pipeline',
      eviction: { target: 0.5, type_ttl: { tool_result: 3 } },
      pipeline: [
        'evict',
        { stage: 'evict', at: 0.7, with: { eviction: { min_free_tokens: 9, type_ttl: { thinking: 1 } } } },
      ],
    })
    expect(plain).toEqual({ stage: 'evict', at: null, when: 'always', settings: null })
    expect(own?.at).toBe(0.7)
    expect(own?.settings?.eviction).toMatchObject({
      target: 0.5,
      minFreeTokens: 9,
      typeTtl: { tool_result: 3, thinking: 1, memory_injection: 20 },
    })
    expect(own?.settings?.pipeline).toEqual([])
  })

  test('EVI-2 weights belong to their policy: a step with another uses that one’s, completed by its own', () => {
    const eviction = { policy: 'priority', weights: { recency: 0.9 } }
    const weightsOf = (own: PartialConfig['eviction']) =>
      steps({ strategy: 'pipeline', eviction, pipeline: [{ stage: 'evict', with: { eviction: own } }] })[0]
        ?.settings?.eviction.weights
    expect(weightsOf({ target: 0.5 })).toEqual({
      recency: 0.9,
      semantic: 0.25,
      source: 0.2,
      reuse: 0.15,
      explicit: 0.1,
    })
    expect(weightsOf({ weights: { semantic: 0.1 } })).toMatchObject({
      recency: 0.9,
      semantic: 0.1,
      source: 0.2,
    })
    expect(weightsOf({ policy: 'lru' })).toBeNull()
    expect(weightsOf({ policy: 'hybrid', weights: { recency: 0.5 } })).toMatchObject({
      recency: 0.5,
      priority: 0.25,
    })
  })

  test('CONF-3 every setting that a step may have changes the settings of its stage', () => {
    const silent: string[] = []
    for (const [stage, { settings }] of Object.entries(stages)) {
      for (const path of settings) {
        const base = { strategy: 'pipeline', pipeline: [stage] } as const
        const whole = completeConfig(base)
        const leaf = leafOf(whole, path.split('.'))
        for (const [keys, value] of leaf) {
          const own = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), otherThan(keys, value))
          const config = completeConfig({ ...base, pipeline: [{ stage, with: own as PartialConfig }] })
          const [step] = strategySettings(config).pipeline
          const plain = strategySettings(whole)
          const changed = Object.entries(step?.settings ?? {}).some(
            ([key, made]) =>
              key !== 'pipeline' &&
              JSON.stringify(made) !==
                JSON.stringify(Object.entries(plain).find(([name]) => name === key)?.[1]),
          )
          if (!changed) silent.push(`${stage} ${keys.join('.')}`)
        }
      }
    }
    expect(silent).toEqual([])
  })
})

/** Every value below a path, with its keys. */
function leafOf(config: unknown, path: readonly string[]): [readonly string[], unknown][] {
  const value = path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], config)
  const inner = (keys: readonly string[], one: unknown): [readonly string[], unknown][] =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.entries(one).flatMap(([key, below]) => inner([...keys, key], below))
      : [[keys, one]]
  return inner(path, value)
}

/** Another value that the declaration allows. */
function otherThan(keys: readonly string[], value: unknown): unknown {
  const key = keys.at(-1) ?? ''
  if (typeof value === 'boolean') return !value
  const words: Readonly<Record<string, unknown>> = {
    policy: 'fifo',
    weights: { recency: 0.7 },
    update: value === 'anchored' ? 'regenerate' : 'anchored',
    tool_results: 'never',
    enforce: 'per_component',
    from: 'current',
    on_drop: 'summarize',
    direction: 'end',
    compact_at: 'margin',
    trigger_type: 'tool_uses',
    cold_cache: 'require',
    batch: 'break_even',
    static_system_until: 'Today:',
  }
  if (Object.hasOwn(words, key)) return words[key]
  if (Array.isArray(value)) return key === 'protected_types' ? ['thinking'] : ['other']
  if (typeof value !== 'number') throw new Error(`another value of ${keys.join('.')}?`)
  return Number.isInteger(value) && value >= 1
    ? value + 1
    : value > 0.5
      ? value - 0.005
      : value + 0.005 * (value < 1 && value > 0 ? 1 : 200)
}

describe('laws', () => {
  test('CONF-1 PIPE-1 any list of steps is read or has a problem inside the text', () => {
    const scalars = fc.constantFrom<unknown>(
      null,
      true,
      3,
      0.5,
      -1,
      '',
      'evict',
      'clip',
      'evcit',
      'always',
      'used > 3k',
      'used >',
      'spike andd edited',
      [],
      {},
      ['evict'],
    )
    const items = fc.oneof(
      scalars,
      fc.dictionary(fc.constantFrom('stage', 'when', 'at', 'with', 'whit'), scalars),
      fc.record({
        stage: fc.constantFrom(...Object.keys(stages)),
        when: fc.constantFrom('always', 'used > 3k', 'not spike', 'usd > 3k'),
        with: fc.constantFrom<unknown>(
          {},
          { eviction: { target: 0.4 } },
          { eviction: 3 },
          { eviction: { gates: null } },
        ),
      }),
    )
    let good = 0
    fc.assert(
      fc.property(fc.array(items, { maxLength: 5 }), (pipeline) => {
        const yaml = `strategy: pipeline\npipeline: ${JSON.stringify(pipeline)}\n`
        const { config, problems } = parseConfig(yaml)
        expect(config === null).toBe(problems.some(({ severity }) => severity === 'error'))
        for (const { line, column, message } of problems) {
          expect(line).toBeLessThanOrEqual(2)
          expect(column).toBeLessThanOrEqual((yaml.split('\n')[line - 1]?.length ?? 0) + 1)
          expect(message).not.toContain('\n')
        }
        if (config === null) return
        good += 1
        expect(completeConfig(config)).toEqual(config)
        expect(parseConfig(configYaml(config, 'A pipeline.')).config?.pipeline).toEqual(config.pipeline)
      }),
      { numRuns: 160 },
    )
    expect(good).toBeGreaterThan(20)
  })
})
