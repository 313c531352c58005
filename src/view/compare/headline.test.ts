import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { costOfRun, metrics, run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import { compareRuns } from '../../sim/internal.ts'
import type { NeedRecord, Resolution, TimelineData } from '../../sim/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { traceOf } from '../../testing/trace.ts'
import type { HeadlineLane } from './divergence.ts'
import { headline } from './headline.ts'
import { sentenceText } from '../sentence/sentence.ts'
import { windowAt } from '../layout/window-at.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const half = Math.floor(unmanagedPeak(intake) / 2)
const off = { task: false, current_user_message: false, running_results: false, pinned: false }

function lane(label: string, config: object): HeadlineLane {
  const timeline = run(trace, { max_context_tokens: half, strategy: 'evict', ...config }, { intake })
  return { name: label, label, data: timeline.data, rows: metrics(timeline) }
}

const naiveFifo = lane('Unprotected FIFO', {
  eviction: { policy: 'fifo', gates: off, horizon_turns: 0, user_share: 0 },
})
const naiveLru = lane('Unprotected LRU', {
  eviction: { policy: 'lru', gates: off, horizon_turns: 0, user_share: 0 },
})
const fifo = lane('FIFO', { eviction: { policy: 'fifo', horizon_turns: 0, user_share: 0 } })
const hybrid = lane('Hybrid', { eviction: { policy: 'hybrid', horizon_turns: 0, user_share: 0 } })
const unmanaged = lane('Unmanaged', { strategy: 'unmanaged' })
const roomy = lane('Roomy', { max_context_tokens: half * 9 })

function of(...lanes: HeadlineLane[]) {
  const { firstDivergence } = compareRuns(Object.fromEntries(lanes.map((one) => [one.name, one])))
  return headline(firstDivergence, lanes)
}

const said = (...lanes: HeadlineLane[]): string => sentenceText(of(...lanes))

it('VALID-2 a first message that is blank in the log is no task that lanes could lose', () => {
  const blank = traceOf([
    { role: 'user', content: '' },
    { role: 'assistant', content: 'x' },
  ])
  const lanes = (['evict', 'unmanaged', 'rolling_summary'] as const).map((strategy) => {
    const timeline = run(blank, { max_context_tokens: 4000, strategy })
    return { name: strategy, label: strategy, data: timeline.data, rows: metrics(timeline) }
  })
  expect(said(...lanes)).toMatch(/do the same in every turn/)
})

/** A figure of a lane's table. */
function textOf(lane: HeadlineLane, metric: string): string {
  return lane.rows.find(({ id }) => id === metric)?.text ?? ''
}

/** The first turn from which on no prompt has the whole task, found by reading every prompt. */
function taskGone({ data }: HeadlineLane): number {
  const task = data.blocks.find((block) => block.type === 'user_message')?.id
  const stands = data.turns.map(({ points }) =>
    windowAt(data, points.sent.tick, 0).some((entry) => entry.block === task && entry.content === -1),
  )
  return stands.lastIndexOf(true) + 1
}

function lostOf({ data }: HeadlineLane): NeedRecord[] {
  return data.needs.filter((need) => ['lost', 'unreached'].includes(need.resolution))
}

/** A lane that met its needs in turns 1, 2, 3 … in these ways, and otherwise equals Roomy. */
function needing(label: string, resolutions: readonly Resolution[], inferred = false): HeadlineLane {
  const needs = resolutions.map((resolution, index): NeedRecord => {
    const source = roomy.data.blocks.at(-1)?.id ?? 0
    return { turn: index + 1, source, kind: 'fact', evidence: [], refetchable: true, inferred, resolution }
  })
  return withData(label, { ...roomy.data, needs })
}

function withNeeds({ label, data }: HeadlineLane, needs: readonly NeedRecord[]): HeadlineLane {
  return withData(label, { ...data, needs })
}

/** A lane with a changed record and the table that follows from it. */
function withData(label: string, data: TimelineData, name = label): HeadlineLane {
  return { name, label, data, rows: metrics({ data }) }
}

/** The same lane with another name. */
function twinOf({ data }: HeadlineLane, label: string): HeadlineLane {
  return withData(label, data)
}

/** A lane whose requests in these turns were over the limit. */
function over({ label, data }: HeadlineLane, isOver: (turn: number) => boolean): HeadlineLane {
  const turns = data.turns.map((turn) => ({
    ...turn,
    used: isOver(turn.turn) ? data.limit + 1 : Math.min(turn.used, data.limit),
  }))
  return withData(label, { ...data, turns })
}

describe('headline: some lanes lost the task and others kept it', () => {
  const gone = taskGone(naiveFifo)
  const task = naiveFifo.data.blocks.find((block) => block.type === 'user_message')?.id ?? -1
  const last = hybrid.data.turns.at(-1)?.turn ?? 0
  const total = ({ data }: HeadlineLane): number => costOfRun(data).usd

  it('says when it was lost, how many turns missed it, which lane still has it, and at what cost', () => {
    const missed = new Set(lostOf(naiveFifo).flatMap((need) => (need.source === task ? [need.turn] : [])))
    const needed = new Set(
      naiveFifo.data.needs.flatMap((need) => (need.source === task && need.turn >= gone ? [need.turn] : [])),
    )
    const more = ((total(hybrid) - total(naiveFifo)) / total(naiveFifo)) * 100
    expect(missed.size).toBeGreaterThan(1)
    expect(missed.size).toBeLessThan(needed.size)
    expect(said(naiveFifo, hybrid)).toBe(
      `Unprotected FIFO dropped the task in turn ${gone}, and ${missed.size} of the ${needed.size} turns from then on that needed it ` +
        `did not have it in context; Hybrid, which protects it from eviction, still holds it in turn ${last}, at ≈ ${Math.abs(more).toFixed(1)} % ` +
        `${more > 0 ? 'higher' : 'lower'} cost.`,
    )
    expect(said(hybrid, naiveFifo)).toBe(said(naiveFifo, hybrid))
  })

  it('links every figure to a turn, and the task to its block', () => {
    for (const lanes of [
      [naiveFifo, hybrid],
      [naiveFifo, naiveLru, hybrid, fifo],
      [fifo, hybrid],
      [hybrid],
    ]) {
      for (const part of of(...lanes)) {
        if (part.turn === undefined)
          expect(part.text, sentenceText(of(...lanes))).not.toMatch(/\d(?! other lane)/)
        else expect(hybrid.data.turns[part.turn]).toBeDefined()
      }
    }
    const block = of(naiveFifo, hybrid).find((part) => part.block !== undefined)
    expect(block).toMatchObject({
      text: 'the task',
      turn: gone,
      block: { lane: 'Unprotected FIFO', block: task },
    })
  })

  it('counts the turns that needed the task and those that did not find it, from the turn of the loss on', () => {
    const need = (turn: number, resolution: Resolution, inferred = false): NeedRecord => {
      return { turn, source: task, kind: 'goal', evidence: [], refetchable: false, inferred, resolution }
    }
    const start = (...needs: NeedRecord[]): string =>
      said(withNeeds(naiveFifo, needs), withNeeds(hybrid, [])).split(';')[0] ?? ''
    const dropped = `Unprotected FIFO dropped the task in turn ${gone}`
    const later = [gone + 1, gone + 2, gone + 2]
    expect(start(need(gone - 1, 'lost'))).toBe(`${dropped}, and no later turn needed it`)
    expect(start(need(gone - 1, 'lost', true))).toBe(`${dropped}, and no later turn is known to need it`)
    // In a growing conversation there may be no turn yet.
    const upTo = ({ label, data }: HeadlineLane): HeadlineLane =>
      withData(label, { ...data, needs: [], turns: data.turns.slice(0, gone + 1) })
    expect(said(upTo(naiveFifo), upTo(hybrid)).split(';')[0]).toBe(dropped)
    const without = 'needed it and did not have it in context'
    expect(start(need(gone + 1, 'lost'))).toBe(`${dropped}, and 1 later turn ${without}`)
    expect(start(...later.map((turn) => need(turn, 'lost')))).toBe(`${dropped}, and 2 later turns ${without}`)
    expect(start(need(gone, 'lost'), need(gone + 1, 'pointer'))).toBe(
      `${dropped}, and 2 turns from then on ${without}`,
    )
    expect(start(need(gone + 1, 'lost'), need(gone + 2, 'full'))).toBe(
      `${dropped}, and 1 of the 2 later turns that needed it did not have it in context`,
    )
    expect(start(need(gone + 1, 'partial'), need(gone + 2, 'full'))).toBe(
      `${dropped}, and the 2 later turns that needed it found it elsewhere, at least in part`,
    )
  })

  it('credits the guard only if the lane that kept the task has it on', () => {
    const open = { ...hybrid.data.spec.config.eviction.gates, task: false }
    const { spec } = hybrid.data
    const config = { ...spec.config, eviction: { ...spec.config.eviction, gates: open } }
    const lucky = { ...hybrid, data: { ...hybrid.data, spec: { ...spec, config } } }
    expect(said(naiveFifo, lucky)).toContain('; Hybrid still holds it')
  })

  it('does not praise a lane for keeping the task if it exceeded the limit', () => {
    const story = said(
      naiveFifo,
      over(hybrid, (turn) => turn >= last - 1),
    )
    expect(story).toBe(
      `Hybrid sent 2 of ${last + 1} requests over the limit that this comparison sets; Unprotected FIFO reached the end within the limit, ` +
        `with ${textOf(naiveFifo, 'need-hit-rate')} of the needed context present.`,
    )
  })

  it('concedes that the lane with the task had less of the needed context', () => {
    const bare = withNeeds(
      hybrid,
      hybrid.data.needs.map((need) => (need.source === task ? need : { ...need, resolution: 'lost' })),
    )
    const lost = bare.data.needs.filter((need) => need.resolution === 'lost').length
    expect(said(naiveFifo, bare)).toContain(
      ` cost, but ${bare.label} had less of the needed context, ${textOf(bare, 'need-hit-rate')} against ${textOf(naiveFifo, 'need-hit-rate')}, ` +
        `and is missing more of it, ${lost} of ${bare.data.needs.length} needs against ${lostOf(naiveFifo).length}.`,
    )
  })

  it('names all lanes if all of them lost the task', () => {
    const story = said(naiveFifo, naiveLru)
    expect(story).toMatch(/dropped the task in turn \d+, .*; .* dropped it in turn \d+\.$/)
    expect(story).toContain(`Unprotected FIFO dropped`)
    expect(story).toContain(`Unprotected LRU dropped`)
  })

  it('links the cost to a turn in which the more expensive lane sent more', () => {
    const part = of(naiveFifo, hybrid).find(({ text }) => text.endsWith('cost'))
    const at = part?.turn ?? -1
    const more = total(hybrid) > total(naiveFifo)
    const difference = (hybrid.data.turns[at]?.used ?? 0) - (naiveFifo.data.turns[at]?.used ?? 0)
    expect(difference > 0).toBe(more)
  })

  it('names the worst and the best of several lanes, and one more at most', () => {
    const share = (lane: HeadlineLane): number =>
      lane.rows.find(({ id }) => id === 'need-hit-rate')?.value ?? 0
    const [worst, other] = [naiveFifo, naiveLru].toSorted((a, b) => share(a) - share(b))
    const story = said(naiveLru, hybrid, naiveFifo)
    expect(story).toMatch(new RegExp(`^${worst?.label ?? ''} dropped the task`))
    expect(story).toContain(
      `; ${other?.label ?? ''} dropped it in turn ${other === undefined ? '' : taskGone(other)}; Hybrid, which protects it from eviction, still holds it`,
    )
    expect(story).toContain(`cost than ${worst?.label ?? ''}.`)
    const many = said(naiveFifo, hybrid, naiveLru, twinOf(hybrid, 'Twin'), twinOf(naiveLru, 'Third'))
    expect(many).toMatch(
      /; 2 other lanes lost it too; Hybrid, which protects it from eviction, still holds it in turn \d+, as does 1 other lane, at .* cost than .*\.$/,
    )
    expect(many).not.toMatch(/Twin|Third/)
  })

  it('of lanes that show the same share of the needed context, the cheaper one is named', () => {
    const changed = (id: string, value: number | null): number | null => {
      if (value === null) return null
      return id === 'cost' ? value * 2 : id === 'need-hit-rate' ? value + 0.00001 : value
    }
    const rows = hybrid.rows.map((row) => ({ ...row, value: changed(row.id, row.value) }))
    const dear = { ...hybrid, name: 'Dear', label: 'Dear', rows }
    expect(said(naiveFifo, dear, hybrid)).toMatch(/; Hybrid, which .* still holds it .* as does 1 other lane/)
  })

  it('reports the end of a lane that stopped before the other lane lost the task', () => {
    expect(said(naiveFifo, unmanaged)).toMatch(
      /^Unmanaged ran out of space .*; Unprotected FIFO reached the end/,
    )
  })
})

describe('headline: a lane ended or exceeded the limit', () => {
  const all = hybrid.data.turns.length

  it('STRAT-1 first says how far it came, of how many turns, and what the other lane had', () => {
    const end = unmanaged.data.ended?.turn ?? -1
    expect(
      unmanaged.data.turns.filter(({ used }) => used + unmanaged.data.reserve > unmanaged.data.limit),
    ).toHaveLength(1)
    const stopped = `Unmanaged ran out of space and stopped in turn ${end}, after ${end} of ${all} turns`
    const present = textOf(hybrid, 'need-hit-rate')
    expect(said(unmanaged, hybrid)).toBe(
      `${stopped}; Hybrid reached the end within the limit, with ${present} of the needed context present.`,
    )
    expect(said(unmanaged, twinOf(unmanaged, 'Twin'), withNeeds(hybrid, []))).toBe(
      `2 lanes ran out of space and stopped, the first of them Unmanaged in turn ${end}, after ${end} of ${all} turns; Hybrid reached the end within the limit.`,
    )
    // The other lanes follow in the sentence.
    expect(said(naiveFifo, unmanaged, hybrid)).toBe(`${stopped}. ${said(naiveFifo, hybrid)}`)
    expect(said(unmanaged, twinOf(unmanaged, 'Twin'))).toBe(
      `No lane reached the end: Unmanaged got furthest and stopped in turn ${end}, after ${end} of ${all} turns.`,
    )
  })

  it('LED-2 says how many requests were over the limit, and praises no such lane for anything else', () => {
    const most = over(naiveFifo, () => true)
    const often = over(hybrid, (turn) => turn >= 6)
    expect(said(most, often)).toBe(
      `No lane stays within the limit: even Hybrid sent ${all - 6} of ${all} requests over it.`,
    )
    const end = unmanaged.data.ended?.turn ?? -1
    expect(said(unmanaged, often)).toBe(
      `Unmanaged ran out of space and stopped in turn ${end}, after ${end} of ${all} turns; no other lane stays within the limit: ` +
        `even Hybrid sent ${all - 6} of ${all} requests over it.`,
    )
    expect(said(most, hybrid)).toBe(
      `Unprotected FIFO sent ${all} of ${all} requests over the limit that this comparison sets; Hybrid reached the end within the limit, ` +
        `with ${textOf(hybrid, 'need-hit-rate')} of the needed context present.`,
    )
    const [big, bigger] = [
      over(twinOf(roomy, 'Big'), (turn) => turn === 3),
      over(twinOf(roomy, 'Bigger'), (turn) => turn < 3),
    ]
    expect(of(roomy, big).find(({ text }) => text.startsWith('1 of'))?.turn).toBe(3)
    expect(said(big, bigger, roomy)).toMatch(
      new RegExp(
        `^2 lanes sent requests over the limit that this comparison sets, Bigger the most, 3 of ${all} requests; Roomy reached the end`,
      ),
    )
    // No lane is the worst if others are equally bad.
    const twin = twinOf(bigger, 'Twin')
    expect(said(big, bigger, twin, roomy)).toMatch(
      new RegExp(
        `^3 lanes sent requests over the limit that this comparison sets, Bigger and 1 other the most, 3 of ${all} requests each; `,
      ),
    )
    expect(said(bigger, twin, roomy)).toMatch(
      new RegExp(
        `^2 lanes sent requests over the limit that this comparison sets, 3 of ${all} requests each; Roomy reached`,
      ),
    )
    expect(said(unmanaged, big, roomy)).toMatch(/^Unmanaged ran out of space .*, and Big sent 1 of /)
  })
})

describe('headline: the lanes differ in the needed context they had', () => {
  it('NEED-2 says how much each lane had, how many needs each is missing, and the first turn with a missing one', () => {
    const one = needing('One', ['full', 'lost', 'lost', 'full'])
    const other = needing('Other', ['full', 'full', 'lost', 'full'])
    const none = needing('None', ['full', 'full', 'full', 'pointer'])
    expect(said(other, one)).toBe(
      'One had 50.0 % of the needed context present, Other 75.0 %; One is missing 2 of 4 needs, the first in turn 2, Other 1.',
    )
    expect(said(one, none)).toBe(
      'One had 50.0 % of the needed context present, None 75.0 %; One is missing 2 of 4 needs, the first in turn 2, None none.',
    )
    expect(said(one, none, other)).toBe(
      'Of 3 lanes, One had the least of the needed context present, 50.0 %, and None the most, 75.0 %, as did 1 other; ' +
        'One is missing 2 of 4 needs, the first in turn 2, None none.',
    )
    expect(said(one, twinOf(one, 'Two'), other)).toMatch(
      /^Of 3 lanes, One and Two had the least of the needed context/,
    )
    expect(of(one, other).filter((part) => part.turn !== undefined)).toMatchObject([
      { text: '50.0 %', turn: 2 },
      { text: '75.0 %', turn: 3 },
      { text: '2 of 4 needs', turn: 2 },
      { text: 'turn 2', turn: 2 },
      { text: '1', turn: 3 },
    ])
  })

  it('NEED-2 counts a partly present need as a half, and still says which lane is missing more', () => {
    const stubs = needing('Stubs', ['pointer', 'pointer', 'pointer', 'full'])
    const lost = needing('Losses', ['partial', 'lost', 'full', 'lost'])
    expect(said(stubs, lost)).toBe(
      'Stubs had 25.0 % of the needed context present, Losses 37.5 %; ' +
        'but Losses is missing more in total, 2 of 4 needs against none, the first in turn 2.',
    )
    expect(
      said(
        needing('Parts', ['partial', 'lost', 'full', 'full']),
        needing('Wholes', ['full', 'full', 'full', 'lost']),
      ),
    ).toBe('Parts had 62.5 % of the needed context present, Wholes 75.0 %; both are missing 1 of 4 needs.')
  })

  it('calls the needs of a log inferred', () => {
    expect(said(needing('One', ['full', 'lost'], true), needing('Other', ['full', 'full'], true))).toBe(
      'One had 50.0 % of the needed context (inferred) present, Other 100.0 %; One is missing 1 of 2 inferred needs, in turn 2, Other none.',
    )
  })

  it('says which lane is missing the most needs if all had the same share present', () => {
    const one = needing('One', ['full', 'pointer', 'pointer', 'lost'])
    const other = needing('Other', ['pointer', 'full', 'lost', 'lost'])
    expect(said(one, other)).toBe(
      'Other is missing 2 of 4 needs, the first in turn 3; One 1; both had 25.0 % of the needed context present.',
    )
    expect(said(one, other, needing('Third', ['full', 'pointer', 'pointer', 'pointer']))).toBe(
      'Of 3 lanes, Other is missing the most, 2 of 4 needs, the first in turn 3; Third the least, none.',
    )
  })

  it('the metric table counts needs of turns that were never reached as missing', () => {
    const { data } = needing('Early', ['full', 'lost', 'unreached', 'unreached'])
    expect(textOf(withData('Early', data), 'lost-rate')).toBe('75.0 %')
    expect(textOf(withData('Early', data), 'need-hit-rate')).toBe('25.0 %')
  })
})

describe('headline: only the edits of the lanes differ, or nothing does', () => {
  it('says from which turn on they differ', () => {
    const [a, b] = [fifo, hybrid].map((one) => withNeeds(one, []))
    if (a === undefined || b === undefined) throw new Error('no lanes')
    expect(said(a, b)).toMatch(/^The same until turn \d+, then FIFO evicts .*, and Hybrid evicts .*\.$/)
  })

  it('says that they are the same, and what all of them did', () => {
    const [first] = hybrid.data.edits
    const lost = lostOf(hybrid).length
    expect(said(hybrid, twinOf(hybrid, 'Twin'))).toBe(
      `Hybrid and Twin do the same in every turn: ${hybrid.data.edits.length} edits, the first in turn ${first?.turn ?? ''}, ` +
        `and ${lost} of ${hybrid.data.needs.length} needs missing.`,
    )
    expect(said(roomy, { ...roomy, name: 'b' }, { ...roomy, name: 'c' })).toBe(
      'All 3 lanes do the same in every turn, because nothing had to be edited.',
    )
  })
})

describe('headline of a single lane', () => {
  it('says how much it edited and what it is missing', () => {
    const [first] = fifo.data.edits
    const start = `FIFO made ${fifo.data.edits.length} edits, the first in turn ${first?.turn ?? ''}`
    expect(said(fifo)).toBe(
      `${start}, and is missing ${lostOf(fifo).length} of ${fifo.data.needs.length} needs.`,
    )
    expect(said(withNeeds(fifo, []))).toMatch(
      new RegExp(`^${start}; its prompt was largest in turn \\d+, ≈ [\\d.]+ % of the limit\\.$`),
    )
  })

  it('LED-1 counts edits like the metric table: a repair is not an edit of the strategy', () => {
    const { data } = fifo
    const [first, second, ...more] = data.edits
    if (first === undefined || second === undefined) throw new Error('there are too few edits')
    const repaired = { ...data, edits: [{ ...first, stage: 'repair' }, second, ...more] }
    const twin = withData('FIFO', repaired)
    const counted = textOf(twin, 'edits')
    expect(Number(counted)).toBe(data.edits.length - 1)
    const count = `${counted} edits, the first in turn ${second.turn}`
    expect(said(twin)).toContain(`FIFO made ${count}, and is missing`)
    expect(said(twin, twinOf(twin, 'Twin'))).toContain(`in every turn: ${count}, and`)
    const only = withData('FIFO', { ...data, edits: [{ ...first, stage: 'repair' }] })
    expect(said(only)).toMatch(/^FIFO made no edit; /)
  })

  it('STRAT-1 first says where it stopped', () => {
    const end = unmanaged.data.turns.at(-1)
    // Below the limit, but not with the reserve.
    const { limit, reserve } = unmanaged.data
    expect(end?.used).toBeLessThan(limit)
    expect((end?.used ?? 0) + reserve).toBeGreaterThan(limit)
    expect(said(unmanaged)).toBe(
      `Unmanaged ran out of space and stopped in turn ${end?.turn ?? ''}, after ${end?.turn ?? ''} of ${hybrid.data.turns.length} turns; it made no edit; ` +
        `its prompt was largest in turn ${end?.turn ?? ''}, ≈ ${((end?.utilization ?? 0) * 100).toFixed(1)} % of the limit, ` +
        `and left less than the ${reserve.toLocaleString('en')} tokens reserved for the reply.`,
    )
  })

  it('LED-2 first says how often it exceeded the limit', () => {
    expect(said(over(hybrid, (turn) => turn < 2))).toMatch(
      new RegExp(
        `^Hybrid sent 2 of ${hybrid.data.turns.length} requests over the limit that this comparison sets; it made \\d+ edits, .* and is missing`,
      ),
    )
  })

  it('says how full the window became if nothing was edited', () => {
    const most = Math.max(...roomy.data.turns.map((turn) => turn.used))
    const turn = roomy.data.turns.findIndex((one) => one.used === most)
    expect(said(roomy)).toBe(
      `Roomy made no edit; its prompt was largest in turn ${turn}, ≈ ${((most / roomy.data.limit) * 100).toFixed(1)} % of the limit.`,
    )
  })

  it('is empty for no lane and for an empty run', () => {
    const timeline = run(traceOf([]), { max_context_tokens: 9000 })
    const empty = { name: 'e', label: 'Empty', data: timeline.data, rows: metrics(timeline) }
    expect(said()).toBe('')
    expect(said(empty)).toBe('')
    expect(said(empty, { ...empty, name: 'f', label: 'Other' })).toBe(
      'Empty and Other do the same in every turn, because nothing had to be edited.',
    )
  })
})
