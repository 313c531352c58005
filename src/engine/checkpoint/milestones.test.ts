import { describe, expect, it } from 'vitest'
import { checkpoint } from '../../testing/checkpoint.ts'
import type { Fact, FactKind } from '../core/extract/fact.ts'
import { milestonesBetween } from './milestones.ts'

const fact = (kind: FactKind, text: string, block = 1): Fact => ({ kind, text, key: text, block, turn: 5 })

describe('milestones', () => {
  it('CROSS-3 a finished subtask, a decision, a blocker; nothing else', () => {
    const facts = [
      fact('goal', 'Ship it'),
      fact('done', 'Copied all invoices', 2),
      fact('error', 'TypeError in db/copy.ts'),
      fact('next', 'Switch reads over'),
      fact('decision', 'Use one transaction per batch', 3),
      fact('open', 'The staging database is full', 4),
    ]
    expect(milestonesBetween(null, facts)).toEqual([
      { kind: 'subtask_done', text: 'Copied all invoices', block: 2 },
      { kind: 'decision_made', text: 'Use one transaction per batch', block: 3 },
      { kind: 'blocker_found', text: 'The staging database is full', block: 4 },
    ])
  })

  it('CROSS-3 a statement is known by its beginning only up to the end of a word', () => {
    const known = checkpoint({ decisions: [{ what: 'Use queue 1', why: 'it is small', alternatives: [] }] })
    const facts = [
      fact('decision', 'Use queue 1, because it is small'),
      fact('decision', 'Use queue 12'),
      fact('decision', 'Use queue 1'),
    ]
    expect(milestonesBetween(known, facts).map(({ text }) => text)).toEqual(['Use queue 12'])
  })

  it('CROSS-3 an item of the last checkpoint is not a milestone, and no item is one twice', () => {
    const facts = [
      fact('done', 'write the schema in  db/schema.sql.'),
      fact('decision', 'Batches of 5,000 rows'),
      fact('open', 'Nobody owns the cron job'),
      fact('done', 'Copy invoices in batches'),
      fact('done', 'copy invoices in batches!'),
    ]
    expect(milestonesBetween(checkpoint(), facts).map(({ text }) => text)).toEqual([
      'Copy invoices in batches',
    ])
  })
})
