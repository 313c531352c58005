import { describe, expect, it } from 'vitest'
import { overlaid, presetConfig, sectionsRead, settingRows } from '../../config/internal.ts'
import type { PartialConfig } from '../../config/internal.ts'
import { chars4, strategies } from '../../engine/index.ts'
import { asWrittenStrategies } from '../../lessons/index.ts'
import { expectSame } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { controlledBy } from './controlled.ts'
import { laneLines } from '../layout/lane-line.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const peak = unmanagedPeak(intake)

function ran(preset: string, share = 0.35, over: PartialConfig = {}): TimelineData {
  const config = overlaid(presetConfig(preset), { max_context_tokens: Math.floor(peak * share), ...over })
  return run(trace, config, { intake }).data
}

const hybrid = ran('hybrid')
const managed = ran('compaction_first')

function stagesOf(path: string, data: TimelineData): string[] {
  const found = controlledBy(path, data).edits.map((edit) => data.edits[edit]?.stage ?? '')
  return [...new Set(found)].sort()
}

describe('what a setting controls', () => {
  it('is known for every setting of every strategy, and consists of existing lines, edits and blocks', () => {
    const names = [...Object.keys(strategies), ...Object.keys(asWrittenStrategies)].filter(
      (name) => name !== 'managed',
    )
    const lanes = [
      hybrid,
      managed,
      ...names.map((name) => ran(name === 'evict' ? 'semantic_merge' : name, 0.5)),
    ]
    for (const data of lanes) {
      const read = sectionsRead(data.spec.config)
      const ids = new Set(laneLines(data).map(({ id }) => id))
      for (const { key, path } of settingRows()) {
        const found = controlledBy(key, data)
        const [section = ''] = path
        expectSame(
          found.read,
          path.length === 1 ? key !== 'pipeline' || read.includes(key) : read.includes(section),
          key,
        )
        for (const id of found.lines) expectSame(ids.has(id), true, id)
        for (const edit of found.edits) expectSame(data.edits[edit]?.edit, edit)
        for (const block of found.blocks) expectSame(data.blocks[block]?.id, block)
      }
    }
  })

  it('includes the line of each key that draws one', () => {
    for (const data of [hybrid, managed]) {
      for (const line of laneLines(data)) expect(controlledBy(line.key, data).lines).toContain(line.id)
    }
    expect(controlledBy('pressure.thresholds', hybrid).lines).toHaveLength(3)
    expect(controlledBy('compression.cascade.0.85', managed).lines).toEqual(['compression.cascade 2'])
  })

  it('EVI-4 is every eviction for the target and for orange, and no edit for red, which triggers nothing', () => {
    const evictions = hybrid.edits.flatMap(({ edit, stage }) => (stage === 'evict' ? [edit] : []))
    expect(evictions.length).toBeGreaterThan(3)
    expect(controlledBy('eviction.target', hybrid).edits).toEqual(evictions)
    expect(controlledBy('pressure.thresholds.orange', hybrid).edits).toEqual(evictions)
    expect(controlledBy('pressure.thresholds.red', hybrid).edits).toEqual([])
  })

  it('COMP-2 is the edits of the stage that declares the key, and no others', () => {
    const acting = new Set(managed.edits.map(({ stage }) => stage))
    expect(acting.has('compact')).toBe(true)
    expect(stagesOf('compression.update', managed)).toEqual(['compact'])
    expect(stagesOf('eviction.weights', managed)).toEqual(acting.has('evict') ? ['evict'] : [])
    expect(stagesOf('compression.notes', managed)).toEqual(['carry_notes'])
    expect(stagesOf('compression', managed)).not.toContain('evict')
  })

  it('EVI-3 is the blocks of a guard or a protected type, without the edits that left them alone', () => {
    const task = controlledBy('eviction.gates.task', hybrid)
    expect(task.blocks.map((block) => hybrid.blocks[block]?.type)).toEqual(['user_message'])
    expect(task.edits).toEqual([])
    expect(controlledBy('eviction.protected_types', hybrid).types).toEqual(['system_prompt'])
  })

  it('EVI-1 is, for the lifetime of a type, the evictions that removed such blocks', () => {
    const { types, edits } = controlledBy('eviction.type_ttl.tool_result', hybrid)
    expect(types).toEqual(['tool_result'])
    expect(edits.length).toBeGreaterThan(0)
    for (const edit of edits)
      expect(
        hybrid.edits[edit]?.blocks.some(({ block }) => hybrid.blocks[block]?.type === 'tool_result'),
      ).toBe(true)
  })

  it('BUD-1 is the blocks of a component, and the line of the reserve', () => {
    expect(controlledBy('budget.allocations.memory_injection', hybrid).types).toEqual(['memory_injection'])
    expect(controlledBy('budget.allocations.output_reserved', hybrid).lines).toEqual([
      'budget.allocations.output_reserved',
    ])
  })

  it('CROSS-3 HEALTH-2 BUD-2 counts checkpoints, alerts and budget events as the run recorded them', () => {
    const lane = ran('default', 0.35, {
      eviction: { wait: false },
      budget: { soft_limit_pct: 0.3 },
      health_monitoring: { alerts: { utilization_critical: 0.2 } },
    })
    const kinds = lane.turns.flatMap(({ events }) => events.map(({ kind }) => kind))
    const countOf = (path: string) => controlledBy(path, lane).told.map(({ count }) => count)
    expect(lane.checkpoints.length).toBeGreaterThan(1)
    expect(
      [...countOf('cross_window.milestones'), ...countOf('cross_window.auto_save_threshold')].reduce(
        (sum, count) => sum + count,
        0,
      ),
    ).toBe(lane.checkpoints.length)
    expect(countOf('cross_window.milestones')[0]).toBeGreaterThan(0)
    expect(kinds).toContain('alert')
    expect(countOf('health_monitoring.alerts')).toEqual([kinds.filter((kind) => kind === 'alert').length])
    expect(countOf('health_monitoring.alerts.fidelity_warning')).toEqual([])
    expect(kinds).toContain('budget')
    expect(countOf('budget.soft_limit_pct')).toEqual([kinds.filter((kind) => kind === 'budget').length])
    expect(countOf('compression.notes')).toEqual(lane.notes.length === 0 ? [] : [lane.notes.length])
  })

  it('is marked as not recorded if no stage reads the setting or if it only changes a reading', () => {
    const silent = settingRows()
      .filter(({ key }) => controlledBy(key, managed).read && !controlledBy(key, managed).recorded)
      .map(({ key }) => key)
    expect(silent).toEqual(
      expect.arrayContaining(['pressure.velocity_window', 'budget.burn_window', 'cross_window.state_file']),
    )
    expect(silent.filter((key) => key.startsWith('eviction.'))).toEqual([])
    expect(controlledBy('eviction.min_free_tokens', managed).recorded).toBe(true)
  })

  it('is empty for a setting that the strategy does not read', () => {
    expect(controlledBy('compression.cascade', hybrid)).toEqual({
      read: false,
      lines: [],
      types: [],
      blocks: [],
      edits: [],
      told: [],
      recorded: true,
    })
    expect(controlledBy('no.such.key', hybrid).read).toBe(false)
  })
})
