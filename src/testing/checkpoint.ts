import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'
import type { Checkpoint } from '../engine/index.ts'

/** A short checkpoint of a half-finished task; no field is empty. `over` replaces fields. */
export function checkpoint(over: Partial<Checkpoint> = {}): Checkpoint {
  return {
    format: 'context-window-lab/checkpoint',
    schema: 2,
    window: 1,
    version: 3,
    turn: 41,
    time: 1_760_000_000_000,
    goal: 'Move the billing service from MySQL to Postgres without downtime',
    criteria: ['All 212 tests pass', 'p95 stays below 40 ms'],
    constraints: ['Never drop a table in production', 'Keep the public API as it is'],
    subtasks: [
      { title: 'Write the schema in db/schema.sql', status: 'done' },
      { title: 'Copy invoices in batches', status: 'in_progress' },
      { title: 'Switch reads over', status: 'planned' },
    ],
    decisions: [
      {
        what: 'Write to both databases for a week',
        why: 'a rollback must lose nothing',
        alternatives: ['a nightly dump', 'logical replication'],
      },
      { what: 'Batches of 5,000 rows', why: '', alternatives: [] },
    ],
    open: [
      { what: 'Totals differ for credit notes', reproduce: 'npm test -- credit-notes' },
      { what: 'Nobody owns the cron job', reproduce: '' },
    ],
    environment: { directory: '/srv/billing', branch: 'postgres', services: ['postgres:5432', 'redis'] },
    learnings: ['MySQL stores the dates without a zone'],
    summary: 'The schema is written.\n\nCopying is at batch 17 of 40.',
    ...over,
  }
}

/** Texts that break naive formats: markup, indentation, escapes, all kinds of line ends, unpaired surrogates. */
export const awkward: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '\n\n',
    'a\n\nb',
    '# heading',
    '## Goal',
    '- item',
    '* item',
    '\\',
    '\\r',
    'a\r\nb',
    '\r',
    '  indented',
    '\tindented',
    'why: because',
    ':',
    'status: done',
    'C:\\temp\\new',
    '```json\n{}\n```',
    '\ud800',
    'ends in space ',
    '__proto__',
    '\u2028',
    '{"goal": 1}',
  ),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc
    .array(fc.constantFrom('a', ' ', '\n', '-', '#', '\\', '\r', ':', 'r'), { maxLength: 12 })
    .map((it) => it.join('')),
)

const few = <T>(each: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(each, { maxLength: 4 })

/** Any checkpoint that can be saved. */
export const checkpoints: fc.Arbitrary<Checkpoint> = fc.record(
  {
    format: fc.constant('context-window-lab/checkpoint' as const),
    schema: fc.constant(2 as const),
    window: fc.integer({ min: 1, max: 1000 }),
    version: fc.integer({ min: 1, max: 100_000 }),
    turn: fc.nat(),
    time: fc.option(fc.integer()),
    goal: awkward.map((text) => (text.trim() === '' ? `goal${text}` : text)),
    criteria: few(awkward),
    constraints: few(awkward),
    subtasks: few(
      fc.record(
        { title: awkward, status: fc.constantFrom('planned', 'in_progress', 'done') },
        { noNullPrototype: true },
      ),
    ),
    decisions: few(
      fc.record({ what: awkward, why: awkward, alternatives: few(awkward) }, { noNullPrototype: true }),
    ),
    open: few(fc.record({ what: awkward, reproduce: awkward }, { noNullPrototype: true })),
    environment: fc.record(
      { directory: awkward, branch: awkward, services: few(awkward) },
      { noNullPrototype: true },
    ),
    learnings: few(awkward),
    summary: awkward,
  },
  { noNullPrototype: true },
)
