import { describe, expect, test } from 'vitest'
import { atomicWindowPresets, guards, policies, ProblemError, strategies } from '../../engine/index.ts'
import { scaledThresholds, reserveOf } from '../../engine/internal.ts'
import { asWrittenStrategies } from '../../lessons/index.ts'
import type { SettingsSpec } from '../../engine/index.ts'
import {
  completeConfig,
  configSpec,
  configYaml,
  defaultConfigYaml,
  parseConfig,
  preset,
  presetConfig,
  presetMeaning,
  presets,
  sectionsRead,
  strategySettings,
} from '../internal.ts'
import type { Config } from '../internal.ts'

const parsed = new Map<string, ReturnType<typeof parseConfig>>()

function parsedPreset(name: string): ReturnType<typeof parseConfig> {
  const known = parsed.get(name) ?? parseConfig(preset(name))
  parsed.set(name, known)
  return known
}

function configOf(name: string): Config {
  const { config } = parsedPreset(name)
  if (config === null) throw new Error(`preset ${name} has an error`)
  return config
}

/** Dotted keys of all declared settings, the names of number maps with a default included. */
function keysOf(spec: SettingsSpec, path: string): string[] {
  return Object.entries(spec).flatMap(([key, setting]) => {
    const here = `${path}${key}`
    // A second key of “Agent Context Window Management” for the cascade; presets write only the first.
    if (key === 'compaction_utilization_threshold') return []
    if (setting.kind === 'group') return [here, ...keysOf(setting.settings, `${here}.`)]
    if (setting.kind === 'ladder') {
      return [here, ...Object.keys(setting.default).map((at) => `${here}.${at}`)]
    }
    if (setting.kind !== 'numbers') return [here]
    return [
      here,
      ...Object.keys(setting.default ?? policies['hybrid']?.weights ?? {}).map((name) => `${here}.${name}`),
    ]
  })
}

/** Dotted keys that a block-style YAML text writes, by its indentation alone. */
function keysWritten(yaml: string): string[] {
  const open: string[] = []
  return yaml.split('\n').flatMap((line) => {
    const [, indent = '', key] = /^( *)([\w.]+):/.exec(line) ?? []
    if (key === undefined) return []
    open.length = indent.length / 2
    open.push(key)
    return [open.join('.')]
  })
}

describe('presets', () => {
  test('COST-6 those that evict say what an expired prompt cache means to them', () => {
    const told = presets.filter((name) => ['managed', 'evict'].includes(configOf(name).strategy))
    expect(told.length).toBeGreaterThan(20)
    for (const name of told) {
      const { pressure, eviction } = configOf(name)
      const setting = pressure.preemptive ? `cold_cache: ${eviction.cold_cache}` : 'preemptive: false'
      expect(presetMeaning(name), name).toContain('expired prompt cache')
      expect(presetMeaning(name), name).toContain(setting)
    }
  })

  test('CONF-3 there are these', () => {
    expect(presets).toEqual([
      'default',
      'code_review',
      'research',
      'support',
      'compaction_first',
      'summarize_results',
      'compaction_rewritten',
      'progressive_first',
      'delegation_first',
      'component_budgets',
      'handover',
      'lower_cost',
      'small_window',
      'window_1m',
      ...Object.keys(policies),
      'naive_fifo',
      'naive_lru',
      'naive_priority',
      'naive_hybrid',
      'atomic_window',
      'atomic_window_tokens',
      'token_trim',
      'token_trim_end',
      'token_trim_middle',
      'tiered',
      'tiered_full',
      'tiered_full_margin',
      'rolling_summary',
      'rolling_summary_100k',
      'context_editing',
      'context_editing_compact',
      'unmanaged',
      'recorded',
      'pipeline',
      ...Object.keys(asWrittenStrategies),
    ])
  })

  test('CONF-4 every strategy has a preset of its name', () => {
    for (const name of Object.keys(strategies)) {
      const own = name === 'managed' ? 'default' : name === 'evict' ? 'hybrid' : name
      expect(configOf(own).strategy).toBe(name)
    }
  })

  test.each(presets)('CONF-3 %s parses without any problem, and opens with a comment', (name) => {
    expect(parsedPreset(name).problems).toEqual([])
    expect(preset(name)).toMatch(new RegExp(`^# Preset ${name}\\. [A-Z]`))
  })

  test.each(presets)(
    'CONF-2 %s has no tab, no trailing space and no line that is too long to read',
    (name) => {
      for (const line of preset(name).split('\n')) {
        expect(line).not.toMatch(/\t| $/)
        expect(line.length).toBeLessThanOrEqual(100)
      }
    },
  )

  test('CONF-3 CONF-4 the default text writes every declared key that its strategy reads, in the declared order', () => {
    const read = sectionsRead(configOf('default'))
    const all = keysOf(configSpec, '').filter((key) => {
      const [section = ''] = key.split('.')
      const { kind } = configSpec[section] ?? {}
      return (kind !== 'group' && kind !== 'stages') || read.includes(section)
    })
    expect(keysWritten(defaultConfigYaml)).toEqual(all)
    expect(preset('default')).toBe(defaultConfigYaml)
  })

  test('CONF-3 every key of the default text has a comment on its line or right above', () => {
    const lines = defaultConfigYaml.split('\n')
    const bare = lines.filter(
      (line, index) => /^ *[\w.]+:/.test(line) && !line.includes('#') && !/^ *#/.test(lines[index - 1] ?? ''),
    )
    expect(bare).toEqual([])
  })

  test('CONF-3 a preset of a policy differs from the default in the policy only, and shows only that', () => {
    const start = configOf('default')
    for (const [policy, { weights }] of Object.entries(policies)) {
      const own = Object.keys(weights).length
      expect(configOf(policy)).toEqual({
        ...start,
        strategy: 'evict',
        pressure: { ...start.pressure, preemptive: false },
        eviction: {
          ...start.eviction,
          policy,
          horizon_turns: 0,
          user_share: 0,
          weights: own > 1 ? weights : null,
        },
      })
    }
  })

  test('PRES-6 EVI-4 presets of one policy act no earlier than orange, ignore the cost to the cache, and say why', () => {
    const alone = presets.filter((name) => configOf(name).strategy === 'evict')
    expect(alone).toEqual([
      ...Object.keys(policies),
      'naive_fifo',
      'naive_lru',
      'naive_priority',
      'naive_hybrid',
    ])
    for (const name of alone) {
      expect(configOf(name).pressure.preemptive).toBe(false)
      expect(configOf(name).eviction.horizon_turns).toBe(0)
      expect(preset(name).slice(0, 700).replaceAll('\n# ', ' ')).toContain(
        'never before orange (preemptive: false), regardless of the prompt cache (horizon_turns: 0) and of who wrote it (user_share: 0), so that a picture shows this policy alone',
      )
    }
    expect(configOf('default').pressure.preemptive).toBe(true)
  })

  test('CONF-3 tools whose names YAML would read as something else are quoted', () => {
    const names = ['Read', '@scope/tool', '*', 'null', '123', '[x', '#x', '&a', '~', '1e5', 'it:s']
    const config = completeConfig({
      strategy: 'context_editing',
      context_editing: {
        clear_tool_uses: {
          exclude_tools: ['Read', '@scope/tool', 'null', '1e5'],
          clear_inputs_of: [...names, 'x'.repeat(90)],
        },
      },
    })
    const yaml = configYaml(config, 'Tools.')
    expect(yaml).toContain('exclude_tools: [Read, "@scope/tool", "null", "1e5"]\n')
    expect(yaml).toContain('    clear_inputs_of:\n      - Read\n      - "@scope/tool"\n')
    expect(parseConfig(yaml)).toEqual({ config, problems: [] })
    const pipeline = completeConfig({
      strategy: 'pipeline',
      pipeline: [{ stage: 'snip_results', with: { tiered: { snip_tools: names } } }],
    })
    expect(parseConfig(configYaml(pipeline, 'Tools.')).config?.pipeline).toEqual(pipeline.pipeline)
  })

  test('CONF-4 all other presets manage the window, except those named after another strategy', () => {
    const others = presets.filter((name) => !['evict', 'managed'].includes(configOf(name).strategy))
    expect(others.slice(0, 2)).toEqual(['handover', 'atomic_window'])
    for (const name of others) expect(name.startsWith(configOf(name).strategy)).toBe(true)
  })

  test.each(Object.keys(asWrittenStrategies))(
    '%s says that it is as written, and differs in nothing else',
    (name) => {
      expect(preset(name).replaceAll('\n# ', ' ')).toMatch(
        new RegExp(`^# Preset ${name}\\. As written in “[A-Za-z -]+”, with its defect`),
      )
      // As in presets of one policy: nothing early, and no share for what was said.
      const evicts = ['as_written_lru', 'as_written_eviction'].includes(name)
      const { strategy, pressure, ...others } = presetConfig(name)
      expect([strategy, pressure]).toEqual([name, { preemptive: false }])
      expect(others).toEqual(evicts ? { eviction: { horizon_turns: 0, user_share: 0 } } : {})
      expect(configOf(name).strategy).toBe(name)
    },
  )

  test('BUD-1 plans of three kinds of work: system, tools, history, results, memory, reserve', () => {
    const percent = (name: string) =>
      Object.values(configOf(name).budget.allocations)
        .map((share) => Math.round(share * 1000) / 10)
        .join('/')
    expect(percent('default')).toBe('6/4/65/12/8/5')
    expect(percent('code_review')).toBe('6/5/60/18/6/5')
    expect(percent('research')).toBe('5/5/55/15/15/5')
    expect(percent('support')).toBe('8/3/70/8/6/5')
  })

  test('COMP-2 compaction_first compacts below orange and above the target, and nothing acts before', () => {
    const config = configOf('compaction_first')
    const { compression, eviction } = strategySettings(config)
    const [first] = compression.cascade
    expect(first?.step).toBe('conversation_compaction')
    expect(first?.at).toBeLessThan(config.pressure.thresholds.orange)
    expect(first?.at).toBeGreaterThanOrEqual(eviction.target)
    expect(eviction.preemptive).toBe(false)
  })

  test('COMP-2 in every managed preset except the stated ones, eviction comes before the cascade', () => {
    for (const name of presets.filter((one) => !/_(first|rewritten)$/.test(one))) {
      const config = configOf(name)
      if (config.strategy !== 'managed') continue
      const [first] = strategySettings(config).compression.cascade
      expect([name, (first?.at ?? 0) >= config.pressure.thresholds.orange]).toEqual([name, true])
    }
  })

  test('MOCK-1 compaction_rewritten differs from compaction_first only in how a summary is written', () => {
    const first = configOf('compaction_first')
    expect(configOf('compaction_rewritten')).toEqual({
      ...first,
      compression: { ...first.compression, update: 'regenerate' },
    })
  })

  test('COMP-1 summarize_results differs from the default only in that', () => {
    const start = configOf('default')
    expect(configOf('summarize_results')).toEqual({
      ...start,
      compression: { ...start.compression, tool_results: 'on_arrival' },
    })
  })

  test('EVI-3 unprotected presets switch off every guard that can be switched off', () => {
    const switchable = Object.values(guards).filter((guard) => !guard.always)
    const names = switchable.map((guard) => guard.name)
    expect(names).toEqual(
      expect.arrayContaining(['task', 'current_user_message', 'running_results', 'pinned']),
    )
    for (const policy of ['fifo', 'lru', 'priority', 'hybrid']) {
      const { eviction } = configOf(`naive_${policy}`)
      expect(eviction.policy).toBe(policy)
      expect(eviction.gates).toEqual(Object.fromEntries(names.map((name) => [name, false])))
      expect(eviction.protected_types).toEqual(['system_prompt'])
    }
  })

  test('PRES-1 small_window acts earlier, after scaling too, and window_1m later, with the same red', () => {
    const start = configOf('default').pressure.thresholds
    const small = configOf('small_window')
    expect(small.max_context_tokens).toBeGreaterThanOrEqual(8_000)
    expect(small.max_context_tokens).toBeLessThanOrEqual(32_000)
    const reserve = reserveOf(small.max_context_tokens, small.budget.allocations.output_reserved)
    const scaled = scaledThresholds(small.pressure.thresholds, small.max_context_tokens, reserve)
    const plain = scaledThresholds(start, small.max_context_tokens, reserve)
    expect(scaled.yellow).toBeLessThan(plain.yellow)
    expect(scaled.orange).toBeLessThan(plain.orange)
    expect(scaled.red).toBeLessThan(plain.red)
    expect(small.eviction.target).toBeLessThan(small.pressure.thresholds.orange)

    const large = configOf('window_1m')
    expect(large.max_context_tokens).toBe(1_000_000)
    expect(large.pressure.thresholds.yellow).toBeGreaterThan(start.yellow)
    expect(large.pressure.thresholds.orange).toBeGreaterThan(start.orange)
    expect(large.pressure.thresholds.red).toBe(start.red)
  })

  test('CONF-3 an unknown preset is refused with the known ones and the likely one', () => {
    let problem: unknown
    try {
      preset('naive_lur')
    } catch (error) {
      problem = error instanceof ProblemError ? error.problems[0] : error
    }
    expect(problem).toMatchObject({ code: 'unknown-preset', found: 'naive_lur', fix: 'naive_lru' })
    // The manager by its name, which is the usual one.
    expect(problem).toMatchObject({ expected: `one of ${['managed', ...presets.slice(1)].join(', ')}` })
    expect(() => preset('constructor')).toThrow(ProblemError)
  })
})

describe('presets of “Sliding Message Window”', () => {
  test('ATOM-1 the YAML and the function for lists of messages have the same figures', () => {
    const section = (name: string) => strategySettings(completeConfig(presetConfig(name))).atomicWindow
    expect(section('atomic_window')).toEqual(atomicWindowPresets.standard)
    expect(section('atomic_window_tokens')).toEqual(atomicWindowPresets.token_aware)
  })
})
