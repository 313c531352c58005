import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { metrics, run } from '../../../sim/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { arbitraryTrace, traceOf } from '../../../testing/trace.ts'
import {
  share,
  tokensShort,
  turnTable,
  typeSeries,
  typeSheet,
  utilizationSeries,
  velocitySeries,
} from '../../../view/index.ts'
import type { UtilizationPoint } from '../../../view/index.ts'
import { grownIn, titleIn } from './chart-series.ts'
import { CHART_TEXT } from './words.ts'
import { typesTitle, utilizationTitle, velocityAbout, velocityTitle, zonesTitle } from './chart-tips.ts'

const lane = {
  label: 'FIFO',
  data: { exact: true, ended: null, windows: [0] },
  rows: [],
}

function points(turn: number, ...used: readonly number[]): UtilizationPoint[] {
  const names = ['arrived', 'offered', 'sent', 'responded'] as const
  return used.map((tokens, index) => {
    const point = names[index] ?? 'responded'
    return { x: turn + index / 4, turn, point, tokens, share: tokens / 1000 }
  })
}

it('LED-3 a title of a run with sub-agents says that it is about one context', () => {
  const { data } = run(scenario('sub-agents', 7), { strategy: 'unmanaged' })
  const own = { label: 'Unmanaged', data }
  expect(titleIn('Tool results make up 71.3 % of all tokens sent', own, 0)).toBe(
    'In this context, tool results make up 71.3 % of all tokens sent',
  )
  expect(titleIn('Unmanaged peaks at 1.0 %', own, 0)).toBe('In this context, Unmanaged peaks at 1.0 %')
  expect(titleIn('Nothing arrives in this context', own, 0)).toBe('Nothing arrives in this context')
  const single = { ...data, turns: data.turns.filter(({ window }) => window === 0) }
  expect(titleIn('Tool results', { ...own, data: single }, 0)).toBe('Tool results')
})

it('LED-3 the axis of utilization tells a prompt above the limit from what arrived before it was made', () => {
  const of = (line: readonly UtilizationPoint[]) => {
    const grown = grownIn([{ points: line, highest: Math.max(...line.map((one) => one.share)) }], true)
    return CHART_TEXT.about.utilization(1000, grown)
  }
  expect(of(points(0, 1896, 1896, 700, 750))).toMatch(
    /the axis goes up to 189\.6 % because the window holds more than the limit at another point of a turn: no prompt exceeds it$/,
  )
  expect(of(points(0, 1100, 1100, 1019, 1020))).toMatch(
    /the axis goes up to 110\.0 % because a prompt exceeds the limit$/,
  )
})

describe('the titles of the charts', () => {
  it('LED-3 a turn that falls twice counts once, and a fall between two turns is none', () => {
    const line = [...points(0, 500, 400, 300, 350), ...points(1, 340, 340, 340, 420)]
    expect(utilizationTitle(lane, line)).toBe(
      'FIFO reaches 50.0 % in turn 0, sends at most 34.0 % and falls once',
    )
  })

  it('LED-3 of equal peaks the first is named', () => {
    const line = [...points(3, 100, 100, 100), ...points(4, 100, 100, 100)]
    expect(utilizationTitle(lane, line)).toBe('FIFO peaks at 10.0 % in turn 3 and never falls')
  })

  it('a context without turns says so in every chart', () => {
    expect(utilizationTitle(lane, [])).toBe('FIFO has no turn in this context')
    expect(zonesTitle('FIFO', [])).toBe('FIFO has no turn in this context')
    expect(typesTitle('FIFO', [], true)).toBe('FIFO has no turn in this context')
    expect(velocityTitle([], true)).toBe('Nothing arrives in this context')
  })

  it('LED-1 the peak is the figure of the table of metrics, if both are about the same context', () => {
    const { data } = run(scenario('axios-migration', 7), { max_context_tokens: 16_000, strategy: 'evict' })
    const rows = metrics({ data })
    const peak = rows.find(({ id }) => id === 'peak-utilization')
    const title = utilizationTitle({ label: 'FIFO', data, rows }, utilizationSeries(data))
    expect(title).toContain(peak?.text ?? '–')
    const wrong = [{ id: 'peak-utilization', value: 0.01 }]
    expect(utilizationTitle({ label: 'FIFO', data, rows: wrong }, utilizationSeries(data))).toContain('1.0 %')
    const two = { exact: true, ended: null, windows: [0, 1] }
    expect(utilizationTitle({ label: 'FIFO', data: two, rows: wrong }, utilizationSeries(data))).toContain(
      peak?.text ?? '–',
    )
  })

  it('PRES-2 LED-1 averages and parts agree with a count by hand over the turns', () => {
    const timelines: fc.Arbitrary<TimelineData> = fc
      .tuple(arbitraryTrace(), fc.integer({ min: 2000, max: 8000 }))
      .map(([trace, limit]) => run(trace, { max_context_tokens: limit, strategy: 'evict' }).data)
    fc.assert(
      fc.property(timelines, (data) => {
        fc.pre(data.turns.length > 0)
        let arrived = 0
        let used = 0
        let results = 0
        const zones: string[] = []
        for (const turn of data.turns) {
          arrived += turn.reading.arrived
          used += turn.used
          results += turn.byType.tool_result
          zones.push(turn.reading.zone)
        }
        expect(velocityTitle(velocitySeries(data), true)).toContain(
          `average ${tokensShort(arrived / data.turns.length)} tokens a turn`,
        )
        const parts = [
          ...typesTitle('FIFO', typeSeries(data), true).matchAll(/([a-z ]+?)(?: makes? up)? ([\d.]+ %)/gi),
        ]
        const named = new Map(parts.map(([, type, part]) => [type?.trim().toLowerCase(), part]))
        expect([undefined, share(results / used)]).toContain(named.get('tool results'))
        const yellow = zones.filter((zone) => zone === 'yellow').length
        const turns = `${zones.length} turn${zones.length === 1 ? '' : 's'}`
        const spent = zones.every((zone) => zone === 'green')
          ? `FIFO stays in green in ${zones.length === 1 ? 'its only turn' : `all of ${turns}`}`
          : `FIFO spends ${yellow === 0 ? 'none' : yellow} of ${turns} in yellow, `
        expect(zonesTitle('FIFO', turnTable(data)).slice(0, spent.length)).toBe(spent)
      }),
      { numRuns: 40 },
    )
  })
})

describe('PRES-2 the number of turns of the mean velocity', () => {
  const begins = { max_context_tokens: 16_000, strategy: 'evict', pressure: { velocity_window: 7 } } as const
  const trace = scenario('axios-migration', 7)
  const changed = run(trace, begins, {
    interventions: [{ turn: 12, kind: 'set', config: { pressure: { velocity_window: 2 } } }],
  })

  it('a run with one setting names it for all turns', () => {
    const { data } = run(trace, begins)
    expect(velocityAbout(data, 30, null)).toContain('mean over the last 7 turns, in tokens per turn.')
  })

  it('a run that changed it names the value of the shown turn, which that turn uses', () => {
    for (const [turn, over] of [
      [11, 7],
      [12, 2],
      [30, 2],
    ] as const) {
      expect(velocityAbout(changed.data, turn, 'Mine')).toContain(
        `mean over the last ${over} turns as set at turn ${turn}, in tokens per turn. Of Mine`,
      )
      const last = changed.turns.slice(turn - over + 1, turn + 1).map(({ reading }) => reading.arrived)
      expect(last).toHaveLength(over)
      const mean = last.reduce((sum, arrived) => sum + arrived, 0) / over
      expect(changed.turns[turn]?.reading.velocity).toBeCloseTo(mean, 9)
    }
  })
})

it('LED-1 what a log does not explain is told apart from the system prompt, with which it stands', () => {
  const trace = usageOf([1000, 4000])
  const { data } = run(trace, { strategy: 'unmanaged' }, { counter: chars4 })
  // The second prompt has 3,000 tokens more; by the log some 10 of them arrived.
  const [, second] = typeSeries(data)
  expect(second?.unexplained).toBeGreaterThan(2900)
  expect(second?.byType.system_prompt).toBeGreaterThan(second?.unexplained ?? Infinity)
  const title = typesTitle('FIFO', typeSeries(data).slice(1), true)
  const part = share((second?.unexplained ?? 0) / 4000)
  expect(title).toMatch(new RegExp(`^Unexplained growth makes up ${part} of all tokens sent, `))
  const columns = typeSheet(data)[0]
  expect(columns).toContain('of them unexplained growth tokens')
})

function usageOf(inputs: readonly number[]) {
  const plain = traceOf(
    inputs.flatMap((_, turn) => [
      { role: 'user' as const, content: `Step ${turn}.` },
      { role: 'assistant' as const, content: 'Done.' },
    ]),
  )
  const turns = plain.turns.map((turn, at) => ({
    ...turn,
    usage: { input: inputs[at] ?? 0, output: 5, cacheRead: null, cacheWrite: null },
  }))
  return { ...plain, turns }
}
