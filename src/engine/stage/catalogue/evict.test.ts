import { describe, expect, it } from 'vitest'
import { conversation } from '../../../testing/conversation.ts'
import { answered, evictionSettings, stageScene } from '../../../testing/stage-view.ts'
import type { SceneOptions } from '../../../testing/stage-view.ts'
import { policyOf } from '../../policy/policies/list.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import { clipStage } from './clip.ts'
import { evictStage } from './evict.ts'

/** Four reads of 400 tokens and a question: 1,677 tokens by chars4, 4 of them for each message. */
const READS = conversation(`
  user: fix the bug in the parser
  assistant: looking + call a read_file {"path":"src/a.ts"}
  result a: 1600 chars
  assistant: call b read_file {"path":"src/b.ts"}
  result b: 1600 chars
  assistant: call c read_file {"path":"src/c.ts"}
  result c: 1600 chars
  assistant: call d read_file {"path":"src/d.ts"}
  result d: 1600 chars`)

function evicted(
  { intact = 0, ...options }: SceneOptions & { readonly intact?: number },
  given: Partial<EvictionSettings> = {},
  messages = READS,
) {
  const scene = stageScene(messages, options)
  const settings = evictionSettings(given)
  const { result } = answered(
    evictStage(policyOf('fifo'), settings).act({ ...scene.view, intact }, null, scene.context),
  )
  const [edit] = result.edits
  return {
    scene,
    result,
    decision: edit?.decision?.() ?? null,
    window: scene.after(edit?.changes ?? []),
    changes: edit?.changes ?? [],
  }
}

const soon = { turnsUntilRed: 2.9, spike: false }

describe('preemptive eviction', () => {
  it('PRES-6 fewer than 3 turns until red acts in green like in orange and frees down to the usual target', () => {
    // 1,677 of 3,600 is .466, green. The target is .40, 1,440.
    const given = { preemptive: true, target: 0.4 }
    const { result, decision, window } = evicted({ limit: 3600, reading: soon }, given)
    expect(result.outcome).toBe('done')
    expect(decision?.trigger).toMatchObject({ cause: 'preemptive', zone: 'green', target: 1440, aim: 1440 })
    expect(window.used).toBeLessThanOrEqual(1440)
    // It evicts as much as in orange: nothing beyond the target.
    const last = decision?.victims.at(-1)?.frees ?? 0
    expect(window.used + last).toBeGreaterThan(1440)
  })

  it('PRES-6 a spike does the same, however far red is', () => {
    const given = { preemptive: true, target: 0.4 }
    const { decision } = evicted({ limit: 3600, reading: { turnsUntilRed: null, spike: true } }, given)
    expect(decision?.trigger.cause).toBe('preemptive')
  })

  it.each([
    ['3 turns are left', { turnsUntilRed: 3, spike: false }, true],
    ['nothing arrives', { turnsUntilRed: null, spike: false }, true],
    ['it is off', soon, false],
  ])('PRES-6 nothing happens if %s', (_, reading, preemptive) => {
    const { result } = evicted({ limit: 3600, reading }, { preemptive, target: 0.4 })
    expect(result).toMatchObject({ edits: [], outcome: 'skipped', note: { code: 'below_trigger' } })
  })

  it('PRES-6 nothing happens at the target or below, exact to the token', () => {
    const { view } = stageScene(READS, { limit: 3600 })
    const at = (target: number) =>
      evicted({ limit: 4000, reading: soon }, { preemptive: true, target: target / 4000 }).result.edits.length
    expect(at(view.window.used)).toBe(0)
    expect(at(view.window.used - 1)).toBe(1)
  })

  it('PRES-6 EVI-4 nothing happens unless the window is a whole batch above the target, exact to the token', () => {
    // 5 % of 4,000 are 200, and any of the four results frees more than what is missing.
    const { view } = stageScene(READS, { limit: 3600 })
    const at = (above: number, given: Partial<EvictionSettings>) => {
      const target = (view.window.used - above) / 4000
      return evicted({ limit: 4000, reading: soon }, { preemptive: true, target, ...given }).result.edits
        .length
    }
    expect([at(199, { minFreeShare: 0.05 }), at(200, { minFreeShare: 0.05 })]).toEqual([0, 1])
    // `min_free_tokens` is about what the batch frees, and one result is enough.
    expect(at(100, { minFreeTokens: 200 })).toBe(1)
  })

  it('PRES-6 nothing happens if guards protect everything', () => {
    const messages = conversation('user: 6000 chars')
    const { result } = evicted({ limit: 3600, reading: soon }, { preemptive: true, target: 0.2 }, messages)
    expect(result.edits).toEqual([])
    expect(result.note).toEqual({ code: 'nothing_evictable', tokens: 1504 - 720 })
  })

  it('COST-6 an expired cache acts as orange, a warm one does not, and the zone comes first', () => {
    const calm = { turnsUntilRed: null, spike: false }
    const at = (idle: number | null, given: Partial<EvictionSettings> = {}, limit = 3600) => {
      const scene = stageScene(READS, { limit, reading: calm })
      const settings = evictionSettings({ preemptive: true, target: 0.4, ...given })
      const stage = evictStage(policyOf('fifo'), settings)
      const { result } = answered(stage.act({ ...scene.view, idle }, null, scene.context))
      return result.edits[0]?.decision?.()?.trigger.cause ?? result.note?.code
    }
    expect([at(300_001), at(300_000), at(null)]).toEqual(['cold', 'below_trigger', 'below_trigger'])
    expect(at(300_001, { coldCache: 'ignore' })).toBe('below_trigger')
    expect(at(300_001, { preemptive: false })).toBe('below_trigger')
    // A whole batch above the target: 1,677 − 1,440 = 237; 6.5 % of 3,600 are 234, 7 % are 252.
    expect([at(300_001, { minFreeShare: 0.065 }), at(300_001, { minFreeShare: 0.07 })]).toEqual([
      'cold',
      'below_trigger',
    ])
    expect(at(300_001, {}, 2200)).toBe('zone')
    expect(at(200_000, { coldCache: 'require' }, 2200)).toBe('held_back')
    // The request would not fit: 1,677 of 1,600.
    expect(at(200_000, { coldCache: 'require' }, 1600)).toBe('overflow')
  })

  it('PRES-6 in orange the cause is the zone, over the limit the overflow', () => {
    expect(evicted({ limit: 2200, reading: soon }, { preemptive: true }).decision?.trigger.cause).toBe('zone')
    const over = evicted({ limit: 1650, reading: soon }, { preemptive: true }).decision
    expect(over?.trigger.cause).toBe('overflow')
  })
})

describe('the record of a batch', () => {
  const decided = (options: Partial<SceneOptions>, given: Partial<EvictionSettings> = {}, messages = READS) =>
    evicted({ limit: 2200, ...options }, given, messages).decision

  it('EDIT-1 its trigger, its terms, what left and what stayed, worked by hand', () => {
    // 1,677 of 2,200 is orange; 60 % are 1,320. The word costs 2 tokens; a result 400, its placeholder 44.
    const row = (block: number, age: number, rank: number, verb: string, frees: number) => ({
      block,
      blocks: [block],
      verb,
      rank,
      values: [expect.closeTo(Math.exp(-age / 10), 12)],
      score: expect.closeTo(Math.exp(-age / 10), 12),
      key: -age,
      frees,
      taken: rank < 2,
    })
    const decision = decided({ context: { detail: false } })
    expect(decision).toEqual({
      stage: 'evict',
      policy: 'fifo',
      trigger: {
        cause: 'zone',
        zone: 'orange',
        used: 1677,
        limit: 2200,
        reserve: 0,
        target: 1320,
        aim: 1320,
        toFree: 357,
      },
      terms: [{ signal: 'recency', weight: 1 }],
      tieBreak: 'older turn first, then lower block number',
      candidates: 4,
      held: 2,
      cut: 2,
      victims: [row(1, 4, 0, 'drop', 2), row(3, 3, 1, 'replace', 356)],
      survivors: [row(5, 2, 2, 'replace', 356), row(7, 1, 3, 'replace', 356)],
      gated: null,
      along: [],
      freed: 358,
      rewrites: 0,
      paysAfter: 0,
      shortfall: 0,
    })
    const { victims = [], survivors, ...rest } = decided({ context: { detail: true } }) ?? {}
    expect(rest).toMatchObject({
      gated: [
        { block: 0, gates: ['task', 'current_user_message'] },
        { block: 9, gates: ['running_results'] },
      ],
    })
    const age = (figure: number) => [{ measure: { of: 'age', figure, full: null }, parts: [] }]
    expect([...victims, ...(survivors ?? [])].map(({ inputs }) => inputs)).toEqual([4, 3, 2, 1].map(age))
  })

  it('EDIT-1 EVI-2 a pair that leaves whole has the mean of its members, and no measurement of its own', () => {
    const [, pair] = decided({ context: { detail: true } }, { placeholders: false })?.victims ?? []
    // The call of 8 tokens is a turn older than its result of 400.
    const mean = (8 * Math.exp(-0.4) + 400 * Math.exp(-0.3)) / 408
    expect(pair).toMatchObject({
      block: 3,
      blocks: [2, 3],
      verb: 'drop',
      frees: 408,
      inputs: [{ measure: null, parts: [] }],
    })
    expect([pair?.score, pair?.key]).toEqual([
      expect.closeTo(mean, 12),
      expect.closeTo(-(8 * 4 + 400 * 3) / 408, 12),
    ])
  })

  it('EDIT-1 five of those that stay are kept, all of them in detail; what is still missing is said', () => {
    const calls = Array.from(
      { length: 12 },
      (_, nth) => `assistant: call c${nth} f\nresult c${nth}: 1600 chars`,
    )
    const reads = conversation(`user: go\n${calls.join('\n')}`)
    const stayed = (detail: boolean) => {
      const { survivors, cut, candidates } = decided({ limit: 6000, context: { detail } }, {}, reads) ?? {}
      return [survivors?.length, cut, candidates]
    }
    // About 4,930 of 6,000 tokens: four results are needed for 3,600, of the eleven that were read.
    expect([stayed(false), stayed(true)]).toEqual([
      [5, 4, 11],
      [7, 4, 11],
    ])
    expect(decided({ limit: 700 })).toMatchObject({ cut: 4, freed: 1070, shortfall: 187, survivors: [] })
  })
})

describe('batches that break even', () => {
  const size = { limit: 2_000 }
  /** Everything but the newest call and its result was sent. */
  const intact = 8
  /** Without placeholders, and at a price that makes the division easy. */
  const plain = { target: 0.7, placeholders: false, rewritePrice: 1, minFreeShare: 0 }

  it('COST-6 worked by hand: the batch grows past the target until it pays within the horizon', () => {
    const sizes = stageScene(READS, size).view.window.entries.map(({ tokens }) => tokens)
    const sum = (from: number, to: number) => sizes.slice(from, to).reduce((total, size) => total + size, 0)
    // FIFO removes the oldest text and a with its call (entries 1 to 3), then b (4 and 5). Down to 1,400 is the first enough.
    const one = { frees: sum(1, 4), rewrites: sum(4, 8) }
    const two = { frees: sum(1, 6), rewrites: sum(6, 8) }
    const [afterOne, afterTwo] = [one, two].map(({ frees, rewrites }) => rewrites / frees) as [number, number]
    expect([afterOne > 1.9, afterTwo < 0.6]).toEqual([true, true])
    const batch = (batch: 'target' | 'break_even', horizonTurns: number) => {
      const { result, decision } = evicted({ ...size, intact }, { ...plain, batch, horizonTurns })
      return [result.note?.heldBack?.why ?? null, decision?.freed ?? 0, decision?.trigger.aim ?? null]
    }
    const { used } = stageScene(READS, size).view.window
    expect(batch('target', 2)).toEqual([null, one.frees, 1_400])
    expect(batch('target', 1)).toEqual(['horizon', 0, null])
    // It is as small as it can be, and no larger than that.
    expect(batch('break_even', 2)).toEqual([null, one.frees, 1_400])
    expect(batch('break_even', 1)).toEqual([null, two.frees, used - two.frees])
  })
})

describe('requests that do not fit with placeholders', () => {
  /** A task of 504 tokens and eight calls, each with 120 tokens of arguments, which placeholders do not remove. */
  const calls = conversation(
    [
      'user: 2000 chars',
      ...[...'abcdefgh'].flatMap((id) => [
        `assistant: call ${id} read_file {"path":"${id.repeat(480)}"}`,
        `result ${id}: 400 chars`,
      ]),
    ].join('\n'),
  )
  const over = (limit: number, placeholders = true) => {
    const scene = stageScene(calls, { limit })
    const settings = evictionSettings({ placeholders })
    const { result } = answered(evictStage(policyOf('fifo'), settings).act(scene.view, null, scene.context))
    const [edit] = result.edits
    return { scene, result, edit, window: scene.after(edit?.changes ?? []) }
  }

  it('EVI-4 whole tool groups leave in the same turn, the oldest first, and only if the limit requires it', () => {
    // With eight placeholders 504 + 8 × more than 120 tokens stay, above 1,400.
    const { edit, scene, window, result } = over(1400)
    expect(result.outcome).toBe('done')
    expect(window.used + scene.view.reserve).toBeLessThanOrEqual(1400)
    const gone = new Set(edit?.changes.flatMap((change) => (change.verb === 'drop' ? [change.block] : [])))
    // Blocks: 0 task · 1 call a · 2 result a · 3 call b · … · 15 call h · 16 result h, which is new or above the
    // cutoff.
    for (let call = 1; call < 17; call += 2) expect(gone.has(call)).toBe(gone.has(call + 1))
    expect([gone.has(1), gone.has(15)]).toEqual([true, false])
    // With room for the placeholders every call stays.
    const roomy = over(scene.view.window.used - 100)
    expect(roomy.edit?.changes.every(({ verb }) => verb === 'replace')).toBe(true)
  })
})

describe('batches that are too small', () => {
  // 1,677 of 2,200 is orange; the first reply's text and one result are enough for the target of 1,320.
  const limit = 2200

  it('EVI-4 a batch below min_free_tokens is postponed with a note of what it would have freed', () => {
    const { decision, scene } = evicted({ limit })
    const freed = decision?.freed ?? NaN
    expect(freed).toBeGreaterThanOrEqual(scene.view.window.used - 1320)
    const { result, scene: spared } = evicted({ limit }, { minFreeTokens: freed + 1 })
    expect(result).toMatchObject({
      edits: [],
      outcome: 'skipped',
      holding: 'held_back',
      note: {
        code: 'held_back',
        tokens: freed,
        heldBack: { why: 'gain', frees: freed, least: freed + 1, rewrites: 0, horizon: 0 },
      },
    })
    // An edit that is not made stores nothing.
    expect(spared.contents).toEqual([])
  })

  it.each([
    // A message has 4 tokens besides its text; a tenth of the smallest batch is 100 tokens.
    ['by 99 tokens', `assistant: ${95 * 4} chars`, {}, false],
    ['by 100 tokens', `assistant: ${96 * 4} chars`, {}, true],
    ['not at all', '', {}, false],
    ['not at all, and the request no longer fits', '', { limit: 1676 }, true],
    ['not at all, and would not fit if counted a little low', '', { margin: limit - 1676 }, true],
    ['not at all, and the prompt cache has expired', '', { idle: 3_600_001 }, true],
  ] as const)('EVI-4 a window grew %s since a batch was held back', (_, more, change, isJudged) => {
    let asked = 0
    const policy = policyOf('hybrid')
    const counted = {
      ...policy,
      terms: policy.terms.map((term) => ({
        ...term,
        signal: {
          ...term.signal,
          values: (...given: Parameters<typeof term.signal.values>) => {
            asked++
            return term.signal.values(...given)
          },
        },
      })),
    }
    const stage = evictStage(counted, evictionSettings({ minFreeTokens: 1000, coldCache: 'require' }))
    const first = stageScene(READS, { limit })
    const held = answered(stage.act(first.view, null, first.context)).result
    expect(held.note?.heldBack?.why).toBe('gain')
    expect(asked).toBeGreaterThan(0)
    asked = 0
    const scene = stageScene([...READS, ...(more === '' ? [] : conversation(more))], { limit })
    const { result } = answered(stage.act({ ...scene.view, ...change }, held.state, scene.context))
    expect(asked > 0).toBe(isJudged)
    if (!isJudged) expect(result).toEqual(held)
  })

  it('EVI-4 a batch of exactly min_free_tokens is made, and equals that without the setting', () => {
    const plain = evicted({ limit })
    const exact = evicted({ limit }, { minFreeTokens: plain.decision?.freed ?? NaN })
    expect(exact.changes).toEqual(plain.changes)
    expect(exact.decision).toEqual(plain.decision)
  })

  it('EVI-4 a request that would overflow is shortened by any amount', () => {
    const { result, decision } = evicted({ limit: 1650 }, { minFreeTokens: 1_000_000 })
    expect(result.outcome).toBe('done')
    expect(decision?.trigger.cause).toBe('overflow')
  })

  it('BUD-5 an overflow only by the margin of an estimating counter is freed, too', () => {
    const scene = stageScene(READS, { limit: 1700 })
    const stage = evictStage(policyOf('fifo'), evictionSettings({ minFreeTokens: 1_000_000 }))
    const edits = (margin: number) =>
      answered(stage.act({ ...scene.view, margin }, null, scene.context)).result.edits.length
    expect(edits(23)).toBe(0)
    expect(edits(24)).toBe(1)
  })
})

describe('edits that do not pay for the cache', () => {
  /** Orange in 2,200. Everything but the last reply and its result was already sent. */
  const limit = 2200
  const cached = (intact: number, given: Partial<EvictionSettings> = {}) => {
    const scene = stageScene(READS, { limit })
    const stage = evictStage(policyOf('fifo'), evictionSettings({ horizonTurns: 20, ...given }))
    const { result } = answered(stage.act({ ...scene.view, intact }, null, scene.context))
    return { scene, result, decision: result.edits[0]?.decision?.() ?? null }
  }

  it('EVI-4 COST-6 worked by hand: it rewrites what is after its first change and was sent before', () => {
    const free = cached(0)
    const { scene, decision } = cached(9)
    // Blocks: 0 task · 1 text · 2 call a · 3 result a · 4 call b · 5 result b · 6 call c · 7 result c · 8 call d · 9 result d.
    const victims = new Set(free.decision?.victims.flatMap(({ blocks }) => blocks))
    expect(victims).toEqual(new Set([1, 3]))
    const stays = scene.view.window.entries.slice(2, 9).filter(({ block }) => block !== 3)
    const rewrites = stays.reduce((sum, { tokens }) => sum + tokens, 0)
    expect(rewrites).toBeGreaterThan(800)
    // Writing costs 11.5 times a read, and freed tokens are not read in later turns: 11.5 × rewrites ÷ freed turns.
    const freed = free.decision?.freed ?? NaN
    const turns = (11.5 * rewrites) / freed
    expect(turns).toBeGreaterThan(20)
    expect(decision).toBeNull()
    const { note, holding } = cached(9).result
    expect(holding).toBe('held_back')
    expect(note).toMatchObject({
      code: 'held_back',
      tokens: freed,
      heldBack: { why: 'horizon', frees: freed, rewrites, horizon: 20 },
    })
    expect(note?.heldBack?.paysAfter).toBeGreaterThanOrEqual(turns)
    expect(note?.heldBack?.paysAfter).toBeLessThan(turns + 0.1001)
  })

  it('EVI-4 COST-6 the horizon is exact to the token, a longer one or a cheaper cache lets it pass, and 0 disables it', () => {
    const { heldBack } = cached(9).result.note ?? {}
    const needed = Math.ceil(heldBack?.paysAfter ?? NaN)
    const made = (given: Partial<EvictionSettings>) => cached(9, given).result.edits.length
    expect([
      made({ horizonTurns: needed - 1 }),
      made({ horizonTurns: needed }),
      made({ horizonTurns: 0 }),
    ]).toEqual([0, 1, 1])
    expect([made({ rewritePrice: 0 }), made({ rewritePrice: 1 })]).toEqual([1, 1])
    // If the prefix was not sent, or ends before the first change, nothing is rewritten.
    expect([cached(0), cached(1)].map(({ decision }) => [decision?.rewrites, decision?.paysAfter])).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('EVI-4 HEALTH-2 a request that would not fit, or an alert that demands room, is not delayed', () => {
    const scene = stageScene(READS, { limit: 1650, context: { emergency: false } })
    const stage = evictStage(policyOf('fifo'), evictionSettings({ horizonTurns: 1 }))
    const over = answered(stage.act({ ...scene.view, intact: 9 }, null, scene.context)).result
    expect(over.edits).toHaveLength(1)
    const orange = stageScene(READS, { limit, context: { emergency: true } })
    const alarmed = answered(stage.act({ ...orange.view, intact: 9 }, null, orange.context)).result
    expect(alarmed.edits).toHaveLength(1)
  })
})

describe('when guards protect the rest', () => {
  it('EVI-4 in orange with nothing to evict, that is reported with the tokens above the target', () => {
    const { result } = evicted({ limit: 2000 }, {}, conversation('user: 6000 chars'))
    expect(result).toMatchObject({ edits: [], note: { code: 'nothing_evictable', tokens: 1504 - 1200 } })
  })

  it('EVI-4 a batch that cannot reach the target reports the shortfall', () => {
    const messages = conversation(`
      user: 4800 chars
      assistant: 2000 chars
      user: 800 chars`)
    // The task and the current request have 1,408 of 2,000 tokens, above the target of 1,200: everything else leaves.
    const { result, decision, window } = evicted({ limit: 2000 }, {}, messages)
    expect(result.outcome).toBe('done')
    expect(decision?.shortfall).toBe(window.used - 1200)
    expect(result.note).toEqual({ code: 'target_unreachable', tokens: window.used - 1200 })
    expect(window.used).toBe(1408)
  })

  it.each([1560, 1700, 1840])(
    'EVI-4 COMP-2 this applies from orange on, at %i tokens of 2,000 as well',
    (used) => {
      const messages = conversation(`
      user: 4800 chars
      assistant: ${(used - 1408 - 4) * 4} chars
      user: 800 chars`)
      const { result, decision, scene, window } = evicted({ limit: 2000 }, {}, messages)
      expect(scene.view.window.used).toBe(used)
      expect(window.used).toBe(1408)
      expect(decision).toMatchObject({ freed: used - 1408, shortfall: 208 })
      expect(result.note).toEqual({ code: 'target_unreachable', tokens: 208 })
      expect(result.holding).toBeUndefined()
    },
  )

  it('EVI-4 a newly arrived result does not empty the window if less makes the request fit', () => {
    const messages = conversation(`
      user: read it
      assistant: 1600 chars
      user: go on
      assistant: 1600 chars + call a read_file {"path":"x"}
      result a: 5600 chars`)
    // 1,400 of 2,000 tokens have just arrived and stay, and the target is 1,200. Of the 800 that may leave, as much
    // leaves as is needed to fit, or 40 %.
    const { result, decision, scene, window } = evicted({ limit: 2000 }, {}, messages)
    expect(decision?.trigger.cause).toBe('overflow')
    expect(window.used).toBeLessThanOrEqual(2000)
    expect(window.used).toBeGreaterThan(scene.view.window.used - 800)
    expect(result).toMatchObject({ holding: 'held_back', note: { code: 'target_unreachable' } })
  })

  it.each([
    [1450, 1408],
    [1400, 1468],
  ])(
    'EVI-4 LED-2 if the reserve cannot be kept whole, a limit of %i has %i sent: a small block leaves only if that makes it fit',
    (limit, sent) => {
      // The task and the current request have 1,408 tokens, more than the reserve of 100 leaves. The other 60 are less
      // than a twentieth.
      const messages = conversation(`
      user: 4800 chars
      assistant: 224 chars
      user: 800 chars`)
      const { result, scene, window } = evicted({ limit, reserve: 100 }, {}, messages)
      expect(scene.view.window.used).toBe(1468)
      expect(window.used).toBe(sent)
      expect(result.note?.code).toBe('target_unreachable')
      expect(result.holding).toBe('cannot_fit')
    },
  )

  it('EVI-4 over the limit with guards, eviction reports the target, and clipping follows', () => {
    const messages = conversation(`
      user: read it
      assistant: call a read_file {"path":"x"}
      result a: 9000 chars`)
    const { result, scene } = evicted({ limit: 2000 }, {}, messages)
    expect(result).toMatchObject({ edits: [], note: { code: 'target_unreachable' } })
    expect(result.note?.tokens).toBe(scene.view.window.used - 1200)
    const clipped = answered(clipStage(evictionSettings()).act(scene.view, null, scene.context)).result
    expect(clipped.outcome).toBe('done')
    expect(scene.after(clipped.edits[0]?.changes ?? []).used).toBeLessThanOrEqual(2000)
  })

  it('EVI-4 if clipping is vetoed, too, both report that nothing is left: the turn overflows', () => {
    const { result, scene } = evicted({ limit: 2000 }, {}, conversation('user: 9000 chars'))
    const excess = scene.view.window.used - 2000
    expect(result).toMatchObject({ edits: [], note: { code: 'target_unreachable', tokens: excess + 800 } })
    const clipped = answered(clipStage(evictionSettings()).act(scene.view, null, scene.context)).result
    expect(clipped).toMatchObject({ edits: [], note: { code: 'nothing_evictable', tokens: excess } })
  })
})

describe('blocks that were shortened before', () => {
  const messages = conversation(`
    user: write it
    assistant: 4000 chars
    user: shorter
    assistant: 400 chars
    user: 2000 chars`)
  /** The window after a text of 600 tokens replaced the first answer; still orange in 1,600. */
  const with600 = (verb: 'summarize' | 'replace') => {
    const scene = stageScene(messages, { limit: 1600 })
    const [first] = scene.view.blocks.filter(({ type }) => type === 'assistant_response')
    const content = scene.context.store('shorter')
    const window = scene.after([{ verb, block: first?.id ?? -1, content, tokens: 600 }])
    const stage = evictStage(policyOf('fifo'), evictionSettings())
    const { result } = answered(stage.act({ ...scene.view, window }, null, scene.context))
    return { result, first: first?.id }
  }

  it('EVI-4 a summary of the model’s prose may leave like the prose', () => {
    const { result, first } = with600('summarize')
    expect(result.edits[0]?.decision?.()?.victims.map(({ block, verb }) => [block, verb])).toEqual([
      [first, 'drop'],
    ])
  })

  it('EVI-4 its pointer leaves last, or pointers would fill the window', () => {
    const { result, first } = with600('replace')
    const victims = result.edits[0]?.decision?.()?.victims.map(({ block }) => block) ?? []
    expect(victims.length).toBeGreaterThan(1)
    expect(victims.at(-1)).toBe(first)
  })
})

describe('the score of a tool group', () => {
  const SOURCE = { recency: 0, semantic: 0, source: 1, reuse: 0, explicit: 0 }

  function scoresOf(placeholders: boolean): number[] {
    // A long call with a short result, and a short call with a long one: characters ÷ 4, rounded up.
    const messages = conversation(`
      user: go on
      assistant: call a run {"code":"${'x'.repeat(1200)}"}
      result a: 4 chars
      assistant: call b run {"code":"y"}
      result b: 4000 chars
      assistant: thanks
      user: and now`)
    const scene = stageScene(messages, { limit: 1200 })
    const stage = evictStage(
      policyOf('priority', SOURCE),
      evictionSettings({ placeholders, target: 0.1, preemptive: true }),
    )
    const { result } = answered(stage.act(scene.view, null, { ...scene.context, detail: true }))
    const decision = result.edits[0]?.decision?.()
    const rows = [...(decision?.victims ?? []), ...(decision?.survivors ?? [])]
    const weighted = (ids: readonly number[]): number => {
      let [sum, tokens] = [0, 0]
      for (const id of ids) {
        const block = scene.view.block(id)
        sum += block.tokens * (block.type === 'tool_call' ? 0.5 : 0.3)
        tokens += block.tokens
      }
      return sum / tokens
    }
    const groups = rows.filter(({ blocks }) => blocks.length > 1)
    for (const { blocks, score } of groups) expect(score).toBeCloseTo(weighted(blocks), 12)
    return rows
      .filter(({ block }) => scene.view.block(block).type === 'tool_result')
      .map(({ score }) => score)
  }

  it('EVI-2 a group that leaves as a whole scores by the tokens of its members, not as one of them', () => {
    // Call of 304 tokens at .5, result of 1 at .3: (152 + .3) ÷ 305 = .49934. Call of 4, result of 1,000: .30080.
    expect(scoresOf(false).map((score) => score.toFixed(5))).toEqual(['0.30080', '0.49934'])
  })

  it('EVI-2 a result that is replaced by a placeholder scores as itself', () => {
    expect(scoresOf(true)[0]).toBeCloseTo(0.3, 12)
  })
})
