import { describe, expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { compareRuns, metrics, run, scenario, takeIn, unmanagedPeak } from '../sim/index.ts'
import type { NeedRecord, Resolution, TimelineData } from '../sim/index.ts'
import { traceOf } from '../testing/trace.ts'
import type { HeadlineLane } from './divergence.ts'
import { headline } from './headline.ts'
import { sentenceText } from './sentence.ts'
import { windowAt } from './window-at.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const half = Math.floor(unmanagedPeak(intake) / 2)
const off = { task: false, current_user_message: false, running_results: false, pinned: false }

function lane(label: string, config: object): HeadlineLane {
  const timeline = run(trace, { max_context_tokens: half, strategy: 'evict', ...config }, { intake })
  return { name: label, label, data: timeline.data, rows: metrics(timeline) }
}

const naiveFifo = lane('Naive FIFO', { eviction: { policy: 'fifo', gates: off } })
const naiveLru = lane('Naive LRU', { eviction: { policy: 'lru', gates: off } })
const fifo = lane('FIFO', { eviction: { policy: 'fifo' } })
const hybrid = lane('Hybrid', { eviction: { policy: 'hybrid' } })
const unmanaged = lane('Unmanaged', { strategy: 'unmanaged' })
const roomy = lane('Roomy', { max_context_tokens: half * 9 })

function of(...lanes: HeadlineLane[]) {
  const { firstDivergence } = compareRuns(Object.fromEntries(lanes.map((one) => [one.name, one])))
  return headline(firstDivergence, lanes)
}

const said = (...lanes: HeadlineLane[]): string => sentenceText(of(...lanes))

/** The turn from whose prompt on the task is not there in full, by looking into every prompt. */
function taskGone({ data }: HeadlineLane): number {
  const task = data.blocks.find((block) => block.type === 'user_message')?.id
  const stands = data.turns.map(({ points }) =>
    windowAt(data, points.sent.tick, 0).some((entry) => entry.block === task && entry.content === -1),
  )
  return stands.lastIndexOf(true) + 1
}

function lostOf({ data }: HeadlineLane): NeedRecord[] {
  return data.needs.filter((need) => need.resolution === 'lost')
}

/** A lane that met its needs so, in turns 1, 2, 3 …, and is the same as Roomy otherwise. */
function needing(label: string, resolutions: readonly Resolution[], inferred = false): HeadlineLane {
  const needs = resolutions.map((resolution, index): NeedRecord => {
    const source = roomy.data.blocks.at(-1)?.id ?? 0
    return { turn: index + 1, source, kind: 'fact', evidence: [], refetchable: true, inferred, resolution }
  })
  return { ...roomy, name: label, label, data: { ...roomy.data, needs } }
}

function withNeeds({ name, label, data, rows }: HeadlineLane, needs: readonly NeedRecord[]): HeadlineLane {
  return { name, label, rows, data: { ...data, needs } }
}

describe('the task was lost in some lanes and not in others', () => {
  const gone = taskGone(naiveFifo)
  const task = naiveFifo.data.blocks.find((block) => block.type === 'user_message')?.id ?? -1
  const last = hybrid.data.turns.at(-1)?.turn ?? 0
  const total = ({ data }: HeadlineLane): number => data.turns.reduce((sum, turn) => sum + turn.used, 0)

  it('says when, what it cost, who still holds it and for what price', () => {
    const missed = new Set(lostOf(naiveFifo).flatMap((need) => (need.source === task ? [need.turn] : [])))
    const needed = new Set(
      naiveFifo.data.needs.flatMap((need) => (need.source === task && need.turn >= gone ? [need.turn] : [])),
    )
    const more = ((total(hybrid) - total(naiveFifo)) / total(naiveFifo)) * 100
    expect(missed.size).toBeGreaterThan(1)
    expect(missed.size).toBeLessThan(needed.size)
    expect(said(naiveFifo, hybrid)).toBe(
      `Naive FIFO dropped the task in turn ${gone}, and ${missed.size} of the ${needed.size} turns that still needed it ` +
        `had to do without; Hybrid, whose gate protects it, still holds it in turn ${last}, for ≈ ${Math.abs(more).toFixed(1)} % ` +
        `${more > 0 ? 'more' : 'fewer'} prompt tokens.`,
    )
    expect(said(hybrid, naiveFifo)).toBe(said(naiveFifo, hybrid))
  })

  it('every figure leads to a turn, and the task to its block', () => {
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
    expect(block).toEqual({ text: 'the task', turn: gone, block: { lane: 'Naive FIFO', block: task } })
  })

  it('tells turns that found nothing from those that did not need it, and from those it was the turn of', () => {
    const need = (turn: number, resolution: Resolution, inferred = false): NeedRecord => {
      return { turn, source: task, kind: 'goal', evidence: [], refetchable: false, inferred, resolution }
    }
    const start = (...needs: NeedRecord[]): string =>
      said(withNeeds(naiveFifo, needs), withNeeds(hybrid, [])).split(';')[0] ?? ''
    const dropped = `Naive FIFO dropped the task in turn ${gone}`
    const later = [gone + 1, gone + 2, gone + 2]
    expect(start(need(gone - 1, 'lost'))).toBe(`${dropped}, and no later turn needed it`)
    expect(start(need(gone - 1, 'lost', true))).toBe(`${dropped}, and no later turn is known to need it`)
    // In a conversation that goes on no turn may have come yet.
    const upTo = (lane: HeadlineLane): HeadlineLane => {
      const { data, ...rest } = withNeeds(lane, [])
      return { ...rest, data: { ...data, turns: data.turns.slice(0, gone + 1) } }
    }
    expect(said(upTo(naiveFifo), upTo(hybrid)).split(';')[0]).toBe(dropped)
    expect(start(need(gone + 1, 'lost'))).toBe(`${dropped}, and 1 later turn needed it`)
    expect(start(...later.map((turn) => need(turn, 'lost')))).toBe(`${dropped}, and 2 later turns needed it`)
    expect(start(need(gone, 'lost'), need(gone + 1, 'pointer'))).toBe(
      `${dropped}, and 2 turns from then on needed it`,
    )
    expect(start(...later.map((turn) => need(turn, 'full')))).toBe(
      `${dropped}, and the 2 turns that still needed it found what they needed elsewhere`,
    )
    expect(start(...later.map((turn) => need(turn, 'lost', true)))).toBe(
      `${dropped}, and 2 turns with an inferred need of it had to do without`,
    )
  })

  it('says that a gate kept it only where the other lane had none', () => {
    const open = { ...hybrid.data.spec.config.eviction.gates, task: false }
    const { spec } = hybrid.data
    const config = { ...spec.config, eviction: { ...spec.config.eviction, gates: open } }
    const lucky = { ...hybrid, data: { ...hybrid.data, spec: { ...spec, config } } }
    expect(said(naiveFifo, lucky)).toContain('; Hybrid still holds it')
  })

  it('says so when the lane that holds it sent what is too long', () => {
    const over = hybrid.data.turns.map((turn) =>
      turn.turn >= last - 1 ? { ...turn, used: hybrid.data.limit + 1 } : turn,
    )
    const story = said(naiveFifo, { ...hybrid, data: { ...hybrid.data, turns: over } })
    expect(story).toMatch(/, but 2 of its requests are too long to be answered\.$/)
  })

  it('is told of all lanes where all lost it', () => {
    const story = said(naiveFifo, naiveLru)
    expect(story).toMatch(/dropped the task in turn \d+, .*; .* dropped it in turn \d+\.$/)
    expect(story).toContain(`Naive FIFO dropped`)
    expect(story).toContain(`Naive LRU dropped`)
  })

  it('leads the price to a turn that shows it', () => {
    const part = of(naiveFifo, hybrid).find(({ text }) => text.includes('prompt tokens'))
    const at = part?.turn ?? -1
    const more = total(hybrid) > total(naiveFifo)
    const difference = (hybrid.data.turns[at]?.used ?? 0) - (naiveFifo.data.turns[at]?.used ?? 0)
    expect(difference > 0).toBe(more)
  })

  it('of several lanes it names the worst and the best, and at most one more', () => {
    const [worst, other] = [naiveFifo, naiveLru].toSorted((a, b) => lostOf(b).length - lostOf(a).length)
    const story = said(naiveLru, hybrid, naiveFifo)
    expect(story).toMatch(new RegExp(`^${worst?.label ?? ''} dropped the task`))
    expect(story).toContain(
      `; ${other?.label ?? ''} dropped it in turn ${other === undefined ? '' : taskGone(other)}; Hybrid, whose gate protects it, still holds it`,
    )
    expect(story).toContain(`prompt tokens than ${worst?.label ?? ''}.`)
    const twin = { ...hybrid, name: 'twin', label: 'Twin' }
    const many = said(naiveFifo, hybrid, naiveLru, twin, { ...naiveLru, name: 'third', label: 'Third' })
    expect(many).toMatch(
      /; 2 other lanes lost it too; Hybrid, whose gate protects it, still holds .*, and so does 1 other lane\.$/,
    )
    expect(many).not.toMatch(/Twin|Third/)
  })

  it('a lane that ended before the other got that far holds nothing', () => {
    expect(said(naiveFifo, unmanaged)).toMatch(/^Unmanaged ran out of room/)
  })
})

describe('a lane ended, or was over the limit, where another was not', () => {
  it('STRAT-1 says where, and how far the best one came', () => {
    const end = unmanaged.data.ended?.turn ?? -1
    const [lost, all] = [lostOf(hybrid).length, hybrid.data.needs.length]
    expect(said(unmanaged, hybrid)).toBe(
      `Unmanaged ran out of room in turn ${end} and ended there; ` +
        `Hybrid reached turn ${hybrid.data.turns.length - 1} and lost ${lost} of ${all} needs.`,
    )
    const twin = { ...unmanaged, name: 'twin', label: 'Twin' }
    expect(said(unmanaged, twin, withNeeds(hybrid, []))).toBe(
      `2 lanes ran out of room and ended, the first of them Unmanaged in turn ${end}; Hybrid reached turn ${hybrid.data.turns.length - 1}.`,
    )
  })

  it('LED-2 a window that no lane gets along with is the story, whatever was lost in it', () => {
    const over = ({ name, label, data, rows }: HeadlineLane, share: number): HeadlineLane => {
      const turns = data.turns.map((turn, index) =>
        index < data.turns.length * share ? { ...turn, used: data.limit + 1 } : { ...turn, used: 1 },
      )
      return { name, label, rows, data: { ...data, turns } }
    }
    const turns = hybrid.data.turns.length
    const most = Math.ceil(turns * 0.75)
    expect(said(over(naiveFifo, 1), over(hybrid, 0.75))).toBe(
      `The window is too small for all 2 lanes: even of Hybrid, ${most} of ${turns} requests are over the limit, the first in turn 0.`,
    )
    // A lane that ended sent few; that proves nothing for it.
    expect(said(unmanaged, over(hybrid, 0.75))).toMatch(/^The window is too small .* even of Hybrid/)
    expect(said(over(naiveFifo, 1), over(hybrid, 0.5))).not.toContain('too small')
    expect(said(over(naiveFifo, 1), hybrid)).not.toContain('too small')
  })

  it('LED-2 counts the turns whose prompt was over the limit', () => {
    const over = (label: string, turns: readonly number[]): HeadlineLane => {
      const data: TimelineData = {
        ...roomy.data,
        turns: roomy.data.turns.map((turn) =>
          turns.includes(turn.turn) ? { ...turn, used: roomy.data.limit + 1 } : turn,
        ),
      }
      return { ...roomy, name: label, label, data }
    }
    expect(said(roomy, over('Big', [3]))).toBe('Big was over the limit in turn 3; Roomy never was.')
    expect(said(over('Big', [3, 5]), over('Bigger', [2, 3, 4]), roomy)).toBe(
      'Bigger was over the limit in 3 turns, the first of them turn 2; Roomy never was.',
    )
  })
})

describe('needs were met differently', () => {
  it('NEED-2 says who lost how many of how many, and when first', () => {
    const one = needing('One', ['full', 'lost', 'lost', 'full'])
    const other = needing('Other', ['full', 'full', 'lost', 'full'])
    const none = needing('None', ['full', 'full', 'full', 'pointer'])
    expect(said(other, one)).toBe('One lost 2 of 4 needs, the first in turn 2; Other lost 1.')
    expect(said(one, none)).toBe('One lost 2 of 4 needs, the first in turn 2; None lost none.')
    expect(said(other, none)).toBe('Other lost 1 of 4 needs, in turn 3; None lost none.')
    expect(said(one, none, other)).toBe(
      'Of 3 lanes, One lost the most needs, 2 of 4, the first in turn 2; None lost none.',
    )
    expect(
      said(one, { ...one, name: 'b', label: 'Two' }, other, { ...other, name: 'd', label: 'Four' }),
    ).toBe(
      'Of 4 lanes, One and Two lost the most needs, 2 of 4 each, the first in turn 2; Other lost the fewest, 1, as did 1 other.',
    )
    expect(of(one, other).filter((part) => part.turn !== undefined)).toEqual([
      { text: '2 of 4 needs', turn: 2 },
      { text: 'turn 2', turn: 2 },
      { text: '1', turn: 3 },
    ])
  })

  it('calls the needs of a log inferred', () => {
    expect(said(needing('One', ['full', 'lost'], true), needing('Other', ['full', 'full'], true))).toBe(
      'One lost 1 of 2 inferred needs, in turn 2; Other lost none.',
    )
    const needs = needing('', ['full', 'lost'], true).data.needs
    expect(said(withNeeds(hybrid, needs))).toMatch(/ and lost 1 of 2 inferred needs\.$/)
  })

  it('where as many were lost, says who was left with pointers', () => {
    const one = needing('One', ['full', 'pointer', 'pointer', 'lost'])
    const other = needing('Other', ['pointer', 'full', 'summary', 'lost'])
    const none = needing('None', ['full', 'full', 'full', 'lost'])
    expect(said(one, other)).toBe(
      'One left 2 of 4 needs with only a pointer, the first in turn 2; Other left 1.',
    )
    expect(said(none, other)).toBe('Other left 1 of 4 needs with only a pointer, in turn 1; None left none.')
  })
})

describe('nothing sets the lanes apart but their edits, or nothing at all', () => {
  it('says where they part', () => {
    const [a, b] = [fifo, hybrid].map((one) => withNeeds(one, []))
    if (a === undefined || b === undefined) throw new Error('no lanes')
    expect(said(a, b)).toMatch(/^The same until turn \d+, then FIFO takes out .*, and Hybrid takes out .*\.$/)
  })

  it('says that they are the same, and what they all did', () => {
    const twin = { ...hybrid, name: 'twin', label: 'Twin' }
    const [first] = hybrid.data.edits
    const lost = lostOf(hybrid).length
    expect(said(hybrid, twin)).toBe(
      `Hybrid and Twin do the same in every turn: ${hybrid.data.edits.length} edits, the first in turn ${first?.turn ?? ''}, ` +
        `and ${lost} of ${hybrid.data.needs.length} needs lost.`,
    )
    expect(said(roomy, { ...roomy, name: 'b' }, { ...roomy, name: 'c' })).toBe(
      'All 3 lanes do the same in every turn, because nothing had to be edited.',
    )
  })
})

describe('a lane alone', () => {
  it('is told by what it did', () => {
    const [first] = fifo.data.edits
    const start = `FIFO made ${fifo.data.edits.length} edits, the first in turn ${first?.turn ?? ''}`
    expect(said(fifo)).toBe(`${start}, and lost ${lostOf(fifo).length} of ${fifo.data.needs.length} needs.`)
    expect(said(withNeeds(fifo, []))).toMatch(new RegExp(`^${start}, and freed ≈ [\\d,]+ tokens\\.$`))
  })

  it('LED-1 counts edits as the table of metrics does: a repair is none of the strategy', () => {
    const { data } = fifo
    const [first, second, ...more] = data.edits
    if (first === undefined || second === undefined) throw new Error('there are too few edits')
    const repaired = { ...data, edits: [{ ...first, stage: 'repair' }, second, ...more] }
    const twin = { ...fifo, data: repaired, rows: metrics({ data: repaired }) }
    const counted = twin.rows.find((row) => row.id === 'edits')?.text ?? ''
    expect(Number(counted)).toBe(data.edits.length - 1)
    const count = `${counted} edits, the first in turn ${second.turn}`
    expect(said(twin)).toContain(`FIFO made ${count}, and lost`)
    expect(said(twin, { ...twin, name: 'Twin', label: 'Twin' })).toContain(`in every turn: ${count}, and`)
    const only = { ...twin, data: { ...data, edits: [{ ...first, stage: 'repair' }] } }
    expect(said(only)).toMatch(/^FIFO made no edit in /)
  })

  it('says why it ended without an edit', () => {
    const end = unmanaged.data.turns.at(-1)
    expect(said(unmanaged)).toBe(
      `Unmanaged made no edit and ran out of room in turn ${end?.turn ?? ''}: its prompt, ` +
        `≈ ${((end?.utilization ?? 0) * 100).toFixed(1)} % of the limit, left less than the reserve.`,
    )
  })

  it('says how full it became where it did nothing', () => {
    const most = Math.max(...roomy.data.turns.map((turn) => turn.used))
    const turn = roomy.data.turns.findIndex((one) => one.used === most)
    expect(said(roomy)).toBe(
      `Roomy made no edit in ${roomy.data.turns.length} turns; its prompt was largest in turn ${turn}, ` +
        `≈ ${((most / roomy.data.limit) * 100).toFixed(1)} % of the limit.`,
    )
  })

  it('and a run of nothing says nothing', () => {
    const timeline = run(traceOf([]), { max_context_tokens: 9000 })
    const empty = { name: 'e', label: 'Empty', data: timeline.data, rows: metrics(timeline) }
    expect(said()).toBe('')
    expect(said(empty)).toBe('')
    expect(said(empty, { ...empty, name: 'f', label: 'Other' })).toBe(
      'Empty and Other do the same in every turn, because nothing had to be edited.',
    )
  })
})
