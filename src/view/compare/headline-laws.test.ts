import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { presetConfig, presets } from '../../config/index.ts'
import { chars4, guards } from '../../engine/index.ts'
import { expectSame } from '../../testing/expect-equal.ts'
import { logs, readLog, scenario } from '../../testing/shared-traces.ts'
import { divergenceOf, metrics, run, scenarios, takeIn, unmanagedPeak } from '../../sim/index.ts'
import { isFit } from '../../sim/internal.ts'
import type { MetricRow, NeedRecord, Trace } from '../../sim/index.ts'
import type { HeadlineLane } from './divergence.ts'
import { headline } from './headline.ts'
import { sentenceText } from '../sentence/sentence.ts'
import type { Claim, SentencePart } from '../sentence/sentence.ts'

const off = Object.fromEntries(
  Object.values(guards)
    .filter((guard) => !guard.always)
    .map((guard) => [guard.name, false]),
)

/** Every preset of the page, and two of them without protection. */
const LANES = [
  ...presets.map((name) => ({ name, config: presetConfig(name) })),
  ...['fifo', 'lru'].map((policy) => ({
    name: `naive ${policy}`,
    config: { ...presetConfig(policy), eviction: { policy, gates: off } },
  })),
]

function lanesOf(trace: Trace, share: number, some = LANES, intake = takeIn(trace, chars4)): HeadlineLane[] {
  const max_context_tokens = Math.max(2000, Math.floor(unmanagedPeak(intake) * share))
  return some.map(({ name, config }) => {
    const timeline = run(trace, { ...config, max_context_tokens }, { intake })
    return { name, label: `Lane ${name}`, data: timeline.data, rows: metrics(timeline) }
  })
}

/** Where two lanes diverge. Left out if the sentence is about something else anyway. */
function between(first: HeadlineLane, second: HeadlineLane) {
  const same = ['turns-reached', 'turns-refused', 'need-hit-rate', 'lost-rate'].every(
    (metric) => rowOf(first, metric).text === rowOf(second, metric).text,
  )
  if (!same) return null
  const found = divergenceOf(first.data, second.data)
  return found === null ? null : { ...found, lanes: [first.name, second.name] as const }
}

/** That of other tests, too, so that each conversation is made, counted and searched for references once. */
const SEED = 7

/** Every available conversation, with its place in the list. */
const conversations: readonly (readonly [string, number, () => Trace])[] = [
  ...Object.keys(scenarios).map((name) => [name, () => generated(name)] as const),
  ...logs.map((file) => [file, () => readLog(file)] as const),
].map(([name, make], nth) => [name, nth, make] as const)

function generated(name: string): Trace {
  return scenario(name, SEED, name === 'long-coding' ? { turns: 90, spread: 10 } : {})
}

/** Conversations end here: what a headline says depends on figures, and not on how long it took to get them. */
const LONG = 18

/** A lane that runs out of space, and one or two others: others in each conversation. */
function someLanes(nth: number, { turns }: Trace): typeof LANES {
  const own = turns.length < LONG ? [2 * nth, 2 * nth + 1] : [2 * nth]
  const names = new Set(['unmanaged', ...own.map((at) => LANES[at % LANES.length]?.name)])
  return LANES.filter(({ name }) => names.has(name))
}

it.each(conversations)('LED-1 every headline of %s agrees with the metric table', (_, nth, make) => {
  const whole = make()
  const trace = { ...whole, turns: whole.turns.slice(0, LONG) }
  const said = everyHeadlineTrue(lanesOf(trace, nth % 2 === 0 ? 0.5 : 0.25, someLanes(nth, trace)))
  expect(said.every((sentence) => sentence.endsWith('.'))).toBe(true)
})

describe('in one conversation under every preset', () => {
  let lanes: readonly HeadlineLane[] = []
  beforeAll(() => {
    const whole = scenario('axios-migration', SEED)
    lanes = lanesOf({ ...whole, turns: whole.turns.slice(0, LONG) }, 0.25)
  })

  it('LED-1 every headline agrees with the metric table, and every kind of sentence occurs', () => {
    const said = everyHeadlineTrue(lanes)
    for (const words of [
      /ran out of space/,
      /over the limit/,
      /dropped the task/,
      /had .* % of the needed context/,
    ])
      expectSame(
        said.some((sentence) => words.test(sentence)),
        true,
        String(words),
      )
  })

  it('LED-1 every headline agrees with the metric table when lanes have figures of other lanes', () => {
    /** How far a lane came and what it lacked is in its record, too. */
    const own = /^(?:turns|need|lost)-/
    const some = fc.array(fc.tuple(fc.nat(), fc.infiniteStream(fc.nat())), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(some, (drawn) => {
        const mixed = drawn.map(([at, donors], place): HeadlineLane => {
          const lane = lanes[at % lanes.length] as HeadlineLane
          const rows = lane.rows.map((row) =>
            own.test(row.id) ? row : rowOf(lanes[(donors.next().value ?? 0) % lanes.length] ?? lane, row.id),
          )
          return { ...lane, rows, name: `${lane.name} ${place}`, label: `${lane.label} ${'abcd'[place]}` }
        })
        everyHeadlineTrue(mixed)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the law detects', () => {
  const [fifo, hybrid, unmanaged] = lanesOf(scenario('axios-migration', 1), 0.5, [
    {
      name: 'naive fifo',
      config: { ...presetConfig('fifo'), eviction: { policy: 'fifo', user_share: 0, gates: off } },
    },
    { name: 'hybrid', config: presetConfig('hybrid') },
    { name: 'unmanaged', config: { strategy: 'unmanaged' } },
  ])
  if (fifo === undefined || hybrid === undefined || unmanaged === undefined) throw new Error('no lanes')
  const lanes = [fifo, hybrid]
  const parts = headline(between(fifo, hybrid), lanes)

  it('a figure that differs from the table', () => {
    const rows = fifo.rows.map((row) => (row.id === 'cost' ? { ...row, value: (row.value ?? 0) * 1.1 } : row))
    expectTrue(parts, lanes)
    expect(() => {
      expectTrue(parts, [{ ...fifo, rows }, hybrid])
    }).toThrow()
  })

  it('a figure without a claim', () => {
    expect(() => {
      expectTrue([...parts, { text: 'It saved 12 %.' }], lanes)
    }).toThrow()
  })

  it('praise of a lane that stopped, exceeded the limit, or had less of the needed context', () => {
    const praise = (lane: string, than: string) =>
      ({ text: 'better', claims: [{ kind: 'praise', lane, than }] }) as const
    const refused = hybrid.rows.map((row) => (row.id === 'turns-refused' ? { ...row, value: 1 } : row))
    const poor = hybrid.rows.map((row) =>
      row.id === 'need-hit-rate' ? { ...row, value: 0.2, text: '20.0 %' } : row,
    )
    expectTrue([praise('hybrid', 'naive fifo')], lanes)
    for (const rows of [refused, poor])
      expect(() => {
        expectTrue([praise('hybrid', 'naive fifo')], [fifo, { ...hybrid, rows }])
      }).toThrow()
    expect(() => {
      expectTrue([praise('unmanaged', 'naive fifo')], [fifo, unmanaged])
    }).toThrow()
  })
})

/**
 * Checks a headline against the table of its lanes: every figure in it claims something, and every claim is true. The
 * praised lane reached the end, sent nothing over the limit, and is not worse at what it is praised for, unless the
 * sentence says so with both figures.
 */
function expectTrue(parts: readonly SentencePart[], lanes: readonly HeadlineLane[]): void {
  const text = sentenceText(parts)
  const table = new Map(lanes.map((lane) => [lane.name, lane]))
  const labels = lanes.map(({ label }) => label).sort((a, b) => b.length - a.length)
  const claims = parts.flatMap((part) => part.claims ?? [])
  for (const part of parts) {
    if (part.turn !== undefined)
      expectSame(
        lanes.some(({ data }) => data.turns[part.turn ?? -1]),
        true,
        text,
      )
    for (const claim of part.claims ?? []) {
      if (claim.kind !== 'figure' || claim.metric !== 'peak-utilization' || part.turn === undefined) continue
      const used = table.get(claim.lane)?.data.turns.map((turn) => turn.used) ?? []
      expectSame(used[part.turn], Math.max(...used), text)
    }
    const words = labels.reduce((left, label) => left.replaceAll(label, ''), part.text)
    const isTurn = /^(?:turn \d[\d,]*|first turn)$/.test(part.text)
    // Blocks are not figures of the table.
    if (!isTurn && !/^\d+ other blocks?$/.test(words))
      expectSame(/\d/.test(words) && part.claims === undefined, false, `${part.text} in: ${text}`)
  }
  for (const claim of claims) expectClaim(claim, claims, table, text)
  for (const lane of lanes) {
    // The sentence mentions every lane that stopped or was over the limit.
    if (!isFit(lane.rows) && lanes.length > 1 && text !== '')
      expect(text, lane.label).toMatch(/stopped|over (?:the limit|it)|got furthest/)
  }
}

function expectClaim(
  claim: Claim,
  claims: readonly Claim[],
  table: ReadonlyMap<string, HeadlineLane>,
  text: string,
): void {
  switch (claim.kind) {
    case 'lanes':
      expect(claim.count, text).toBeLessThanOrEqual(table.size)
      return
    case 'figure':
      expect(claim.value, `${claim.metric} of ${claim.lane} in: ${text}`).toBeCloseTo(
        valueOf(table, claim.lane, claim.metric),
        9,
      )
      return
    case 'reserve': {
      const { turns = [], limit = NaN, reserve } = table.get(claim.lane)?.data ?? {}
      const last = turns.at(-1)?.used ?? NaN
      expect(claim.tokens, text).toBe(reserve)
      expect(last, text).toBeLessThanOrEqual(limit)
      expect(last + claim.tokens, text).toBeGreaterThan(limit)
      return
    }
    case 'difference': {
      const [own, other] = [claim.lane, claim.than].map((lane) => valueOf(table, lane, claim.metric))
      expect(claim.value * (other ?? 0), text).toBeCloseTo((own ?? 0) - (other ?? 0), 3)
      return
    }
    case 'points': {
      // Subtracting the figures of the table gives the claimed difference: `93.9 %` is 939 tenths.
      const [own, other] = [claim.lane, claim.than].map((name) => {
        const lane = table.get(name)
        return lane === undefined ? NaN : Number(rowOf(lane, claim.metric).text.replace(/ %|\./gu, ''))
      })
      expect(Math.round(claim.value * 10), text).toBe((own ?? NaN) - (other ?? NaN))
      return
    }
    case 'least':
    case 'most': {
      const values = claim.among.map((lane) => valueOf(table, lane, claim.metric))
      const end = claim.kind === 'least' ? Math.min(...values) : Math.max(...values)
      expect(valueOf(table, claim.lane, claim.metric), text).toBeCloseTo(end, 9)
      return
    }
    case 'needed': {
      const needs = table.get(claim.lane)?.data.needs ?? []
      const after = needs.filter((need) => need.source === claim.block && need.turn >= claim.from)
      const without = after.filter(
        (need: NeedRecord) => !['full', 'summary', 'partial'].includes(need.resolution),
      )
      expect(claim.needed, text).toBe(new Set(after.map(({ turn }) => turn)).size)
      expect(claim.without, text).toBe(new Set(without.map(({ turn }) => turn)).size)
      return
    }
    case 'praise': {
      const [own, other] = [claim.lane, claim.than].map((lane) => table.get(lane))
      expect(own?.data.ended, text).toBeNull()
      expect(valueOf(table, claim.lane, 'turns-refused'), text).toBe(0)
      if (own === undefined || other === undefined || !isFit(other.rows)) return
      for (const [metric, better] of [
        ['need-hit-rate', 1],
        ['lost-rate', -1],
      ] as const) {
        const [mine, theirs] = [rowOf(own, metric), rowOf(other, metric)]
        if (mine.text === theirs.text || ((mine.value ?? 0) - (theirs.value ?? 0)) * better >= 0) continue
        for (const name of [claim.lane, claim.than])
          expectSame(
            claims.some((one) => one.kind === 'figure' && one.lane === name && one.metric === metric),
            true,
            `${metric} of ${name} is not conceded in: ${text}`,
          )
      }
    }
  }
}

function rowOf(lane: HeadlineLane, metric: string): MetricRow {
  const row = lane.rows.find(({ id }) => id === metric)
  if (row === undefined) throw new Error(`no metric ${metric}`)
  return row
}

function valueOf(table: ReadonlyMap<string, HeadlineLane>, name: string, metric: string): number {
  const lane = table.get(name)
  return lane === undefined ? NaN : (rowOf(lane, metric).value ?? NaN)
}

/** Checks the headline of every lane alone, of every two, and of all of them. Returns the sentences. */
function everyHeadlineTrue(lanes: readonly HeadlineLane[]): readonly string[] {
  const said: string[] = []
  const tell = (...some: readonly HeadlineLane[]): void => {
    const [first, second] = some
    const divergence = first === undefined || second === undefined ? null : between(first, second)
    const parts = headline(divergence, some)
    expectTrue(parts, some)
    said.push(sentenceText(parts))
  }
  lanes.forEach((first, at) => {
    tell(first)
    for (const second of lanes.slice(at + 1)) tell(first, second)
    const third = lanes.slice(at, at + 4)
    if (third.length === 4) tell(...third)
  })
  return said
}
