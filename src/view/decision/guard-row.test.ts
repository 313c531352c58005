import { describe, expect, it } from 'vitest'
import { scenario } from '../../testing/shared-traces.ts'
import { explain, run } from '../../sim/index.ts'
import { guardRows } from './ranked-row.ts'

const trace = scenario('axios-migration', 7)

function rowsOf(gates: Readonly<Record<string, boolean>>) {
  const timeline = run(trace, {
    max_context_tokens: 40_000,
    strategy: 'evict',
    eviction: { policy: 'fifo', gates },
  })
  const edit = timeline.edits.find((one) => one.decision !== null)
  if (edit === undefined) throw new Error('nothing was decided')
  const task = timeline.blocks.findIndex((block) => block.type === 'user_message')
  const [full] = explain(timeline, edit.turn).decisions
  return {
    recorded: guardRows(timeline.data, edit.decision, task),
    full: guardRows(timeline.data, full ?? null, task),
  }
}

describe('EVI-3 the guards of a lane', () => {
  it('EVI-3 the task is protected by its own guard, which only the full table shows', () => {
    const { recorded, full } = rowsOf({})
    expect(full.every((row) => row.on)).toBe(true)
    expect(full.filter((row) => row.holds === true).map((row) => row.name)).toContain('task')
    expect(full.find((row) => row.name === 'task')?.held).toBeGreaterThan(0)
    expect(recorded.every((row) => row.holds === null && row.held === null)).toBe(true)
  })

  it('EVI-3 a guard that is off protects nothing; one that is always on cannot be switched off', () => {
    const { full } = rowsOf({ task: false })
    const rows = new Map(full.map((row) => [row.name, row]))
    expect(rows.get('task')).toMatchObject({ on: false, holds: false, held: 0 })
    expect(rows.get('protected_types')).toMatchObject({ on: true, always: true })
  })
})
