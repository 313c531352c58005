import { expect, it } from 'vitest'
import { strategies } from '../engine/index.ts'
import * as config from './index.ts'

/** The text without the `¦`, and its offset. */
function at(marked: string): readonly [yaml: string, offset: number] {
  return [marked.replace('¦', ''), marked.indexOf('¦')]
}

const text = `# For a small model
strategy: evict
eviction:
  policy: "lru" # oldest use first
`

/** One example of each export, as a user would write it. The compiler reports a missing one. */
const examples: Readonly<Record<keyof typeof config, () => void>> = {
  parseConfig() {
    const { config: read, problems } = config.parseConfig(text)
    expect(problems).toEqual([])
    expect(read?.eviction.policy).toBe('lru')
    // 128,000 tokens are the default window.
    expect(read?.max_context_tokens).toBe(128_000)
    const wrong = config.parseConfig('strategy: evict\neviction:\n  target: 7\n')
    expect(wrong.config).toBeNull()
    expect(wrong.problems).toMatchObject([{ severity: 'error', line: 3, column: 11, found: '7' }])
  },
  completeConfig() {
    const complete = config.completeConfig({ strategy: 'unmanaged' })
    expect(complete.strategy).toBe('unmanaged')
    expect(complete.pressure.thresholds).toEqual({ yellow: 0.5, orange: 0.75, red: 0.9 })
    expect(config.completeConfig(complete)).toEqual(complete)
    expect(() => config.completeConfig({ strategy: 'guess' })).toThrow(/strategy/)
  },
  strategySettings() {
    const settings = config.strategySettings(config.completeConfig({ max_context_tokens: 9000 }))
    expect(settings.limit).toBe(9000)
    expect(settings.reserveShare).toBe(0.05)
    // A partial config is completed, and a wrong one refused.
    expect(config.strategySettings({ max_context_tokens: 9000 })).toEqual(settings)
    expect(
      config.strategySettings({ ...config.presetConfig('hybrid'), max_context_tokens: 9000 }).eviction.policy,
    ).toBe('hybrid')
    expect(() => config.strategySettings({ strategy: 'guess' })).toThrow(/guess/)
  },
  overlaid() {
    const below = { strategy: 'evict', eviction: { policy: 'lru', target: 0.5 } }
    expect(config.overlaid(below, { eviction: { policy: 'fifo' } })).toEqual({
      strategy: 'evict',
      eviction: { policy: 'fifo', target: 0.5 },
    })
  },
  differing() {
    const [before, after] = [config.completeConfig({}), config.completeConfig({ eviction: { target: 0.5 } })]
    expect(config.differing(before, after)).toEqual({ eviction: { target: 0.5 } })
    expect(config.differing(after, after)).toEqual({})
  },
  presets() {
    expect(config.presets[0]).toBe('default')
    expect(config.presets).toContain('token_trim_middle')
  },
  preset() {
    expect(config.parseConfig(config.preset('token_trim_middle')).config?.token_trim.direction).toBe('middle')
    expect(() => config.preset('token_trim_midle')).toThrow(/token_trim_midle/)
    // The default preset also has the name of its strategy, and so has every other strategy's.
    expect(config.presetConfig('managed')).toEqual({})
    expect(config.presetConfig('evict')).toEqual({ strategy: 'evict' })
    for (const strategy of Object.keys(strategies))
      expect(config.strategySettings(config.presetConfig(strategy)).strategy).toBe(strategy)
  },
  elsewhere: () => expect(config.elsewhere).toEqual(['anthropic', 'langchain', 'ai_sdk']),
  configElsewhere() {
    const trim = config.completeConfig({ strategy: 'token_trim', token_trim: { max_tokens: 4000 } })
    const { code, differences } = config.configElsewhere(trim, 'langchain')
    // A tenth is reserved for the reply.
    expect(code).toContain('trimMessages(messages, { maxTokens: 3600 - beside,')
    expect(differences).toContain('The task is not protected.')
    expect(config.configElsewhere(trim, 'ai_sdk').code).toBeNull()
  },
  presetConfig: () => expect(config.presetConfig('tiered')).toEqual({ strategy: 'tiered' }),
  presetMeaning: () => expect(config.presetMeaning('token_trim_middle')).toMatch(/both ends stay\.$/),
  defaultConfigYaml() {
    const { config: read, problems } = config.parseConfig(config.defaultConfigYaml)
    expect(problems).toEqual([])
    // The text states the weights of the policy; a config that does not has null.
    expect({ ...read?.eviction, weights: null }).toEqual(config.completeConfig({}).eviction)
  },
  configYaml() {
    const mine = config.completeConfig({ strategy: 'evict', eviction: { policy: 'fifo' } })
    const written = config.configYaml(mine, 'Mine.')
    expect(written).toMatch(/^# Mine\.\n/)
    expect(config.parseConfig(written).config).toEqual(mine)
  },
  expandedConfig() {
    const expanded = config.expandedConfig(config.completeConfig({ strategy: 'token_trim' }))
    expect(expanded).toMatchObject({ strategy: 'pipeline', pipeline: [{ stage: 'trim' }] })
    expect(config.expandedConfig(config.completeConfig({ strategy: 'as_written_eviction' }))).toBeNull()
  },
  expandedYaml() {
    const yaml = config.expandedYaml(config.completeConfig({ strategy: 'token_trim' })) ?? ''
    expect(config.parseConfig(yaml).config?.pipeline).toMatchObject([{ stage: 'trim' }])
  },
  settingRows() {
    const row = config.settingRows().find(({ key }) => key === 'pressure.thresholds.red')
    expect(row).toMatchObject({ kind: 'number', default: '0.9', range: { min: 0, max: 1 } })
  },
  settingsReference: () => expect(config.settingsReference()).toContain('- `pressure.thresholds.red` — '),
  configJsonSchema() {
    expect(config.configJsonSchema()).toMatchObject({
      properties: { max_context_tokens: { type: 'integer', default: 128_000 } },
    })
  },
  writeSettings() {
    const edits = [{ path: ['eviction', 'policy'], value: 'fifo' }]
    expect(config.writeSettings(text, edits)).toMatchObject({ text: text.replace('lru', 'fifo') })
    expect(config.writeSettings('strategy: [', edits)).toHaveProperty('refused')
  },
  removeSetting() {
    expect(config.removeSetting(text, ['eviction', 'policy'])).toMatchObject({
      text: '# For a small model\nstrategy: evict\n',
    })
  },
  renameKey() {
    const cascade = 'compression:\n  cascade:\n    0.8: progressive # early\n'
    expect(config.renameKey(cascade, ['compression', 'cascade', '0.8'], '0.7')).toMatchObject({
      text: cascade.replace('0.8', '0.7'),
    })
  },
  onlyDifferences() {
    const more = `${text}  target: 0.42\nmax_context_tokens: 128000\n`
    expect(config.onlyDifferences(more)).toBe(`${text}  target: 0.42\n`)
  },
  fixOf() {
    const yaml = 'strategi: evict\n'
    const [problem] = config.parseConfig(yaml).problems
    if (problem === undefined) throw new Error('no problem')
    expect(config.fixOf(yaml, problem)?.change).toEqual({ from: 0, to: 8, insert: 'strategy' })
  },
  keyAt() {
    expect(config.keyAt(...at('eviction:\n  targ¦et: 0.5\n'))).toEqual({
      path: ['eviction', 'target'],
      in: 'key',
      range: { from: 12, to: 18 },
    })
  },
  settingDoc() {
    expect(config.settingDoc(['eviction', 'min_free_tokens'])).toMatchObject({
      section: false,
      unit: 'tokens',
    })
    expect(config.settingDoc(['eviction', 'min_free_token'])).toBeNull()
  },
  completionsAt() {
    const { from = 0, to = 0, options = [] } = config.completionsAt(...at('eviction:\n  policy: l¦')) ?? {}
    expect([from, to]).toEqual([20, 21])
    expect(options.map(({ label }) => label)).toContain('lru')
  },
}

it.each(Object.entries(examples))('the example of %s runs', (_, example) => {
  expect.hasAssertions()
  example()
})

it('the entry point exports at most forty names', () => {
  expect(Object.keys(config).length).toBeLessThanOrEqual(40)
})
