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

it('CROSS-3 every save is a row with its reason, and versions only grow', () => {
  const rows = checkpointRows(data)
  expect(rows.length).toBe(data.checkpoints.length)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.map(({ checkpoint }) => checkpoint.version)).toEqual(rows.map((_, index) => index + 1))
  for (const { reason } of rows)
    expect(reason).toMatch(/^(?:milestone|the window held|asked for by|for the new window)/)
})

it('CROSS-3 a save above the threshold names the share that was held, one below it does not', () => {
  for (const { turn, reason } of checkpointRows(data)) {
    const used = (data.turns[turn]?.points.offered.used ?? 0) / data.limit
    const stated = /^the window held (?<held>[\d.]+) %.*from (?<from>[\d.]+) %/.exec(reason)?.groups
    if (stated === undefined) continue
    expect(Number(stated['held'])).toBeCloseTo(used * 100, 1)
    expect(Number(stated['held'])).toBeGreaterThanOrEqual(Number(stated['from']))
  }
})

it('CROSS-1 what a save added and removed, applied to the one before, gives the save', () => {
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

it('CROSS-1 a status that changed is a change, and nothing changed is none', () => {
  const checkpoint = data.checkpoints[0]?.checkpoint
  if (checkpoint === undefined) throw new Error('the run saved nothing')
  expect(checkpointChanges(checkpoint, checkpoint)).toEqual([])
  const planned: Checkpoint = { ...checkpoint, subtasks: [{ title: 'Write it', status: 'planned' }] }
  const done: Checkpoint = { ...checkpoint, subtasks: [{ title: 'Write it', status: 'done' }] }
  expect(checkpointChanges(planned, done)).toEqual([
    { field: 'subtasks', label: 'Subtasks', added: ['Write it (done)'], removed: ['Write it (planned)'] },
  ])
})

describe('a run that goes on in new windows', () => {
  const run = handoverRun()
  const timeline = openTimeline(run, scenario('axios-migration', 7))

  it('CROSS-3 every new window is a handover with the newest save', () => {
    const found = handovers(run)
    expect(found.map(({ turn }) => turn)).toEqual(
      run.windows.filter(({ kind }) => kind === 'continuation').map(({ opened }) => opened),
    )
    expect(found.length).toBeGreaterThan(0)
    for (const { turn, checkpoint } of found) expect(checkpoint?.turn).toBeLessThanOrEqual(turn)
  })

  it('CROSS-4 the words of the first request of a new window hold the goal of its checkpoint', () => {
    for (const { turn, checkpoint } of handovers(run)) {
      if (checkpoint === null) continue
      const text = requestText(timeline.messagesAt(turn, 'anthropic'))
      const goal = resumeTest(checkpoint, text).find(({ field }) => field === 'goal')
      expect(goal?.found).toBe(true)
    }
  })

  it('CROSS-4 the words of a request are those of its blocks, tools and results included', () => {
    const text = requestText(timeline.messagesAt(5, 'anthropic'))
    const request = timeline.messagesAt(5, 'anthropic')
    for (const tool of request.tools ?? []) expect(text).toContain(JSON.stringify(tool))
    expect(text).not.toContain('"tool_use_id"')
  })
})

describe('CROSS-4 what a save left out of the version before', () => {
  // A room that the whole state does not fit in: entries have to go.
  const cramped = run(scenario('axios-migration', 7), {
    strategy: 'managed',
    max_context_tokens: 18_000,
    compression: { summary_tokens: 700 },
  }).data
  const rows = checkpointRows(cramped)

  it('is named in its row, in the audit log and in the story of its turn', () => {
    const row = rows.find(({ contract }) => contract.some(({ became }) => became === 'gone'))
    if (row === undefined) throw new Error('nothing had to go')
    const gone = row.contract.filter(({ became }) => became === 'gone').map(({ item }) => item)
    expect(row.changes).toContain(`${gone.length} item${gone.length === 1 ? '' : 's'} gone`)
    const inAudit = auditRows(cramped).find(({ kind, turn }) => kind === 'checkpoint' && turn === row.turn)
    expect(inAudit?.what).toContain(gone[0])
    const story = eventStories(cramped, row.window, row.turn).find(({ kind }) => kind === 'checkpoint')
    expect(story?.sentence).toContain(gone[0])
  })

  it('accounts for every rule, decision and issue of the version before', () => {
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

  it('no rule of the user goes: what the model had no room for is carried', () => {
    const gone = rows.flatMap(({ contract }) => contract.filter(({ became }) => became === 'gone'))
    expect(gone.length).toBeGreaterThan(0)
    expect(gone.filter(({ field }) => ['goal', 'constraints', 'criteria'].includes(field))).toEqual([])
  })
})
