import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../config/index.ts'
import { chars4 } from '../engine/index.ts'
import { answerable } from '../engine/internal.ts'
import { scenario } from '../testing/shared-traces.ts'
import { openTimeline, run, takeIn, unmanagedPeak } from '../sim/index.ts'
import { fidelityQuestions } from '../sim/internal.ts'
import type { TimelineData } from '../sim/index.ts'
import { biography } from './decision/block.ts'
import { ratioWords } from './decision/compressed-words.ts'
import { compressed } from './decision/compressed.ts'
import { reasonOf } from './layout/ending.ts'
import { eventStories } from './record/event-story.ts'
import { laneEvents } from './record/lane-event.ts'
import { madeBy } from './decision/lineage.ts'
import { sameUntil } from './compare/divergence.ts'
import { dueOf } from './decision/due.ts'
import { rungOf } from './decision/rung.ts'
import { sentenceText } from './sentence/sentence.ts'
import { strata } from './layout/strata.ts'
import { why } from './decision/why.ts'
import { windowOpenings } from './layout/window-at.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const half = Math.floor(unmanagedPeak(intake) / 2)

function managed(config: PartialConfig): TimelineData {
  return run(trace, { strategy: 'managed', max_context_tokens: half, ...config }, { intake }).data
}

const compacting = managed({ compression: { cascade: { '0.6': 'conversation_compaction' } } })
const shortening = managed({ compression: { cascade: { '0.6': 'progressive' } } })
const delegating = managed({ compression: { cascade: { '0.6': 'sub_agent' } } })
const merging = managed({ eviction: { policy: 'semantic_merge', horizon_turns: 0, user_share: 0 } })
/** Eviction only from .97 on, so that the last step of the cascade acts first. */
const reopening = managed({
  compression: { overflow_threshold: 0.8, cascade: { '0.98': 'sub_agent' }, ask_interval: 0 },
  pressure: { thresholds: { yellow: 0.9, orange: 0.97, red: 0.99 }, preemptive: false },
})
const all: Readonly<Record<string, TimelineData>> = { compacting, shortening, delegating, merging, reopening }

describe('a compaction', () => {
  const edit = compacting.edits.find((one) => one.stage === 'compact')
  if (edit === undefined) throw new Error('nothing was compacted')
  const summary = edit.blocks.find(({ verb }) => verb === 'insert')?.block ?? -1
  const taken = edit.blocks.filter(({ verb }) => verb === 'absorb').map(({ block }) => block)

  it('COMP-8 is drawn: every summarized block ends there, with a connector to the summary', () => {
    const picture = strata(compacting)
    const own = picture.connectors.filter((one) => one.edit === edit.edit)
    expect(own.length).toBeGreaterThan(20)
    expect(new Set(own.map(({ into, kind }) => `${into} ${kind}`))).toEqual(new Set([`${summary} summary`]))
    // A block that arrived and left within the turn is not drawn.
    const drawn = new Set(picture.bands.flatMap(({ blocks }) => blocks))
    expect(own.map(({ block }) => block).sort((a, b) => a - b)).toEqual(
      taken.filter((block) => drawn.has(block)).sort((a, b) => a - b),
    )
    for (const { edit: of, reason, letter } of picture.caps.filter((cap) => cap.edit === edit.edit))
      expect([of, reason, letter]).toEqual([edit.edit, 'absorbed', 'Σ'])
  })

  it('COMP-4 a summarized block shows both compression ratios, the questions kept, and the request', () => {
    const block = taken[3] ?? -1
    const answer = why(compacting, block)
    expect([answer?.outcome, answer?.reason, answer?.edit]).toEqual(['changed', 'absorbed', edit.edit])
    const told = answer?.compressed
    expect(told?.into).toBe(summary)
    expect(told?.others).toHaveLength(taken.length - 1)
    // Both ratios recomputed from the tokens of the blocks and of the window.
    const content = (verb: string, side: 'freed' | 'added') =>
      edit.blocks.filter((one) => one.verb === verb).reduce((sum, one) => sum + one[side], 0)
    const span = content('absorb', 'freed') / content('insert', 'added')
    expect(told?.figures?.spanRatio).toBeGreaterThan(0.9 * span)
    expect(told?.figures?.spanRatio).toBeLessThan(1.1 * span)
    expect(told?.figures?.windowRatio).toBeCloseTo(edit.before / edit.after, 10)
    const request = compacting.asks.filter(({ stage, turn }) => stage === 'compact' && turn === edit.turn)
    expect(request).toHaveLength(1)
    expect(told?.figures?.asks).toMatchObject([
      { kind: 'compact', verdict: 'used', input: request[0]?.input, output: request[0]?.output },
    ])
    // The questions made again, for the prompt after the edit.
    const asking = fidelityQuestions(openTimeline(compacting, trace), edit.edit)
    let step = asking.next()
    while (step.done !== true) step = asking.next()
    const { probes, after } = step.value
    const text = after.map((part) => part.text).join('\n')
    expect(told?.figures).toMatchObject({
      probes: probes.length,
      kept: probes.filter((probe) => answerable(probe, text)).length,
    })
    expect(probes.length).toBeGreaterThan(9)
    expect(answer?.sentence).toContain(`compacted into the summary of turn ${edit.turn}`)
    expect(answer?.sentence).toContain(
      `with ${taken.length - 1} other blocks in turn ${edit.turn} by compaction`,
    )
  })

  it('COMP-4 a ratio in words always comes with the questions that were kept', () => {
    expect(ratioWords(7.77, [14_862, 1_912], { probes: 20, kept: 11 }, true)).toBe(
      'compression ratio 7.8 × (14,862 → 1,912 tokens), 11 of 20 questions kept',
    )
    expect(ratioWords(2, [10, 5], { probes: 0, kept: 0 }, false)).toContain('no questions asked')
  })

  it('EDIT-2 the summary lists the blocks that it summarizes', () => {
    const made = madeBy(compacting, summary)
    expect([made?.kind, made?.edit]).toEqual(['summary', edit.edit])
    expect(made?.took.map(({ block }) => block)).toEqual(taken)
    expect(made?.took.map(({ tokens }) => tokens)).toEqual(
      edit.blocks.filter(({ verb }) => verb === 'absorb').map(({ freed }) => freed),
    )
    expect(madeBy(compacting, taken[0] ?? -1)).toBeNull()
  })

  it('EDIT-1 a block that it kept has the reason for being kept, not “undecided”', () => {
    const system = compacting.blocks.find(({ type }) => type === 'system_prompt')?.id ?? -1
    const last = compacting.edits.findLast((one) => one.stage === 'compact')
    expect(why(compacting, system)?.sentence).toBe(
      `The system prompt of turn 0 stayed in turn ${last?.turn}, when compaction summarized the conversation: ` +
        'system prompt and tools are not part of the conversation.',
    )
    const task = compacting.blocks.find(({ type }) => type === 'user_message')?.id ?? -1
    expect(why(compacting, task)?.sentence).toContain('a guard protects it (the task')
    const tail = last?.kept?.tailFrom ?? -1
    const newest = why(compacting, tail, last === undefined ? {} : { turn: last.turn })?.sentence
    expect(newest).toContain('among the last 6 messages (compression.keep_messages: 6)')
    for (const { block, gates } of last?.kept?.gated ?? []) {
      expect(gates, String(block)).not.toEqual([])
      expect(last?.blocks.some((one) => one.block === block)).toBe(false)
    }
  })
})

describe('blocks that were shortened, delegated, merged, or left behind', () => {
  it('COMP-1 a block shortened by its age shows its level, its target and both sizes', () => {
    const edits = shortening.edits.filter((one) => one.stage === 'progressive')
    let told = 0
    for (const edit of edits) {
      for (const part of edit.blocks) {
        const one = compressed(shortening, edit.edit, part.block)
        const block = shortening.blocks[part.block]
        const age = edit.turn - (block?.turn ?? 0)
        const [name, share] =
          age <= 5 ? ['key points', 0.3] : age <= 20 ? ['one line', 0.05] : ['a title', 0.01]
        expect(one).toMatchObject({ reason: 'summarized', before: part.freed, after: part.added, into: null })
        expect(one?.level).toMatchObject({
          name,
          share,
          age,
          aim: Math.max(10, Math.floor((block?.tokens ?? 0) * Number(share))),
        })
        told++
      }
    }
    expect(told).toBeGreaterThan(20)
  })

  it('COMP-7 a block given to a sub-agent shows the cost of the sub-agent, and leads to its report', () => {
    const edit = delegating.edits.find((one) => one.stage === 'delegate')
    const part = edit?.blocks.find(({ verb }) => verb === 'absorb')
    const answer = why(delegating, part?.block ?? -1)
    expect(answer?.reason).toBe('delegated')
    expect(answer?.compressed?.figures?.subagent).toEqual(edit?.compression?.subagent)
    expect(madeBy(delegating, part?.into ?? -1)?.kind).toBe('report')
    const kinds = new Set(strata(delegating).connectors.map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['report']))
  })

  it('EVI-6 the pointer of a merge leads to the newest duplicate, which says that it was merged', () => {
    const edit = merging.edits.find((one) => one.stage === 'merge')
    const pointer = edit?.blocks.find(({ verb }) => verb === 'replace')
    expect(pointer?.into).toBeDefined()
    const told = compressed(merging, edit?.edit ?? -1, pointer?.block ?? -1)
    expect([told?.reason, told?.into]).toEqual(['merged', pointer?.into])
    expect(why(merging, pointer?.block ?? -1, { turn: edit?.turn ?? -1 })?.sentence).toContain(
      'more alike than 0.85 (eviction.merge_similarity)',
    )
    expect(why(merging, pointer?.into ?? -1, { turn: edit?.turn ?? -1 })?.sentence).toContain(
      'was merged with its near-duplicates',
    )
    expect(strata(merging).connectors).toContainEqual(
      expect.objectContaining({ kind: 'merged', block: pointer?.block, into: pointer?.into }),
    )
  })

  it('CROSS-3 each new window is drawn at its turn, its bootstrap names the checkpoint, and the task is carried over', () => {
    const openings = windowOpenings(reopening, 0)
    expect(openings.map(({ serial }) => serial)).toEqual(openings.map((_, index) => index + 2))
    expect(openings.length).toBeGreaterThan(1)
    const task = reopening.blocks.find(({ type }) => type === 'user_message')?.id ?? -1
    const last = openings.at(-1)
    expect(why(reopening, task)?.sentence).toBe(
      `The user message of turn 0 was carried into window ${last?.serial} in turn ${last?.turn}: the task is carried over word for word.`,
    )
    for (const { edit: index, turn, serial } of openings) {
      const edit = reopening.edits[index]
      const bootstrap = edit?.blocks.find(({ verb }) => verb === 'insert')?.block ?? -1
      const saved = reopening.checkpoints.findLast((one) => one.turn <= turn)?.checkpoint.version
      expect(madeBy(reopening, bootstrap)).toMatchObject({ kind: 'bootstrap', serial, checkpoint: saved })
      const left = edit?.blocks.filter(({ verb }) => verb === 'drop') ?? []
      for (const part of left) expect(edit === undefined ? null : reasonOf(edit, part)).toBe('left')
    }
  })
})

describe('every block and event of managed runs', () => {
  it('EDIT-1 has a reason and a complete sentence', () => {
    for (const [name, data] of Object.entries(all)) {
      for (const { id } of data.blocks) {
        const answer = why(data, id)
        expect(answer?.sentence, `${name} ${id}`).not.toMatch(/undefined|NaN|null|^$| {2}/)
        const life = biography(data, id)
        expect(life?.changes.every(({ verb, reason }) => (verb === 'insert') === (reason === null))).toBe(
          true,
        )
      }
    }
  })

  it('PRES-5 HEALTH-2 BUD-4 is described with its setting, and with the same label as its mark', () => {
    for (const data of Object.values(all)) {
      const marks = laneEvents(data)
      const stories = data.turns.flatMap(({ turn }) => eventStories(data, 0, turn))
      expect(stories.map(({ label }) => label).sort()).toEqual(marks.map(({ label }) => label).sort())
      for (const { kind, sentence, label } of stories) {
        // Quotations are texts of the log.
        expect(sentence.replaceAll(/“[^”]*”/gu, '“”'), label).not.toMatch(/undefined|NaN|null| {2}|\.\.$/)
        expect(sentence).toMatch(/\.$/)
        if (kind === 'zone') expect(sentence).toMatch(/\(pressure\.thresholds\.(yellow|orange|red)\)/)
        if (kind === 'budget') expect(sentence).toMatch(/budget\.allocations\.|max_context_tokens/)
        if (kind === 'checkpoint') expect(sentence).toContain('cross_window.')
        if (kind === 'window') expect(sentence).toContain('compression.overflow_threshold')
      }
    }
  })

  it('EDIT-1 COMP-2 PRES-1 the recorded trigger of an edit has the threshold worked out by hand', () => {
    // 20,000 less the reserve of 4,096 is .7952 of the window. Every threshold is multiplied by .7952 / .95.
    const by = { compacts: 0.9 * 0.837052631578947, evicts: 0.75 * 0.837052631578947 }
    const small = { max_context_tokens: 20_000 }
    const compacts = managed({
      ...small,
      pressure: { thresholds: { yellow: 0.9, orange: 0.97, red: 0.99 }, preemptive: false },
      compression: { cascade: { '0.9': 'conversation_compaction' } },
    })
    const evicts = managed(small)
    const first = (data: TimelineData, stage: string) => {
      const edit = data.edits.find((one) => one.stage === stage)
      const rung = edit === undefined ? null : rungOf(data, edit)
      if (edit === undefined || rung === null) throw new Error(`${stage} did not act`)
      return { edit, rung }
    }
    const { edit, rung } = first(compacts, 'compact')
    expect(rung).toMatchObject({ key: 'compression.cascade', value: '0.9', cause: 'level', limit: 20_000 })
    expect(rung.at).toBeCloseTo(by.compacts, 12)
    // .6 × .83705… × 20,000 = 10,044.6
    expect([rung.target, rung.used]).toEqual([10_044, edit.before])
    expect(rung.used).toBeGreaterThanOrEqual(15_067)
    expect(edit.trigger).toMatchObject({ zone: 'yellow', reserve: 4_096, toFree: edit.before - 10_044 })
    const evicted = first(evicts, 'evict')
    expect(evicted.rung).toMatchObject({ key: 'pressure.thresholds.orange', value: '0.75' })
    expect(evicted.rung.at).toBeCloseTo(by.evicts, 12)
    const { decision, trigger } = evicted.edit
    expect([trigger?.used, trigger?.toFree]).toEqual([decision?.trigger.used, decision?.trigger.toFree])
  })

  it('EDIT-1 every edit of a stage has a trigger, with the window size at which that was decided', () => {
    for (const [name, data] of Object.entries(all)) {
      for (const edit of data.edits) {
        if (edit.stage === 'repair' || edit.stage === 'clip') continue
        const { trigger } = edit
        const before = data.edits.findLast((one) => one.turn === edit.turn && one.edit < edit.edit)
        expect([name, edit.stage, trigger?.used]).toEqual([name, edit.stage, edit.before])
        expect([trigger?.limit, trigger?.reserve]).toEqual([data.limit, data.reserve])
        if (before !== undefined) expect(trigger?.used).toBe(before.after)
        expect(rungOf(data, edit) !== null || dueOf(data, edit) !== null).toBe(true)
      }
    }
  })
})

describe('the header of a managed lane', () => {
  const lane = (label: string, data: TimelineData) => ({ name: label, label, data })
  const evicting = run(trace, { strategy: 'evict', max_context_tokens: half }, { intake }).data

  it('STRAT-1 says that the strategy summarizes, delegates, or opens a new window', () => {
    const head = (data: TimelineData) =>
      sentenceText(sameUntil(lane('Evict', evicting), lane('Managed', data)))
    expect(head(compacting)).toMatch(/then summarizes /)
    expect(head(delegating)).toMatch(/then hands .* to a sub-agent/)
    expect(head(reopening)).toMatch(/behind at a new window/)
    // The same blocks in the same turn, but one lane has a summary of them and the other a report.
    const between = sentenceText(sameUntil(lane('Compacts', compacting), lane('Delegates', delegating)))
    expect(between).toMatch(/same as Compacts until turn \d+, then hands the .* to a sub-agent/)
  })
})
