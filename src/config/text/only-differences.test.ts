import { named } from '../../engine/internal.ts'
import { describe, expect, test } from 'vitest'
import { ARTICLE_CONFIG } from '../../testing/article-config.ts'
import { policies } from '../../engine/index.ts'
import { onlyDifferences, parseConfig, preset, presets } from '../index.ts'

/** The config of a text. Weights equal to the policy's count as none. */
function meant(yaml: string): unknown {
  const { config } = parseConfig(yaml)
  const weights = config?.eviction.weights ?? null
  const terms = named(policies, config?.eviction.policy ?? '')?.terms ?? []
  const usual =
    weights === null ||
    (terms.length === Object.keys(weights).length &&
      terms.every(({ signal, weight }) => weights[signal.name] === weight))
  return usual ? { ...config, eviction: { ...config?.eviction, weights: null } } : config
}

describe('CONF-2 only the differences', () => {
  test.each([...presets, 'the article’s file'])('of %s give the same config and nothing twice', (name) => {
    const text = name === 'the article’s file' ? ARTICLE_CONFIG : preset(name)
    const short = onlyDifferences(text)
    expect(meant(short)).toEqual(meant(text))
    expect(onlyDifferences(short)).toBe(short)
    const lines = text.split('\n')
    for (const line of short.split('\n')) expect(lines).toContain(line)
  })

  test('of the defaults are only the heading', () => {
    expect(onlyDifferences(preset('default'))).toBe(preset('default').split('\n\n')[0] + '\n')
    expect(onlyDifferences('strategy: managed\n')).toBe('')
  })

  test('keep the comments of the remaining settings, and settings whose removal would change something', () => {
    expect(
      onlyDifferences(
        '# mine\n\n# usual\nstrategy: managed\n\n# zones\npressure:\n  thresholds: { yellow: 0.5, red: 0.85 } # z\n  # usual\n  velocity_window: 5\n\neviction:\n  target: &t 0.5 # t\n  merge_similarity: 0.85\ncompression:\n  # says the same\n  cascade:\n    0.75: tool_result_summarization\n    0.85: progressive\n    0.92: conversation_compaction\n    0.95: sub_agent\n  compaction_utilization_threshold: 0.85\nmock_llm: { failure_rate: *t }\n',
      ),
    ).toBe(
      '# mine\n\n# zones\npressure:\n  thresholds: { red: 0.85 } # z\n\neviction:\n  target: &t 0.5 # t\ncompression:\n  # says the same\n  cascade:\n    0.75: tool_result_summarization\n    0.85: progressive\n    0.92: conversation_compaction\n    0.95: sub_agent\n  compaction_utilization_threshold: 0.85\nmock_llm: { failure_rate: 0.5 }\n',
    )
  })

  test('of a text with errors are the text', () => {
    for (const text of ['strategy: managd\n', 'a: "', '- a', '']) expect(onlyDifferences(text)).toBe(text)
  })
})
