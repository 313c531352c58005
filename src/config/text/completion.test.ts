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

/** The labels offered at the bar, and the text that the first would write. */
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
      // The usual weights are those of the policy.
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
      { numRuns: 30 },
    )
  })
})

describe('CONF-3 what an editor shows and writes for each suggestion', () => {
  const offered = (text: string): string[] => {
    const offset = text.indexOf('¦')
    const { from, to, options } = completionsAt(text.replace('¦', ''), offset) ?? {
      from: 0,
      to: 0,
      options: [],
    }
    const replaced = text.replace('¦', '').slice(from, to)
    const lines = options.map(({ kind, label, insert, detail }) => `${kind} ${label} | ${insert} | ${detail}`)
    return replaced === '' || options.length === 0 ? lines : [`replaces ${replaced}`, ...lines]
  }

  test.each([
    ['eviction:\n  placeholders: ¦', ['value true | true | default', 'value false | false | ']],
    ['eviction:\n  preemptive: ¦', []],
    [
      'eviction:\n  cold_cache: pre¦fer',
      [
        'replaces prefer',
        'value ignore | ignore | ',
        'value prefer | prefer | default',
        'value require | require | ',
      ],
    ],
    [
      'eviction:\n  target: ¦',
      [
        'value 0.6 | 0.6 | default, share of the limit',
        'value 0.2 | 0.2 | usual, share of the limit',
        'value 0.9 | 0.9 | usual, share of the limit',
      ],
    ],
    // The default is an end of the usual range, and is offered once.
    [
      'eviction:\n  min_free_tokens: ¦',
      ['value 0 | 0 | default, tokens', 'value 20000 | 20000 | usual, tokens'],
    ],
    // A step has no threshold of its own by default.
    [
      'pipeline:\n  - stage: evict\n    at: ¦',
      ['value 0 | 0 | usual, share of the limit', 'value 1 | 1 | usual, share of the limit'],
    ],
    ['cross_window:\n  state_file: ¦', ['value agent_state.json | agent_state.json | default']],
    ['pressure: ¦', []],
    ['pressure: ¦{}', []],
    ['pressure: ¦5', []],
    ['pressure: [¦]', []],
    [
      'pressure:\n  thresholds: { yellow: 0.5, orange¦: 0.7 }',
      [
        'replaces orange',
        'key orange | orange | default 0.75, share of the limit',
        'key red | red | default 0.9, share of the limit',
      ],
    ],
    // A word without a colon is no key yet.
    [
      'pressure:\n  thresholds:\n    yellow: 0.5\n    orange: 0.7\n    ¦\n    red',
      ['key red | red:  | default 0.9, share of the limit'],
    ],
    ['#¦', []],
    [
      'pressure: { thresholds: {¦} }',
      [
        'key yellow | yellow:  | default 0.5, share of the limit',
        'key orange | orange:  | default 0.75, share of the limit',
        'key red | red:  | default 0.9, share of the limit',
      ],
    ],
    // A key of another step, and one of the same name at another depth, are not taken.
    [
      'pipeline:\n  - stage: evict\n    when: zone == red\n    with: { eviction: { target: 0.5 } }\n  - stage: evict\n    ¦',
      [
        'key when | when:  | default always',
        'key at | at:  | share of the limit',
        'key with | with:\n         | section',
      ],
    ],
    [
      'pipeline:\n  - { stage: evict, ¦ }',
      [
        'key when | when:  | default always',
        'key at | at:  | share of the limit',
        'key with | with:  | section',
      ],
    ],
    // One of the two names of a key is enough.
    [
      'rolling_summary:\n  keep_recent_turns: 3\n  max_input_tokens: 0\n  summary_tokens: 5\n  ¦',
      ['key update | update:  | default regenerate'],
    ],
    [
      'compression:\n  cascade: { 0.85: progressive, ¦ }',
      [
        'key 0.75 | 0.75: tool_result_summarization | tool_result_summarization',
        'key 0.92 | 0.92: conversation_compaction | conversation_compaction',
        'key 0.95 | 0.95: sub_agent | sub_agent',
      ],
    ],
    [
      'compression:\n  cascade:\n    0.8¦: sub_agent\n    0.9: [progressive, conversation_compaction]',
      ['replaces 0.8', 'key 0.75 | 0.75 | tool_result_summarization'],
    ],
  ])('%j', (text, expected) => {
    expect(offered(text)).toEqual(expected)
  })

  test('a step is a stage or begins with a key, in the form of its list', () => {
    const ends = (text: string) => {
      const lines = offered(text)
      return [lines.find((line) => line.startsWith('value evict ')), lines.at(-1)]
    }
    expect(ends('pipeline:\n  ¦')).toEqual(['value evict | - evict | ', 'key stage | - stage:  | '])
    expect(ends('pipeline:\n  - ¦')).toEqual(['value evict | evict | ', 'key stage | stage:  | '])
    expect(ends('pipeline: [evict, ¦]')).toEqual(['value evict | evict | ', 'key stage | { stage:  | '])
    expect(offered('pipeline: ¦')).toEqual([])
    const [stage] = completionsAt('pipeline:\n  - ', 14)?.options.slice(-1) ?? []
    expect(stage?.info).toBe('The stage that acts.')
  })

  test('names and texts of a list: those that it lacks, the one being written among them', () => {
    const labelsOf = (text: string) => offered(text).map((line) => line.split(' ')[1])
    expect(offered('eviction:\n  protected_types: ¦[thinking]')).toEqual([])
    expect(labelsOf('eviction:\n  protected_types: [thinking, sum¦]')).not.toContain('thinking')
    expect(labelsOf('eviction:\n  protected_types: [¦thinking]').slice(0, 2)).toEqual([
      'thinking',
      'system_prompt',
    ])
    expect(labelsOf('eviction:\n  protected_types:\n    - summary\n    - thinking¦')).toContain('thinking')
    expect(labelsOf('eviction:\n  protected_types:\n    - summary\n    - thinking¦')).not.toContain('summary')
    expect(offered('tiered:\n  snip_tools: ¦')[0]).toBe('value read_file | [read_file] | default')
    expect(offered('tiered:\n  snip_tools: [read_file, ¦]')[0]).toBe(
      'value grep_search | grep_search | default',
    )
    expect(offered('tiered:\n  snip_tools:\n    ¦')[0]).toBe('value read_file | - read_file | default')
    expect(offered('tiered:\n  snip_tools:\n    - read_file\n    - ¦')[0]).toBe(
      'value grep_search | grep_search | default',
    )
  })

  test('a comment in an earlier line offers nothing less, and lines end as in the text', () => {
    expect(offered('strategy: evict # a\r\n¦')).toContain('key pressure | pressure:\r\n   | section')
    expect(offered('strategy: evict # a\r\n¦')).toContain(
      'key pipeline | pipeline:\r\n  -  | default [], share of the limit',
    )
    // One level below is as deep as elsewhere in the text.
    expect(offered('budget:\n    allocations:\n          system_prompt: 0.1\neviction:\n    ¦')).toContain(
      'key gates | gates:\n         | section',
    )
  })

  test('a condition offers its quantities with units, for the word alone', () => {
    const yaml = 'pipeline:\n  - stage: evict\n    when: used > 5 and zo¦ne == red'
    const lines = offered(yaml)
    expect(lines.slice(0, 3)).toEqual([
      'replaces zone',
      'value utilization | utilization | share of the limit',
      'value used | used | tokens',
    ])
    expect(lines.at(-1)).toBe('value recorded | recorded | ')
    expect(offered(yaml.replace('zo¦ne', 'zone¦'))[0]).toBe('replaces zone')
    expect(offered(yaml.replace('zo¦ne', '¦ zone'))).toEqual(lines.slice(1))
  })

  test('a section is not taken by one of its name in a step', () => {
    expect(offered('pipeline:\n  - stage: evict\n    with:\n      eviction: { target: 0.5 }\n¦')).toContain(
      'key eviction | eviction:\n     | section',
    )
  })

  test('a cascade step is explained by what it does', () => {
    const [first] = completionsAt('compression:\n  cascade:\n    ', 28)?.options ?? []
    expect(first?.info).toBe('long results become summaries')
  })
})

describe('CONF-3 the meaning of a key', () => {
  test('is known for every key of a preset of each kind', () => {
    for (const name of [
      'default',
      'hybrid',
      'tiered_full',
      'rolling_summary',
      'context_editing',
      'pipeline',
    ]) {
      const text = preset(name)
      for (const { path } of keyPlaces(text))
        expect([path, settingDoc(path, text)?.key]).toEqual([path, path.join('.')])
    }
  })

  test.each([
    ['eviction/type_ttl/thinking', '', 'whole number | 2 | turns'],
    ['eviction/type_ttl/x', '', null],
    ['compression/cascade/0.75', '', 'one of |  | '],
    ['compression/cascade/x', '', null],
    ['compression/cascade/0.75/0', '', 'one of |  | '],
    ['compression/cascade/0.75/12', '', 'one of |  | '],
    ['compression/cascade/0.75/x', '', null],
    ['compression/cascade/0.75/0x', '', null],
    ['compression/cascade/0.75/x0', '', null],
    ['tiered/snip_tools/0', '', 'a tool name without blanks and commas |  | '],
    ['max_context_tokens/x', '', null],
    ['eviction/placeholders/x', '', null],
    ['cross_window/state_file/x', '', null],
    ['rolling_summary/keep_recent_turns', '', 'whole number | 5 | exchanges'],
    [
      'pipeline/0/with/eviction/weights',
      'eviction:\n  policy: fifo\npipeline: [evict]',
      'number for each of | { recency: 1 } | share of the score',
    ],
    [
      'pipeline/0/with/eviction/weights',
      'eviction:\n  policy: fifo\npipeline:\n  - stage: evict\n    with: { eviction: { policy: lru } }\n',
      'number for each of | { last_reference: 1 } | share of the score',
    ],
    ['eviction/weights', 'eviction: { policy: 5 }', 'number for each of |  | share of the score'],
    ['eviction/weights', 'eviction: { policy: nonsense }', 'number for each of |  | share of the score'],
    ['eviction/weights/recency', 'eviction: { policy: fifo }', 'number | 1 | share of the score'],
    ['budget/allocations', '', 'section |  | '],
  ])('%s in %j: its type, default and unit', (path, yaml, expected) => {
    const doc = settingDoc(path.split('/'), yaml)
    expect(doc === null ? null : `${doc.type} | ${doc.default} | ${doc.unit}`).toBe(expected)
  })

  test('of a number in a mapping is its own', () => {
    expect(settingDoc(['eviction', 'type_ttl', 'thinking'])).toEqual({
      key: 'eviction.type_ttl.thinking',
      meaning: 'thinking of the model',
      type: 'whole number',
      unit: 'turns',
      default: '2',
      range: { min: 1, max: 10_000 },
      usual: [1, 60],
      choices: [],
      section: false,
    })
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
