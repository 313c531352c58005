import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { logs, readLog } from '../../../testing/shared-traces.ts'
import { run, takeIn } from '../../index.ts'
import { costOfRun } from './cost.ts'
import { besideRecorded } from './recorded.ts'

describe.skipIf(logs.length === 0).each(logs)('%s', (file) => {
  it('COST-2 the cache reads and writes expected from requests and times are within a tenth of the recorded ones', () => {
    const trace = readLog(file)
    const intake = takeIn(trace, chars4)
    const timeline = run(trace, { strategy: 'recorded', max_context_tokens: 10_000_000 }, { intake })
    const beside = besideRecorded(timeline, costOfRun(timeline.data))
    const read = trace.turns.reduce((sum, { usage }) => sum + (usage?.cacheRead ?? 0), 0)
    expect(beside?.read ?? 0).toBe(read)
    // A client that requested no cache has none, whatever could have been read.
    if (beside === null || read === 0) return
    expect(beside.expectedRead / read).toBeGreaterThan(0.9)
    expect(beside.expectedRead / read).toBeLessThan(1.1)
    expect(beside.read + beside.missed).toBeGreaterThan(0)
    const own = beside.unexplained / (beside.read + beside.missed)
    expect(own).toBeLessThan(0.1)
    if (trace.source.name !== 'claude-code') return
    // This client sends cache markers, so the requested term is known.
    expect(own).toBeLessThan(0.05)
    expect(beside.expectedMissed / beside.missed).toBeGreaterThan(0.9)
    expect(beside.expectedMissed / beside.missed).toBeLessThan(1.1)
    const { recorded, expected } = beside.written ?? { recorded: NaN, expected: NaN }
    expect(recorded).toBe(trace.turns.reduce((sum, { usage }) => sum + (usage?.cacheWrite ?? 0), 0))
    expect(expected / recorded).toBeGreaterThan(0.9)
    expect(expected / recorded).toBeLessThan(1.1)
  })
})

it.skipIf(logs.length === 0)(
  'COST-2 a log whose requests a strategy changed is not compared with its recorded usage',
  () => {
    const file = logs[0] ?? ''
    const trace = readLog(file)
    const timeline = run(trace, { strategy: 'evict', max_context_tokens: 10_000 })
    expect(timeline.edits.length).toBeGreaterThan(0)
    expect(besideRecorded(timeline, costOfRun(timeline.data))).toBeNull()
  },
)

it.skipIf(logs.length === 0)(
  'COST-2 an unmanaged run is not compared with the usage of a client that compacted its conversation',
  () => {
    const trace = readLog('claude-code-compaction.jsonl')
    expect(trace.recordedEdits).not.toEqual([])
    const beside = (strategy: 'recorded' | 'unmanaged') => {
      const timeline = run(trace, { strategy, max_context_tokens: 10_000_000 })
      return besideRecorded(timeline, costOfRun(timeline.data))
    }
    expect(beside('recorded')).not.toBeNull()
    expect(beside('unmanaged')).toBeNull()
  },
)
