import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ARTICLE_CONFIG } from '../../testing/article-config.ts'
import { brokenYaml } from '../../testing/broken-yaml.ts'
import { seed as first } from '../../testing/seed.ts'
import { keyAt, keyPlaces, parseConfig, preset, presets, settingRows, writeSettings } from '../internal.ts'
import { outlineOf } from './outline.ts'
import { sketch } from './sketch.ts'

const texts = [...presets.map(preset), ARTICLE_CONFIG]
const rows = settingRows()

/** Valid YAML that people write but presets do not contain. */
const odd = [
  'pressure: {thresholds: {yellow: .5, orange: .7,red: .9}, velocity_window: 5} # all\n',
  'pressure: &p\n  thresholds:\n    yellow: &y 0.5\n    red: 0.9\n"strategy": \'managed\'\n',
  'pipeline:\n- stage: evict\n  when: |\n    idle > 5\n\n    and zone == red\n  at: 0.7\n- compact\n-   stage: evict\n    with:\n      eviction: { target: 0.5 }\nstrategy: pipeline\n',
  'pipeline:\n  -\n    stage: evict\n    when: idle > 5\n     and zone == red # both\n  - { stage: compact, when: "zone == red" }\n',
  'health_monitoring:\n  metrics: [\n    utilization, # one\n    burn_rate\n  ]\n  alerts: {}\nbudget:\n',
  "token_trim:\n    keep: [ \"a: b\", 'it''s', c#d ]\n    # keep: none\n    max: 5\n",
  'compression:\n  cascade:\n    0.75: [tool_result_summarization, progressive]\n    "0.92": conversation_compaction\n',
  '{ strategy: evict, pressure: { velocity_window: 5, thresholds: {} }, }\n',
  '# heading\n\n---\nstrategy: evict   # x\n\n\neviction :\n  target  :   0.6\n',
  'cross_window:\n  state_file: >-\n    a.json\n  progress_file: "a\\"b: c"\n  milestones: on\n',
]

/** Path, line and places of every key, from the parser and from the sketch. */
function parsed(yaml: string): string[] {
  return keyPlaces(yaml).map(({ path, key, value }) => said(yaml, path, key, value))
}

function sketched(yaml: string): string[] {
  return sketch(yaml)
    .filter(({ kind }) => kind === 'key')
    .map(({ path, key, value }) => said(yaml, path, key, value))
}

function said(
  yaml: string,
  path: readonly string[],
  key: { from: number; to: number },
  value: { from: number; to: number } | null,
): string {
  // Only the parser gives a place to a block below a key.
  const written = value === null ? '' : yaml.slice(value.from, value.to)
  return `${path.join('/')} ${key.from}-${key.to} ${isBelow(yaml, key.to, value?.from ?? 0) ? '' : written.trimEnd()}`
}

function isBelow(yaml: string, from: number, to: number): boolean {
  return yaml.slice(from, to).includes('\n')
}

describe('CONF-2 the keys of a text', () => {
  test.each([...texts, ...odd].map((text) => [text.split('\n')[0], text]))(
    'are found by indentation where the parser finds them: %s',
    (_, text) => {
      expect(outlineOf(text ?? '')).not.toBeNull()
      expect(sketched(text ?? '')).toEqual(parsed(text ?? ''))
      const crlf = (text ?? '').replaceAll('\n', '\r\n')
      expect(sketched(crlf)).toEqual(parsed(crlf))
    },
  )

  test('are still found while a line in the middle is being typed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.constantFrom('"', '{', '[', "'", 'x', '- [', 'x: "', 'x: {', '? '),
        (text, seed, piece) => {
          const lines = text.split('\n')
          const at = seed % lines.length
          const indent = /^ */.exec(lines[at] ?? '')?.[0] ?? ''
          const broken = [...lines.slice(0, at), indent + piece, ...lines.slice(at)].join('\n')
          const found = new Set(
            sketch(broken)
              .filter(({ kind }) => kind === 'key')
              .map(({ path }) => path.join('/')),
          )
          const lost = keyPlaces(text).filter(({ path }) => !found.has(path.join('/')))
          // A new item or key may absorb lines of its own section, but not of later ones.
          const own = lost.map(({ path }) => path[0])
          expect(new Set(own).size).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('agree with the places of problems', () => {
    const numbers = rows.filter(({ kind }) => kind === 'number')
    // Eighty at once in a long text, since a hundred problems are named at most, and each alone in an empty one: a third of
    // them, another with other seeds.
    const parts = Array.from({ length: Math.ceil(numbers.length / 80) }, (_, nth) =>
      numbers.slice(80 * nth, 80 * nth + 80),
    )
    const written = [
      ...[preset('default'), preset('pipeline')].flatMap((text) =>
        parts.map((some) => [text, some] as const),
      ),
      ...numbers.filter((_, nth) => (nth + first) % 3 === 0).map((row) => ['', [row]] as const),
    ]
    for (const [text, some] of written) {
      const after = writeSettings(
        text,
        some.map(({ path }) => ({ path, value: 1e9 })),
      )
      if ('refused' in after) throw new Error(after.refused)
      const { problems } = parseConfig(after.text)
      const places = keyPlaces(after.text)
      for (const row of some) {
        const problem = problems.find(
          ({ path, code }) => path.join('.') === row.key && code === 'out-of-range',
        )
        const place = places.find(({ path }) => path.join('.') === row.key)
        const start = (place?.value?.from ?? 0) - after.text.lastIndexOf('\n', place?.value?.from)
        expect([row.key, place?.line, start]).toEqual([row.key, problem?.line, problem?.column])
      }
    }
  })

  test('differ from the default exactly where a preset does', () => {
    for (const name of presets) {
      const text = preset(name)
      const { config } = parseConfig(text)
      for (const { path, differs, value } of keyPlaces(text)) {
        const row = rows.find(({ key }) => key === path.join('.'))
        if (
          row === undefined ||
          !['number', 'boolean', 'choice', 'text'].includes(row.kind) ||
          value === null
        )
          continue
        const now = path.reduce<unknown>((data, key) => (data as Record<string, unknown>)[key], config)
        expect([path, differs]).toEqual([path, String(now) !== row.default])
      }
    }
    expect(keyPlaces(preset('default')).filter(({ differs }) => differs)).toEqual([])
  })

  test.each([
    [
      'strategy: managed\neviction:\n  target: 0.60\n  placeholders: on\n  policy: lru\n',
      'eviction eviction.policy',
    ],
    ['eviction:\n  placeholders: off\n', 'eviction eviction.placeholders'],
    ['eviction:\n  placeholders: false\n', 'eviction eviction.placeholders'],
    ['eviction:\n  placeholders: true\n', ''],
    ['eviction:\n  gates: { task: off, pinned: on }\n', 'eviction eviction.gates eviction.gates.task'],
    ['eviction:\n  placeholders: "no"\n', 'eviction eviction.placeholders'],
    [
      'compression:\n  cascade:\n    .75: tool_result_summarization\n    0.85: [progressive]\n    0.92: conversation_compaction\n    0.95: sub_agent\n',
      '',
    ],
    [
      'compression:\n  cascade:\n    0.75: tool_result_summarization\n    0.85: progressive\n    0.92: conversation_compaction\n',
      'compression compression.cascade',
    ],
    [
      'compression:\n  cascade:\n    0.75: tool_result_summarization\n    0.85: progressive\n    0.9: conversation_compaction\n    0.95: sub_agent\n',
      'compression compression.cascade compression.cascade.0.9',
    ],
    [
      'compression:\n  cascade:\n    0.75: tool_result_summarization\n    0.85: sub_agent\n    0.92: conversation_compaction\n    0.95: progressive\n',
      'compression compression.cascade compression.cascade.0.85 compression.cascade.0.95',
    ],
    ['compression:\n  cascade: {}\n', 'compression compression.cascade'],
    ['compression:\n  cascade:\n    x: 5\n', 'compression compression.cascade'],
    ['eviction:\n  protected_types: [system_prompt]\n', ''],
    ['eviction:\n  protected_types: [thinking]\n', 'eviction eviction.protected_types'],
    [
      'eviction:\n  protected_types:\n    - system_prompt\n    - thinking\n',
      'eviction eviction.protected_types',
    ],
    ['tiered:\n  snip_tools: [read_file]\n', 'tiered tiered.snip_tools'],
    ['pipeline: []', ''],
    ['pipeline: [evict]', 'pipeline'],
    ['pipeline:\n  - stage: evict\n    at: 0.75\n', 'pipeline pipeline.0.stage pipeline.0.at'],
    ['pipeline: 5', ''],
    [
      'eviction:\n  type_ttl: { thinking: 2, summary: 40 }\n',
      'eviction eviction.type_ttl eviction.type_ttl.summary',
    ],
    ['eviction:\n  weights: { recency: 0.3 }\n', ''],
    ['eviction:\n  weights: { recency: 0.2 }\n', 'eviction eviction.weights eviction.weights.recency'],
    [
      'cross_window:\n  state_file: agent_state.json\n  progress_file: b.md\n',
      'cross_window cross_window.progress_file',
    ],
    ['nonsense: 1\n', ''],
    [
      'eviction:\n  protected_types:\n    - thinking\n  target: "',
      'eviction eviction.protected_types eviction.target',
    ],
    ['eviction:\n  protected_types:\n    - system_prompt\n  target: "', 'eviction eviction.target'],
    ['eviction:\n  target:\n', 'eviction eviction.target'],
    ['eviction:\n', ''],
    ['rolling_summary:\n  keep_recent_turns: 9\n', 'rolling_summary rolling_summary.keep_recent_turns'],
  ])('differ from the default, worked by hand: %j in %j', (yaml, expected) => {
    const differing = keyPlaces(yaml).filter(({ differs }) => differs)
    expect(differing.map(({ path }) => path.join('.')).join(' ')).toBe(expected)
  })

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(brokenYaml, fc.nat(60), (yaml, offset) => {
        for (const { key, value, line } of keyPlaces(yaml)) {
          expect(key.from).toBeLessThanOrEqual(key.to)
          expect(value === null || (value.from <= value.to && value.to <= yaml.length)).toBe(true)
          expect(line).toBe(yaml.slice(0, key.from).split('\n').length)
        }
        const at = keyAt(yaml, Math.min(offset, yaml.length))
        expect(at === null || (at.range.from <= offset && at.range.to <= yaml.length)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('CONF-2 the key at a place', () => {
  /** The text with a bar at the offset. */
  function at(text: string): string | null {
    const offset = text.indexOf('¦')
    const found = keyAt(text.replace('¦', ''), offset)
    return found === null
      ? null
      : `${found.in} ${found.path.join('.')} ${text.replace('¦', '').slice(found.range.from, found.range.to)}`
  }

  test.each([
    ['press¦ure:\n  thresholds:', 'key pressure pressure'],
    ['pressure:\n  velocity_window: 1¦2', 'value pressure.velocity_window 12'],
    ['pressure:\n  velocity_window: ¦', 'value pressure.velocity_window '],
    ['pressure:\n  velocity_window:¦ # x', 'value pressure.velocity_window '],
    ['pressure:\n  velo¦', 'key pressure.velo velo'],
    ['pressure:\n  ¦', 'blank pressure '],
    ['pressure:\n  thresholds:\n    red: 0.9\n  ¦', 'blank pressure '],
    ['pressure:\n  thresholds:\n    red: 0.9\n    ¦\nbudget:', 'blank pressure.thresholds '],
    ['pressure:\n  thresholds:\n    red: 0.9\n¦', 'blank  '],
    ['pressure: { thresholds: { red: 0.¦9 } }', 'value pressure.thresholds.red 0.9'],
    ['pressure: { thresholds: { r¦ed: 0.9 ', 'key pressure.thresholds.red red'],
    ['pipeline:\n  - evict\n  - stage: com¦pact', 'value pipeline.1.stage compact'],
    ['pipeline:\n  - ev¦ict', 'value pipeline.0 evict'],
    ['pipeline:\n  - stage: evict\n    ¦', 'blank pipeline.0 '],
    [
      'pipeline:\n  - stage: evict\n    with:\n      eviction:\n        tar¦',
      'key pipeline.0.with.eviction.tar tar',
    ],
    ['a: "unclosed\npressure:\n  thresholds:\n    re¦d: 0.9', 'key pressure.thresholds.red red'],
    ['¦', 'blank  '],
  ])('%j', (text, expected) => {
    expect(at(text)).toBe(expected)
  })

  test('is nowhere outside of the text', () => {
    expect([keyAt('a: 1', -1), keyAt('a: 1', 5), keyAt('a: 1', 0.5)]).toEqual([null, null, null])
  })
})

describe('CONF-2 a text as a person reads it, line by line', () => {
  // Of each row: what it is, its path, its column, its name, where it ends with its colon or dash, and its value.
  test.each([
    [
      'a: 1\nb:\n  c: x y # z\n  d:\n    e: 2\nf: 3\n',
      [
        'key a 0 a 2 1',
        'key b 0 b 7 -',
        'key b/c 2 c 12 x y',
        'key b/d 2 d 25 -',
        'key b/d/e 4 e 32 2',
        'key f 0 f 37 3',
      ],
    ],
    ['---\na: 1\n--- \nb: 2\n...\n---x: 3\n', ['key a 0 a 6 1', 'key b 0 b 16 2', 'key ---x 0 ---x 28 3']],
    ['\uFEFFa: 1\n', ['key a 0 a 3 1']],
    ['  --- \na: 1\n', ['word --- 2 --- 5 -', 'key a 0 a 9 1']],
    [
      'a:\n- b\n- c: 1\n  d: 2\n-   - e\n    - f\n- # g\n-\n',
      [
        'key a 0 a 2 -',
        'item a/0 0 - 4 b',
        'item a/1 0 - 8 -',
        'key a/1/c 2 c 11 1',
        'key a/1/d 2 d 18 2',
        'item a/2 0 - 22 -',
        'item a/2/0 4 - 26 e',
        'item a/2/1 4 - 34 f',
        'item a/3 0 - 38 -',
        'item a/4 0 - 44 -',
      ],
    ],
    [
      'a: one\n  two\n  three # c\nb: "x\n  y"\n  z\n',
      ['key a 0 a 2 one\n  two\n  three', 'key b 0 b 27 "x\n  y"', 'word b/z 2 z 39 -'],
    ],
    ['a: 1\nwor\n  d e # f\n', ['key a 0 a 2 1', 'word wor 0 wor 8 -', 'word a/d e 2 d e 14 -']],
    [
      'a:\n  [b, c]\n  {d: 1}\n',
      ['key a 0 a 2 -', '{} item a/0 3 b 6 b', '{} item a/1 6 c 9 c', '{} key a/d 3 d 17 1'],
    ],
    [
      'a: {b: 1, c: [x, "y, z", {d: 2}], e }\nf: [\n  g, # one\n  h\n]\n',
      [
        'key a 0 a 2 {b: 1, c: [x, "y, z", {d: 2}], e }',
        '{} key a/b 4 b 6 1',
        '{} key a/c 10 c 12 [x, "y, z", {d: 2}]',
        '{} item a/c/0 14 x 14 x',
        '{} item a/c/1 17 "y, z" 17 "y, z"',
        '{} key a/c/2/d 26 d 28 2',
        '{} word a/e 34 e 35 -',
        'key f 0 f 40 [\n  g, # one\n  h\n]',
        '{} item f/0 2 g 45 g',
        '{} item f/1 2 h 56 h',
      ],
    ],
    ['a: [b\nc: 1\n', ['key a 0 a 2 [b', '{} item a/0 4 b 4 b', 'key c 0 c 8 1']],
    [
      'a: {b: [c, d: e\nf: 2\n',
      [
        'key a 0 a 2 {b: [c, d: e',
        '{} key a/b 4 b 6 -',
        '{} item a/b/0 8 c 8 c',
        '{} key a/b/1/d 11 d 13 e',
        'key f 0 f 18 2',
      ],
    ],
    [
      'a: |\n  b: 1\n\n  c\nd: >-2 # x\n    e\nf: |x\n',
      ['key a 0 a 2 |\n  b: 1\n\n  c\n', 'key d 0 d 19 >-2 # x\n    e\n', 'key f 0 f 36 |x'],
    ],
    [
      "a: 'b: c'\nd: 'it''s' # e\n\"f g\": 1\n'h': \"i\\\"j\"\n",
      ["key a 0 a 2 'b: c'", "key d 0 d 12 'it''s'", 'key f g 0 "f g" 31 1', 'key h 0 \'h\' 38 "i\\"j"'],
    ],
    ['a: "b\nc: 1\n', ['key a 0 a 2 "b', 'key c 0 c 8 1']],
    [
      'a: &x\n  b: &y 1\nc: !t {d: *x}\n- &z e\n',
      [
        'key a 0 a 5 -',
        'key a/b 2 b 13 1',
        'key c 0 c 21 {d: *x}',
        '{} key c/d 7 d 25 *x',
        'item c/0 0 - 34 e',
      ],
    ],
    [
      'a: { # one\n  b: 1, # two\n  c: d # three\n}\n',
      ['key a 0 a 2 { # one\n  b: 1, # two\n  c: d # three\n}', '{} key a/b 2 b 15 1', '{} key a/c 2 c 29 d'],
    ],
    [
      'a: [ {b: 1}, [c, d], ]\ne: []\n',
      [
        'key a 0 a 2 [ {b: 1}, [c, d], ]',
        '{} key a/0/b 6 b 8 1',
        '{} item a/1/0 14 c 14 c',
        '{} item a/1/1 17 d 17 d',
        'key e 0 e 25 []',
      ],
    ],
    ['{a: 1, b}\n', ['{} key a 1 a 3 1', '{} word b 7 b 8 -']],
    ['  [a, b]\n', ['{} item 0 3 a 3 a', '{} item 1 6 b 6 b']],
    [
      'a:\r\n  b: x\r\n  c: [d,\r\n   e]\r\n',
      [
        'key a 0 a 2 -',
        'key a/b 2 b 8 x',
        'key a/c 2 c 16 [d,\r\n   e]',
        '{} item a/c/0 6 d 18 d',
        '{} item a/c/1 3 e 25 e',
      ],
    ],
    ['a: x#y\nb:#z\nc: # w\n', ['key a 0 a 2 x#y', 'word b:#z 0 b:#z 11 -', 'key c 0 c 14 -']],
    [
      'a: {"b c": 1, \'d\' : 2, e:3, f: }\n',
      [
        'key a 0 a 2 {"b c": 1, \'d\' : 2, e:3, f: }',
        '{} key a/b c 4 "b c" 10 1',
        "{} key a/d 14 'd' 19 2",
        '{} word a/e:3 23 e:3 26 -',
        '{} key a/f 28 f 30 -',
      ],
    ],
    ['a: [b: 1, c]\n', ['key a 0 a 2 [b: 1, c]', '{} key a/0/b 4 b 6 1', '{} item a/1 10 c 10 c']],
    ['a: 1\n  b: 2\n', ['key a 0 a 2 1', 'key a/b 2 b 9 2']],
    [
      'a: {b: {c: 1}, d: 2} x\n',
      [
        'key a 0 a 2 {b: {c: 1}, d: 2}',
        '{} key a/b 4 b 6 {c: 1}',
        '{} key a/b/c 8 c 10 1',
        '{} key a/d 15 d 17 2',
      ],
    ],
    ['a:\n  b: 1\n c\n', ['key a 0 a 2 -', 'key a/b 2 b 7 1', 'word a/c 1 c 12 -']],
  ])('%j', (yaml, expected) => {
    const rows = sketch(yaml).map(({ kind, path, column, key, behind, value, flow }) => {
      const written = value === null ? '-' : yaml.slice(value.from, value.to)
      const place = [column, yaml.slice(key.from, key.to), behind, written].join(' ')
      return `${flow ? '{} ' : ''}${kind} ${path.join('/')} ${place}`
    })
    expect(rows).toEqual(expected)
  })

  test('as far as it is no longer than any config, and no deeper than a hundred brackets', () => {
    expect(sketch(`a: 1\n${'#'.repeat(49_995)}`)).toHaveLength(1)
    expect(sketch(`a: 1\n${'#'.repeat(49_996)}`)).toEqual([])
    expect(sketch(`a: ${'['.repeat(100)}b`)).toHaveLength(2)
    expect(sketch(`a: ${'['.repeat(101)}b`)).toHaveLength(1)
  })
})
