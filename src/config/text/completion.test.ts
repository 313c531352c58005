import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  completionsAt,
  keyPlaces,
  parseConfig,
  preset,
  presets,
  settingDoc,
  settingRows,
} from '../internal.ts'

/** The labels at the bar, and what the first would write. */
function labels(text: string): { replaced: string; labels: string[]; first: string; detail: string } | null {
  const offset = text.indexOf('¦')
  const yaml = text.replace('¦', '')
  const found = completionsAt(yaml, offset)
  if (found === null) return null
  const [first] = found.options
  return {
    replaced: yaml.slice(found.from, found.to),
    labels: found.options.map(({ label }) => label),
    first: first?.insert ?? '',
    detail: first?.detail ?? '',
  }
}

describe('CONF-3 completion of keys', () => {
  test.each([
    ['pressure:\n  thresholds:\n    yellow: 0.5\n    ¦\n    red: 0.9', '', ['orange'], 'orange: '],
    ['pressure:\n  thresholds:\n    or¦', 'or', ['yellow', 'orange', 'red'], 'yellow: '],
    [
      'pressure:\n  velo¦: 5',
      'velo',
      [
        'thresholds',
        'velocity_window',
        'preemptive',
        'preemptive_turns',
        'spike_factor',
        'spike_after',
        'baseline_weight',
      ],
      'thresholds',
    ],
    [
      'pressure: { velocity_window: 5, ¦ }',
      '',
      ['thresholds', 'preemptive', 'preemptive_turns', 'spike_factor', 'spike_after', 'baseline_weight'],
      'thresholds: ',
    ],
    [
      'pressure:\n    velocity_window: 5\n    ¦',
      '',
      ['thresholds', 'preemptive', 'preemptive_turns', 'spike_factor', 'spike_after', 'baseline_weight'],
      'thresholds:\n        ',
    ],
    ['pipeline:\n  - stage: evict\n    ¦', '', ['when', 'at', 'with'], 'when: '],
    ['eviction:\n  policy: fifo\n  weights:\n    ¦', '', ['recency'], 'recency: '],
    [
      'compression:\n  cascade:\n    0.75: progressive\n    ¦',
      '',
      ['0.75', '0.92', '0.95'],
      '0.75: tool_result_summarization',
    ],
  ])('%j', (text, replaced, expected, first) => {
    expect(labels(text)).toMatchObject({ replaced, labels: expected, first })
  })

  test('a stage’s step offers the settings of its stage', () => {
    expect(labels('pipeline:\n  - stage: evict\n    with:\n      ¦')?.labels).toContain('eviction')
    expect(labels('pipeline:\n  - stage: evict\n    with:\n      ¦')?.labels).not.toContain('mock_llm')
    expect(labels('pipeline:\n  - stage: evict\n    with:\n      eviction:\n        tar¦')?.labels).toContain(
      'target',
    )
  })

  test('every setting is offered in its section with its default, unit and meaning, in the order of the declarations', () => {
    const rows = settingRows()
    const top = completionsAt('', 0)?.options.map(({ label }) => label)
    expect(top).toEqual([...new Set(rows.map(({ path }) => path[0]))])
    for (const row of rows.filter(({ path }) => path.length > 1)) {
      const section = row.path.slice(0, -1)
      const lines = section.map((key, depth) => `${'  '.repeat(depth)}${key}:`)
      const yaml = `${lines.join('\n')}\n${'  '.repeat(section.length)}`
      const option = completionsAt(yaml, yaml.length)?.options.find(({ label }) => label === row.path.at(-1))
      expect([row.key, option?.info]).toEqual([row.key, row.meaning])
      // The weights that are usual are those of the policy.
      if (row.kind !== 'numbers')
        expect(option?.detail).toBe(
          [`default ${row.default}`, row.unit]
            .filter((part) => part !== '' && part !== 'default ')
            .join(', '),
        )
    }
  })
})

describe('CONF-3 completion of values', () => {
  test.each([
    ['strategy: man¦', 'man', 'managed', 'managed'],
    ['strategy:\n  ¦', null, '', ''],
    ['eviction:\n  placeholders: ¦', '', 'true', 'true'],
    ['eviction:\n  target: ¦ # t', '', '0.6', '0.6'],
    ['cross_window:\n  state_file: ¦', '', 'agent_state.json', 'agent_state.json'],
    ['compression:\n  cascade:\n    0.75: prog¦', 'prog', 'progressive', 'tool_result_summarization'],
    ['eviction:\n  protected_types: [thinking, ¦]', '', 'summary', 'system_prompt'],
    ['eviction:\n  protected_types:\n    - thinking\n    - su¦', 'su', 'summary', 'system_prompt'],
    ['eviction:\n  protected_types:\n    ¦', '', 'summary', '- system_prompt'],
    ['eviction:\n  protected_types: ¦', '', 'summary', '[system_prompt]'],
    ['pipeline:\n  - ¦', '', 'evict', null],
    ['pipeline:\n  - ev¦', 'ev', 'stage', null],
    ['pipeline:\n  - stage: ev¦', 'ev', 'evict', null],
    ['pipeline:\n  - stage: evict\n    when: utilization > 60% and ze¦', 'ze', 'zone', null],
    ['strategy: evict # ¦', null, '', ''],
    ['nonsense:\n  ¦', null, '', ''],
  ])('%j', (text, replaced, one, first) => {
    const found = labels(text)
    if (replaced === null) {
      expect(found).toBeNull()
      return
    }
    expect(found?.replaced).toBe(replaced)
    expect(found?.labels).toContain(one)
    if (first !== null) expect(found?.first).toBe(first)
  })

  test('an item that is already in a list is not offered again', () => {
    expect(labels('eviction:\n  protected_types: [thinking, ¦]')?.labels).not.toContain('thinking')
    expect(labels('eviction:\n  protected_types:\n    - thin¦')?.labels).toContain('thinking')
  })

  test('every value offered for a key is allowed there', () => {
    for (const row of settingRows()) {
      const lines = row.path.map((key, depth) => `${'  '.repeat(depth)}${key}:`)
      const yaml = `${lines.join('\n')} `
      for (const { insert, kind } of completionsAt(yaml, yaml.length)?.options ?? []) {
        if (kind !== 'value') continue
        const wrong = parseConfig(yaml + insert).problems.filter(({ code }) =>
          ['wrong-type', 'unknown-choice', 'out-of-range'].includes(code),
        )
        expect([row.key, insert, wrong]).toEqual([row.key, insert, []])
      }
    }
  })

  test('nothing is offered outside of the text, and no text makes it throw', () => {
    expect([completionsAt('', -1), completionsAt('', 1), completionsAt('', 0.5)]).toEqual([null, null, null])
    fc.assert(
      fc.property(
        fc.constantFrom(...presets),
        fc.nat(),
        fc.nat(),
        fc.string({ maxLength: 3 }),
        (name, at, length, piece) => {
          const text = preset(name)
          const from = at % text.length
          const yaml = text.slice(0, from) + piece + text.slice(from + (length % 40))
          const offset = from + piece.length
          const found = completionsAt(yaml, offset)
          if (found !== null) expect(found.from <= offset && offset <= found.to).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('CONF-3 the meaning of a key', () => {
  test('is known for every key of every preset', () => {
    for (const name of presets.slice(0, 12)) {
      const text = preset(name)
      for (const { path } of keyPlaces(text))
        expect([path, settingDoc(path, text)?.key]).toEqual([path, path.join('.')])
    }
  })

  test('depends on the text if the declaration does', () => {
    const weights = ['eviction', 'weights']
    expect(settingDoc(weights)?.default).toBe(
      '{ recency: 0.3, priority: 0.25, type_ttl: 0.2, reference_freq: 0.15, semantic_duplication: 0.1 }',
    )
    expect(settingDoc(weights, 'eviction:\n  policy: fifo\n  target: "')?.default).toBe('{ recency: 1 }')
    expect(settingDoc([...weights, 'type_ttl'], 'eviction:\n  policy: fifo')).toBeNull()
    expect(settingDoc(['pipeline', '0', 'with', 'eviction', 'target'], 'pipeline: [evict]')?.default).toBe(
      '0.6',
    )
    expect(settingDoc(['pipeline', '0', 'with', 'eviction', 'target'])).toBeNull()
    expect(settingDoc(['pipeline', '0', 'at'], 'pipeline: [evict]')).toMatchObject({
      default: '',
      unit: 'share of the limit',
    })
    expect(settingDoc(['pressure'])).toMatchObject({
      section: true,
      type: 'section',
      meaning: 'How full the window is, and how fast it fills.',
    })
    expect([settingDoc([]), settingDoc(['__proto__']), settingDoc(['pressure', 'constructor'])]).toEqual([
      null,
      null,
      null,
    ])
  })
})
