import { describe, expect, it } from 'vitest'
import { checkpoint } from '../testing/checkpoint.ts'
import { chars4 } from '../engine/index.ts'
import {
  acceptCheckpoint,
  bootstrapText,
  nextVersion,
  plansReadAsDone,
  resumeTest,
} from '../engine/internal.ts'
import { bootstrapOmits, everyVersionTwo, plansAsDone } from './checkpoint.ts'
import defects from './defects.json' with { type: 'json' }

const lostFields = (text: string): string[] => [
  ...new Set(
    resumeTest(checkpoint(), text)
      .filter(({ found }) => !found)
      .map(({ field }) => field),
  ),
]

describe('checkpoints as written in “Agent Context Window Management”', () => {
  it('CROSS-4 as written, constraints, criteria and learnings are lost; here nothing is', () => {
    const lost = lostFields(bootstrapOmits.bootstrap(checkpoint()))
    expect(lost).toEqual(expect.arrayContaining(['constraints', 'criteria', 'learnings']))
    const { text, left } = bootstrapText(checkpoint(), { maxTokens: 2000, count: (it) => chars4.count(it) })
    expect(lostFields(text)).toEqual([])
    expect(left).toEqual([])
  })

  it('CROSS-4 as written, the eleventh planned subtask is lost silently; here it is present or counted', () => {
    const subtasks = Array.from({ length: 30 }, (_, at) => ({
      title: `Step ${at}`,
      status: 'planned' as const,
    }))
    const saved = checkpoint({ subtasks })
    expect(bootstrapOmits.bootstrap(saved)).not.toMatch(/Step 10\b|20/)
    const missing = (text: string): number =>
      resumeTest(saved, text).filter(({ field, found }) => field === 'subtasks' && !found).length
    for (const maxTokens of [300, 500, 2000]) {
      const { text, left } = bootstrapText(saved, { maxTokens, count: (it) => chars4.count(it) })
      expect(left.find(({ field }) => field === 'subtasks')?.count ?? 0).toBe(missing(text))
    }
  })

  it('CROSS-2 as written, three overflows save version 2 three times; here a stale file is refused', () => {
    const written = [1, 2, 3].map((window) => ({ window, version: everyVersionTwo.version() }))
    expect(written.map(({ version }) => version)).toEqual([2, 2, 2])
    let newest = { window: 1, version: nextVersion(null) }
    const first = newest
    for (const window of [2, 3]) newest = { window, version: nextVersion(newest) }
    expect(newest.version).toBe(3)
    expect(acceptCheckpoint(newest, first)?.code).toBe('stale-checkpoint')
  })

  it('CROSS-3 as written, a plan is among what is done; here it is called planned', () => {
    const saved = checkpoint({
      subtasks: [
        { title: 'Move  the calls', status: 'done' },
        { title: 'Run the tests', status: 'in_progress' },
        { title: 'Write the  release note', status: 'planned' },
      ],
    })
    const room = { maxTokens: 2000, count: (it: string) => chars4.count(it) }
    const orphans = ['Run the tests', 'Write the  release note']
    expect(plansReadAsDone(saved, plansAsDone.bootstrap(saved, room))).toEqual(orphans)
    expect(plansReadAsDone(saved, bootstrapText(saved, room).text)).toEqual([])
    expect(plansReadAsDone(saved, bootstrapOmits.bootstrap(saved))).toEqual([])
    expect(plansReadAsDone(saved, 'Done: move the calls, run the tests\nTo do: run the tests')).toEqual([])
  })

  it('every entry says what, why and what instead', () => {
    for (const entry of defects.checkpoint)
      for (const text of [entry.defect, entry.harm, entry.fix]) expect(text).toMatch(/^[A-Z].+\.$/)
  })
})
