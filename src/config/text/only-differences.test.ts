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

  test.each([
    ['{ strategy: managed, eviction: { target: 0.5, policy: hybrid } }\n', '{ eviction: { target: 0.5 } }\n'],
    ['{ strategy: managed }', '{}\n'],
    [
      '{ strategy: evict, eviction: { target: &t 0.5 }, mock_llm: { failure_rate: *t } }\n',
      '{ strategy: evict, eviction: { target: &t 0.5 }, mock_llm: { failure_rate: 0.5 } }\n',
    ],
    [
      'pressure: { thresholds: { yellow: 0.5, red: 0.85 }, velocity_window: 5 }\n',
      'pressure: { thresholds: { red: 0.85 } }\n',
    ],
    [
      'eviction:\n  type_ttl:\n    thinking: 2\n    summary: 40\n',
      'eviction:\n  type_ttl:\n    summary: 40\n',
    ],
    [
      'eviction: { type_ttl: { thinking: 2, summary: 40, tool_call: 40 } }\n',
      'eviction: { type_ttl: { summary: 40, tool_call: 40 } }\n',
    ],
    [
      'eviction:\n  weights:\n    recency: 0.2\n    priority: 0.35\n    type_ttl: 0.2\n    reference_freq: 0.15\n    semantic_duplication: 0.1\n',
      'eviction:\n  weights:\n    recency: 0.2\n    priority: 0.35\n    type_ttl: 0.2\n    reference_freq: 0.15\n    semantic_duplication: 0.1\n',
    ],
    [
      'eviction:\n  weights:\n    recency: 0.3\n    priority: 0.25\n    type_ttl: 0.2\n    reference_freq: 0.15\n    semantic_duplication: 0.1\n',
      '',
    ],
    [
      'eviction: { target: 0.5, weights: { recency: 0.2, priority: 0.35, type_ttl: 0.2, reference_freq: 0.15, semantic_duplication: 0.1 } }\n',
      'eviction: { target: 0.5, weights: { recency: 0.2, priority: 0.35, type_ttl: 0.2, reference_freq: 0.15, semantic_duplication: 0.1 } }\n',
    ],
    ['\n \nstrategy: managed\n\n\neviction:\n  target: 0.5\n\n \n', 'eviction:\n  target: 0.5\n'],
    ['\r\nstrategy: managed\r\n\r\neviction:\r\n  target: 0.5\r\n\r\n', 'eviction:\r\n  target: 0.5\r\n'],
    [
      'strategy: managed\npressure:\n  thresholds:\n    red: 0.85\nbudget:\n  allocations: { message_history: 0.65 }\n',
      'pressure:\n  thresholds:\n    red: 0.85\n',
    ],
    [
      'compression:\n  cascade:\n    0.75: tool_result_summarization\n    0.85: progressive\n    0.92: conversation_compaction\n    0.95: sub_agent\n',
      '',
    ],
  ])('of %j are %j', (text, expected) => {
    expect(onlyDifferences(text)).toBe(expected)
  })

  test('of a text with errors are the text', () => {
    for (const text of ['strategy: managd\n', 'a: "', '- a', '']) expect(onlyDifferences(text)).toBe(text)
  })
})
