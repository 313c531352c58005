import { describe, expect, it } from 'vitest'
import type { Verb } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import { compareRuns } from '../../sim/internal.ts'
import type { Divergence, EditRecord, TimelineData } from '../../sim/index.ts'
import { chars4 } from '../../engine/index.ts'
import { divergenceParts, mostTelling, sameUntil } from './divergence.ts'
import { sentenceText } from '../sentence/sentence.ts'

const divergenceSentence = (...told: Parameters<typeof divergenceParts>): string =>
  sentenceText(divergenceParts(...told))

type Blocks = TimelineData['blocks']

const blocks = (['user_message', 'assistant_response', 'tool_result'] as const).map((type, id) => ({
  id,
  type,
  tokens: 10,
  turn: id,
  window: 0,
  message: id,
  part: 0,
  role: 'user' as const,
  response: false,
  call: type === 'tool_result' ? { id: 'c', name: 'grep', before: null } : null,
  important: false,
  doNotEvict: false,
  inferred: false,
})) satisfies Blocks

const fifo = { name: 'a', label: 'FIFO', data: { blocks, ended: null } }
const hybrid = { name: 'b', label: 'Hybrid', data: { blocks, ended: null } }

function edits(turn: number, onlyFirst: readonly number[], onlySecond: readonly number[]): Divergence {
  return { turn, lanes: ['a', 'b'], cause: { code: 'edits', onlyFirst, onlySecond } }
}

describe('the sentence about the first difference of two lanes', () => {
  it('names the most telling block of each side', () => {
    expect(divergenceSentence(edits(23, [1, 0], [2]), [fifo, hybrid])).toBe(
      'The same until turn 22, then FIFO evicts the user message of turn 0 and 1 other block, ' +
        'and Hybrid evicts the tool result of grep of turn 2.',
    )
  })

  it('says which blocks the other lane keeps', () => {
    expect(divergenceSentence(edits(5, [0, 1], []), [fifo, hybrid])).toBe(
      'The same until turn 4, then FIFO evicts the user message of turn 0 and 1 other block, which Hybrid keeps.',
    )
    expect(divergenceSentence(edits(5, [], [1]), [hybrid, fifo])).toBe(
      'The same until turn 4, then Hybrid evicts the reply of turn 1, which FIFO keeps.',
    )
  })

  it('uses the verb of the edit if it is known, and leaves inserted blocks out', () => {
    const did = (...parts: [block: number, verb: Verb][]): { readonly edits: readonly EditRecord[] } => ({
      edits: [
        {
          edit: 0,
          tick: 1,
          turn: 5,
          window: 0,
          stage: 'evict',
          before: 0,
          freed: 0,
          added: 0,
          after: 0,
          blocks: parts.map(([block, verb]) => ({
            block,
            verb,
            from: 'live',
            to: 'gone',
            freed: 1,
            added: 0,
          })),
          decision: null,
          repairs: [],
          compression: null,
          opened: null,
        },
      ],
    })
    const one = { ...fifo, data: { ...fifo.data, ...did([2, 'clip'], [0, 'insert']) } }
    const other = { ...hybrid, data: { ...hybrid.data, ...did([1, 'summarize']) } }
    expect(divergenceSentence(edits(5, [0, 2], [1]), [one, other])).toBe(
      'The same until turn 4, then FIFO clips the tool result of grep of turn 2, and Hybrid shortens the reply of turn 1.',
    )
  })

  it('if both lanes edit a block, says that they keep different parts of it or names another block', () => {
    expect(divergenceSentence(edits(5, [2, 1], [2]), [fifo, hybrid])).toBe(
      'The same until turn 4, then FIFO evicts the reply of turn 1, which Hybrid keeps.',
    )
    expect(divergenceSentence(edits(5, [2], [2]), [fifo, hybrid])).toBe(
      'The same until turn 4, then FIFO and Hybrid keep different parts of the tool result of grep of turn 2.',
    )
  })

  it('links its turns and blocks', () => {
    expect(divergenceParts(edits(23, [1, 0], []), [fifo, hybrid])).toEqual([
      { text: 'The same until ' },
      { text: 'turn 22', turn: 22 },
      { text: ', then FIFO evicts ' },
      { text: 'the user message', turn: 23, block: { lane: 'a', block: 0 } },
      { text: ' of ' },
      { text: 'turn 0', turn: 0 },
      { text: ' and ' },
      { text: '1 other block', turn: 23 },
      { text: ', which Hybrid keeps.' },
    ])
  })

  it('STRAT-1 names the lane that ends', () => {
    const ending: Divergence = {
      turn: 0,
      lanes: ['a', 'b'],
      cause: { code: 'ended', onlyFirst: [], onlySecond: [] },
    }
    const ended = { ...hybrid, data: { blocks, ended: { turn: 0, code: 'overflow' as const } } }
    expect(divergenceSentence(ending, [fifo, ended])).toBe(
      'Different from the first turn on: Hybrid overflows and ends.',
    )
  })

  it('NEED-3 names what only one of them fetches again', () => {
    const cause = { code: 'fetched', onlyFirst: [], onlySecond: [2] } as const
    expect(divergenceSentence({ turn: 5, lanes: ['a', 'b'], cause }, [fifo, hybrid])).toBe(
      'The same until turn 4, then Hybrid fetches the tool result of grep of turn 2 again.',
    )
  })

  it('says that the lanes never differ', () => {
    expect(divergenceSentence(null, [fifo, hybrid])).toBe('All lanes do the same in every turn.')
  })
})

const off = { task: false, current_user_message: false, running_results: false, pinned: false }

describe('in a real comparison', () => {
  const trace = scenario('axios-migration', 7)
  const intake = takeIn(trace, chars4)

  it('NEED-3 lanes of which only one fetches again differ from the first turn in which it does', () => {
    const [never, again] = (['off', 'on'] as const).map((refetch) => {
      const max_context_tokens = Math.floor(unmanagedPeak(intake) * 0.9)
      const { data } = run(
        trace,
        { strategy: 'evict', max_context_tokens, simulation: { refetch } },
        { intake },
      )
      return { name: refetch, label: refetch, data }
    })
    if (never === undefined || again === undefined) throw new Error('a lane is missing')
    const first = again.data.turns.find(({ fetched }) => fetched !== undefined)?.turn ?? NaN
    const { firstDivergence } = compareRuns({ off: never, on: again })
    expect(firstDivergence).toMatchObject({ turn: first, cause: { code: 'fetched' } })
    expect(sentenceText(sameUntil(never, again))).toMatch(
      new RegExp(`^same as off until turn ${first - 1}, then fetches the tool result of .* again$`),
    )
    expect(sentenceText(sameUntil(again, never))).toMatch(
      /, then does not fetch the tool result of .* again$/,
    )
  })

  const limit = Math.floor(unmanagedPeak(intake) / 2)
  const lane = (
    name: string,
    label: string,
    config: object,
  ): { name: string; label: string; data: TimelineData } => {
    return { name, label, data: run(trace, { max_context_tokens: limit, ...config }, { intake }).data }
  }
  const naive = lane('naive', 'Unprotected FIFO', {
    eviction: { policy: 'fifo', gates: off, horizon_turns: 0, user_share: 0 },
  })
  const managed = lane('hybrid', 'Hybrid', {
    eviction: { policy: 'hybrid', horizon_turns: 0, user_share: 0 },
  })
  const unmanaged = lane('none', 'Unmanaged', { strategy: 'unmanaged' })
  const lanes = [naive, managed, unmanaged]
  const partingOf = (...pair: typeof lanes): Divergence | null =>
    compareRuns(Object.fromEntries(pair.map((one) => [one.name, one]))).firstDivergence

  it('the header of a lane says in one line how it differs from the first lane', () => {
    for (const first of lanes) {
      for (const second of lanes) {
        const parts = sameUntil(first, second)
        const parting = first === second ? null : partingOf(first, second)
        if (parting === null) {
          expect(parts).toEqual([])
          continue
        }
        const text = sentenceText(parts)
        expect(text.length).toBeLessThanOrEqual(120)
        expect(text).toMatch(new RegExp(`^same as ${first.label} until turn ${parting.turn - 1}, then `))
        for (const { block } of parts)
          if (block !== undefined)
            expect([...parting.cause.onlyFirst, ...parting.cause.onlySecond]).toContain(block.block)
      }
    }
  })

  it('the header says what the lane evicts and what it keeps if there is room for both', () => {
    const { turn, cause } = partingOf(naive, managed) ?? { turn: -1, cause: null }
    const text = sentenceText(sameUntil(naive, managed))
    expect(cause?.onlyFirst).toContain(naive.data.blocks.find(({ type }) => type === 'user_message')?.id)
    expect(text).toBe(
      `same as Unprotected FIFO until turn ${turn - 1}, then evicts the tool result of turn 7 and keeps the user message of turn 0`,
    )
  })

  it('a lane that never differs is “the same throughout”', () => {
    expect(sentenceText(sameUntil(managed, { ...managed, name: 'twin' }))).toBe('same as Hybrid throughout')
  })

  it('STRAT-1 if one lane ends and the other continues, both headers say so', () => {
    const rich = lane('rich', 'Rich', { max_context_tokens: limit * 9, strategy: 'unmanaged' })
    const end = unmanaged.data.ended?.turn ?? -1
    expect(sentenceText(sameUntil(rich, unmanaged))).toBe(
      `same as Rich until turn ${end - 1}, then overflows and ends`,
    )
    expect(sentenceText(sameUntil(unmanaged, rich))).toBe(
      `same as Unmanaged until turn ${end - 1}, then continues where Unmanaged ends`,
    )
    expect(mostTelling(partingOf(rich, unmanaged), [rich, unmanaged])).toBeNull()
  })

  it('the most telling block is the task if one lane lost it', () => {
    const task = naive.data.blocks.find(({ type }) => type === 'user_message')?.id
    expect(mostTelling(partingOf(managed, naive), lanes)).toEqual({ lane: 'naive', block: task })
    expect(mostTelling(partingOf(naive, managed), lanes)).toEqual({ lane: 'naive', block: task })
    expect(mostTelling(null, lanes)).toBeNull()
  })

  it('otherwise the most telling block is one that only one lane evicted, chosen by its type', () => {
    const fifo = lane('fifo', 'FIFO', { eviction: { policy: 'fifo', horizon_turns: 0, user_share: 0 } })
    const parting = partingOf(fifo, managed)
    const chosen = mostTelling(parting, [fifo, managed])
    const all = [...(parting?.cause.onlyFirst ?? []), ...(parting?.cause.onlySecond ?? [])]
    const types = all.map((block) => managed.data.blocks[block]?.type)
    expect(types).toContain('assistant_response')
    expect(types).not.toContain('user_message')
    expect(all).toContain(chosen?.block)
    expect(managed.data.blocks[chosen?.block ?? -1]?.type).toBe('assistant_response')
  })
})
