import { describe, expect, it } from 'vitest'
import { checkpoint } from '../../../testing/checkpoint.ts'
import { conversation } from '../../../testing/conversation.ts'
import { answered, compressionSettings, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { RungSettings } from './trigger.ts'
import type { Note } from '../../notes/note.ts'
import { carryNotes } from '../catalogue/carry-notes.ts'
import { compactStage } from '../catalogue/compact.ts'
import { delegateAheadStage, delegateStage } from '../catalogue/delegate.ts'
import { newWindowStage } from '../catalogue/new-window.ts'
import { progressiveStage } from '../catalogue/progressive.ts'
import type { Stage, StageContext } from './stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { summarizeResultsStage } from '../catalogue/summarize-results.ts'
import { heldBack, rewrittenBy } from './worth.ts'
import type { WorthSettings } from './worth.ts'

/** Six reads of 400 tokens and a question: 2,509 tokens by chars4, 4 of them for each message. The last has just arrived. */
const READS = conversation(`
  user: fix the bug in the parser
  assistant: looking + call a read_file {"path":"src/a.ts"}
  result a: 1600 chars
  assistant: call b read_file {"path":"src/b.ts"}
  result b: 1600 chars
  assistant: call c read_file {"path":"src/c.ts"}
  result c: 1600 chars
  assistant: call d read_file {"path":"src/d.ts"}
  result d: 1600 chars
  assistant: call e read_file {"path":"src/e.ts"}
  result e: 1600 chars
  assistant: call f read_file {"path":"src/f.ts"}
  result f: 1600 chars`)

const LIMIT = 2800
/** Everything but the last call and its result was sent unchanged. */
const INTACT = 12

const compression = compressionSettings({
  summarizationThresholdTokens: 300,
  summaryTokens: 200,
  keepMessages: 6,
  delegation: { minCalls: 2, maxTokens: 100, ahead: true },
})
const gates = evictionSettings()
const crossWindow = {
  stateFile: 'state.json',
  progressFile: 'progress.md',
  autoSaveThreshold: 0.85,
  milestones: true,
  milestonesWait: false,
  milestoneTurns: 5,
  newWindow: true,
  bootstrapTokens: 300,
  mostKept: 0.8,
}
const GOAL = '{"goal":"Fix the parser","constraints":["Never touch src/d.ts"]}'

const COLD = { coldCache: 'prefer', cacheMinutes: 5 } as const

function settings(given: Partial<WorthSettings> = {}): WorthSettings {
  return {
    minFreeTokens: 0,
    minFreeShare: 0,
    horizonTurns: 20,
    minGain: 0,
    wait: false,
    rewritePrice: 11.5,
    longRewritePrice: 19,
    ...COLD,
    ...given,
  }
}
/** Replaces everything, so that the promised and the actual figures agree. */
function rung(worth: WorthSettings | undefined): RungSettings {
  return { at: 0.75, target: 0, ...(worth === undefined ? {} : { worth }) }
}

type Judged = (worth: WorthSettings | undefined) => Stage<never>
const stages: readonly (readonly [name: string, answers: readonly string[], make: Judged])[] = [
  [
    'summarize_results',
    ['a is read', 'b is read', 'c is read', 'd is read', 'e is read'],
    (worth) => summarizeResultsStage(compression, gates, rung(worth)) as Stage<never>,
  ],
  [
    'progressive',
    ['a is read', 'b is read', 'c is read', 'd is read'],
    (worth) => progressiveStage(compression, gates, rung(worth)) as Stage<never>,
  ],
  ['compact', ['All was read.'], (worth) => compactStage(compression, gates, rung(worth)) as Stage<never>],
  ['delegate', ['All was read.'], (worth) => delegateStage(compression, gates, rung(worth)) as Stage<never>],
  ['delegate_ahead', ['a and b'], (worth) => delegateAheadStage(compression, gates, worth) as Stage<never>],
  [
    'new_window',
    [GOAL],
    (worth) =>
      newWindowStage(crossWindow, { ...compression, overflowThreshold: 0.8 }, [], 0.3, worth) as Stage<never>,
  ],
]

function acted(
  make: Judged,
  worth: WorthSettings | undefined,
  answers: readonly string[],
  seen: Partial<WindowView> = {},
  known: Partial<StageContext> = {},
) {
  const scene = stageScene(READS, { limit: LIMIT })
  const stage = make(worth)
  const view = { ...scene.view, intact: INTACT, ...seen }
  const finished = [{ title: 'Read a and b', from: 1, to: 2 }]
  const context = { ...scene.context, finished, ...known }
  const state = stage.name === 'progressive' ? [] : null
  const { result, asks } = answered(stage.act(view, state as never, context), answers)
  return { scene, view, result, asks }
}

describe.each(stages)('%s', (_, answers, make) => {
  const plain = acted(make, undefined, answers)
  const note = (worth: WorthSettings) => acted(make, worth, answers).result.note

  it('EVI-4 COST-6 is postponed before a model is asked, with figures that match the edit itself', () => {
    const [edit] = plain.result.edits
    expect(edit?.changes.length).toBeGreaterThan(0)
    const { result, asks, scene } = acted(make, settings({ horizonTurns: 1, rewritePrice: 1000 }), answers)
    expect(asks).toEqual([])
    expect(scene.contents).toEqual([])
    expect(result).toMatchObject({ edits: [], outcome: 'skipped', note: { code: 'held_back' } })
    const { frees, rewrites, paysAfter, why, horizon } = result.note?.heldBack ?? {}
    expect([why, horizon]).toEqual(['horizon', 1])
    // The tokens that were sent, stay, and are after the first change.
    const gone = new Set(edit?.changes.map(({ block }) => block))
    const sent = plain.view.window.entries.slice(0, INTACT)
    const made = plain.scene.after(edit?.changes ?? []).entries
    const first = sent.findIndex((entry, at) => made[at] !== entry)
    const stays = sent.slice(first).filter(({ block }) => !gone.has(block))
    expect(rewrites).toBe(stays.reduce((sum, { tokens }) => sum + tokens, 0))
    expect(rewrites).toBeGreaterThan(0)
    // The answer may be shorter than allowed, so the edit frees at least what was promised.
    const after = plain.scene.after(edit?.changes ?? []).used
    expect(frees).toBeGreaterThan(200)
    expect(frees).toBeLessThanOrEqual(plain.view.window.used - after)
    expect(paysAfter).toBeCloseTo((1000 * (rewrites ?? NaN)) / (frees ?? NaN), 0)
  })

  it('COST-6 the horizon is exact to the turn, and without one, or without a cache, it has no effect', () => {
    const price = 1000
    const { paysAfter } = note(settings({ horizonTurns: 1, rewritePrice: price }))?.heldBack ?? {}
    const needed = Math.ceil(paysAfter ?? NaN)
    expect(note(settings({ horizonTurns: needed - 1, rewritePrice: price }))?.code).toBe('held_back')
    for (const worth of [
      settings({ horizonTurns: needed, rewritePrice: price }),
      settings({ horizonTurns: 0, rewritePrice: price }),
      settings({ horizonTurns: 1, rewritePrice: 0 }),
    ])
      expect(acted(make, worth, answers).result.edits).toHaveLength(1)
    const fresh = acted(make, settings({ horizonTurns: 1, rewritePrice: price }), answers, { intact: 0 })
    expect(fresh.result.edits).toHaveLength(1)
  })

  it('COST-6 on an expired cache it rewrites nothing, and may have to wait for that', () => {
    const dear = { horizonTurns: 1, rewritePrice: 1000, longRewritePrice: 1000 }
    const made = (idle: number | null, given: Partial<WorthSettings>, seen: Partial<WindowView> = {}) =>
      acted(make, settings({ ...dear, ...given }), answers, { idle, ...seen }).result.edits.length
    const minutes = (count: number) => count * 60_000
    expect([made(minutes(5), {}), made(minutes(5) + 1, {}), made(null, {})]).toEqual([0, 1, 0])
    expect(made(minutes(6), { coldCache: 'ignore' })).toBe(0)
    expect([made(minutes(6), { cacheMinutes: 10 }), made(minutes(11), { cacheMinutes: 10 })]).toEqual([0, 1])
    // The cache term that the client requested is known.
    const hour = { cacheLife: minutes(60) }
    expect([made(minutes(6), {}, hour), made(minutes(61), {}, hour)]).toEqual([0, 1])
    const waiting = { horizonTurns: 0, coldCache: 'require' } as const
    expect([made(minutes(4), waiting), made(minutes(6), waiting)]).toEqual([0, 1])
    // Without times, no cache expires.
    expect(made(null, waiting)).toBe(1)
    const warm = acted(make, settings(waiting), answers, { idle: minutes(4) }).result.note
    expect(warm).toMatchObject({ code: 'held_back', heldBack: { why: 'warm' } })
  })

  it('COST-6 a cache that the client keeps for longer costs more to rewrite', () => {
    const at = (price: number, cacheLife?: number) =>
      acted(make, settings({ horizonTurns: 1, rewritePrice: price, longRewritePrice: 1_000 }), answers, {
        idle: 0,
        ...(cacheLife === undefined ? {} : { cacheLife }),
      }).result.note?.heldBack?.paysAfter
    const minutes = (count: number) => count * 60_000
    const dear = at(1_000)
    expect(dear).toBeGreaterThan(1)
    expect([at(0, minutes(60)), at(0, minutes(5)), at(0)]).toEqual([dear, undefined, undefined])
  })

  it('EVI-4 BUD-5 an edit that is needed to fit is never postponed', () => {
    const dear = settings({ horizonTurns: 1, rewritePrice: 1000, minFreeTokens: 1_000_000, minGain: 10_000 })
    const over = acted(make, dear, answers, { margin: LIMIT - plain.view.window.used + 1 })
    expect(over.result.edits).toHaveLength(1)
    expect(acted(make, dear, answers, { margin: LIMIT - plain.view.window.used }).result.edits).toEqual([])
  })
})

describe('steps of the cascade', () => {
  it.each(stages.filter(([name]) => name !== 'delegate_ahead'))(
    'EVI-4 %s frees at least a batch, or waits',
    (_, answers, make) => {
      const { heldBack: figures } =
        acted(make, settings({ minFreeTokens: 1_000_000 }), answers).result.note ?? {}
      expect(figures).toMatchObject({ why: 'gain', least: 1_000_000 })
      const promised = figures?.frees ?? NaN
      const made = (minFreeTokens: number) =>
        acted(make, settings({ horizonTurns: 0, minFreeTokens }), answers).result.edits.length
      expect([made(promised), made(promised + 1)]).toEqual([1, 0])
    },
  )

  it.each(stages.filter(([name]) => name !== 'delegate_ahead'))(
    'COST-6 the minimum gain of %s is exact to the token, and without a horizon has no effect',
    (_, answers, make) => {
      const horizon = 1_000
      const {
        why,
        frees = NaN,
        rewrites = NaN,
        saves,
        leastSaved,
      } = acted(make, settings({ horizonTurns: horizon, minGain: 10_000 }), answers).result.note?.heldBack ??
      {}
      const { used } = stageScene(READS, { limit: LIMIT }).view.window
      expect([why, saves, leastSaved]).toEqual([
        'saving',
        Math.floor(frees * horizon - 11.5 * rewrites),
        used * 10_000,
      ])
      // Half a token below what it saves, and half a token above.
      const made = (by: number, given: Partial<WorthSettings> = {}) =>
        acted(
          make,
          settings({ horizonTurns: horizon, minGain: ((saves ?? NaN) + by) / used, ...given }),
          answers,
        ).result.edits.length
      expect([made(-0.5), made(0.5), made(0.5, { horizonTurns: 0 })]).toEqual([1, 0, 1])
    },
  )

  it('HEALTH-2 an edit that an alert demands is not postponed', () => {
    const dear = settings({ horizonTurns: 1, rewritePrice: 1000, minFreeTokens: 1_000_000, minGain: 10_000 })
    const low: Judged = (worth) =>
      compactStage(compression, gates, { ...rung(worth), at: 0.99 }) as Stage<never>
    expect(acted(low, dear, ['All was read.'], {}, { emergency: true }).result.edits).toHaveLength(1)
  })

  it('PRES-6 COMP-1 a near red, or a spike, counts as orange for results, and for no step above orange', () => {
    const reading = { ...stageScene(READS, { limit: 3600 }).view.reading, turnsUntilRed: 2.9 }
    const ahead = (preemptive: boolean, minFreeShare = 0) => ({
      preemptive,
      preemptiveTurns: 3,
      ...COLD,
      minFreeShare,
    })
    // 2,509 of 3,600 is .697, below orange and above the target of .6.
    const due = (at: number, preemptive: boolean, seen: Partial<WindowView> = { reading }, least = 0) => {
      const scene = stageScene(READS, { limit: 3600 })
      const stage = summarizeResultsStage(compression, gates, {
        at,
        target: 0.6,
        ahead: ahead(preemptive, least),
      })
      return answered(stage.act({ ...scene.view, ...seen }, null, scene.context), ['a is read', 'b is read'])
    }
    const { result } = due(0.75, true)
    expect(result.edits[0]?.trigger).toMatchObject({ cause: 'preemptive', target: 2160, toFree: 2509 - 2160 })
    expect(due(0.75, false).result.note?.code).toBe('below_trigger')
    expect(due(0.76, true).result.note?.code).toBe('below_trigger')
    const spike = { reading: { ...reading, turnsUntilRed: null, spike: true } }
    expect(due(0.75, true, spike).result.edits).toHaveLength(1)
    // 349 tokens above the target: a batch of 349, but not of 350.
    expect(due(0.75, true, { reading }, 349 / 3600).result.edits).toHaveLength(1)
    expect(due(0.75, true, { reading }, 350 / 3600).result.note?.code).toBe('below_trigger')
    const calm = { reading: { ...reading, turnsUntilRed: 3 } }
    expect(due(0.75, true, calm).result.note?.code).toBe('below_trigger')
  })
})

describe('notes', () => {
  const note = (text: string): Note => ({ category: 'decisions', importance: 'high', text, turn: 0 })
  const carrying = (notes: readonly Note[]) => ({ notes, checkpoint: checkpoint(), serial: 1, opened: 0 })

  it('COMP-6 COST-6 new ones wait if removing the previous ones would rewrite what follows them', () => {
    const scene = stageScene(READS, { limit: 10_000 })
    const stage = carryNotes(compression, settings())
    const act = (view: WindowView, notes: readonly Note[]) =>
      answered(stage.act({ ...view, edited: true }, 0, { ...scene.context, carried: carrying(notes) })).result
    const first = act(scene.view, [note('Use a queue')])
    const stood = scene.viewAfter(first.edits[0]?.changes ?? [])
    // As if four more blocks had arrived: the notes are after the eighth block.
    const { entries } = stood.window
    const notes = entries.at(-1)
    if (notes === undefined) throw new Error('no notes')
    const mixed = [...entries.slice(0, 8), notes, ...entries.slice(8, -1)].map((entry, order) => ({
      ...entry,
      order,
    }))
    const view = {
      ...stood,
      window: { ...stood.window, entries: mixed },
      blocks: mixed.map(({ block }) => stood.block(block)),
    }
    const more = [note('Use a queue'), note('Keep the log')]
    const held = act({ ...view, intact: 12 }, more)
    const behind = mixed.slice(9, 12).reduce((sum, { tokens }) => sum + tokens, 0)
    expect(held.note).toMatchObject({ code: 'held_back', heldBack: { why: 'horizon', rewrites: behind } })
    expect(held.edits).toEqual([])
    // If an earlier edit changed something before them, moving them rewrites nothing more.
    for (const intact of [8, 9]) {
      const { edits } = act({ ...view, intact }, more)
      expect(edits[0]?.changes.map(({ verb }) => verb)).toEqual(['drop', 'insert'])
    }
  })
})

describe('rewritten tokens', () => {
  it('COST-6 worked by hand: after the first change, sent before, and staying', () => {
    const { view } = stageScene(READS, { limit: LIMIT })
    const tokens = view.window.entries.map((entry) => entry.tokens)
    const seen = { window: view.window, intact: 7 }
    // Entries 0 to 6 were sent. 3 and 5 change, so 4 and 6 are rewritten.
    expect(rewrittenBy(seen, (at) => at === 3 || at === 5 || at === 9)).toBe(
      (tokens[4] ?? NaN) + (tokens[6] ?? NaN),
    )
    expect(rewrittenBy(seen, (at) => at === 7)).toBe(0)
    expect(rewrittenBy(seen, () => true)).toBe(0)
  })

  it('COST-6 worked by hand: what an edit saves within the horizon, in prompts read from the cache', () => {
    const { view } = stageScene(READS, { limit: LIMIT })
    // The prompt has 2,509 tokens; nothing of it is cached, so 300 tokens not read in 20 turns save 6,000, 2.39 prompts.
    const held = (intact: number, minGain: number, more = {}) =>
      heldBack({ ...view, intact }, settings({ minGain }), {
        frees: 300,
        changes: (at) => at === 10,
        ...more,
      })?.heldBack ?? null
    expect([view.window.used, held(0, 2.39)]).toEqual([2509, null])
    expect(held(0, 2.4)).toMatchObject({ why: 'saving', saves: 6000, leastSaved: 6022 })
    // Behind the eleventh entry one of 405 tokens or fewer was sent and stays: it is paid for once more.
    const behind = view.window.entries[11]?.tokens ?? NaN
    expect(held(12, 2)).toMatchObject({ why: 'saving', saves: Math.floor(6000 - 11.5 * behind) })
    expect(held(12, 0)).toBeNull()
    // What is not meant to free anything need not save anything.
    expect(held(0, 2.4, { anySize: true })).toBeNull()
  })

  it.each([5, 40, 700])(
    'COST-7 a batch waits until reading and rewriting cost least per turn: %d tokens a turn',
    (growth) => {
      const { view } = stageScene(READS, { limit: LIMIT })
      const rewritten = view.window.entries[11]?.tokens ?? NaN
      const waits = (turns: number, given: Partial<WorthSettings> = {}, seen: Partial<WindowView> = {}) =>
        heldBack({ ...view, intact: 12, ...seen }, settings({ wait: true, horizonTurns: 1_000, ...given }), {
          frees: turns * growth,
          changes: (at) => at === 10,
          growth,
        })?.heldBack?.why === 'early'
      // By brute force: what waits is read once more in every turn of its growth, then the cache is rewritten.
      const perTurn = (turns: number) => {
        let read = 0
        for (let turn = 1; turn <= turns; turn++) read += turn * growth
        return (read + 11.5 * rewritten) / turns
      }
      const all = Array.from({ length: 300 }, (__, at) => at + 1)
      const best = all.reduce((least, turns) => (perTurn(turns) < perTurn(least) ? turns : least))
      const first = all.find((turns) => !waits(turns)) ?? NaN
      expect(Math.abs(first - best)).toBeLessThanOrEqual(1)
      const early = best - 2
      if (early < 1) return
      expect(waits(early)).toBe(true)
      expect([waits(early, { wait: false }), waits(early, { horizonTurns: 0 })]).toEqual([false, false])
      // Nor does it wait on an expired cache, or if the request would not fit.
      const over = { margin: LIMIT - view.window.used + 1 }
      expect([waits(early, {}, { idle: 6 * 60_000 }), waits(early, {}, over)]).toEqual([false, false])
    },
  )

  it('EVI-4 an edit whose purpose is not to free tokens is judged by the cache alone', () => {
    const { view } = stageScene(READS, { limit: LIMIT })
    const worth = settings({ minFreeTokens: 500 })
    const edit = { frees: -50, changes: (at: number) => at === 11, anySize: true } as const
    expect(heldBack({ ...view, intact: 11 }, worth, edit)).toBeNull()
    expect(heldBack({ ...view, intact: 13 }, worth, edit)?.heldBack).toMatchObject({
      why: 'horizon',
      least: 0,
      paysAfter: null,
    })
  })
})
