import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { ARTICLE_CONFIG as ARTICLE } from '../testing/article-config.ts'
import { completeConfig, defaultConfigYaml, parseConfig } from './index.ts'

/** Each problem as `severity code line:column path`. */
function problemsOf(yaml: string): string[] {
  return parseConfig(yaml).problems.map(
    ({ severity, code, line, column, path }) => `${severity} ${code} ${line}:${column} ${path.join('/')}`,
  )
}

describe('the file of “Agent Context Window Management”', () => {
  const { config, problems } = parseConfig(ARTICLE)

  test('CONF-1 COMP-2 loads unchanged: one warning, since it sets the start of compaction twice', () => {
    expect(
      problems.map(({ severity, code, line, column, expected, found }) => [
        severity,
        code,
        line,
        column,
        expected,
        found,
      ]),
    ).toEqual([['warning', 'cascade-wins', 23, 37, '0.92', '0.85']])
  })

  test('CONF-1 keeps every value, in the nesting of the file', () => {
    expect(config).toMatchObject({
      max_context_tokens: 128000,
      pressure: { thresholds: { yellow: 0.5, orange: 0.75, red: 0.9 }, velocity_window: 5 },
      eviction: {
        policy: 'hybrid',
        weights: {
          recency: 0.3,
          priority: 0.25,
          type_ttl: 0.2,
          reference_freq: 0.15,
          semantic_duplication: 0.1,
        },
        type_ttl: { tool_result: 8, thinking: 2, memory_injection: 20 },
        protected_types: ['system_prompt'],
      },
      budget: { allocations: { message_history: 0.65, output_reserved: 0.05 }, soft_limit_pct: 0.8 },
    })
  })

  test('CONF-1 keeps the values of every section, keys that look like numbers too', () => {
    expect(config?.compression).toMatchObject({
      summarization_threshold_tokens: 500,
      compaction_utilization_threshold: 0.85,
      cascade: {
        '0.75': 'tool_result_summarization',
        '0.85': 'progressive',
        '0.92': 'conversation_compaction',
        '0.95': 'sub_agent',
      },
      notes_file: 'agent_notes.md',
    })
    expect(config?.cross_window).toMatchObject({
      state_file: 'agent_state.json',
      progress_file: 'agent_progress.md',
      auto_save_threshold: 0.85,
    })
    expect(config?.health_monitoring).toEqual({
      metrics: [
        'utilization',
        'eviction_rate',
        'compression_ratio',
        'burn_rate',
        'fidelity_score',
        'tool_result_bloat',
      ],
      questions: { most: 20, least: 1 },
      alerts: {
        utilization_critical: 0.9,
        eviction_rate_warning: 5,
        fidelity_warning: 0.75,
        compression_ratio_min: 2,
        eviction_turns: 3,
        tool_bloat_warning: 0.3,
        tool_bloat_from: 0.6,
        burn_factor: 3,
        burn_share: 0.1,
        tool_loop: 4,
        sustained_turns: 3,
        quiet_turns: 25,
      },
    })
  })

  test('CONF-1 under eviction alone it still loads, with a note for each section that is not read', () => {
    const alone = parseConfig(`strategy: evict\n${ARTICLE}`).problems
    expect(alone.map(({ severity, code, found }) => [severity, code, found])).toEqual([
      ['note', 'unused-section', 'compression'],
      ['warning', 'cascade-wins', '0.85'],
      ['note', 'unused-section', 'cross_window'],
    ])
  })

  test('CONF-3 keys that the file lacks get the declared default', () => {
    expect(config).toMatchObject({
      strategy: 'managed',
      eviction: {
        target: 0.6,
        placeholders: true,
        type_ttl: { assistant_response: 30, user_message: 50, tool_call: 50, summary: 50 },
        gates: { task: true, current_user_message: true, running_results: true, pinned: true },
      },
    })
  })
})

describe('accepted variants', () => {
  test('CONF-3 an empty text, comments alone and an empty document are the default config', () => {
    for (const yaml of ['', '   \n', '# nothing yet\n', '---\n', '~', '\uFEFF']) {
      expect(parseConfig(yaml)).toEqual({ config: completeConfig({}), problems: [] })
    }
  })

  test('CONF-3 a section whose keys are all commented out has its defaults', () => {
    const yaml =
      'pressure:\n  # velocity_window: 9\neviction:\n  weights:\n  type_ttl:\n  gates:\nbudget:\n  allocations:\n'
    expect(parseConfig(yaml)).toEqual({ config: completeConfig({}), problems: [] })
  })

  test('EVI-4 placeholders take on and off beside true and false', () => {
    const placeholders = (word: string) =>
      parseConfig(`eviction: {placeholders: ${word}}`).config?.eviction.placeholders
    expect(['on', 'off', 'true', 'false'].map(placeholders)).toEqual([true, false, true, false])
  })

  test('EVI-2 a written weight is completed by the others of the policy', () => {
    expect(parseConfig('eviction: {weights: {recency: 0}}').config?.eviction.weights).toEqual({
      recency: 0,
      priority: 0.25,
      type_ttl: 0.2,
      reference_freq: 0.15,
      semantic_duplication: 0.1,
    })
    expect(parseConfig('eviction: {policy: lru}').config?.eviction.weights).toBeNull()
  })

  test('EVI-2 weights in any scale and rounded shares are accepted, and the first give a warning only', () => {
    expect(problemsOf('eviction: {policy: lru, weights: {last_reference: 100}}')).toEqual([
      'warning sum-not-one 1:25 eviction/weights',
    ])
    const thirds =
      '{recency: 0.333, priority: 0.333, type_ttl: 0.3337, reference_freq: 0, semantic_duplication: 0}'
    expect(problemsOf(`eviction: {weights: ${thirds}}`)).toEqual([])
  })

  test('EVI-2 the weights of a policy with a twin get a note: changing between the two would change nothing', () => {
    const yaml = defaultConfigYaml.replace('policy: hybrid', 'policy: hybrid_equal')
    const { config, problems } = parseConfig(yaml)
    expect(problems.map(({ severity, code, found }) => [severity, code, found])).toEqual([
      ['note', 'weights-of-another-policy', 'hybrid'],
    ])
    expect(config?.eviction.weights?.['recency']).toBe(0.3)
  })

  test('CONF-1 aliases repeat what they name', () => {
    const yaml = 'pressure:\n  velocity_window: &n 7\neviction:\n  type_ttl: {thinking: *n}\n'
    expect(parseConfig(yaml)).toMatchObject({
      config: { eviction: { type_ttl: { thinking: 7 } } },
      problems: [],
    })
  })

  test('CONF-1 %YAML 1.1 changes nothing: off is a word, and << is a key like any other', () => {
    const yaml = '%YAML 1.1\n---\neviction:\n  placeholders: off\n  <<: {target: 0.1}\n'
    expect(problemsOf(yaml)).toEqual(['error unknown-key 5:3 eviction/<<'])
  })
})

describe('laws', () => {
  const lines = defaultConfigYaml.split('\n')

  /** The default text with pieces removed, doubled, replaced or inserted anywhere. */
  const edited = fc
    .array(
      fc.record({
        at: fc.nat(defaultConfigYaml.length),
        cut: fc.nat(60),
        put: fc.oneof(
          fc.string({ maxLength: 8 }),
          fc.constantFrom(
            '\n',
            ': ',
            '- ',
            '[',
            '{',
            '}',
            ']',
            '&a ',
            '*a',
            '!!',
            '"',
            '|',
            '\t',
            '#',
            '---\n',
            '? ',
          ),
          fc.nat(lines.length - 1).map((index) => `${lines[index]}\n`),
        ),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((edits) =>
      edits.reduce(
        (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
        defaultConfigYaml,
      ),
    )

  function lawsHold(yaml: string): void {
    const { config, problems } = parseConfig(yaml)
    const ends = yaml.split('\n')
    expect(config === null).toBe(problems.some(({ severity }) => severity === 'error'))
    for (const { line, column, message } of problems) {
      expect(Number.isInteger(line) && line >= 1 && line <= ends.length).toBe(true)
      expect(column).toBeGreaterThanOrEqual(1)
      expect(column).toBeLessThanOrEqual((ends[line - 1] ?? '').length + 1)
      expect(message).not.toMatch(/\n/)
    }
    if (config !== null) {
      expect(completeConfig(config)).toEqual(config)
      expect(structuredClone(config)).toEqual(config)
    }
  }

  test('CONF-1 no edit of the default text makes it throw; config is null exactly with an error; places are inside the text', () => {
    fc.assert(fc.property(edited, lawsHold), { numRuns: 60 })
  })

  test('CONF-1 no text at all makes it throw', () => {
    const noise = fc.string({
      unit: fc.constantFrom(...'a0:-?,[]{}#&*!|>\'"%@` \n\t\r~<=\\é\u2028'),
      maxLength: 60,
    })
    fc.assert(fc.property(fc.oneof(noise, fc.string({ unit: anyCharacter })), lawsHold), { numRuns: 200 })
  })

  test('CONF-1 only text is read', () => {
    for (const value of [undefined, null, 5, {}, ['a'], Symbol('x')]) {
      expect(parseConfig(value as string)).toMatchObject({
        config: null,
        problems: [{ code: 'wrong-type' }],
      })
    }
  })
})
