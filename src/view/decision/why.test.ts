import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import type { Block, BlockId, BlockType, Decision, Ranked } from '../../engine/index.ts'
import { explain, run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { EditRecord, NeedRecord } from '../../sim/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { arbitraryTrace, traceOf } from '../../testing/trace.ts'
import { ranking } from './ranked-row.ts'
import { why } from './why.ts'

function block(id: number, type: BlockType, turn: number, tool: string | null = null): Block {
  return {
    id,
    type,
    tokens: 100,
    turn,
    window: 0,
    message: id,
    part: 0,
    role: 'user',
    response: false,
    call: tool === null ? null : { id: `call-${id}`, name: tool, before: null },
    important: false,
    doNotEvict: false,
    inferred: false,
  }
}

const blocks = [
  block(0, 'system_prompt', 0),
  block(1, 'user_message', 0),
  block(2, 'assistant_response', 0),
  block(3, 'tool_call', 1, 'read_file'),
  block(4, 'tool_result', 2, 'read_file'),
  block(5, 'user_message', 3),
]

function ranked(id: number, rank: number, values: readonly number[], taken: boolean, blocks = [id]): Ranked {
  const [recency = 0, priority = 0] = values
  const score = 0.6 * recency + 0.4 * priority
  return { block: id, blocks, verb: 'drop', rank, values, score, key: score, frees: 100, taken }
}

const decision: Decision = {
  stage: 'evict',
  policy: 'hybrid',
  trigger: {
    cause: 'zone',
    zone: 'orange',
    used: 98304,
    limit: 128000,
    reserve: 6400,
    target: 76800,
    aim: 76800,
    toFree: 21504,
  },
  terms: [
    { signal: 'recency', weight: 0.6 },
    { signal: 'priority', weight: 0.4 },
  ],
  tieBreak: 'older turn first',
  candidates: 4,
  held: 2,
  cut: 2,
  victims: [ranked(2, 0, [0.1, 0.5], true), ranked(4, 1, [0.3, 0.45], true, [3, 4])],
  survivors: [ranked(5, 2, [0.5, 0.5], false)],
  gated: null,
  along: [],
  freed: 21600,
  shortfall: 0,
}

function edit(
  number: number,
  turn: number,
  changed: readonly number[],
  extra: Partial<EditRecord> = {},
): EditRecord {
  return {
    edit: number,
    tick: 10 * turn + 5 + number,
    turn,
    window: 0,
    stage: 'evict',
    before: 98304,
    freed: 21600,
    added: 0,
    after: 76704,
    blocks: changed.map((id) => ({
      block: id,
      verb: 'drop',
      from: 'live',
      to: 'gone',
      freed: 100,
      added: 0,
    })),
    decision,
    repairs: [],
    compression: null,
    opened: null,
    ...extra,
  }
}

function need(
  turn: number,
  source: number,
  resolution: NeedRecord['resolution'],
  refetchable = false,
): NeedRecord {
  return { turn, source, kind: 'goal', evidence: [], refetchable, inferred: false, resolution }
}

const empty = run(traceOf([{ role: 'user', content: 'fix it' }]), { max_context_tokens: 128_000 })
const ids = Int32Array.from(blocks, ({ id }) => id)
const data = {
  ...empty.data,
  blocks,
  spans: {
    ...empty.data.spans,
    length: blocks.length,
    block: ids,
    fromTick: ids.map((id) => 10 * (blocks[id]?.turn ?? 0)),
  },
  edits: [edit(0, 23, [2, 3, 4])],
  needs: [] as NeedRecord[],
  exact: true,
}

describe('why a block was evicted', () => {
  it('EDIT-1 names the trigger, the rank, the scores and the most important signal', () => {
    expect(why(data, 2)?.sentence).toBe(
      'The reply of turn 0 was evicted in turn 23: the window held 98,304 of 128,000 tokens (76.8 %, orange), ' +
        'and 21,504 had to be freed. Hybrid ranked it 1st to go of 4 candidates. It scored 0.26; the first to stay scored ' +
        '0.50. What counted most against it: Recency (0.10 of 1, at a weight of 0.60).',
    )
  })

  it('EDIT-1 tells the place by age, and no score, where age alone decides', () => {
    const ages = (...all: readonly number[]) =>
      all.map((age, rank) => ({ ...ranked(rank, rank, [], rank < 2), key: -age }))
    const fifo = (victims: readonly Ranked[], survivors: readonly Ranked[]): Decision => ({
      ...decision,
      policy: 'fifo',
      terms: [{ signal: 'recency', weight: 1 }],
      victims,
      survivors,
    })
    const [first, second, third] = ages(23, 20, 9)
    const said = (chosen: Decision, id: number) =>
      why({ ...data, edits: [edit(0, 23, [0, 1], { decision: chosen })] }, id)?.sentence
    const whole = fifo([first!, second!], [third!])
    expect(said(whole, 0)).toMatch(/had to be freed\. It was the oldest of 4 candidates\.$/)
    expect(said(whole, 1)).toMatch(/It was the 2nd oldest of 4 candidates\.$/)
    expect(said(whole, 2)).toBe(
      'The reply of turn 0 stayed in turn 23: it was the 3rd oldest of 4 candidates, and the first 2 freed enough.',
    )
    // What leaves last is ranked apart: its rank is no place by age.
    const apart = fifo(ages(9, 23), [])
    expect(said(apart, 1)).toMatch(/First in, first out ranked it 2nd to go of 4 candidates, by age\.$/)
  })

  it('TOK-5 marks the figures of an estimating counter', () => {
    expect(why({ ...data, exact: false }, 2)?.sentence).toContain(
      '≈ 98,304 of 128,000 tokens (≈ 76.8 %, orange)',
    )
  })

  it('PAIR-1 a block that was evicted with another one names that one', () => {
    const call = why(data, 3)
    expect(call?.sentence).toContain(
      'Hybrid ranked the tool result of read_file, which it belongs to, 2nd to go of 4 candidates',
    )
    expect(call?.companions).toEqual([4])
    expect(call?.row?.block).toBe(4)
    expect(call?.victims.find((row) => row.asked)?.block).toBe(4)
  })

  it('lists the last evicted and the first kept block, and the margin between their scores', () => {
    const reason = why(data, 4)
    expect(reason?.victims.map((row) => [row.block, row.rank, row.asked])).toEqual([
      [2, 0, false],
      [4, 1, true],
    ])
    expect(reason?.survivors.map((row) => row.block)).toEqual([5])
    expect(reason?.cut).toBe(2)
    expect(reason?.margin).toBeCloseTo(0.5 - 0.36, 12)
  })

  it('names the tie-break if the scores are equal', () => {
    const tie: Decision = { ...decision, survivors: [ranked(5, 2, [0.3, 0.45], false)] }
    const tied = { ...data, edits: [edit(0, 23, [2, 3, 4], { decision: tie })] }
    expect(why(tied, 4)?.sentence).toContain(
      'It scored 0.36, as did the first to stay; of equals, older turn first.',
    )
  })

  it('shows enough digits to distinguish nearly equal scores', () => {
    const close: Decision = { ...decision, survivors: [ranked(5, 2, [0.3, 0.4501], false)] }
    const near = { ...data, edits: [edit(0, 23, [2, 3, 4], { decision: close })] }
    expect(why(near, 4)?.sentence).toContain('It scored 0.36000; the first to stay scored 0.36004.')
  })

  it('says that a block evicted with another one was not ranked itself', () => {
    const along = { ...data, edits: [edit(0, 23, [1, 2], { decision: { ...decision, along: [1] } })] }
    expect(why(along, 1)).toMatchObject({ outcome: 'changed', row: null })
    expect(why(along, 1)?.sentence).toMatch(
      /21,504 had to be freed\. It was not ranked itself; it was evicted with/,
    )
  })

  it('VALID-2 explains a repair by its own reason', () => {
    const repair = edit(0, 9, [2], {
      stage: 'repair',
      decision: null,
      repairs: [
        { rule: 'blank-text', action: 'drop-part', index: 1, ids: [], reason: 'a blank text is refused' },
      ],
    })
    expect(why({ ...data, edits: [repair] }, 2)).toMatchObject({
      outcome: 'changed',
      reason: 'repaired',
      trigger: null,
      sentence: 'The reply of turn 0 was evicted in turn 9 by a repair: a blank text is refused.',
    })
  })

  it('explains an overflow by the reserve that would have been used', () => {
    const over: Decision = {
      ...decision,
      trigger: { ...decision.trigger, cause: 'overflow', used: 125000, toFree: 48200 },
    }
    const sentence = why({ ...data, edits: [edit(0, 23, [2], { decision: over })] }, 2)?.sentence
    expect(sentence).toContain(
      '125,000 of 128,000 tokens (97.7 %), which left less than the reserve of 6,400, and 48,200 had to be freed',
    )
  })

  it('NEED-2 lists the later turns that needed it and what they found', () => {
    const needs = [
      need(5, 2, 'full'),
      need(23, 2, 'lost'),
      need(40, 2, 'pointer', true),
      need(41, 1, 'lost'),
      need(42, 2, 'lost', true),
    ]
    expect(why({ ...data, needs }, 2)?.aftermath.map((one) => one.sentence)).toEqual([
      'Turn 23 needed it (the goal): missing, and nothing brings it back.',
      'Turn 40 needed it (the goal): only a placeholder or its path was present, one more call brings it back.',
      'Turn 42 needed it (the goal): missing, three more calls bring it back.',
    ])
  })

  it('NEED-2 a need that is met in full after the block left is said to be met by another block', () => {
    const part = (from: 'live' | 'rewritten', to: 'rewritten' | 'gone') =>
      ({ block: 2, verb: to === 'gone' ? 'drop' : 'rewrite', from, to, freed: 100, added: 0 }) as const
    const byHand = edit(0, 9, [], { stage: 'rewrite', decision: null, blocks: [part('live', 'rewritten')] })
    const gone = edit(1, 23, [], { blocks: [part('rewritten', 'gone')] })
    const told = (edits: readonly EditRecord[]) =>
      why({ ...data, edits, needs: [need(12, 2, 'full'), need(40, 2, 'full')] }, 2)?.aftermath.map(
        ({ turn, sentence }) => [turn, sentence.includes('found in full in another block')],
      )
    expect(told([byHand, gone])).toEqual([[40, true]])
    expect(told([byHand])).toEqual([
      [12, false],
      [40, false],
    ])
  })

  it('describes the last change of several, or that of a requested turn', () => {
    const placed = edit(0, 12, [], {
      blocks: [{ block: 4, verb: 'replace', from: 'live', to: 'placeholder', freed: 100, added: 20 }],
    })
    const twice = { ...data, edits: [placed, edit(1, 23, [2, 3, 4])] }
    expect(why(twice, 4)).toMatchObject({ turn: 23, reason: 'evicted' })
    expect(why(twice, 4, { turn: 12 })).toMatchObject({ turn: 12, reason: 'replaced' })
  })

  it('EDIT-1 a requested turn without a decision about the block gives the same answer as no requested turn', () => {
    const repair = edit(1, 25, [5], { stage: 'repair', decision: null })
    const later = edit(2, 30, [], { decision: { ...decision, victims: [], survivors: [] } })
    const rerun = { ...data, edits: [...data.edits, repair, later] }
    const evicted = why(rerun, 2)
    expect(evicted).toMatchObject({ outcome: 'changed', turn: 23 })
    // A turn without an edit, one with a repair before the block arrived, and one with a decision after it left.
    for (const turn of [21, 25, 30]) expect(why(rerun, 2, { turn })).toEqual(evicted)
    expect(why(rerun, 5, { turn: 2 })).toEqual(why(rerun, 5))
    // The record does not list what stayed then.
    expect(why(rerun, 0, { turn: 30 })?.sentence).toMatch(/^The system prompt of turn 0 stayed in turn 30; /)
    expect(why({ ...data, edits: [] }, 2, { turn: 21 })?.sentence).toContain('it is unchanged')
  })
})

it('lists a decision by rank, with the requested block marked', () => {
  const rows = ranking({ blocks }, decision, 3).map((row) => [row.block, row.rank, row.taken, row.asked])
  expect(rows).toEqual([
    [2, 0, true, false],
    [4, 1, true, true],
    [5, 2, false, false],
  ])
})

it('EDIT-1 a term of a tool group says of how many blocks it is the mean', () => {
  const inputs = [{ measure: { of: 'age', figure: 3, full: null }, parts: [] }] as const
  const rows = ranking(
    { blocks },
    {
      ...decision,
      terms: [{ signal: 'recency', weight: 1 }],
      victims: decision.victims.map((row) => ({ ...row, inputs })),
      survivors: [],
    },
  )
  expect(rows.map(({ contributions }) => contributions[0]?.raw)).toEqual(['3 turns old', 'mean of 2 blocks'])
})

it('marks adjacent ranks whose scores are equal', () => {
  const equal: Decision = { ...decision, survivors: [ranked(5, 2, [0.3, 0.45], false)] }
  expect(ranking({ blocks }, equal).map((row) => row.tied)).toEqual([false, true, true])
  // Ranks 2 and 4 are not adjacent: the record lacks the one between them.
  const apart: Decision = { ...decision, survivors: [ranked(5, 4, [0.3, 0.45], false)] }
  expect(ranking({ blocks }, apart).map((row) => row.tied)).toEqual([false, false, false])
})

describe('why a block stayed', () => {
  it('NEED-2 lists every turn that needed it, also turns before the decision that kept it', () => {
    const needs = [need(5, 5, 'full'), need(23, 5, 'full'), need(40, 5, 'full'), need(6, 1, 'full')]
    const spared = { ...data, needs }
    expect(why(spared, 5)?.aftermath.map((one) => one.turn)).toEqual([5, 23, 40])
    expect(why(spared, 5, { turn: 23 })?.aftermath).toHaveLength(3)
    expect(why(spared, 1)?.aftermath.map((one) => one.turn)).toEqual([6])
  })

  it('says its rank among the candidates', () => {
    expect(why(data, 5)?.sentence).toBe(
      'The user message of turn 3 stayed in turn 23: Hybrid ranked it 3rd to go of 4 candidates, and the first 2 ' +
        'freed enough. It scored 0.50; the last to go scored 0.36. What kept it most: Recency (0.50 of 1, at a weight of 0.60).',
    )
  })

  it('EVI-3 names the guards that protect it, and what they mean', () => {
    const full: Decision = { ...decision, gated: [{ block: 1, gates: ['task', 'a-gate-of-tomorrow'] }] }
    const reason = why(data, 1, { turn: 23, decisions: [full] })
    expect(reason).toMatchObject({ outcome: 'held', row: null })
    expect(reason?.gates.map((guard) => guard.label)).toEqual(['the task', 'a-gate-of-tomorrow'])
    expect(reason?.gates[0]?.meaning).toContain('first user message')
    expect(reason?.sentence).toBe(
      'The user message of turn 0 stayed in turn 23: the policy did not rank it, because a guard protects it ' +
        '(the task, a-gate-of-tomorrow).',
    )
  })

  it('says that the record does not list it, or that nothing was decided', () => {
    expect(why(data, 1)?.sentence).toMatch(
      /^The user message of turn 0 stayed in turn 23; the record .* does not list it/,
    )
    expect(why({ ...data, edits: [] }, 1)?.sentence).toBe(
      'Nothing was decided about the user message of turn 0: it is unchanged.',
    )
    // Block 5 arrived in turn 3, after this decision.
    expect(
      why({ ...data, edits: [edit(0, 2, [2], { decision: { ...decision, survivors: [] } })] }, 5)?.outcome,
    ).toBe('unasked')
  })

  it('EDIT-1 with the full table, a block neither ranked nor protected is said to be no candidate', () => {
    const full: Decision = { ...decision, victims: [], gated: [] }
    const placed = { ...data, edits: [edit(0, 23, [2])] }
    expect(why(placed, 3, { turn: 23, decisions: [full] })?.sentence).toBe(
      'The tool call to read_file of turn 1 stayed in turn 23: it was no candidate, for tool pairs ' +
        'are evicted together, and only when nothing else is left.',
    )
    const without = { ...full, survivors: [] }
    expect(why(placed, 5, { turn: 23, decisions: [without] })?.sentence).toBe(
      'The user message of turn 3 stayed in turn 23: it was no candidate, for what was said ' +
        'leaves only when nothing else is left (eviction.user_share).',
    )
    const thought = placed.blocks.map((one) => (one.id === 5 ? { ...one, type: 'thinking' as const } : one))
    expect(why({ ...placed, blocks: thought }, 5, { turn: 23, decisions: [without] })?.sentence).toContain(
      'it was no candidate, for a reply in a running tool loop leaves only with its calls and results',
    )
    // One that an earlier edit changed cannot become smaller; nor does a share of 0 keep anything.
    const small =
      /^The user message of turn 3 stayed in turn 23: it was no candidate, for it is already as small as possible/
    const shrunk: EditRecord['blocks'] = [
      { block: 5, verb: 'replace', from: 'live', to: 'placeholder', freed: 90, added: 0 },
    ]
    const before = { ...data, edits: [edit(0, 20, [], { blocks: shrunk }), edit(1, 23, [2])] }
    expect(why(before, 5, { turn: 23, decisions: [without] })?.sentence).toMatch(small)
    expect(why({ ...before, blocks: thought }, 5, { turn: 23, decisions: [without] })?.sentence).toContain(
      'stayed in turn 23: it was no candidate, for it is already as small as possible',
    )
    const { spec } = data
    const { config } = spec
    const ranksAll = {
      ...placed,
      spec: { ...spec, config: { ...config, eviction: { ...config.eviction, user_share: 0 } } },
    }
    expect(why(ranksAll, 5, { turn: 23, decisions: [without] })?.sentence).toMatch(small)
  })

  it('EDIT-1 a block that an early end kept out of the lane is said to have never come', () => {
    const spans = { ...data.spans, length: 4 }
    const ended = { ...data, spans, edits: [], ended: { turn: 1, code: 'overflow' } as const }
    expect(why(ended, 5)?.sentence).toBe(
      'The user message of turn 3 never came into this lane: its run ended in turn 1.',
    )
    expect(why({ ...ended, ended: null }, 5)?.sentence).toMatch(/never came into this lane\.$/)
  })

  it('returns nothing for a block that the run does not have', () => {
    expect([why(data, -1), why(data, 6)]).toEqual([null, null])
  })
})

describe('over real runs', () => {
  it('NEED-2 lists every need of a block that was never changed', () => {
    const trace = scenario('axios-migration', 7)
    const limit = Math.round(unmanagedPeak(takeIn(trace, chars4)) / 2)
    const { data: recorded } = run(trace, { max_context_tokens: limit, eviction: { policy: 'hybrid' } })
    let needed = 0
    for (const { id } of recorded.blocks) {
      const answer = why(recorded, id)
      if (answer === null || answer.outcome === 'changed') continue
      const turns = recorded.needs.filter((one) => one.source === id).map((one) => one.turn)
      expect(answer.aftermath.map((one) => one.turn)).toEqual(turns)
      needed += turns.length
    }
    expect(needed).toBeGreaterThan(20)
  })

  it('EDIT-1 no decision explains a block that came after it, even in one turn', () => {
    const trace = scenario('axios-migration', 7)
    const limit = Math.round(unmanagedPeak(takeIn(trace, chars4)) * 0.35)
    const timeline = run(trace, { max_context_tokens: limit, eviction: { policy: 'hybrid' } })
    const { data: recorded } = timeline
    const last = recorded.edits.at(-1)
    const reply = recorded.blocks.find(
      ({ type, turn }) => type === 'assistant_response' && turn === last?.turn,
    )
    if (last === undefined || reply === undefined) throw new Error('no reply follows the last edit')
    expect(why(recorded, reply.id, explain(timeline, last.turn))).toMatchObject({
      outcome: 'unasked',
      edit: null,
      sentence: `Nothing was decided about the reply of turn ${last.turn}: it is unchanged.`,
    })
  })

  const cases = fc.record({
    trace: arbitraryTrace(),
    limit: fc.integer({ min: 2000, max: 6000 }),
    policy: fc.constantFrom('fifo', 'lru', 'priority', 'hybrid', 'type_based', 'random'),
  })

  it('EVI-1 contributions add up to the score for every ranked block', () => {
    fc.assert(
      fc.property(cases, ({ trace, limit, policy }) => {
        const { data: recorded } = run(trace, {
          max_context_tokens: limit,
          strategy: 'evict',
          eviction: { policy },
        })
        for (const { id } of recorded.blocks) {
          const reason = why(recorded, id)
          for (const row of [reason?.row, ...(reason?.victims ?? []), ...(reason?.survivors ?? [])]) {
            if (row === null || row === undefined || row.contributions.length === 0) continue
            const sum = row.contributions.reduce((total, one) => total + one.share, 0)
            expect(sum).toBeCloseTo(row.score, 9)
            for (const one of row.contributions) expect(one.label).not.toBe('')
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('EDIT-1 with the full table of a turn, survivors are said to stay, protected blocks to be held, edited ones to be changed', () => {
    fc.assert(
      fc.property(cases, ({ trace, limit, policy }) => {
        const timeline = run(trace, { max_context_tokens: limit, strategy: 'evict', eviction: { policy } })
        const first = timeline.edits.find((one) => one.stage === 'evict')
        if (first === undefined || first.decision === null) return
        const { decisions } = explain(timeline, first.turn)
        const [full] = decisions.filter((one) => one.stage === 'evict')
        if (full === undefined) throw new Error('the decision was not found again')
        const told = (id: number) => why(timeline.data, id, { turn: first.turn, decisions })?.outcome
        const later = timeline.edits.filter((one) => one.turn === first.turn)
        const changed = new Set(later.flatMap((one) => one.blocks.map((part) => part.block)))
        for (const row of full.survivors) if (!changed.has(row.block)) expect(told(row.block)).toBe('stayed')
        for (const held of full.gated ?? []) {
          // A result that the policy did not score may be spared by the clipping that follows.
          const listed = decisions.some((one) =>
            [...one.victims, ...one.survivors].some((row) => row.blocks.includes(held.block)),
          )
          if (!changed.has(held.block) && !listed) expect(told(held.block)).toBe('held')
        }
        for (const id of changed) expect(told(id)).toBe('changed')
      }),
      { numRuns: 20 },
    )
  })

  it('EVI-4 a victim frees what its blocks lost, apart from the overhead of messages that were removed whole', () => {
    const loose = { task: false, current_user_message: false, running_results: false }
    let markers = 0
    for (const [seed, part] of [1, 3, 7].flatMap((one) => [0.03, 0.25].map((size) => [one, size] as const))) {
      const trace = scenario('axios-migration', seed)
      const intake = takeIn(trace, chars4)
      const { data: recorded } = run(
        trace,
        {
          max_context_tokens: Math.round(unmanagedPeak(intake) * part) + 2000,
          strategy: 'evict',
          eviction: { policy: 'fifo', gates: loose },
        },
        { intake },
      )
      for (const { decision: told, blocks: parts, before, after } of recorded.edits) {
        if (told?.stage !== 'evict') continue
        const lost = new Map(parts.map((one) => [one.block, one.freed - one.added]))
        for (const { blocks: own, frees } of told.victims) {
          const overhead = own.reduce((sum, block) => sum + (lost.get(block) ?? 0), 0) - frees
          expect(overhead).toBeGreaterThanOrEqual(0)
          expect(overhead % chars4.messageOverhead).toBe(0)
          if (own.some((block) => parts.some((one) => one.block === block && one.to === 'placeholder'))) {
            expect(overhead).toBe(0)
            markers += 1
          }
        }
        const sum = told.victims.reduce((total, { frees }) => total + frees, 0)
        expect(before - after).toBe(told.freed)
        expect(told.freed).toBeGreaterThanOrEqual(sum)
      }
    }
    expect(markers).toBeGreaterThan(0)
  })

  it('EDIT-1 with the full table every term says what it measured, and the parts of a nested term add up to it', () => {
    fc.assert(
      fc.property(cases, ({ trace, limit, policy }) => {
        const timeline = run(trace, { max_context_tokens: limit, strategy: 'evict', eviction: { policy } })
        const first = timeline.edits.find((one) => one.stage === 'evict')
        if (first === undefined) return
        const { decisions } = explain(timeline, first.turn)
        const [full] = decisions.filter((one) => one.stage === 'evict')
        if (full === undefined) throw new Error('the decision was not found again')
        const recordOf = (block: BlockId) =>
          [...full.victims, ...full.survivors].find((one) => one.block === block)
        let freed = 0
        for (const row of ranking(timeline.data, full)) {
          freed += row.frees
          expect(row.freed).toBe(freed)
          for (const { signal, raw, parts, value } of row.contributions) {
            // A call that is dropped takes its results with it: one score for all.
            const whole = recordOf(row.block)?.verb === 'drop' ? (recordOf(row.block)?.blocks.length ?? 0) : 1
            if (whole > 1) expect(raw).toBe(`mean of ${whole} blocks`)
            else if (signal === 'recency') expect(raw).toMatch(/^\d+ turns? old$/)
            expect(raw).not.toBeNull()
            if (signal !== 'priority') continue
            expect(parts.reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(value, 9)
            if (policy === 'hybrid') expect(parts).toHaveLength(5)
          }
        }
        const recorded = ranking(timeline.data, first.decision ?? full)
        for (const { contributions } of recorded) for (const { raw } of contributions) expect(raw).toBeNull()
      }),
      { numRuns: 20 },
    )
  })
})
