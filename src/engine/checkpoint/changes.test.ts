import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpoint } from '../../testing/checkpoint.ts'
import { checkpointOf } from './answer.ts'
import { carryOver } from './changes.ts'
import type { CheckpointContent } from './checkpoint.ts'
import { emptyContent } from './fields.ts'

const content = (over: Partial<CheckpointContent>): CheckpointContent => ({ ...emptyContent(), ...over })

/** `carried x`, `replaced x by y` or `gone x` for each change from one version to the next answer. */
function told(was: Partial<CheckpointContent>, is: Partial<CheckpointContent>): string[] {
  return carryOver(content(was), content({ goal: was.goal ?? '', ...is })).changes.map(
    ({ item, became, by }) => `${became} ${item}${by === null ? '' : ` by ${by}`}`,
  )
}

describe('CROSS-4 items of the previous version that an answer does not repeat', () => {
  it('are found by content: a list of the same length can have lost all its items', () => {
    const previous = checkpoint({ constraints: ['Never log a token', 'Keep port 8443'] })
    const { checkpoint: next, changes } = checkpointOf('{"constraints": ["Use tabs", "Use semicolons"]}', {
      window: 2,
      version: 4,
      turn: 60,
      time: null,
      previous,
    })
    expect(changes).toEqual([
      { field: 'constraints', item: 'Never log a token', became: 'carried', by: null },
      { field: 'constraints', item: 'Keep port 8443', became: 'carried', by: null },
    ])
    expect(next?.constraints).toEqual(['Never log a token', 'Keep port 8443', 'Use tabs', 'Use semicolons'])
  })

  it.each([
    ['case, spaces and marks', 'Never log a token.', '- never  LOG a token'],
    ['endings and small words', 'Never log the tokens', 'You must never be logging a token'],
    ['another word for no', 'Never log a token', "Don't log a token"],
    [
      'a few words of many',
      'Keep the public API of the billing service as it is',
      'Keep public API of billing service',
    ],
    ['digits in groups', 'Batches of 5,000 rows', 'batches of 5000 rows'],
    ['Chinese', '不要删除生产数据库中的任何表', '不要删除生产数据库中的任何表。'],
  ])('the same item in other words is no change: %s', (_, was, is) => {
    expect(told({ constraints: [was] }, { constraints: [is] })).toEqual([])
  })

  it.each([
    ['a narrower rule', 'Never log a token', 'Never log a token in tests'],
    ['another path', 'Never touch src/a.ts', 'Never touch src/b.ts'],
    ['one word of many', 'Keep the invoices table read-only', 'Keep the customers table read-only'],
    ['another subject', 'Never log a token', 'Never log a password'],
    ['most and least', 'Retry at most 3 times', 'Retry at least 3 times'],
  ])('a different rule is not the previous one: %s', (_, was, is) => {
    expect(told({ constraints: [was] }, { constraints: [is] })).toEqual([`carried ${was}`])
    expect(
      carryOver(content({ constraints: [was] }), content({ constraints: [is] })).content.constraints,
    ).toEqual([was, is])
  })

  it.each([
    ['another number', 'Retry at most 3 times', 'Retry at most 5 times'],
    ['a part left out', 'Keep API, cron and tables stable', 'Keep API and tables stable'],
    ['turned round', 'Never log a token', 'Log a token'],
    ['the other way round', 'Never merge dev into main', 'Never merge main into dev'],
    [
      'without one of two negations',
      'Do not delete anything without backup',
      'Delete anything without backup',
    ],
    ['from one to the other', 'Move files from src to lib', 'Move files from lib to src'],
    ['rights exchanged', 'Read-only for Anna, write for Ben', 'Read-only for Ben, write for Anna'],
    ['numbers exchanged', 'Keep 5 of 10', 'Keep 10 of 5'],
    ['another number with its unit', 'Files of at most 5MB', 'Files of at most 8MB'],
    ['another number in Chinese', '端口必须是8080', '端口必须是9090'],
    ['another number in Japanese', 'ポートは8080番です', 'ポートは9090番です'],
    ['above for below', 'Keep x < 5', 'Keep x > 5'],
    ['below zero', 'Cool to -5 degrees', 'Cool to 5 degrees'],
    ['another currency', 'Spend at most $500', 'Spend at most €500'],
    ['a name with signs', 'Write the parser in C', 'Write the parser in C++'],
    ['from one and to one', 'Copy from orders to backup', 'Copy to orders from backup'],
  ])('a newer rule replaces the one that it revises: %s', (_, was, is) => {
    expect(told({ constraints: [was] }, { constraints: [is] })).toEqual([`replaced ${was} by ${is}`])
    expect(
      carryOver(content({ constraints: [was] }), content({ constraints: [is] })).content.constraints,
    ).toEqual([is])
  })

  it.each([
    ['on one line', (shown: string) => shown.replaceAll('\n', ' ')],
    ['with three dots', (shown: string) => shown.replace('…', '...')],
  ])('a goal that was shown cut is no new goal if it is repeated %s', (_, repeated) => {
    const goal = Array.from({ length: 40 }, (_each, at) => `Move table ${at} to the new server.`).join('\n')
    const shown = `${goal.slice(0, 300)}… (cut, the whole goal is in the checkpoint)`
    const { content: kept, changes } = carryOver(content({ goal }), content({ goal: repeated(shown) }))
    expect(kept.goal).toBe(goal)
    expect(changes.map(({ became }) => became)).toEqual(['carried'])
  })

  it('an item that was already there does not replace a missing one', () => {
    const was = ['Retry at most 3 times', 'Retry at most 5 times']
    expect(told({ constraints: was }, { constraints: was.slice(1) })).toEqual([
      'carried Retry at most 3 times',
    ])
  })

  it('goal, directory and branch are carried over if the answer has none, and replaced if it has another', () => {
    const was = {
      goal: 'Ship the importer',
      environment: { directory: '/srv/a', branch: 'main', services: ['redis'] },
    }
    const silent = carryOver(content(was), content({}))
    expect(silent.content).toMatchObject({
      goal: 'Ship the importer',
      environment: { directory: '/srv/a', branch: 'main', services: [] },
    })
    expect(silent.changes.map(({ field, became }) => `${field} ${became}`)).toEqual([
      'goal carried',
      'environment carried',
      'environment carried',
      'environment gone',
    ])
    expect(
      told(was, {
        goal: 'Write the report',
        environment: { directory: '/srv/b', branch: 'main', services: ['redis'] },
      }),
    ).toEqual(['replaced Ship the importer by Write the report', 'replaced /srv/a by /srv/b'])
  })

  it('a changed status of a subtask is not a loss; a missing subtask is', () => {
    const was = content({
      subtasks: [
        { title: 'Write the schema', status: 'done' },
        { title: 'Copy invoices', status: 'planned' },
        { title: 'Read the docs', status: 'in_progress' },
      ],
    })
    const is = content({
      subtasks: [
        { title: 'Copy invoices', status: 'done' },
        { title: 'Switch reads', status: 'in_progress' },
      ],
    })
    expect(carryOver(was, is).changes).toEqual([
      { field: 'subtasks', item: 'Write the schema', became: 'gone', by: null },
      { field: 'subtasks', item: 'Read the docs', became: 'replaced', by: 'Switch reads' },
    ])
  })

  it('a decision is replaced by one that names it as an alternative, or has another number; else it is lost', () => {
    const decided = (...whats: (string | [string, string])[]) => ({
      decisions: whats.map((each) =>
        typeof each === 'string'
          ? { what: each, why: '', alternatives: [] }
          : { what: each[0], why: '', alternatives: [each[1]] },
      ),
    })
    expect(
      told(
        decided('Store rows in Postgres', 'Batches of 500 rows', 'Name the tables in plural'),
        decided(['Store rows in SQLite', 'Postgres'], 'Batches of 900 rows'),
      ),
    ).toEqual([
      'replaced Store rows in Postgres by Store rows in SQLite',
      'replaced Batches of 500 rows by Batches of 900 rows',
      'gone Name the tables in plural',
    ])
  })

  it('reasons, alternatives and the way to reproduce are carried over with their item', () => {
    const was = content({
      decisions: [{ what: 'Use a queue', why: 'the cron job overlaps', alternatives: ['a lock'] }],
      open: [{ what: 'Totals differ', reproduce: 'npm test -- totals' }],
    })
    const is = content({
      decisions: [{ what: 'Use a queue.', why: '', alternatives: [] }],
      open: [{ what: 'totals differ', reproduce: '' }],
    })
    const { content: next, changes } = carryOver(was, is)
    expect(next.decisions).toEqual([
      { what: 'Use a queue.', why: 'the cron job overlaps', alternatives: ['a lock'] },
    ])
    expect(next.open).toEqual([{ what: 'totals differ', reproduce: 'npm test -- totals' }])
    expect(changes.map(({ item, became }) => `${became} ${item}`)).toEqual([
      'carried the cron job overlaps',
      'carried a lock',
      'carried npm test -- totals',
    ])
  })

  it('nothing is lost silently: for any lists, items that the answer lacks are named, and carried over if the user set them', () => {
    // Sentences without a common word, so that only identical ones match.
    const sentence = (at: number) => `subject${at} verb${at}y object${at}`
    const some = fc.uniqueArray(fc.integer({ min: 0, max: 12 }).map(sentence), { maxLength: 8 })
    const fields = fc.constantFrom('criteria', 'constraints', 'learnings', 'subtasks', 'decisions', 'open')
    fc.assert(
      fc.property(fields, some, some, (field, before, after) => {
        const filled = (items: readonly string[]): CheckpointContent =>
          content({
            goal: 'Ship',
            [field]: items.map((item) =>
              field === 'subtasks'
                ? { title: item, status: 'done' }
                : field === 'decisions'
                  ? { what: item, why: '', alternatives: [] }
                  : field === 'open'
                    ? { what: item, reproduce: '' }
                    : item,
            ),
          })
        const { content: next, changes } = carryOver(filled(before), filled(after))
        const left = before.filter((item) => !after.includes(item))
        const carried = field === 'criteria' || field === 'constraints'
        expect(changes).toEqual(
          left.map((item) => ({ field, item, became: carried ? 'carried' : 'gone', by: null })),
        )
        expect(next).toEqual(filled(carried ? [...left, ...after] : after))
      }),
    )
  })

  it('comparing ten thousand items with as many takes linear time', () => {
    const many = (from: number) =>
      Array.from({ length: 10_000 }, (_, at) => `rule${from + at}y keeps the ledger balanced`)
    const { changes } = carryOver(content({ learnings: many(0) }), content({ learnings: many(5_000) }))
    expect(changes).toHaveLength(5_000)
  })
})
