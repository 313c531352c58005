import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpoint, checkpoints } from '../../testing/checkpoint.ts'
import { chars4 } from '../core/tokens/counter.ts'
import { checkpointOf } from './answer.ts'
import { bootstrapText } from './bootstrap.ts'
import { resumeTest } from './resume-test.ts'

const count = (text: string): number => chars4.count(text)
const ample = { maxTokens: 1e9, count }

describe('the bootstrap of a new window', () => {
  it('CROSS-3 has its five parts in order, and in them goal, constraints, progress, decisions, issues, environment, learnings', () => {
    const { text } = bootstrapText(checkpoint(), ample)
    const order = [
      '# Orient',
      '# Load',
      'Move the billing',
      'Never drop',
      'All 212',
      'Write the schema',
      'Copy invoices',
      'Switch reads',
      '# Verify',
      '# Inject',
      'Write to both',
      'a rollback must lose nothing',
      'a nightly dump; logical replication',
      'Totals differ',
      'npm test -- credit-notes',
      '/srv/billing',
      'MySQL stores',
      'batch 17 of 40',
      '# Resume',
    ].map((words) => text.indexOf(words))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('CROSS-3 planned items are intentions, not facts', () => {
    const { text } = bootstrapText(checkpoint(), ample)
    const planned = text.slice(0, text.indexOf('Switch reads over'))
    expect(planned.slice(planned.lastIndexOf('## '))).toMatch(/intentions: none of this has been done/)
  })

  it('CROSS-3 in any room it has a part of the goal, or there is no text', () => {
    const saved = checkpoint({ goal: 'Move all of it to the new server. '.repeat(60) })
    const texts = Array.from(
      { length: 130 },
      (_, at) => bootstrapText(saved, { maxTokens: 3 * at, count }).text,
    )
    expect(texts.filter((text) => text !== '' && !text.includes('## Goal\nM'))).toEqual([])
    expect(texts.at(-1)).not.toBe('')
  })

  it('CROSS-4 with enough room it has every item of every checkpoint, and leaves nothing out', () => {
    fc.assert(
      fc.property(checkpoints, (saved) => {
        const { text, left } = bootstrapText(saved, ample)
        expect(left).toEqual([])
        const wordy = resumeTest(saved, text).filter(({ item }) => /^\w[\w ]*$/.test(item))
        expect(wordy.filter(({ found }) => !found)).toEqual([])
      }),
    )
  })

  it('CROSS-4 constraints, criteria and learnings pass the resume test', () => {
    const answers = resumeTest(checkpoint(), bootstrapText(checkpoint(), ample).text)
    expect(answers).toHaveLength(23)
    expect(answers.filter(({ found }) => !found)).toEqual([])
  })

  it('CROSS-4 items that do not fit are counted, in the text and in the result', () => {
    const saved = checkpoint({ learnings: Array.from({ length: 50 }, (_, at) => `Learning number ${at}`) })
    const { text, left } = bootstrapText(saved, { maxTokens: 420, count })
    const gone = left.find(({ field }) => field === 'learnings')?.count ?? 0
    expect(gone).toBeGreaterThan(10)
    expect(text.split('\n').at(-1)).toContain(`learnings ${gone}`)
    expect(
      resumeTest(saved, text).filter(({ field, found }) => field === 'learnings' && !found),
    ).toHaveLength(gone)
    expect(resumeTest(saved, text).filter(({ field, found }) => field === 'constraints' && !found)).toEqual(
      [],
    )
  })

  it('CROSS-3 as the room shrinks, summary, learnings, environment, issues and decisions are dropped before progress', () => {
    const whole = count(bootstrapText(checkpoint(), ample).text)
    const firstLoss = new Map<string, number>()
    for (let maxTokens = whole; maxTokens > 0; maxTokens--)
      for (const { field } of bootstrapText(checkpoint(), { maxTokens, count }).left)
        if (!firstLoss.has(field)) firstLoss.set(field, maxTokens)
    const order = [
      'summary',
      'learnings',
      'environment',
      'open',
      'decisions',
      'criteria',
      'subtasks',
      'constraints',
      'goal',
    ]
    expect([...firstLoss.keys()]).toEqual(order)
    expect(firstLoss.get('subtasks')).toBeLessThan(firstLoss.get('decisions') ?? 0)
  })

  it('CROSS-3 is never too long, and counts everything that it leaves out, whatever the room', () => {
    fc.assert(
      fc.property(checkpoints, fc.integer({ min: 0, max: 400 }), (saved, maxTokens) => {
        const { text, left } = bootstrapText(saved, { maxTokens, count })
        expect(count(text)).toBeLessThanOrEqual(maxTokens)
        if (text === '')
          expect(left.find(({ field }) => field === 'goal')).toEqual({ field: 'goal', count: 1 })
        else
          for (const { field, count: gone } of left)
            expect(text.split('\n').at(-1)).toContain(`${field} ${gone}`)
      }),
    )
  })

  it('CROSS-4 a goal that is too long by itself is cut, says so, and leaves room for constraints', () => {
    const saved = checkpoint({ goal: 'word '.repeat(5000).trim() })
    const { text, left } = bootstrapText(saved, { maxTokens: 600, count })
    expect(text).toContain('word word')
    expect(text).toContain('the whole goal is in the checkpoint')
    expect(text).toContain('Never drop a table in production')
    expect(left).toContainEqual({ field: 'goal', count: 1 })
    expect(count(text)).toBeLessThanOrEqual(600)
  })

  it('CROSS-4 a model that repeats the cut goal as it was shown does not lose the rest', () => {
    const goal = `Migrate the shop to fetch. ${'Keep every rule of the contract. '.repeat(200).trim()}`
    const previous = checkpoint({ goal })
    const [, shown = ''] = /## Goal\n(.*)/.exec(bootstrapText(previous, { maxTokens: 600, count }).text) ?? []
    expect(shown).toMatch(/^Migrate the shop .*… \(cut, the whole goal is in the checkpoint\)$/)
    const saving = { window: 2, version: 4, turn: 60, time: null, previous }
    const saved = (text: string) => checkpointOf(JSON.stringify({ goal: text }), saving).checkpoint?.goal
    expect(saved(shown)).toBe(goal)
    // What only ends like it is another goal.
    const other = shown.replace('Migrate', 'Write')
    expect(saved(other)).toBe(other)
  })
})

describe('the resume test', () => {
  it('CROSS-4 finds an item whatever its case, white space and grouping of digits, and nothing less', () => {
    const saved = checkpoint({
      goal: 'Copy 12,000 rows',
      criteria: [],
      constraints: ['Say yes'],
      subtasks: [],
      decisions: [],
      open: [],
      environment: { directory: 'src/app.ts', branch: '', services: [] },
      learnings: [],
      summary: '',
    })
    const found = (text: string) => resumeTest(saved, text).map((answer) => answer.found)
    expect(found('COPY\n 12000   rows; say yes. In src/app.ts.')).toEqual([true, true, true])
    expect(found('copy 112,000 rows; say yesterday; lib/src/app.ts')).toEqual([false, false, false])
    expect(found('')).toEqual([false, false, false])
  })
})
