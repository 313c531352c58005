import { describe, expect, it } from 'vitest'
import { resumeTest } from '../../engine/internal.ts'
import type { Checkpoint } from '../../engine/index.ts'
import { openTimeline, run } from '../../sim/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { handoverRun, managedRun } from '../../testing/managed-run.ts'
import { auditRows } from './audit.ts'
import { checkpointChanges, checkpointRows, handovers, requestText } from './checkpoints.ts'
import { eventStories } from './event-story.ts'

const data = managedRun()

it('CROSS-3 every save is a row with its reason, and the versions count up', () => {
  const rows = checkpointRows(data)
  expect(rows.length).toBe(data.checkpoints.length)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.map(({ checkpoint }) => checkpoint.version)).toEqual(rows.map((_, index) => index + 1))
  for (const { reason } of rows)
    expect(reason).toMatch(/^(?:milestone|the window held|asked for by|for the new window)/)
})

it('CROSS-3 a save that names the utilization names the recorded one, at or above the threshold', () => {
  for (const { turn, reason } of checkpointRows(data)) {
    const used = (data.turns[turn]?.points.offered.used ?? 0) / data.limit
    const stated = /^the window held (?<held>[\d.]+) %.*from (?<from>[\d.]+) %/.exec(reason)?.groups
    if (stated === undefined) continue
    expect(Number(stated['held'])).toBeCloseTo(used * 100, 1)
    expect(Number(stated['held'])).toBeGreaterThanOrEqual(Number(stated['from']))
  }
})

it('CROSS-1 the added and removed constraints, applied to the previous save, give the constraints of the new one', () => {
  const rows = checkpointRows(data)
  rows.forEach(({ checkpoint }, index) => {
    const before = rows[index - 1]?.checkpoint ?? null
    const changes = checkpointChanges(before, checkpoint)
    const field = changes.find((one) => one.field === 'constraints')
    const old = new Set(before?.constraints ?? [])
    for (const line of field?.removed ?? []) old.delete(line)
    for (const line of field?.added ?? []) old.add(line)
    expect(old).toEqual(new Set(checkpoint.constraints))
  })
})

it('CROSS-1 a changed status is listed as a change; equal saves have no changes', () => {
  const checkpoint = data.checkpoints[0]?.checkpoint
  if (checkpoint === undefined) throw new Error('the run saved nothing')
  expect(checkpointChanges(checkpoint, checkpoint)).toEqual([])
  const planned: Checkpoint = { ...checkpoint, subtasks: [{ title: 'Write it', status: 'planned' }] }
  const done: Checkpoint = { ...checkpoint, subtasks: [{ title: 'Write it', status: 'done' }] }
  expect(checkpointChanges(planned, done)).toEqual([
    { field: 'subtasks', label: 'Subtasks', added: ['Write it (done)'], removed: ['Write it (planned)'] },
  ])
})

describe('a run that continues in new windows', () => {
  const run = handoverRun()
  const timeline = openTimeline(run, scenario('axios-migration', 7))

  it('CROSS-3 the event of a save gives the same reason as its row', () => {
    const rows = checkpointRows(run)
    expect(rows.some(({ reason }) => reason === 'for the new window')).toBe(true)
    for (const { turn, window, reason } of rows) {
      const [story] = eventStories(run, window, turn).filter(({ kind }) => kind === 'checkpoint')
      expect(story?.sentence.includes('a new window was to be opened')).toBe(reason === 'for the new window')
      expect(story?.sentence.includes('auto_save_threshold')).toBe(/^the window held|^milestone/.test(reason))
    }
  })

  it('CROSS-3 every new window is a handover with a checkpoint saved before it', () => {
    const found = handovers(run)
    expect(found.map(({ turn }) => turn)).toEqual(
      run.windows.filter(({ kind }) => kind === 'continuation').map(({ opened }) => opened),
    )
    expect(found.length).toBeGreaterThan(0)
    for (const { turn, checkpoint } of found) expect(checkpoint?.turn).toBeLessThanOrEqual(turn)
  })

  it('CROSS-4 the first request of a new window contains the goal of its checkpoint', () => {
    for (const { turn, checkpoint } of handovers(run)) {
      if (checkpoint === null) continue
      const text = requestText(timeline.messagesAt(turn, 'anthropic'))
      const goal = resumeTest(checkpoint, text).find(({ field }) => field === 'goal')
      expect(goal?.found).toBe(true)
    }
  })

  it('CROSS-4 the text of a request contains its tools, but not its JSON fields', () => {
    const text = requestText(timeline.messagesAt(5, 'anthropic'))
    const request = timeline.messagesAt(5, 'anthropic')
    for (const tool of request.tools ?? []) expect(text).toContain(JSON.stringify(tool))
    expect(text).not.toContain('"tool_use_id"')
  })
})

describe('CROSS-4 entries of the previous version that a save dropped', () => {
  // With so few tokens the whole state does not fit, so entries are left out.
  const cramped = run(scenario('axios-migration', 7), {
    strategy: 'managed',
    max_context_tokens: 18_000,
    compression: { summary_tokens: 700 },
  }).data
  const rows = checkpointRows(cramped)

  it('are named in its row, in the audit log and in the sentences of its turn', () => {
    const row = rows.find(({ contract }) => contract.some(({ became }) => became === 'gone'))
    if (row === undefined) throw new Error('nothing had to go')
    const gone = row.contract.filter(({ became }) => became === 'gone').map(({ item }) => item)
    expect(row.changes).toContain(`${gone.length} item${gone.length === 1 ? '' : 's'} gone`)
    const inAudit = auditRows(cramped).find(({ kind, turn }) => kind === 'checkpoint' && turn === row.turn)
    expect(inAudit?.what).toContain(gone[0])
    const story = eventStories(cramped, row.window, row.turn).find(({ kind }) => kind === 'checkpoint')
    expect(story?.sentence).toContain(gone[0])
  })

  it('every goal, constraint, decision, issue, learning and subtask of the previous version is kept or listed', () => {
    let checked = 0
    rows.forEach(({ checkpoint, contract, window }, index) => {
      const before = rows.slice(0, index).findLast((row) => row.window === window)?.checkpoint
      if (before === undefined) return
      const named = new Set(contract.map(({ item }) => item))
      const holds = (of: (from: Checkpoint) => readonly string[]) => {
        const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
        const now = new Set(of(checkpoint).map(letters))
        for (const item of of(before)) {
          checked += 1
          expect(now.has(letters(item)) || named.has(item), item).toBe(true)
        }
      }
      holds(({ goal }) => [goal])
      holds(({ constraints }) => constraints)
      holds(({ criteria }) => criteria)
      holds(({ decisions }) => decisions.map(({ what }) => what))
      holds(({ open }) => open.map(({ what }) => what))
      holds(({ learnings }) => learnings)
      holds(({ subtasks }) => subtasks.map(({ title }) => title))
    })
    expect(checked).toBeGreaterThan(50)
  })

  it('never include the goal, a constraint or a criterion, even without enough room', () => {
    const gone = rows.flatMap(({ contract }) => contract.filter(({ became }) => became === 'gone'))
    expect(gone.length).toBeGreaterThan(0)
    expect(gone.filter(({ field }) => ['goal', 'constraints', 'criteria'].includes(field))).toEqual([])
  })
})
