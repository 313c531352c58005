import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../engine/index.ts'
import type { Problem } from '../../engine/index.ts'
import { retyped } from '../../testing/damage.ts'
import { readTrace } from './reading.ts'
import { readers, writers } from './formats.ts'

const folder = join(import.meta.dirname, '../../../public/samples')
const samples = readdirSync(folder)

/** What a person would need and the problem lacks: the place, the value, or what was expected. */
function lackingOf(problem: Problem): readonly string[] {
  const { code, message, line, column, expected, found, fix } = problem
  if (code === 'more-problems') return []
  const lacks: string[] = []
  if (!(line !== undefined && line > 0 && column !== undefined && column > 0)) lacks.push('place')
  if (found === undefined && !/["\d]/.test(message)) lacks.push('value')
  if (expected === undefined && fix === undefined && !/\b(?:must|may|looks cut off)\b/.test(message))
    lacks.push('what to do')
  return lacks.length === 0 ? [] : [`${code} lacks ${lacks.join(', ')}: ${message.slice(0, 160)}`]
}

/** Reads a text. Anything thrown that is not a list of problems fails the test. Returns what its problems lack. */
function lackingIn(text: string): readonly string[] {
  try {
    return readTrace(text).intake.problems.flatMap(lackingOf)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    expect(error.problems.length).toBeGreaterThan(0)
    return error.problems.flatMap(lackingOf)
  }
}

describe.each(samples)('%s, damaged: the error says what is wrong, where, and what to do', (name) => {
  const whole = readFileSync(join(folder, name), 'utf8')
  it.each([
    ['cut after 1 character', whole.slice(0, 1)],
    ['cut in its first hundredth', whole.slice(0, whole.length / 100)],
    ['cut in half', whole.slice(0, whole.length / 2)],
    ['without its last characters', whole.trimEnd().slice(0, -2)],
    ['without its first characters', whole.slice(2)],
    ['after a NUL', `\0${whole}`],
    ['before a chat of another format', `${whole}\nUser: hello\n`],
    ['after a chat of another format', `{"role":"user","content":"hello"}\n${whole}`],
  ])('%s', (_, text) => {
    expect(lackingIn(text)).toEqual([])
  })
})

it.each([
  '',
  '\uFEFF',
  ' \n\t',
  '\0\u0001\u0002',
  'null',
  '42',
  '"x"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"messages":null}',
  '{"messages":{}}',
  '[{"role":5}]',
])('a log that is %j is refused with its position', (text) => {
  expect(() => readTrace(text)).toThrow(ProblemError)
  expect(lackingIn(text)).toEqual([])
})

/** Values of every JSON type. */
const VALUES = [null, true, -1, 'x', [], {}, [[null]], { a: { type: 'text' } }]

/** Number of fields of a format's sample; each gets three of the values. */
const FIELDS = 60

describe.each(Object.values(readers))('$name with a wrong value in each field', ({ name }) => {
  const trace = readTrace(
    JSON.stringify([
      { role: 'user', content: 'Go.' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'ls', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'assistant', content: 'Done.' },
    ]),
  )
  const text = writers[name](trace)
  it('gives a conversation, or problems with position, value and what to do', () => {
    expect(text.length).toBeGreaterThan(20)
    for (let field = 0; field < FIELDS; field++)
      for (let nth = 0; nth < 3; nth++) {
        const value = VALUES[(field + 3 * nth) % VALUES.length]
        expect(lackingIn(retyped(text, field, value))).toEqual([])
      }
  })
  it('does so with a repeated record, and with one of every other format', () => {
    expect(lackingIn(`${text}\n${text}`)).toEqual([])
    for (const write of Object.values(writers)) expect(lackingIn(`${text}\n${write(trace)}`)).toEqual([])
  })
})

it.each(['{"messages": []}', '{"system": "Be brief.", "messages": []}', '[{"messages": []}]'])(
  'an empty list is reported once, with its position and what to do: %s',
  (text) => {
    let problems: readonly Problem[] = []
    try {
      readTrace(text)
    } catch (error) {
      if (error instanceof ProblemError) problems = error.problems
    }
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ line: 1, column: text.indexOf('[]') + 1, found: '[]' })
    expect(problems[0]?.message).toMatch(
      /: (\[0\]\.)?messages is an empty list, and a log must hold at least one message$/,
    )
    expect(problems[0]?.fix).toBe(
      'Check that the whole log was exported, or choose another conversation or file.',
    )
  },
)

it.each([undefined, null, 5, {}])('%j is refused as no log', (value) => {
  expect(() => readTrace(value as never)).toThrow(ProblemError)
  expect(() => readTrace(value as never)).toThrow(/^a log must be a string, but is /)
})
