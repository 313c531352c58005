import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMock } from '../../llm/index.ts'
import { CUES, RULES_FOLLOW } from '../core/extract/cue.ts'
import { factsOf } from '../core/extract/facts-of.ts'
import type { Ask, AskSource } from '../core/llm/ask.ts'
import { answerable } from './answer.ts'
import { fidelityOf } from './fidelity.ts'
import { heldOut } from './held-out.ts'
import { PROBE_KINDS } from './template.ts'
import { probesOf } from './probes.ts'
import { sentenceOf, sentencesOf } from './sentence.ts'
import type { ProbeTemplate } from './template.ts'
import { templates } from './templates.ts'

const source = (
  block: number,
  type: AskSource['type'],
  text: string,
  over: Partial<AskSource> = {},
): AskSource => ({
  block,
  type,
  role: type === 'assistant_response' || type === 'tool_call' ? 'assistant' : 'user',
  turn: block,
  tool: '',
  args: '',
  text,
  ...over,
})

const task = [
  source(
    0,
    'user_message',
    'Please move the invoice importer to streams. You must not touch legacy/export.php. Stay within 512 MB of memory, at most 4 workers.',
  ),
  source(
    1,
    'assistant_response',
    'I decided to parse rows lazily with papaparse because the whole file never fits. Next I will open src/import/reader.ts.',
  ),
  source(2, 'tool_call', '{"path": "src/import/reader.ts"}', { tool: 'read_file' }),
  source(
    3,
    'tool_result',
    'RangeError: Invalid string length at src/import/reader.ts:88\n317 rows were read\nchunkSize = 65536\nfailed to allocate buffer',
  ),
  source(
    4,
    'assistant_response',
    'Fixed the overflow in src/import/reader.ts by streaming chunks. We still need to handle quoted newlines.',
  ),
]
const before = task.map(({ text }) => text).join('\n')

describe('questions about compressed content', () => {
  it('HEALTH-3 asks for every kind, in the order of the sources', () => {
    const probes = probesOf(task)
    // The goal and the constraint are the only such sentences of this task, and each is asked about once.
    expect(probes.map(({ block }) => block)).toEqual(
      probes.map(({ block }) => block).toSorted((a, b) => a - b),
    )
    expect(probes.length).toBeGreaterThanOrEqual(10)
    expect(probes.length).toBeLessThanOrEqual(20)
    expect(new Set(probes.map(({ id }) => id)).size).toBe(probes.length)
  })

  it('HEALTH-3 expects answers that only the source contains', () => {
    const expected = probesOf(task).map((probe) => probe.expected.join(' | '))
    expect(expected).toContain('65536 | chunkSize'.split(' | ').toReversed().join(' | '))
    expect(expected).toContain('317 | rows')
    expect(expected).toContain('RangeError | src/import/reader.ts')
    expect(expected.some((it) => it.includes('legacy/export.php'))).toBe(true)
    expect(expected.some((it) => it.includes('papaparse'))).toBe(true)
  })

  it('MOCK-3 half of the questions are from the held-out templates', () => {
    const long = Array.from({ length: 12 }, (_, at) =>
      task.map((each) => ({
        ...each,
        block: each.block + 5 * at,
        text: each.text.replaceAll(/\d+/g, (n) => `${n}${at}`).replaceAll('import', `import${at}`),
      })),
    ).flat()
    const held = new Set(heldOut.map(({ kind, name }) => `${kind}/${name}`))
    const probes = probesOf(long)
    const fromHeld = probes.filter(({ id }) => held.has(id.split('/').slice(0, 2).join('/')))
    expect(probes).toHaveLength(20)
    expect(fromHeld).toHaveLength(10)
    expect(new Set(fromHeld.map(({ kind }) => kind))).toEqual(new Set(['told', 'said', 'used']))
  })

  it('MOCK-3 the two sets share no template, and together they have every kind', () => {
    const names = [...templates, ...heldOut].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set([...templates, ...heldOut].map(({ kind }) => kind))).toEqual(new Set(PROBE_KINDS))
  })

  it('HEALTH-3 for a changed value, only the newest is asked for', () => {
    const sources = [
      source(0, 'tool_result', 'chunkSize = 1024'),
      source(1, 'tool_result', 'chunkSize = 4096'),
    ]
    const settings = probesOf(sources).filter(({ kind }) => kind === 'number')
    expect(settings.map(({ expected }) => expected)).toEqual([['chunkSize', '4096']])
  })

  it('HEALTH-3 nothing to ask about, no questions', () => {
    expect(probesOf([])).toEqual([])
    expect(probesOf([source(0, 'assistant_response', 'Okay.')])).toEqual([])
    expect(probesOf(task, 0)).toEqual([])
    expect(probesOf(task, 3)).toHaveLength(3)
  })

  it('HEALTH-3 every question can be answered from its own source, whatever the source is', () => {
    const words = fc.constantFrom(
      'must not',
      'decided',
      'because',
      'src/a.ts',
      'x_y',
      '12,000',
      '42 tests',
      'port=8080',
      'TypeError',
      'failed to open',
      'fixed',
      'next',
      '.',
      '\n',
      '!',
      'tests passed',
      '__proto__',
      '- ',
      '“never”',
      'http 500',
      '-5',
    )
    const types = fc.constantFrom<AskSource['type']>(
      'user_message',
      'assistant_response',
      'tool_call',
      'tool_result',
      'summary',
      'thinking',
    )
    const sources = fc.array(fc.tuple(types, fc.array(words, { maxLength: 12 })), { maxLength: 8 })
    fc.assert(
      fc.property(sources, (drawn) => {
        const all = drawn.map(([type, parts], at) => source(at, type, parts.join(' ')))
        const probes = probesOf(all)
        expect(probesOf(structuredClone(all))).toEqual(probes)
        expect(probes.length).toBeLessThanOrEqual(20)
        for (const probe of probes) expect(answerable(probe, all[probe.block]?.text ?? '')).toBe(true)
      }),
    )
  })

  it('HEALTH-3 a long line is asked about to its end, in pieces', () => {
    const line = `${'word '.repeat(2000)}chunkSize = 65536`
    const sentences = sentencesOf(source(0, 'tool_result', line))
    expect(sentences.map(({ text }) => text).join(' ')).toBe(line)
    expect(Math.max(...sentences.map(({ text }) => text.length))).toBeLessThanOrEqual(240)
    const data = `${'x'.repeat(1000)} chunkSize = 65536`
    expect(sentencesOf(source(0, 'tool_result', data)).map(({ text }) => text)).toEqual(['chunkSize = 65536'])
    const minified = `{${Array.from({ length: 99 }, (_, at) => `"key_${at}":${at}`).join(',')},"chunkSize":65536}`
    expect(
      sentencesOf(source(0, 'tool_result', minified))
        .map(({ text }) => text)
        .join(''),
    ).toBe(minified)
    expect(probesOf([source(0, 'tool_result', line)])).toHaveLength(1)
  })
})

describe('MOCK-3 held-out questions share no cue with extraction', () => {
  /** Every word of three letters or more in the cue lists of the extraction. */
  const cueWords = [
    ...new Set(
      [...CUES.flatMap(({ says, unless }) => [says, unless ?? says]), RULES_FOLLOW].flatMap(
        ({ source: pattern }) => pattern.replaceAll(/\\[a-z]/g, ' ').match(/[a-z]{3,}/gi) ?? [],
      ),
    ),
  ]
  const types: readonly AskSource['type'][] = [
    'user_message',
    'assistant_response',
    'thinking',
    'summary',
    'tool_result',
  ]
  const asks = (template: ProbeTemplate, type: AskSource['type'], text: string): boolean =>
    template.types.includes(type) &&
    template.ask(sentenceOf(source(3, type, text), text, false), () => 2) !== null
  /** Cue words that decide, in some kind of block, whether a template asks. */
  const deciding = (template: ProbeTemplate) =>
    cueWords.filter((word) =>
      types.some(
        (type) =>
          asks(template, type, `Zorvan ${word} blimder trask.`) !==
          asks(template, type, 'Zorvan blimder trask.'),
      ),
    )

  it('no word of the actual cue lists decides whether a question is asked', () => {
    expect(cueWords.length).toBeGreaterThan(150)
    for (const template of heldOut) expect([template.name, deciding(template)]).toEqual([template.name, []])
  })

  it('and a template that looks for one is detected', () => {
    const found = templates.filter((template) => deciding(template).length > 0).map(({ name }) => name)
    expect(found).toEqual(['ban', 'settled', 'achieved', 'wish', 'limit', 'reason', 'refused', 'outlook'])
  })

  it('the same sentences are asked about, whatever their words', () => {
    const word = fc.stringMatching(/^[b-df-hj-np-tv-z]{4,9}$/)
    const sentence = fc.array(word, { minLength: 4, maxLength: 9 }).map((words) => `${words.join(' ')}.`)
    fc.assert(
      fc.property(fc.uniqueArray(sentence, { minLength: 2, maxLength: 5 }), (said) => {
        const probes = probesOf([source(0, 'user_message', said.join('\n'))])
        const held = probes.filter(({ kind }) => kind === 'told')
        // The first is also asked about as the request; nothing is asked twice.
        expect(held.length).toBeGreaterThanOrEqual(said.length - 1)
      }),
    )
  })

  const things = ['invoice ledger', 'staging cluster', 'customer archive', 'nightly mirror']
  const places = ['gateway', 'importer', 'scheduler', 'dashboard']
  const inOtherWords: readonly ((thing: string, place: string) => string)[] = [
    (thing, place) =>
      `The ${thing} behind the ${place} belongs to the auditors and is none of your business.`,
    (thing, place) => `Hands off the ${thing} of the ${place}.`,
    (thing, place) => `Touching the ${thing} in the ${place} gets people fired.`,
    (thing, place) => `For the ${thing}, half the memory of the ${place} is our ceiling.`,
  ]
  const inCueWords: readonly ((thing: string, place: string) => string)[] = [
    (thing, place) => `Never write to the ${thing} behind the ${place}, which belongs to the auditors.`,
    (thing, place) => `Do not touch the ${thing} of the ${place}.`,
    (thing, place) => `You must avoid changes of the ${thing} in the ${place}.`,
    (thing, place) => `The ${thing} of the ${place} must stay as it is.`,
  ]
  const rulesIn = (forms: typeof inOtherWords, shift: number) =>
    Array.from({ length: 8 }, (_, at) => {
      const thing = things[(at + shift) % 4] ?? ''
      const place = places[(at + Math.floor(at / 4) + shift) % 4] ?? ''
      return forms[at % 4]?.(thing, place) ?? ''
    })

  /** The share of questions about a task with eight rules and some work that a summary by the mock still answers. */
  function kept(rules: readonly string[]) {
    const sources = [
      source(0, 'user_message', `Please rebuild the importer.\n${rules.join('\n')}`),
      ...Array.from({ length: 6 }, (_, at) =>
        source(at + 1, 'assistant_response', `I finished step${at} of the work on module${at}.`),
      ),
    ]
    const ask: Ask = {
      kind: 'compact',
      stage: 'test',
      turn: 7,
      window: 0,
      sources,
      task: '',
      previous: null,
      update: 'regenerate',
      maxTokens: 160,
    }
    const answer = createMock({ count: (text) => Math.ceil(text.length / 4) })(ask)
    const text = answer.text
    const extractedOnly = text.replace(/## Said by the user\n(?:- .*\n?)*/, '')
    const probes = probesOf(sources)
    const onRules = probes.filter(({ expected }) =>
      rules.some(
        (rule) => answerable({ expected }, rule) && !answerable({ expected }, 'Please rebuild the importer.'),
      ),
    )
    return {
      asked: rules.filter((rule) => onRules.some(({ expected }) => answerable({ expected }, rule))).length,
      extracted: sources.flatMap(factsOf).filter(({ kind }) => kind === 'constraint').length,
      score: fidelityOf(onRules, rules.join('\n'), text) ?? Number.NaN,
      scoreOfExtracted: fidelityOf(onRules, rules.join('\n'), extractedOnly) ?? Number.NaN,
    }
  }

  it('eight rules without a known cue are asked about; without the words of the user a summary scores lower', () => {
    for (let shift = 0; shift < 4; shift++) {
      const other = kept(rulesIn(inOtherWords, shift))
      const cued = kept(rulesIn(inCueWords, shift))
      // The reason for the difference: the extraction finds none of the first, and all of the second.
      expect([other.extracted, cued.extracted]).toEqual([0, 8])
      expect(other.asked).toBeGreaterThanOrEqual(5)
      expect(other.scoreOfExtracted).toBeLessThan(0.5)
      expect(cued.scoreOfExtracted).toBeGreaterThan(0.9)
      expect(Math.min(other.score, cued.score)).toBeGreaterThan(0.9)
    }
  })
})

describe('fidelity', () => {
  it('HEALTH-3 is the share of previously answerable questions that can still be answered', () => {
    const probes = [
      { id: 'a', kind: 'path', question: '', expected: ['src/a.ts'], block: 0 },
      { id: 'b', kind: 'number', question: '', expected: ['port', '8080'], block: 0 },
      { id: 'c', kind: 'number', question: '', expected: ['retries', '5'], block: 0 },
      { id: 'd', kind: 'number', question: '', expected: ['never said'], block: 0 },
    ] as const
    const said = 'src/a.ts listens on port 8080; retries: 5'
    expect(fidelityOf(probes, said, said)).toBe(1)
    expect(fidelityOf(probes, said, 'port 8080')).toBe(1 / 3)
    expect(fidelityOf(probes, said, '')).toBe(0)
  })

  it('HEALTH-3 without questions, or without any answerable before, is a dash and not a full mark', () => {
    expect(fidelityOf([], before, before)).toBeNull()
    expect(fidelityOf(probesOf(task), 'nothing of it', before)).toBeNull()
  })

  it('HEALTH-3 is 1 for a copy, 0 for nothing, and falls as lines are removed', () => {
    const probes = probesOf(task)
    expect(fidelityOf(probes, before, before.toUpperCase().replaceAll(' ', '  '))).toBe(1)
    expect(fidelityOf(probes, before, '')).toBe(0)
    const lines = before.split('\n')
    const scores = lines.map(
      (_, kept) => fidelityOf(probes, before, lines.slice(0, kept).join('\n')) ?? Number.NaN,
    )
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    expect(scores.at(-1)).toBeLessThan(1)
  })

  it('HEALTH-3 text after 8,000 characters counts', () => {
    const padding = 'Nothing happened here. '.repeat(1000)
    const probes = probesOf([source(0, 'tool_result', `${padding}\nchunkSize = 65536`)])
    expect(fidelityOf(probes, `${padding}\nchunkSize = 65536`, padding)).toBe(0)
    expect(fidelityOf(probes, `${padding}\nchunkSize = 65536`, `${padding}\nchunkSize = 65536`)).toBe(1)
  })
})
