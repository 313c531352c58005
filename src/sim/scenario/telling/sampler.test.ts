import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { partsOf, stream } from '../../../engine/internal.ts'
import { takeIn } from '../../trace/intake.ts'
import { unmanagedPeak } from '../../trace/peak.ts'
import type { Trace } from '../../trace/trace.ts'
import { scenarios } from '../list.ts'
import { drawn } from '../text/pattern.ts'
import { chanceOf, paceOf } from './chance.ts'
import { around, drawSize } from './size.ts'

const DRAWS = 4_000

/** The values that a share of the draws is below. */
function quantiles(draw: () => number, shares: readonly number[]): number[] {
  const drawnValues = Array.from({ length: DRAWS }, draw).sort((a, b) => a - b)
  return shares.map((share) => drawnValues[Math.floor(share * DRAWS)]!)
}

/** With 4,000 draws the 90th percentile of so wide a distribution is known to about a tenth. */
function expectNear(found: number, cited: number, tolerance: number): void {
  expect(found).toBeGreaterThan(cited * (1 - tolerance))
  expect(found).toBeLessThan(cited * (1 + tolerance))
}

describe('what a scenario draws', () => {
  // TraceLab, 4,265 sessions of Claude Code and Codex: tools 0.3 s in the median, 13.6 s p90, 3.6 min p99; a step 5.7 s;
  // people 1.4 min in the median and 20.6 min p90. Their p99 of 13.9 h is a night, which no lognormal through the
  // other two has: it gives 3 h.
  it('waits as long as tools, models and people do', () => {
    const pace = paceOf(chanceOf('test', 3), 1.4)
    const [tool, slowTool, slowest] = quantiles(() => pace.tool(), [0.5, 0.9, 0.99])
    expectNear(tool!, 300, 0.15)
    expectNear(slowTool!, 13_600, 0.2)
    expectNear(slowest!, 216_000, 0.4)
    const [model] = quantiles(() => pace.model(), [0.5])
    expectNear(model!, 5_700, 0.1)
    const [person, slowPerson] = quantiles(() => pace.human(), [0.5, 0.9])
    expectNear(person!, 84_000, 0.15)
    expectNear(slowPerson!, 1_236_000, 0.2)
  })

  // A lognormal has e^(±1.2816·σ) times its median at the 10th and the 90th percentile.
  it('draws sizes of one hump around its median, within its bounds', () => {
    const draws = stream(5, 'pages')
    const pages = around(5_000, 0.5, 2_000, 12_000)
    const [tenth, half, nineTenths] = quantiles(() => drawSize(pages, draws), [0.1, 0.5, 0.9])
    expectNear(tenth!, 2_634, 0.06)
    expectNear(half!, 5_000, 0.05)
    expectNear(nineTenths!, 9_491, 0.06)
    const [least, most] = quantiles(() => drawSize(pages, draws), [0, 0.9999])
    expect(least).toBe(2_000)
    expect(most).toBe(12_000)
  })

  // Shares of the humps by hand: 0.75 of the draws are below 1,000, and the rest is around 10,000.
  it('draws from each hump as often as its share says', () => {
    const draws = stream(6, 'humps')
    const humps = [
      { share: 0.75, median: 100, sigma: 0.3 },
      { share: 0.25, median: 10_000, sigma: 0.3 },
    ]
    const found = Array.from({ length: DRAWS }, () => drawSize({ humps, least: 1, most: 90_000 }, draws))
    expectNear(found.filter((size) => size < 1_000).length / DRAWS, 0.75, 0.04)
  })
})

describe('patterns', () => {
  it.each([
    ['{12..14}', /^1[234]$/],
    ['{1.20..1.29} l', /^1\.2\d l$/],
    ['{1,000..9,999}', /^\d,\d{3}$/],
    ['0.{011..098}', /^0\.0\d\d$/],
    ['{0.05..0.09}', /^0\.0[5-9]$/],
    ['A-{####}', /^A-[1-9]\d{3}$/],
    ['{%%%%}', /^[0-9a-f]{4}$/],
    ['{@@}-x', /^[A-Z]{2}-x$/],
    ['{"a": 1}', /^\{"a": 1\}$/],
  ])('draws %s', (pattern, form) => {
    const draws = stream(7, pattern)
    for (let index = 0; index < 40; index += 1) expect(drawn(pattern, draws)).toMatch(form)
  })
})

/** Tokens of the results of some tools. */
function resultSizes(trace: Trace, tool: string, least = 0): number[] {
  const blocks = takeIn(trace, chars4).blocks.filter(({ type }) => type === 'tool_result')
  return blocks
    .filter(({ call, tokens }) => call?.name === tool && tokens >= least)
    .map(({ tokens }) => tokens)
}

/** The catalogue of scenarios states turns and sizes; each is met by the default parameters. */
describe('sizes of scenarios', () => {
  it('a short bug fix has 40 turns and about 50,000 tokens, 63 to 84 % of them results', () => {
    const trace = scenarios['bug-fix'].generate(3)
    const { blocks } = takeIn(trace, chars4)
    const results = blocks
      .filter(({ type }) => type === 'tool_result')
      .reduce((sum, { tokens }) => sum + tokens, 0)
    const all = blocks.reduce((sum, { tokens }) => sum + tokens, 0)
    expect(trace.turns).toHaveLength(40)
    expectNear(all, 50_000, 0.25)
    expect(results / all).toBeGreaterThan(0.63)
    expect(results / all).toBeLessThan(0.88)
  })

  it('pages of the web research have 2,000 to 12,000 tokens, and the report cites the earliest', () => {
    const trace = scenarios['deep-research'].generate(3, { turns: 30 })
    for (const size of resultSizes(trace, 'open_page')) {
      expect(size).toBeGreaterThan(1_900)
      expect(size).toBeLessThan(12_600)
    }
    const last = trace.needs.filter(({ turn, kind }) => turn === trace.turns.length - 1 && kind === 'fact')
    expect(Math.min(...last.map(({ message }) => message))).toBeLessThan(12)
  })

  it('whole tables of the data analysis have 20,000 to 60,000 tokens', () => {
    const tables = resultSizes(scenarios['data-analysis'].generate(3), 'run_sql', 10_000)
    expect(tables).toHaveLength(4)
    for (const size of tables) {
      expect(size).toBeGreaterThan(19_500)
      expect(size).toBeLessThan(61_000)
    }
  })

  it('a sub-agent reads about 30,000 tokens and hands back about 1,500', () => {
    const trace = scenarios['sub-agents'].generate(3)
    const { blocks } = takeIn(trace, chars4)
    const branches = trace.windows.filter(({ kind }) => kind === 'subagent')
    expect(branches).toHaveLength(8)
    const read = branches.map(({ id }) =>
      blocks.filter(({ window }) => window === id).reduce((sum, { tokens }) => sum + tokens, 0),
    )
    expectNear(read.reduce((sum, tokens) => sum + tokens, 0) / 8, 30_000, 0.25)
    for (const size of resultSizes(trace, 'run_agent')) expectNear(size, 1_500, 0.4)
  })

  it('the burst adds 100,000 to 600,000 tokens in one turn', () => {
    const trace = scenarios['parallel-burst'].generate(3)
    const burst = resultSizes(trace, 'read_log').reduce((sum, tokens) => sum + tokens, 0)
    expect(burst).toBeGreaterThan(100_000)
    expect(burst).toBeLessThan(600_000)
    const turns = trace.turns.filter(({ inputs }) =>
      inputs.some((message) => partsOf(trace.messages[message]!).length > 8),
    )
    expect(turns).toHaveLength(1)
    expect(burst / unmanagedPeak(takeIn(trace, chars4))).toBeGreaterThan(0.8)
  })

  it('the long chat has 300 messages, and repeats no sentence but questions that come back', () => {
    const trace = scenarios['long-chat'].generate(3)
    expect(trace.messages).toHaveLength(300)
    const said = trace.messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => (typeof content === 'string' ? content : ''))
    const statements = said.filter((text) => text.length > 60 && !text.includes('?'))
    expect(new Set(statements).size).toBe(statements.length)
  })

  it('screenshots have 1,300 to 4,800 tokens by the rule of their model', () => {
    const trace = scenarios.screenshots.generate(3)
    const images = takeIn(trace, chars4).blocks.flatMap(({ media }) =>
      media === undefined ? [] : [media.images],
    )
    const whole = images.filter((tokens) => tokens > 1_000)
    expect(whole.length).toBeGreaterThan(40)
    // ⌈w/28⌉·⌈h/28⌉ of 1280 × 800, 1440 × 900, 1920 × 1080 and 2560 × 1440.
    expect([...new Set(whole)].sort((a, b) => a - b)).toEqual([1334, 1716, 2691, 4784])
    // 760 × 480, the part of a page.
    expect(new Set(images.filter((tokens) => tokens <= 1_000))).toEqual(new Set([504]))
  })

  // Lognormal with a median of 25 min and σ 2.1: 34 % of the pauses are above an hour, 78 % above the five minutes of
  // a cache.
  it('pauses of the idle gaps outlive the cache, and some of them an hour', () => {
    const seeds = [1, 2, 3, 4, 5, 6]
    const pauses = seeds.flatMap((seed) => {
      const { turns, messages } = scenarios['idle-gaps'].generate(seed)
      return turns.flatMap(({ inputs, sent }, index) => {
        const before = turns[index - 1]?.time ?? null
        const isPerson = typeof messages[inputs[0] ?? -1]?.content === 'string'
        return isPerson && before !== null && sent !== undefined ? [(sent - before) / 60_000] : []
      })
    })
    expect(pauses.length).toBeGreaterThan(150)
    expectNear(pauses.filter((minutes) => minutes > 60).length / pauses.length, 0.34, 0.25)
    expectNear(pauses.filter((minutes) => minutes > 5).length / pauses.length, 0.78, 0.12)
  })
})
