import { describe, expect, test } from 'vitest'
import { ProblemError } from '../engine/index.ts'
import { HEALTH_METRICS, MOCK_FAILURES } from '../engine/internal.ts'
import { checkConfig } from './complete.ts'
import { everyLaw } from './warnings.ts'
import {
  completeConfig,
  defaultConfigYaml,
  parseConfig,
  preset,
  presets,
  settingRows,
  strategySettings,
} from './index.ts'
import type { PartialConfig, SettingRow } from './index.ts'

function problemsOf(partial: unknown): readonly { readonly code: string; readonly message: string }[] {
  try {
    completeConfig(partial as PartialConfig)
  } catch (error) {
    if (error instanceof ProblemError) return error.problems
    throw error
  }
  return []
}

function nested(path: readonly string[], value: unknown): PartialConfig {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as PartialConfig
}

/** A valid value that is not the default. */
function otherValue({ key, kind, choices, default: value, range }: SettingRow): unknown {
  const [first, second] = choices.map(({ name }) => name)
  switch (kind) {
    case 'number': {
      // One small step up, at which all laws still hold; from the maximum, the minimum.
      const { min, max } = range ?? { min: 0, max: 1 }
      const step = max <= 1 ? 0.005 : 1
      return Number(value) + step <= max ? Number(value) + step : min
    }
    case 'boolean':
      return value !== 'true'
    case 'choice':
      return value === first ? second : first
    case 'names':
      return [second]
    case 'numbers':
      return key === 'eviction.weights' ? { recency: 0.7 } : { [first ?? '']: 9 }
    case 'text':
      return 'other.txt'
    case 'texts':
      return ['other']
    case 'ladder':
      return {}
    case 'stages':
      return ['evict']
  }
}

describe('completeConfig', () => {
  test('CONF-3 an empty config is all defaults, and so is the default text', () => {
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

  test('CONF-3 fills in at every depth and keeps given values', () => {
    const config = completeConfig({
      strategy: 'unmanaged',
      pressure: { thresholds: { red: 0.95 } },
      eviction: { gates: { task: false }, type_ttl: { thinking: 3 } },
    })
    expect(config.strategy).toBe('unmanaged')
    expect(config.pressure).toEqual({
      thresholds: { yellow: 0.5, orange: 0.75, red: 0.95 },
      velocity_window: 5,
      preemptive: true,
      preemptive_turns: 3,
      spike_factor: 3,
      spike_after: 2,
      baseline_weight: 0.3,
    })
    const { task, ...others } = config.eviction.gates
    expect(task).toBe(false)
    expect(others).toMatchObject({ current_user_message: true, running_results: true, pinned: true })
    expect(Object.values(others)).not.toContain(false)
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
      'max_context_tokens must be a whole number from 2,000 to 10,000,000, but is 5',
    )
  })

  test('CONF-1 values that YAML cannot have are reported, and nothing else is thrown', () => {
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

describe('the cascade', () => {
  const rungs = (compression: unknown) => {
    const config = completeConfig({ compression } as PartialConfig)
    return strategySettings(config).compression.cascade.map(({ at, step }) => `${at} ${step}`)
  }

  test('COMP-2 is taken as a whole: unwritten steps are absent, and null or empty ones are no steps', () => {
    expect(rungs({ cascade: { 0.8: 'sub_agent' } })).toEqual(['0.8 sub_agent'])
    expect(rungs({ cascade: null })).toEqual([])
    expect(rungs({ cascade: {} })).toEqual([])
    expect(rungs({ cascade: undefined })).toHaveLength(4)
    expect(
      parseConfig('compression:\n  cascade:\n  # 0.75: progressive\n').config?.compression.cascade,
    ).toEqual({})
  })

  test('COMP-2 rises, whatever the order of the text; operations of one threshold are in the order of their cost', () => {
    const cascade = {
      1: 'progressive',
      '.90': ['sub_agent', 'conversation_compaction'],
      0: 'tool_result_summarization',
    }
    expect(rungs({ cascade })).toEqual([
      '0 tool_result_summarization',
      '0.9 conversation_compaction',
      '0.9 sub_agent',
      '1 progressive',
    ])
  })

  test('COMP-2 the threshold of compaction moves its step if no cascade is written, also onto another', () => {
    expect(rungs({ compaction_utilization_threshold: 0.8 })).toEqual([
      '0.75 tool_result_summarization',
      '0.8 conversation_compaction',
      '0.85 progressive',
      '0.95 sub_agent',
    ])
    const config = completeConfig({ compression: { compaction_utilization_threshold: 0.85 } })
    expect(config.compression.cascade).toEqual({
      '0.75': 'tool_result_summarization',
      '0.85': ['progressive', 'conversation_compaction'],
      '0.95': 'sub_agent',
    })
    expect(checkConfig(config, everyLaw)).toEqual({ config, problems: [] })
  })

  test('COMP-2 a written cascade wins; there is a warning only if both are written and disagree', () => {
    const cascade = { 0.9: 'conversation_compaction' }
    const codes = (compression: unknown) =>
      checkConfig({ compression }, everyLaw).problems.map(({ code }) => code)
    expect(rungs({ cascade, compaction_utilization_threshold: 0.5 })).toEqual(['0.9 conversation_compaction'])
    expect(codes({ cascade, compaction_utilization_threshold: 0.5 })).toEqual(['cascade-wins'])
    expect(codes({ cascade, compaction_utilization_threshold: 0.9 })).toEqual([])
    expect(codes({ cascade })).toEqual([])
    expect(codes({ compaction_utilization_threshold: 0.7 })).toEqual([])
  })

  test('EDIT-3 equal cascades are equal data, however their thresholds are written', () => {
    const one = completeConfig({ compression: { cascade: { '0.750': 'progressive', '1.0': ['sub_agent'] } } })
    const two = completeConfig({ compression: { cascade: { '1': 'sub_agent', '.75': 'progressive' } } })
    expect(JSON.stringify(one)).toBe(JSON.stringify(two))
  })

  test('MSG-2 the default is not shared', () => {
    const { cascade } = completeConfig({}).compression
    ;(cascade as Record<string, string>)['0.75'] = 'sub_agent'
    expect(completeConfig({}).compression.cascade['0.75']).toBe('tool_result_summarization')
  })
})

describe('names of files', () => {
  test.each(['a', 'notes 1.md', 'ünïcode.md', '.hidden', '...', 'x'.repeat(120)])(
    'CROSS-1 %s is a file name',
    (name) => {
      expect(completeConfig({ cross_window: { state_file: name } }).cross_window.state_file).toBe(name)
    },
  )

  test.each(['', '.', '..', 'a/b', 'a\\b', '/etc/passwd', 'a\nb', 'a\u0000', 'x'.repeat(121)])(
    'CROSS-1 %j is not',
    (name) => {
      expect(problemsOf({ cross_window: { state_file: name } })).toMatchObject([
        {
          code: 'wrong-type',
          path: ['cross_window', 'state_file'],
          expected: 'the name of a file, 1 to 120 characters without a path',
        },
      ])
    },
  )
})

describe('strategySettings', () => {
  test('EVI-1 uses the engine’s names', () => {
    const config = completeConfig({
      strategy: 'evict',
      max_context_tokens: 32_000,
      pressure: { velocity_window: 3 },
      eviction: { policy: 'lru', placeholders: false, gates: { pinned: false } },
      budget: { allocations: { output_reserved: 0.1, message_history: 0.6 } },
    })
    expect(strategySettings(config)).toMatchObject({
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
        minFreeTokens: 0,
        minFreeShare: 0.05,
        horizonTurns: 20,
        minGain: 0,
        rewritePrice: 11.5,
        longRewritePrice: 19,
        mergeSimilarity: 0.85,
        preemptive: true,
        preemptiveTurns: 3,
      },
    })
  })

  test('COMP-1 BUD-1 CROSS-3 HEALTH-2 MOCK-2 the defaults under the engine’s names', () => {
    const { compression, budget, crossWindow, health, mock } = strategySettings(completeConfig({}))
    expect(compression).toEqual({
      toolResults: 'at_pressure',
      summarizationThresholdTokens: 500,
      resultShare: 0.2,
      cascade: [
        { at: 0.75, step: 'tool_result_summarization' },
        { at: 0.85, step: 'progressive' },
        { at: 0.92, step: 'conversation_compaction' },
        { at: 0.95, step: 'sub_agent' },
      ],
      overflowThreshold: 0.93,
      keepMessages: 6,
      summaryTokens: 2048,
      update: 'anchored',
      progressive: {
        fullUntil: 1,
        keyPointsUntil: 5,
        oneLineUntil: 20,
        keyPointsShare: 0.3,
        oneLineShare: 0.05,
        titleShare: 0.01,
        floorTokens: 10,
        from: 'original',
      },
      delegation: { minCalls: 10, maxTokens: 2000, ahead: false },
      quotedCharacters: 2000,
      leastNew: 0.05,
      askInterval: 10,
      requests: 'cheaper',
      breakerAfter: 3,
      notes: true,
      notesTokens: 2000,
    })
    expect(budget).toEqual({
      shares: { system: 0.06, tools: 0.04, history: 0.65, results: 0.12, memory: 0.08 },
      reserveShare: 0.05,
      softLimitPct: 0.8,
      burnWindow: 20,
      criticalTurns: 3,
      warningTurns: 10,
      countingMargin: 0.05,
      enforce: 'global',
    })
    expect(crossWindow).toEqual({
      stateFile: 'agent_state.json',
      progressFile: 'agent_progress.md',
      autoSaveThreshold: 0.85,
      milestones: true,
      milestonesWait: true,
      milestoneTurns: 5,
      newWindow: true,
      bootstrapTokens: 5000,
      mostKept: 0.8,
    })
    expect(health).toEqual({
      metrics: HEALTH_METRICS,
      questions: { most: 20, least: 1 },
      alerts: {
        utilizationCritical: 0.9,
        evictionRateWarning: 5,
        fidelityWarning: 0.75,
        compressionRatioMin: 2,
        evictionTurns: 3,
        toolBloatWarning: 0.3,
        toolBloatFrom: 0.6,
        burnFactor: 3,
        burnShare: 0.1,
        toolLoop: 4,
        sustainedTurns: 3,
        quietTurns: 25,
      },
    })
    expect(mock).toEqual({ failureRate: 0, failures: MOCK_FAILURES })
  })

  test('CONF-1 every key has an effect: another value at any of them makes other settings', () => {
    const plain = JSON.stringify(strategySettings(completeConfig({})))
    const silent = settingRows().filter((row) => {
      const config = completeConfig(nested(row.path, otherValue(row)))
      return JSON.stringify(strategySettings(config)) === plain
    })
    // The name of a file that the page offers for download; no run depends on it.
    expect(silent.map(({ key }) => key)).toEqual(['compression.notes_file'])
  })

  test('EVI-2 lists of names come in the engine’s order, whatever the order of the text', () => {
    const config = completeConfig({
      health_monitoring: { metrics: ['burn_rate', 'utilization', 'burn_rate'] },
      mock_llm: { failure_rate: 0.5, failures: ['longer', 'error'] },
    })
    expect(strategySettings(config).health.metrics).toEqual(['utilization', 'burn_rate'])
    expect(strategySettings(config).mock).toEqual({ failureRate: 0.5, failures: ['error', 'longer'] })
  })

  test('EVI-2 weights are passed on only if they are the policy’s', () => {
    const config = completeConfig({ eviction: { weights: { recency: 0.3 } } })
    expect(strategySettings(config).eviction.weights).toEqual(config.eviction.weights)
    const other = { ...config, eviction: { ...config.eviction, policy: 'lru' } }
    expect(strategySettings(other).eviction.weights).toBeNull()
  })
})
