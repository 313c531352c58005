import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../config/index.ts'
import { chars4 } from '../engine/index.ts'
import { scenario } from '../testing/shared-traces.ts'
import { metrics, run, takeIn, unmanagedPeak } from '../sim/index.ts'
import { asObeyedAt } from '../sim/internal.ts'
import type { TimelineData } from '../sim/index.ts'
import type { HeadlineLane } from './compare/divergence.ts'
import { levelsOf } from './hint/hint-level.ts'
import {
  checkpointRows,
  controlledBy,
  guardRows,
  headline,
  hints,
  laneLines,
  notesTable,
  sentenceText,
  strategyChanges,
  why,
} from './index.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)
const AT = 30

type Set = readonly [turn: number, config: PartialConfig]

function timelineOf(config: PartialConfig, ...sets: readonly Set[]) {
  const interventions = sets.map(([turn, over]) => ({ turn, kind: 'set', config: over }) as const)
  return run(trace, { max_context_tokens, ...config }, { intake, interventions })
}

const dataOf = (config: PartialConfig, ...sets: readonly Set[]): TimelineData =>
  timelineOf(config, ...sets).data

const trimmed = dataOf({ strategy: 'managed' }, [
  AT,
  { strategy: 'token_trim', token_trim: { reserve: 0.3 } },
])

describe('a run whose strategy was changed', () => {
  it('MAN-1 lists each change with its turn, without changes that had no effect or were never reached', () => {
    expect(strategyChanges(trimmed)).toEqual([{ from: AT, strategy: 'token_trim' }])
    const several = dataOf(
      { strategy: 'managed' },
      [20, { strategy: 'managed', eviction: { target: 0.5 } }],
      [24, { strategy: 'evict' }],
      [24, { strategy: 'managed' }],
      [28, { strategy: 'evict' }],
      [32, { eviction: { target: 0.4 } }],
      [40, { strategy: 'managed' }],
    )
    expect(strategyChanges(several)).toEqual([
      { from: 28, strategy: 'evict' },
      { from: 40, strategy: 'managed' },
    ])
    expect(strategyChanges({ ...several, turns: several.turns.slice(0, 40) })).toHaveLength(1)
    expect(strategyChanges(dataOf({ strategy: 'evict' }))).toEqual([])
  })

  it('EDIT-1 an edit is explained by the strategy that made it, with its setting', () => {
    const edit = trimmed.edits.find(({ turn, stage }) => turn >= AT && stage === 'trim')
    const answer = why(trimmed, edit?.blocks[0]?.block ?? -1, { turn: edit?.turn ?? -1 })
    expect(answer?.due).toMatchObject({ stage: 'trim', key: 'token_trim.reserve' })
    expect(asObeyedAt(trimmed, answer?.turn ?? -1).spec.config.strategy).toBe('token_trim')
    expect(asObeyedAt(trimmed, AT - 1).spec.config.strategy).toBe('managed')
  })

  it('EVI-3 a decision has the guards of its turn', () => {
    const gates = { task: false }
    const data = dataOf({ strategy: 'evict', eviction: { gates } }, [
      AT,
      { eviction: { gates: { task: true } } },
    ])
    const isOn = (turn: number) =>
      guardRows(asObeyedAt(data, turn), null, 0).find(({ name }) => name === 'task')?.on
    expect([AT - 1, AT].map(isOn)).toEqual([false, true])
  })

  it('TRIM-1 each strategy’s lines are drawn for the turns in which it was in effect', () => {
    const lines = (key: string) =>
      laneLines(trimmed).flatMap(({ kind, from = 0, to = null, ...line }) =>
        line.key === key ? [{ kind, from, to }] : [],
      )
    expect(lines('token_trim.reserve')).toEqual([{ kind: 'own', from: AT, to: null }])
    expect(lines('compression.overflow_threshold')).toEqual([{ kind: 'finer', from: 0, to: AT }])
    expect(lines('eviction.target')).toEqual([{ kind: 'own', from: 0, to: AT }])
    expect(lines('max_context_tokens')).toEqual([{ kind: 'limit', from: 0, to: null }])
    const both = laneLines(dataOf({ strategy: 'managed' }, [AT, { strategy: 'evict' }]))
    expect(both.filter(({ key }) => key === 'eviction.target').map(({ from, to }) => [from, to])).toEqual([
      [undefined, undefined],
    ])
  })

  it('CONF-4 a setting counts as read if either strategy reads it', () => {
    const isRead = (path: string) => controlledBy(path, trimmed).read
    expect(['token_trim.reserve', 'eviction.target', 'tiered.snip_from'].map(isRead)).toEqual([
      true,
      true,
      false,
    ])
    expect(controlledBy('token_trim.reserve', trimmed).lines).toHaveLength(1)
  })

  it('PRES-1 HEALTH-2 hints contain no threshold of a stage that only one strategy has', () => {
    const own = dataOf({ strategy: 'managed' })
    const ofStages = (data: TimelineData) => {
      const paths = new Set(
        levelsOf(data).flatMap(({ stage, path }) => (stage === null ? [] : [path.join('.')])),
      )
      return hints(data).filter(({ path, code }) => code.startsWith('never') && paths.has(path.join('.')))
    }
    expect(ofStages(own).length).toBeGreaterThan(0)
    expect(ofStages(trimmed)).toEqual([])
    expect(hints(trimmed).map(({ path }) => path[0])).not.toContain('token_trim')
  })

  it('COMP-6 CROSS-3 notes of the first strategy remain under the second, which writes no new ones', () => {
    const written = (data: TimelineData) => data.notes.filter(({ from }) => from >= AT).length
    expect(written(dataOf({ strategy: 'managed' }))).toBeGreaterThan(0)
    expect(written(trimmed)).toBe(0)
    expect(notesTable(trimmed, AT + 5)?.count).toBe(notesTable(trimmed, AT - 1)?.count)
    expect(notesTable(trimmed, AT + 5)?.count).toBeGreaterThan(0)
  })

  it('CROSS-3 a save has the threshold of its turn', () => {
    const low = { cross_window: { auto_save_threshold: 0.1, milestones: true } }
    const data = dataOf({ strategy: 'evict' }, [AT, { strategy: 'managed', ...low }])
    const [first] = checkpointRows(data)
    expect(first?.turn).toBeGreaterThanOrEqual(AT)
    expect(first?.reason).toContain('saving begins at 9.1 %')
  })
})

describe('the guard that a headline credits', () => {
  const lane = (label: string, config: PartialConfig, ...sets: readonly Set[]): HeadlineLane => {
    const timeline = timelineOf({ strategy: 'evict', ...config }, ...sets)
    return { name: label, label, data: timeline.data, rows: metrics(timeline) }
  }
  const off = { task: false, current_user_message: false, running_results: false, pinned: false }
  const naive: PartialConfig = { eviction: { policy: 'fifo', user_share: 0, gates: off } }
  const hybrid: PartialConfig = { eviction: { policy: 'hybrid' } }
  const said = (...lanes: readonly HeadlineLane[]) => sentenceText(headline(null, lanes))
  const gone = Number(
    /^A dropped the task in turn (\d+)/u.exec(said(lane('A', naive), lane('B', hybrid)))?.[1],
  )

  it('EVI-3 is one that the strategy in effect had in every turn', () => {
    expect(gone).toBeGreaterThan(0)
    const first = lane('A', naive)
    expect(said(first, lane('B', hybrid))).toContain('B, which protects it from eviction, still holds it')
    const kept = said(first, lane('B', hybrid, [gone + 2, { strategy: 'managed' }]))
    expect(kept).toContain('B, which protects it from eviction, still holds it')
    // Nothing evicts it in the last turn, but no guard protects it there, either.
    const unheld = said(first, lane('B', hybrid, [trace.turns.length - 1, { strategy: 'unmanaged' }]))
    expect(unheld).toMatch(/B still holds it/u)
    // Under the first strategy no guard protected it.
    const late = said(first, lane('B', { strategy: 'unmanaged' }, [gone - 1, { strategy: 'evict' }]))
    expect(late).toMatch(/B still holds it/u)
  })

  it('EVI-3 a guard that the other lane had only before or after losing the task does not matter', () => {
    const second = lane('B', hybrid)
    const gates = { eviction: { gates: { task: true } } }
    const after = lane('A', naive, [gone + 2, gates])
    expect(said(after, second)).toContain(`A dropped the task in turn ${gone}`)
    expect(said(after, second)).toContain('B, which protects it from eviction, still holds it')
    const before = lane('A', { eviction: { policy: 'fifo', user_share: 0 } }, [1, naive])
    expect(said(before, second)).toContain('B, which protects it from eviction, still holds it')
  })
})
