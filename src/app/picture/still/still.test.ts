import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { completeConfig, presetConfig, strategySettings } from '../../../config/index.ts'
import { chars4 } from '../../../engine/index.ts'
import { budgetsOf, compare, metrics, takeIn } from '../../../sim/index.ts'
import { cacheColumns, retentionSteps } from '../../../sim/internal.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { laneView, topOf } from '../lane/lane-view.ts'
import { scaleOf } from '../plot/scale.ts'
import { SvgPainter } from '../plot/SvgPainter.tsx'
import { paintingOf } from '../strata/shapes.ts'
import { budgetStill } from '../../panel/budget/stills.ts'
import { chartStills } from '../../panel/chart/stills.ts'
import { healthStill } from '../../panel/health/stills.ts'
import { tradeStills } from '../../panel/metrics/stills.ts'
import { retentionStills } from '../../panel/retention/stills.ts'
import { ageStretches, agingCurves } from '../../panel/tune/controls/aging.ts'
import { agingStill, shorteningStill, weightStill } from '../../panel/tune/controls/stills.ts'
import { weightRows } from '../../panel/tune/controls/weights.ts'
import { laneStills } from './lane-stills.ts'
import { light } from './light.ts'
import { escaped, painted } from './markup.ts'
import { stillSvg } from './still.ts'
import { toldStill } from './told-still.ts'
import type { Still, StillSubject } from './still.ts'

const LIMIT = 20_000
const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const fifo = presetConfig('fifo')
const hybrid = presetConfig('hybrid')
const written = completeConfig(hybrid)
const gates = { task: false, current_user_message: false, running_results: false }
const { runs, firstDivergence } = compare(
  trace,
  {
    fifo: { ...fifo, max_context_tokens: LIMIT, eviction: { ...fifo.eviction, gates } },
    hybrid: { ...hybrid, max_context_tokens: LIMIT },
  },
  { intake },
)
const lanes = Object.entries(runs).map(([name, run]) => ({
  name,
  label: name === 'fifo' ? 'FIFO <&"> off' : 'Hybrid',
  data: run.data,
  rows: metrics(run),
  cache: cacheColumns(run.data),
  forks: [],
}))
const turns = lanes[0]?.data.turns.length ?? 0
// What no picture reads is left out.
const comparison = {
  trace: { title: 'axios', source: trace.source, turns },
  limit: LIMIT,
  lanes,
  firstDivergence,
} as unknown as Comparison
const [lane] = comparison.lanes
const timeline = runs['fifo']
if (lane === undefined || timeline === undefined) throw new Error('no lane')
const subject: StillSubject = { comparison, lane, window: 0, range: { from: 0, to: turns }, fitted: false }
const taskId = timeline.data.blocks.find(({ type }) => type === 'user_message')?.id

function retention() {
  if (timeline === undefined) throw new Error('no run')
  const steps = retentionSteps(timeline)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const all: readonly Still[] = [
  ...laneStills(subject),
  ...chartStills(subject),
  ...tradeStills(subject),
  ...retentionStills(subject, retention()),
  ...[budgetStill(subject), healthStill(subject)].filter((still) => still !== null),
  weightStill(lane, weightRows(written)),
  agingStill(lane, agingCurves(written, 60), written.eviction.type_ttl, 60),
  shorteningStill(lane, ageStretches(strategySettings(written).compression, 60), 60),
]

/** The first mistake of a text as XML: a tag that does not close, a bare sign, a number that is none. */
function mistakeIn(svg: string): string | null {
  const open: string[] = []
  for (const [, closing, name = '', selfClosing] of svg.matchAll(
    /<(\/?)([A-Za-z]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g,
  )) {
    if (closing === '/') {
      if (open.pop() !== name) return `</${name}>`
    } else if (selfClosing !== '/') open.push(name)
  }
  const rest = svg.replace(/<\/?[A-Za-z]+(?:\s+[\w:-]+="[^"<]*")*\s*\/?>/g, '')
  const bare = /[<>]|&(?!amp;|lt;|gt;|quot;)/.exec(rest)
  return open[0] ?? bare?.[0] ?? /NaN|undefined|Infinity|var\(/.exec(svg)?.[0] ?? null
}

describe('the pictures that leave the page', () => {
  it('are one for each picture and chart of the page', () => {
    expect(all.map(({ content }) => content)).toEqual([
      'stacked-context',
      'block-timeline',
      'cache',
      'utilization',
      'velocity',
      'zones',
      'types',
      'cost-against-needs',
      'retention',
      'budget',
      'health',
      'weights',
      'aging',
      'shortening',
    ])
  })

  it.each(all.map((still) => [still.content, still] as const))(
    '%s: 16 by 9, well formed, with title, legend and source, and nothing from elsewhere',
    (_, still) => {
      const svg = stillSvg(still, subject)
      expect(mistakeIn(svg)).toBe(null)
      expect(svg).toContain('viewBox="0 0 1280 720"')
      expect(svg).toContain(`<title>${escaped(still.title)}</title>`)
      expect(svg).toContain('scenario axios-migration, seed 7 · window of 20,000 tokens')
      expect(svg).toContain('engine ')
      for (const { text } of still.legend) expect(svg).toContain(`>${escaped(text)}</text>`)
      // References lead to what is in the file itself.
      for (const [, id = ''] of svg.matchAll(/url\(#([\w-]+)\)/g)) expect(svg).toContain(` id="${id}"`)
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|href=/)
      expect(stillSvg(still, subject)).toBe(svg)
    },
  )

  it('a step of a lesson is one file: its words, the lanes that it shows, and nothing after its turn', () => {
    const lost = runs['fifo']!.data.edits.find((edit) =>
      edit.blocks.some(({ block }) => block === taskId),
    )!.turn
    const told = (turn: number, hidden = true): string => {
      const still = toldStill(subject, {
        content: 'opening-5',
        title: 'The task is lost',
        says: 'From here on no call holds it.',
        lanes: comparison.lanes.map((one) => ({ lane: one, beside: `rule of ${one.name}` })),
        turn,
        hidden,
      })
      return stillSvg(still, subject)
    }
    const count = (svg: string, text: string): number => svg.split(`>${escaped(text)}</text>`).length - 1
    for (const svg of [told(lost + 1), told(lost - 1), told(turns - 1, false)]) {
      expect(mistakeIn(svg)).toBe(null)
      expect(svg).toContain('<title>The task is lost</title>')
      for (const { name, label } of comparison.lanes)
        expect([count(svg, label), count(svg, `rule of ${name}`)]).toEqual([1, 1])
      // Neither keys of settings nor letters, which only experts know.
      expect(svg).not.toMatch(/thresholds|max_context_tokens|>[A-Z]<\/text>/)
    }
    // A text with a ground around its letters is there twice.
    expect(count(told(lost + 1), '✕ the task is lost')).toBe(2)
    expect(count(told(lost + 1), 'the task')).toBe(2)
    expect(count(told(lost - 1), '✕ the task is lost')).toBe(0)
    expect(count(told(lost - 1), 'the task')).toBe(4)
    expect(count(told(turns - 1, false), 'the task is lost')).toBe(2)
  })

  it('the weights of a score are its shares, with a figure for each, and its decay names the lifetime of each type', () => {
    const [weights, aging] = all.slice(-3).map((still) => stillSvg(still, subject))
    // The policy's own weights: recency 0.3, priority 0.25, type 0.2, references 0.15, duplication 0.1.
    for (const figure of ['30.0 %', '25.0 %', '20.0 %', '15.0 %', '10.0 %'])
      expect(weights).toContain(`>${figure}</text>`)
    expect(aging).toContain(`>tool result, ${written.eviction.type_ttl['tool_result']} turns</text>`)
  })

  it('zoomed, it shows the visible turns and says so', () => {
    const zoomed = { ...subject, range: { from: 10, to: 20 }, fitted: true }
    const [still] = laneStills(zoomed)
    const svg = still === undefined ? '' : stillSvg(still, zoomed)
    expect(svg).toContain('turn 10 to turn 19')
    expect(mistakeIn(svg)).toBe(null)
    const inTurns = [...svg.matchAll(/text-anchor="middle" fill="[^"]+">(\d+)</g)].map(([, turn]) =>
      Number(turn),
    )
    expect(inTurns).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  })

  it('the steps of an agent are counted from 1, in the axis and in the source', () => {
    const played = { ...subject, range: { from: 0, to: 12 }, steps: true }
    const [still] = laneStills(played)
    const svg = still === undefined ? '' : stillSvg(still, played)
    expect(svg).toContain('steps 1 to 12')
    expect(svg).toContain('>step</text>')
    const inSteps = [...svg.matchAll(/text-anchor="middle" fill="[^"]+">(\d+)</g)].map(([, step]) =>
      Number(step),
    )
    expect(inSteps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })

  it('BUD-1 the line of the whole budget is highest where most of the window is used', () => {
    const svg = stillSvg(all.find(({ content }) => content === 'budget') as Still, subject)
    const shares = budgetsOf(lane.data).map(({ total }) => total.share)
    // A line for each of five components and one for the whole, which is the last; levels have two points.
    const lines = [...svg.matchAll(/<path d="([^"]+)"[^>]*stroke-width="1.5"/g)].map(([, d = '']) =>
      [...d.matchAll(/[ML]?(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, , y]) => Number(y)),
    )
    const whole = lines.at(-1) ?? []
    expect(lines).toHaveLength(6)
    expect(whole).toHaveLength(shares.length)
    expect(whole.indexOf(Math.min(...whole))).toBe(shares.indexOf(Math.max(...shares)))
    expect(whole.indexOf(Math.max(...whole))).toBe(shares.indexOf(Math.min(...shares)))
  })

  it('the shapes are laid down point by point as on the page', () => {
    const scale = scaleOf(
      { width: 800, left: 40, right: 8, from: 0, to: turns },
      240,
      topOf(comparison.lanes, 0),
    )
    const view = laneView(lane, 0, 1)
    const { shapes } = paintingOf(view.picture, view.stale, scale)
    const paths = (markup: string): readonly string[] =>
      [...markup.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => d)
    const onPage = renderToStaticMarkup(createElement('svg', null, createElement(SvgPainter, { shapes })))
    expect(shapes.length).toBeGreaterThan(6)
    expect(paths(painted(shapes))).toEqual(paths(onPage))
  })

  it('the colours are those of the light theme, in a form that every program reads', () => {
    expect(light('--ink')).toEqual({ colour: '#1b1e23', opacity: 1 })
    expect(light('--fill-tool_call')).toEqual(light('--fill-tool_result'))
    expect(light('--hatch')).toEqual({ colour: '#14181e', opacity: 0.34 })
    expect(light('--hatch-stale')).toEqual({ ...light('--accent'), opacity: 0.46 })
    expect(() => light('--nothing')).toThrow('--nothing')
  })

  it('what a log may hold is text in them', () => {
    expect(escaped('a<b>&"\u0000\u001b[0m\ud800')).toBe('a&lt;b&gt;&amp;&quot;[0m')
  })
})
