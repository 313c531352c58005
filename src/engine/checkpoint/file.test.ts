import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpoint, checkpoints } from '../../testing/checkpoint.ts'
import { parseCheckpoint, serializeCheckpoint } from './file.ts'

/** A file of the first schema. It must stay readable. */
const SCHEMA_1 = `{
  "format": "context-window-lab/checkpoint",
  "schema": 1,
  "window": 2,
  "version": 7,
  "turn": 88,
  "time": null,
  "goal": "Port the parser to Rust",
  "criteria": ["The 40 golden files are reproduced"],
  "constraints": ["No unsafe code"],
  "done": ["Port the lexer", "Port the tables"],
  "current": "Port the expressions",
  "nextSteps": ["Port the statements", "Benchmark"],
  "decisions": ["One arena for all nodes"],
  "blockers": ["Golden file 17 differs in its last line"],
  "environment": { "directory": "/home/me/parser", "branch": "rust", "services": [] },
  "learnings": ["The old lexer accepts a lone \\\\r"],
  "summary": "Two of five parts are ported."
}
`

const first = (text: string) => parseCheckpoint(text).problems[0]

describe('a checkpoint as a JSON file', () => {
  it('CROSS-1 reads what it wrote, whatever the texts', () => {
    fc.assert(
      fc.property(checkpoints, (saved) => {
        const { checkpoint: read, problems } = parseCheckpoint(serializeCheckpoint(saved))
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(read).toEqual(saved)
      }),
    )
  })

  it('CROSS-1 writes the same bytes whatever the order of the keys', () => {
    const saved = checkpoint()
    const reversed = Object.fromEntries(Object.entries(saved).toReversed()) as unknown as typeof saved
    expect(serializeCheckpoint(reversed)).toBe(serializeCheckpoint(saved))
  })

  it('CROSS-1 agrees with JSON.parse about the content of the file', () => {
    expect(JSON.parse(serializeCheckpoint(checkpoint()))).toEqual(checkpoint())
  })

  it('CROSS-1 upgrades a file of schema 1: lists to subtasks with a status, blockers to open issues', () => {
    const { checkpoint: read, problems } = parseCheckpoint(SCHEMA_1)
    expect(problems).toEqual([])
    expect(read).toEqual({
      format: 'context-window-lab/checkpoint',
      schema: 2,
      window: 2,
      version: 7,
      turn: 88,
      time: null,
      goal: 'Port the parser to Rust',
      criteria: ['The 40 golden files are reproduced'],
      constraints: ['No unsafe code'],
      subtasks: [
        { title: 'Port the lexer', status: 'done' },
        { title: 'Port the tables', status: 'done' },
        { title: 'Port the expressions', status: 'in_progress' },
        { title: 'Port the statements', status: 'planned' },
        { title: 'Benchmark', status: 'planned' },
      ],
      decisions: [{ what: 'One arena for all nodes', why: '', alternatives: [] }],
      open: [{ what: 'Golden file 17 differs in its last line', reproduce: '' }],
      environment: { directory: '/home/me/parser', branch: 'rust', services: [] },
      learnings: ['The old lexer accepts a lone \\r'],
      summary: 'Two of five parts are ported.',
    })
  })

  it('CROSS-1 an invalid old file is refused at its own line', () => {
    const broken = SCHEMA_1.replace('["Port the lexer", "Port the tables"]', '["Port the lexer", 5]')
    expect(parseCheckpoint(broken)).toMatchObject({
      checkpoint: null,
      problems: [{ severity: 'error', code: 'wrong-type', line: 11, found: '5' }],
    })
  })

  it('CROSS-1 a newer schema and a wrong one give different errors', () => {
    const file = serializeCheckpoint(checkpoint())
    expect(first(file.replace('"schema": 2', '"schema": 3'))).toMatchObject({
      code: 'newer-schema',
      line: 3,
      found: '3',
    })
    expect(first(file.replace('"schema": 2', '"schema": "two"'))).toMatchObject({ code: 'unknown-schema' })
    expect(first(file.replace('"schema": 2,', ''))).toMatchObject({ code: 'unknown-schema', found: 'none' })
  })
})

describe('a file that is not a checkpoint', () => {
  it('CROSS-2 broken JSON is refused with its line, its column and the text there', () => {
    const file = serializeCheckpoint(checkpoint()).replace('"version": 3,', '"version": 3')
    const { checkpoint: read, problems } = parseCheckpoint(file)
    expect(read).toBeNull()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ code: 'invalid-json', line: 6, column: 3, expected: 'a comma or }' })
    expect(problems[0]?.message).toMatch(/found "\\"turn\\": 41,\\n  \\"time/)
  })

  it.each([
    ['', 'invalid-json', 'the end'],
    ['{"format": "con', 'invalid-json', 'the end'],
    ['{"a": nul}', 'invalid-json', '"nul}"'],
    ['{"a": 1} x', 'invalid-json', '"x"'],
    ['{"a": "\\x"}', 'invalid-json', String.raw`"\\x\"}"`],
    ['{"a": 01}', 'invalid-json', '"1}"'],
    ['[1, 2]', 'foreign-format', 'a list of 2'],
    ['"text"', 'foreign-format', '"text"'],
    ['{}', 'foreign-format', 'none'],
    ['{"format": "my-notes/1"}', 'foreign-format', '"my-notes/1"'],
    ['{"messages": []}', 'foreign-format', 'none'],
  ])('CROSS-2 %j is refused as %s with %s', (text, code, found) => {
    const { checkpoint: read, problems } = parseCheckpoint(text)
    expect(read).toBeNull()
    expect(problems).toMatchObject([{ severity: 'error', code, found }])
  })

  it('CROSS-2 accepts as JSON exactly what JSON.parse accepts', () => {
    const jsonish = fc.oneof(
      fc.json(),
      fc
        .array(
          fc.constantFrom(
            '{',
            '}',
            '[',
            ']',
            ',',
            ':',
            '"',
            'a',
            '1',
            '-',
            '.',
            'e',
            'true',
            ' ',
            '\\',
            '\n',
            'u00e9',
          ),
          { maxLength: 8 },
        )
        .map((it) => it.join('')),
    )
    fc.assert(
      fc.property(jsonish, (text) => {
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        expect(first(text)?.code === 'invalid-json').toBe(!valid)
      }),
      { numRuns: 800 },
    )
  })

  it('CROSS-2 every field of a wrong type is reported with its place and its value', () => {
    const file = serializeCheckpoint(checkpoint())
      .replace('"All 212 tests pass"', '212')
      .replace('"status": "in_progress"', '"status": "nearly"')
      .replace('"branch": "postgres"', '"branch": ["postgres"]')
    const { checkpoint: read, problems } = parseCheckpoint(file)
    expect(read).toBeNull()
    expect(problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
      '10:5 criteria[0] must be a text, found 212',
      '24:17 subtasks[1].status must be one of planned, in_progress, done, found "nearly"',
      `${file.slice(0, file.indexOf('["postgres"]')).split('\n').length}:15 environment.branch must be a text, found a list of 1`,
    ])
  })

  it('CROSS-2 window 0, version 0 and no goal are errors at their places', () => {
    const file = serializeCheckpoint(checkpoint({ goal: '' }))
      .replace('"window": 1', '"window": 0')
      .replace('"version": 3', '"version": "3"')
    expect(parseCheckpoint(file).problems).toMatchObject([
      { severity: 'error', code: 'bad-window', line: 4, found: '0' },
      { severity: 'error', code: 'bad-version', line: 5, found: '"3"' },
      { severity: 'error', code: 'no-goal' },
    ])
  })

  it('CROSS-4 an unknown field is reported, and the rest is read', () => {
    const file = serializeCheckpoint(checkpoint()).replace('"turn": 41', '"turn": 41, "mood": "good"')
    const { checkpoint: read, problems } = parseCheckpoint(file)
    expect(read).toEqual(checkpoint())
    expect(problems).toMatchObject([{ severity: 'warning', code: 'unknown-field', found: '"mood"', line: 6 }])
  })

  it('CROSS-2 keys like __proto__ are fields like any other', () => {
    const file = serializeCheckpoint(checkpoint()).replace(
      '"turn": 41',
      '"turn": 41, "__proto__": {"goal": ""}',
    )
    expect(parseCheckpoint(file).checkpoint).toEqual(checkpoint())
    expect(parseCheckpoint(file).problems).toMatchObject([{ found: '"__proto__"' }])
  })

  it('CROSS-2 a huge text, a huge list, deep brackets: only a message', () => {
    expect(first(`{"a": "${'x'.repeat(10_000_000)}"}`)).toMatchObject({ code: 'text-too-large' })
    expect(first('['.repeat(100_000))).toMatchObject({ code: 'nested-too-deep' })
    const many = checkpoint({ learnings: Array.from({ length: 100_000 }, () => 'x') })
    const { checkpoint: read, problems } = parseCheckpoint(serializeCheckpoint(many))
    expect(read).toBeNull()
    expect(problems).toMatchObject([{ code: 'too-many-items', found: '100000' }])
    const wrong = checkpoint({ learnings: Array.from({ length: 9000 }, () => 5 as unknown as string) })
    const told = parseCheckpoint(serializeCheckpoint(wrong)).problems
    expect(told).toHaveLength(21)
    expect(told.at(-1)?.message).toMatch(/8980$/)
  })
})
