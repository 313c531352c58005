import { describe, expect, test } from 'vitest'
import { parseConfig, preset, presets, renameKey } from '../index.ts'

function renamed(yaml: string, path: string, to: string): string {
  const result = renameKey(yaml, path.split('/'), to)
  return 'refused' in result ? `refused: ${result.refused}` : result.text
}

const cascade = 'compression:\n  cascade: # mine\n    0.75: progressive # old\n    "0.90": sub_agent\n'

describe('CONF-2 a step is moved by renaming its key', () => {
  test.each([
    ['compression/cascade/0.75', '0.8', cascade.replace('0.75', '0.80')],
    ['compression/cascade/.750', '0.725', cascade.replace('0.75', '0.725')],
    ['compression/cascade/0.9', '0.95', cascade.replace('0.90', '0.95')],
    ['compression/cascade/0.75', '0.75', cascade],
    ['compression/cascade/0.75', '0.9', 'refused: compression.cascade already has a key 0.90'],
    [
      'compression/cascade/0.75',
      '1.5',
      'refused: A key of compression.cascade must be a number from 0 to 1, but is 1.5',
    ],
    ['compression/cascade/0.5', '0.6', 'refused: compression.cascade has no key 0.5'],
    ['compression/stairs/0.5', '0.6', 'refused: A config has no key called compression.stairs.0.5'],
  ])('%s to %s', (path, to, expected) => {
    expect(renamed(cascade, path, to)).toBe(expected)
  })

  test('and an unwritten cascade is written out with it', () => {
    expect(renamed('strategy: managed\n', 'compression/cascade/0.85', '0.8')).toBe(
      'strategy: managed\ncompression:\n  cascade:\n    0.75: tool_result_summarization\n    0.80: progressive\n    0.92: conversation_compaction\n    0.95: sub_agent\n',
    )
  })

  test('in every preset: no step is lost, and every other line stays', () => {
    // Presets that write the same cascade differ in nothing that a step is moved by.
    const cascades = new Map(
      presets.map((name) => [/^ {2}cascade:.*(?:\n {4}.*)*/m.exec(preset(name))?.[0], name]),
    )
    expect(cascades.size).toBeGreaterThan(4)
    for (const text of [...cascades.values()].map(preset)) {
      const before = parseConfig(text).config?.compression.cascade ?? {}
      for (const share of Object.keys(before)) {
        const after = renamed(text, `compression/cascade/${share}`, '0.615')
        const steps = Object.entries(before).map(([at, step]) => [at === share ? '0.615' : at, step] as const)
        expect(parseConfig(after).config?.compression.cascade).toEqual(Object.fromEntries(steps))
        if (text.includes(`${share}: `))
          expect(after.split('\n').filter((line) => !text.includes(line))).toHaveLength(1)
      }
    }
  })
})

test('CONF-2 a name in a mapping becomes another that is known and free', () => {
  const yaml = 'eviction:\n  type_ttl: { thinking: 2, summary: 50 }\n'
  expect(renamed(yaml, 'eviction/type_ttl/thinking', 'tool_call')).toBe(yaml.replace('thinking', 'tool_call'))
  expect(renamed(yaml, 'eviction/type_ttl/thinking', 'summary')).toBe(
    'refused: eviction.type_ttl already has a key summary',
  )
  expect(renamed(yaml, 'eviction/type_ttl/thinking', 'thought')).toBe(
    'refused: eviction.type_ttl has no key called thought',
  )
  expect(renamed('presure: {}\n', 'presure', 'pressure')).toBe('pressure: {}\n')
})

test.each([
  ['', 'compression/cascade/0.5', '0.6', 'refused: compression.cascade has no key 0.5'],
  ['', 'compression', 'eviction', 'refused: A config has no key compression'],
  ['eviction: {}\n', 'eviction', 'nonsense', 'refused: A config has no key called nonsense'],
  ['eviction: {}\n', 'eviction', 'eviction', 'eviction: {}\n'],
  [
    'a: "',
    'eviction',
    'pressure',
    'refused: A setting can only be written into valid YAML, and the text has an error in line 1: a: "',
  ],
  ['"eviction": { "target": 0.5 }\n', 'eviction/target', 'policy', '"eviction": { "policy": 0.5 }\n'],
  ["'presure': {}\n", 'presure', 'pressure', "'pressure': {}\n"],
  [
    'eviction: &e { target: 0.5 }\npipeline:\n  - stage: evict\n    with: { eviction: *e }\n',
    'pipeline/0/with/eviction/target',
    'min_free_share',
    'eviction: &e { target: 0.5 }\npipeline:\n  - stage: evict\n    with: { eviction: { min_free_share: 0.5 } }\n',
  ],
  [
    'rolling_summary:\n  keep_recent_turns: 3\n',
    'rolling_summary/keep_recent_turns',
    'keep_recent_exchanges',
    'rolling_summary:\n  keep_recent_exchanges: 3\n',
  ],
])('CONF-2 a key of %j, %s, renamed to %s', (yaml, path, to, expected) => {
  expect(renamed(yaml, path, to)).toBe(expected)
})
