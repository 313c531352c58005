import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpoint, checkpoints } from '../../testing/checkpoint.ts'
import { parseCheckpoint, serializeCheckpoint } from './file.ts'
import { checkpointFromMarkdown, checkpointToMarkdown } from './markdown.ts'

const WRITTEN = `# Checkpoint

- format: context-window-lab/checkpoint
- schema: 2
- window: 1
- version: 3
- turn: 41
- time: 1760000000000

## Goal

Move the billing service from MySQL to Postgres without downtime

## Success criteria

- All 212 tests pass
- p95 stays below 40 ms

## Constraints

- Never drop a table in production
- Keep the public API as it is

## Subtasks

- Write the schema in db/schema.sql
  - status: done
- Copy invoices in batches
  - status: in_progress
- Switch reads over
  - status: planned

## Decisions

- Write to both databases for a week
  - why: a rollback must lose nothing
  - alternatives:
    - a nightly dump
    - logical replication
- Batches of 5,000 rows

## Open issues

- Totals differ for credit notes
  - reproduce: npm test -- credit-notes
- Nobody owns the cron job

## Environment

- directory: /srv/billing
- branch: postgres
- services:
  - postgres:5432
  - redis

## Learnings

- MySQL stores the dates without a zone

## Summary

The schema is written.

Copying is at batch 17 of 40.
`

describe('a checkpoint as Markdown', () => {
  it('CROSS-1 has every field under its heading', () => {
    expect(checkpointToMarkdown(checkpoint())).toBe(WRITTEN)
  })

  it('CROSS-1 reads what it wrote, whatever the texts', () => {
    fc.assert(
      fc.property(checkpoints, (saved) => {
        const { checkpoint: read, problems } = checkpointFromMarkdown(checkpointToMarkdown(saved))
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(read).toEqual(saved)
      }),
      { numRuns: 400 },
    )
  })

  it('CROSS-1 both forms say the same', () => {
    fc.assert(
      fc.property(checkpoints, (saved) => {
        const fromJson = parseCheckpoint(serializeCheckpoint(saved)).checkpoint
        expect(checkpointFromMarkdown(checkpointToMarkdown(saved)).checkpoint).toEqual(fromJson)
      }),
    )
  })

  it('CROSS-1 survives an editor that writes Windows line ends and blank lines', () => {
    const edited = WRITTEN.replaceAll('\n\n', '\n\n\n').replaceAll('\n', '\r\n')
    const { checkpoint: read } = checkpointFromMarkdown(edited)
    expect(read?.decisions).toEqual(checkpoint().decisions)
    expect(read?.environment).toEqual(checkpoint().environment)
  })

  it('CROSS-2 a person’s mistake is refused at its line', () => {
    const { checkpoint: read, problems } = checkpointFromMarkdown(
      WRITTEN.replace('status: in_progress', 'status: soon'),
    )
    expect(read).toBeNull()
    expect(problems[0]).toMatchObject({
      severity: 'error',
      code: 'wrong-type',
      line: 29,
      column: 3,
      found: '"soon"',
    })
  })

  it('CROSS-2 another Markdown file is foreign', () => {
    expect(checkpointFromMarkdown('# Readme\n\nHello\n')).toMatchObject({
      checkpoint: null,
      problems: [{ code: 'foreign-format', found: 'none' }],
    })
    expect(checkpointFromMarkdown('x'.repeat(10_000_000)).problems).toMatchObject([
      { code: 'text-too-large' },
    ])
  })

  it('CROSS-4 an unknown section is reported', () => {
    const { checkpoint: read, problems } = checkpointFromMarkdown(`${WRITTEN}\n## Mood\n\nGood\n`)
    expect(read).toEqual(checkpoint())
    expect(problems).toMatchObject([{ severity: 'warning', code: 'unknown-field', found: 'Mood', line: 66 }])
  })

  it('CROSS-2 a repeated section is refused, since neither can be preferred', () => {
    expect(checkpointFromMarkdown(`${WRITTEN}\n## Learnings\n\n- x\n`)).toMatchObject({
      checkpoint: null,
      problems: [{ code: 'repeated-section', line: 66, found: 'Learnings' }],
    })
  })

  it('CROSS-4 a line indented below an item of a plain list is an item, too', () => {
    const { checkpoint: read } = checkpointFromMarkdown(
      WRITTEN.replace('- All 212 tests pass', '- All tests pass\n  - the slow ones\n    - on CI'),
    )
    expect(read?.criteria).toEqual(['All tests pass', 'the slow ones', 'on CI', 'p95 stays below 40 ms'])
  })

  it('CROSS-2 too many items, at any depth, are reported as such', () => {
    const deep = Array.from({ length: 20_000 }, (_, at) => `${' '.repeat(at % 180)}- x`).join('\n')
    const { checkpoint: read, problems } = checkpointFromMarkdown(
      WRITTEN.replace('- MySQL stores the dates without a zone', deep),
    )
    expect(read).toBeNull()
    expect(problems).toMatchObject([{ code: 'too-many-items', found: '20000' }])
  })
})
