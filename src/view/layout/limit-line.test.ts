import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeConfig, overlaid, presetConfig, settingRows } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { reserveOf, scaledThresholds } from '../../engine/internal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { dueOf } from '../decision/due.ts'
import { actsFrom, laneLines, lineBounds, linesOfConfig } from './lane-line.ts'
import { isScaledLine, tokensAt, writtenAt } from './limit-line.ts'
import type { LimitLine } from './limit-line.ts'
import { rungOf } from '../decision/rung.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const peak = unmanagedPeak(intake)

function ran(preset: string, share: number, over: PartialConfig = {}): TimelineData {
  const config = overlaid(presetConfig(preset), { max_context_tokens: Math.floor(peak * share), ...over })
  return run(trace, config, { intake }).data
}

function lineOf(lines: readonly LimitLine[], id: string): LimitLine {
  const found = lines.find((line) => line.id === id)
  if (found === undefined)
    throw new Error(`no line is ${id}, only ${lines.map((line) => line.id).join(', ')}`)
  return found
}

const share = fc.integer({ min: 1, max: 1000 }).map((parts) => parts / 1000)
const limits = fc.integer({ min: 2000, max: 400_000 })

describe('conversion between a setting and the position of its line', () => {
  it('PRES-1 agrees with the scaling of the engine, for every threshold, window and reserve', () => {
    fc.assert(
      fc.property(share, limits, share, (written, limit, allocation) => {
        const config = completeConfig({ budget: { allocations: { output_reserved: allocation / 4 } } })
        const reserve = reserveOf(limit, allocation / 4)
        const scaled = scaledThresholds({ yellow: written, orange: written, red: written }, limit, reserve)
        const line = lineOf(linesOfConfig(config, limit), 'pressure.thresholds.red')
        expect(tokensAt(line, written)).toBeCloseTo(scaled.red * limit, 6)
        expect(Math.round(writtenAt(line, scaled.red * limit) * 1000)).toBe(Math.round(written * 1000))
      }),
    )
  })

  it('PRES-1 by hand: with a quarter of 8,000 reserved, 0.9 is drawn at 0.9 × 0.75 / 0.95 of the limit', () => {
    const line = lineOf(linesOfConfig(completeConfig({}), 8000), 'pressure.thresholds.red')
    expect(line.tokens).toBeCloseTo(5684.21, 2)
    expect(writtenAt(line, 5684.21)).toBeCloseTo(0.9, 5)
    // No setting puts a threshold above usable / .95.
    expect(tokensAt(line, 1)).toBeCloseTo((8000 * 0.75) / 0.95, 6)
    expect(writtenAt(line, 8000)).toBeCloseTo(1, 9)
    expect(isScaledLine(line)).toBe(true)
    expect(isScaledLine(lineOf(linesOfConfig(completeConfig({}), 200_000), 'eviction.target'))).toBe(false)
  })

  it('BUD-3 the line of the reserve stays within the bounds of the reserve rule', () => {
    const id = 'budget.allocations.output_reserved'
    const line = lineOf(linesOfConfig(completeConfig({}), 100_000), id)
    expect(line.tokens).toBe(95_000)
    expect(writtenAt(line, 90_000)).toBeCloseTo(0.1, 9)
    expect(line.range.max).toBe(0.25)
    // At least 4,096 tokens are reserved.
    expect(tokensAt(line, 0)).toBe(95_904)
  })

  it('converting there and back gives the same value for every line of the presets', () => {
    for (const name of [
      'hybrid',
      'default',
      'handover',
      'tiered',
      'tiered_full',
      'token_trim',
      'context_editing',
    ]) {
      for (const line of linesOfConfig(completeConfig(presetConfig(name)), 60_000)) {
        const { min, max } = line.range
        const values = [0.2, 0.3, 0.4].map((part) => min + part * (Math.min(max, 60_000) - min))
        const reached = values.filter((value) => tokensAt(line, value) < line.place.most)
        expect(reached.map((value) => writtenAt(line, tokensAt(line, value)))).toEqual(
          reached.map((value): unknown => expect.closeTo(value, 6)),
        )
      }
    }
  })
})

describe('lines of a strategy’s own settings', () => {
  it('are drawn at the tokens at which the engine recorded that an edit was due', () => {
    const runs = [
      ran('atomic_window_tokens', 0.5),
      ran('token_trim', 0.5),
      ran('token_trim', 0.7, { token_trim: { max_tokens: Math.floor(peak * 0.4) } }),
      ran('tiered', 0.5, { tiered: { budget_characters: 1500, tight_budget_characters: 900 } }),
      ran('tiered_full', 0.25, { tiered_full: { tool_result_characters: 4000, clear_from: 0.98 } }),
      ran('tiered_full', 0.6, {
        tiered_full: { compact_at: 'margin', compact_margin_tokens: 12_000, collapse: false },
      }),
      ran('rolling_summary', 0.5),
      ran('rolling_summary', 0.5, { rolling_summary: { max_input_tokens: Math.floor(peak * 0.3) } }),
      ran('context_editing_compact', 0.2),
    ]
    const checked = new Set<string>()
    for (const data of runs) {
      const lines = laneLines(data)
      for (const edit of data.edits) {
        const due = dueOf(data, edit)
        if (due === null || due.measure !== 'tokens' || due.key === null) continue
        const line = lines.find(({ key }) => key === due.key)
        // Some stages begin where no setting draws a line, for example on a cold cache.
        if (line === undefined) continue
        expect(Math.floor(line.tokens + 1e-6)).toBe(due.allowed)
        checked.add(due.key)
      }
    }
    expect([...checked].sort()).toEqual(
      expect.arrayContaining(['atomic_window.token_threshold', 'token_trim.reserve']),
    )
    expect(checked.size).toBeGreaterThan(6)
  })

  it('COMP-2 cascade steps are drawn at the tokens at which their edits say they begin', () => {
    const data = ran('default', 0.35, { pressure: { thresholds: { yellow: 0.5, orange: 0.8, red: 0.95 } } })
    const lines = laneLines(data)
    let checked = 0
    for (const edit of data.edits) {
      const rung = rungOf(data, edit)
      if (rung === null || rung.at === null) continue
      const line = lines.find(({ key, written }) => key === rung.key && String(written) === rung.value)
      if (line === undefined) continue
      expect(line.tokens).toBeCloseTo(rung.at * data.limit, 6)
      checked++
    }
    expect(checked).toBeGreaterThan(2)
    expect(lines.filter(({ key }) => key === 'compression.cascade').map(({ path }) => path.at(-1))).toEqual([
      '0.75',
      '0.85',
      '0.92',
      '0.95',
    ])
  })

  it('exist only for settings that the lane reads, each with a known key', () => {
    const keys = new Set(settingRows().map(({ key }) => key))
    for (const name of [
      'fifo',
      'default',
      'handover',
      'unmanaged',
      'recorded',
      'atomic_window',
      'pipeline',
    ]) {
      const lines = linesOfConfig(completeConfig(presetConfig(name)), 50_000)
      for (const { key } of lines) expect(keys).toContain(key)
      expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
      expect(lines.some(({ key }) => key === 'eviction.target')).toBe(
        ['fifo', 'default', 'pipeline'].includes(name),
      )
    }
  })
})

it.each(['default', 'handover'])('CROSS-3 %s has no line of a new window where none is opened', (name) => {
  const key = 'compression.overflow_threshold'
  const keys = (new_window: boolean) =>
    linesOfConfig(completeConfig({ ...presetConfig(name), cross_window: { new_window } }), 50_000).map(
      (line) => line.key,
    )
  expect(keys(true)).toContain(key)
  expect(keys(false)).not.toContain(key)
})

describe('the range in which a line may be moved', () => {
  const lines = linesOfConfig(completeConfig(presetConfig('default')), 200_000)
  const bounds = (id: string) => lineBounds(lineOf(lines, id), lines, 0.01)

  it('ends at the neighbouring lines that it must not pass', () => {
    expect(bounds('pressure.thresholds.yellow')).toEqual({ min: 0, max: 0.74 })
    expect(bounds('pressure.thresholds.orange')).toEqual({ min: 0.61, max: 0.89 })
    expect(bounds('pressure.thresholds.red')).toEqual({ min: 0.76, max: 1 })
    expect(bounds('eviction.target')).toEqual({ min: 0, max: 0.74 })
    expect(bounds('compression.overflow_threshold')).toEqual({ min: 0.76, max: 1 })
    const second = bounds('compression.cascade 1')
    expect(second.min).toBeCloseTo(0.76, 9)
    expect(second.max).toBeCloseTo(0.91, 9)
  })

  it('CONF-1 contains only values that the config reader accepts', () => {
    fc.assert(
      fc.property(share, share, share, share, (a, b, c, moved) => {
        const [yellow = 0, orange = 0, red = 0] = [a, b, c].toSorted((one, other) => one - other)
        fc.pre(yellow < orange && orange < red)
        const of = linesOfConfig(
          completeConfig({ pressure: { thresholds: { yellow, orange, red } } }),
          50_000,
        )
        const { min, max } = lineBounds(lineOf(of, 'pressure.thresholds.orange'), of, 0.001)
        const value = Math.round(Math.min(max, Math.max(min, moved)) * 1000) / 1000
        expect(yellow < value && value < red).toBe(true)
      }),
    )
  })
})

describe('lines of settings changed in mid-run', () => {
  const lanes = (over: PartialConfig, turn = 21): LimitLine[] => {
    const config = overlaid(presetConfig('hybrid'), { max_context_tokens: Math.floor(peak * 0.5) })
    const interventions = [{ turn, kind: 'set', config: over }] as const
    return laneLines(run(trace, config, { intake, interventions }).data)
  }

  it('PRES-1 one line ends at the turn of the change and another begins there; other lines stay whole', () => {
    const lines = lanes({ pressure: { thresholds: { orange: 0.79 } } })
    const orange = lines.filter(({ key }) => key === 'pressure.thresholds.orange')
    expect(orange.map(({ id, written, from, to }) => [id, written, from, to])).toEqual([
      ['pressure.thresholds.orange', 0.75, undefined, 21],
      ['pressure.thresholds.orange from 21', 0.79, 21, undefined],
    ])
    for (const line of orange) expect(tokensAt(line, line.written)).toBeCloseTo(line.tokens, 6)
    const plain = laneLines(ran('hybrid', 0.5))
    expect(lines.filter(({ key }) => key !== 'pressure.thresholds.orange')).toEqual(
      plain.filter(({ key }) => key !== 'pressure.thresholds.orange'),
    )
    // A drag changes the value from the first turn on; values set later are not its neighbours.
    for (const line of plain)
      expect(lineBounds(lineOf(lines, line.id), lines, 0.01)).toEqual(lineBounds(line, plain, 0.01))
  })

  it('BUD-3 a changed reserve moves every line that it scales', () => {
    const lines = lanes({ budget: { allocations: { output_reserved: 0.2 } } })
    const ids = lines.flatMap(({ id, from }) => (from === undefined ? [] : [id]))
    expect(ids).toContain('budget.allocations.output_reserved from 21')
    expect(ids).toContain('pressure.thresholds.red from 21')
    expect(ids).not.toContain('max_context_tokens from 21')
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
  })

  it('a change before the first turn, or to the same value, leaves one line', () => {
    const orange = (lines: readonly LimitLine[]) => lines.filter(({ key }) => key.endsWith('.orange'))
    expect(orange(lanes({ pressure: { thresholds: { orange: 0.79 } } }, 0))).toMatchObject([
      { written: 0.79, from: 0 },
    ])
    expect(lanes({ pressure: { thresholds: { orange: 0.75 } } })).toEqual(laneLines(ran('hybrid', 0.5)))
  })
})

describe('the line from which on a lane removes something', () => {
  it.each([
    ['fifo', 'pressure.thresholds.orange'],
    ['compaction_first', 'compression.cascade'],
    ['handover', 'compression.overflow_threshold'],
    ['token_trim', 'token_trim.reserve'],
    // The number of messages and the budgets of single kinds have no line, and remove something below any other.
    ['atomic_window', undefined],
    ['atomic_window_tokens', undefined],
    ['component_budgets', undefined],
    ['recorded', undefined],
    // Several thresholds: in many turns something is above the lowest, and nothing leaves.
    ['default', undefined],
    ['tiered', undefined],
    // A last summary that holds more than its maximum stays.
    ['rolling_summary', undefined],
  ])('of %s is that of %s: something leaves above it, and nothing below it for its level', (preset, key) => {
    const data = ran(preset, 0.5)
    const line = actsFrom(data)
    expect(line?.key).toBe(key)
    const due = data.edits.filter(({ freed, trigger }) => freed > 0 && trigger?.cause === 'level')
    const levels = due.filter(({ stage }) => stage !== 'carry_notes').map(({ before }) => before)
    if (line !== null && levels.length > 0) expect(Math.min(...levels)).toBeGreaterThan(line.tokens - 1)
    const edited = new Set(due.map(({ turn }) => turn))
    const stays = data.turns.filter(
      ({ turn, used }) => line !== null && used > line.tokens && !edited.has(turn),
    )
    expect(stays).toEqual([])
  })
})
