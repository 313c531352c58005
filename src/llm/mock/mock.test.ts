import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chars4, ModelFailure } from '../../engine/index.ts'
import { ASK_KINDS, BLOCK_TYPES, FAILURES, UPDATE_MODES } from '../../engine/internal.ts'
import type { Ask, AskSource, MockFailure } from '../../engine/index.ts'
import { createMock } from './mock.ts'

const count = (text: string) => chars4.count(text)

function source(type: AskSource['type'], text: string, block = 0): AskSource {
  return { block, type, role: 'user', turn: block, tool: '', args: '', text }
}

function asking(about: Partial<Ask>): Ask {
  return {
    kind: 'compact',
    stage: 'test',
    turn: 0,
    window: 0,
    sources: [],
    task: '',
    previous: null,
    update: 'anchored',
    maxTokens: 300,
    ...about,
  }
}

const phrases = fc.constantFrom(
  'You must keep the old format.',
  'Never call the vendor twice!',
  'We decided on a queue because the bus is slow.',
  'Please move the import to the new bus.',
  'src/a/b.ts',
  'port: 8080',
  'TypeError: x is not a function',
  'The cause was a stale cache.',
  '- a point\n',
  '1. a step\n',
  '## Constraints\n',
  '## Goal\n',
  '\n',
  '{"goal":"x"}',
  '😀',
  '\ud83d',
  'z'.repeat(300),
)
const texts = fc.oneof(
  fc.string(),
  fc.array(phrases, { maxLength: 30 }).map((parts) => parts.join(' ')),
)
const sources = fc.array(
  fc.record({
    block: fc.nat(50),
    type: fc.constantFrom(...BLOCK_TYPES),
    role: fc.constantFrom('user' as const, 'assistant' as const),
    turn: fc.nat(50),
    tool: fc.constantFrom('', 'read_file', 'bash'),
    args: texts,
    text: texts,
  }),
  { maxLength: 8 },
)
const asks: fc.Arbitrary<Ask> = fc.record({
  kind: fc.constantFrom(...ASK_KINDS),
  stage: fc.constant('test'),
  turn: fc.nat(50),
  window: fc.constant(0),
  sources,
  task: texts,
  previous: fc.option(texts),
  update: fc.constantFrom(...UPDATE_MODES),
  maxTokens: fc.nat(400),
})

describe('MOCK-1 laws of every answer', () => {
  test('is never longer than requested, for three counters that are not additive', () => {
    const counters = [
      count,
      (text: string) => text.length,
      (text: string) => Math.ceil((text.length * text.length) / 90),
    ]
    fc.assert(
      fc.property(asks, fc.constantFrom(...counters), (ask, counter) => {
        const { text } = createMock({ count: counter })(ask)
        expect(counter(text)).toBeLessThanOrEqual(ask.maxTokens)
      }),
    )
  })

  test('is the same for the same question, and changes no input', () => {
    fc.assert(
      fc.property(asks, fc.integer(), (ask, seed) => {
        const before = structuredClone(ask)
        const mock = createMock({ count, seed })
        const first = mock(ask)
        expect(mock(ask)).toEqual(first)
        expect(createMock({ count })(ask)).toEqual(first)
        expect(ask).toEqual(before)
      }),
    )
  })

  test('COMP-5 every constraint of a summary occurs word for word in a source, the task, or the previous summary', () => {
    fc.assert(
      fc.property(asks, (ask) => {
        const { text } = createMock({ count })({ ...ask, kind: 'compact' })
        const section = /## Constraints\n((?:- .*\n?)*)/.exec(text)?.[1] ?? ''
        // A sentence that a line break divides is one line in a summary.
        const read = [ask.task, ask.previous ?? '', ...ask.sources.map((it) => it.text)].map((it) =>
          it.replace(/\s+/g, ' '),
        )
        for (const line of section.split('\n').filter((it) => it !== '')) {
          expect(read.some((it) => it.includes(line.slice(2).replace(/\s+/g, ' ')))).toBe(true)
        }
      }),
    )
  })

  test('CROSS-1 the state of a task is JSON with all of its fields, whatever the previous state', () => {
    fc.assert(
      fc.property(asks, (ask) => {
        const { text } = createMock({ count })({ ...ask, kind: 'extract', maxTokens: 100 + ask.maxTokens })
        expect(Object.keys(JSON.parse(text))).toEqual([
          'goal',
          'criteria',
          'constraints',
          'subtasks',
          'decisions',
          'open',
          'environment',
          'learnings',
          'summary',
        ])
      }),
    )
  })
})

describe('MOCK-2 injected failures', () => {
  const sourced = asking({
    sources: [source('user_message', 'Please keep port 8080 as it is, and never close it.')],
  })
  const failing = (kind: MockFailure, about: { rate?: number; seed?: number; asked?: number } = {}) =>
    createMock({ count, ...about, failures: { rate: about.rate ?? 1, kinds: [kind] } })

  test('at rate 1 every kind of question fails, in the requested way', () => {
    for (const kind of ASK_KINDS) {
      const ask = { ...sourced, kind }
      for (const failure of FAILURES) {
        expect(() => failing(failure)(ask)).toThrow(ModelFailure)
        expect(() => failing(failure)(ask)).toThrow(expect.objectContaining({ failure }))
      }
      expect(failing('empty')(ask).text).toBe('')
      expect(count(failing('longer')(ask).text)).toBeGreaterThan(count(sourced.sources[0]?.text ?? ''))
    }
  })

  test('COMP-3 a longer answer has more tokens than the blocks with their pictures and the previous summary', () => {
    const pictures = { ...source('user_message', 'Look at this.'), tokens: 2400 }
    const previous = 'The port is 8080. '.repeat(60)
    const { text } = failing('longer')({ ...sourced, sources: [pictures, pictures], previous })
    expect(count(text)).toBeGreaterThan(2 * 2400 + count(previous))
  })

  test('at rate 0, or without a kind, nothing fails', () => {
    const plain = createMock({ count })(sourced)
    expect(failing('error', { rate: 0 })(sourced)).toEqual(plain)
    expect(createMock({ count, failures: { rate: 1, kinds: [] } })(sourced)).toEqual(plain)
  })

  test('a third of the questions fails at rate ⅓, others for another seed', () => {
    const pattern = (seed: number) => {
      const mock = failing('empty', { rate: 1 / 3, seed })
      return Array.from({ length: 600 }, () => (mock(sourced).text === '' ? 'x' : '.')).join('')
    }
    const failures = pattern(5).replaceAll('.', '').length
    // 200 are expected; 40 is more than three standard deviations of 11.5.
    expect(Math.abs(failures - 200)).toBeLessThan(40)
    expect(pattern(6)).not.toBe(pattern(5))
  })

  test('LLM-1 a mock that continues from question n answers like one from the start', () => {
    const whole = failing('empty', { rate: 0.5, seed: 3 })
    const answers = Array.from({ length: 40 }, () => whole(sourced).text)
    const rest = failing('empty', { rate: 0.5, seed: 3, asked: 25 })
    expect(Array.from({ length: 15 }, () => rest(sourced).text)).toEqual(answers.slice(25))
  })

  test('a failed question counts like an answered one', () => {
    const kinds: readonly MockFailure[] = ['error', 'empty']
    const told = (asked: number, questions: number) => {
      const mock = createMock({ count, seed: 11, asked, failures: { rate: 0.5, kinds } })
      return Array.from({ length: questions }, () => {
        try {
          return mock(sourced).text
        } catch {
          return 'failed'
        }
      })
    }
    expect(told(7, 20)).toEqual(told(0, 27).slice(7))
  })
})
