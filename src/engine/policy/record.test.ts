import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { evictionSettings, stageScene } from '../../testing/stage-view.ts'
import { DROPPED } from './candidate.ts'
import { guardedWindow } from './guards/guarded.ts'
import { policyOf } from './policies/list.ts'
import { asDone, decisionOf } from './record.ts'
import type { Signal } from './signals/signal.ts'
import type { Entry } from '../core/window/window.ts'

/** 0 go · 1 a reply of 10 tokens · 2 thinking · 3 sure · 4 and now; each message costs 4 more. */
function decided() {
  const { view, context } = stageScene(
    conversation(`
      user: go
      assistant: 40 chars
      assistant: think[s] hm + sure
      user: and now`),
    { limit: 1000 },
  )
  const { gates, groups } = guardedWindow(view, evictionSettings(), context)
  const { used } = view.window
  const trigger = {
    cause: 'zone',
    zone: 'orange',
    used,
    limit: 1000,
    reserve: 0,
    target: used - 40,
    aim: used - 40,
    toFree: 40,
  } as const
  return decisionOf(
    {
      stage: 'evict',
      view,
      policy: policyOf('fifo'),
      signals: {} as never,
      trigger,
      gates,
      groups,
      rankings: [
        {
          candidates: { positions: Int32Array.of(1, 3), fates: Uint8Array.of(DROPPED, DROPPED) },
          scores: () => ({
            values: [Float64Array.of(0.5, 0.25)],
            scores: Float64Array.of(0.5, 0.25),
            keys: Float64Array.of(-1, -2),
          }),
          order: Int32Array.of(1, 0),
          taken: 1,
        },
      ],
      along: [2],
      freed: 30,
      rewrites: 0,
      paysAfter: null,
      placeholderTokens: () => NaN,
      markerTokens: (at) => (at === 1 ? 7 : 0),
    },
    false,
  )
}

describe('EDIT-1 the record of a decision', () => {
  it('EDIT-1 names what left along, and takes the marker off what an entry frees', () => {
    const { victims, survivors, along, shortfall } = decided()
    expect([along, shortfall]).toEqual([[2], 10])
    const row = { blocks: [1], verb: 'drop', values: [0.5], score: 0.5, key: -1 }
    expect(survivors).toEqual([{ ...row, block: 1, rank: 1, frees: 10 - 7, taken: false }])
    expect(victims).toMatchObject([{ block: 3, rank: 0, score: 0.25, key: -2, taken: true }])
  })

  it('EDIT-1 says what its edit freed, and what is missing then', () => {
    const decision = decided()
    const applied = (freed: number) => asDone(decision, { before: 90, after: 90 - freed } as never)
    expect(applied(30)).toBe(decision)
    expect(applied(33)).toEqual({ ...decision, freed: 33, shortfall: 7 })
    expect(applied(50).shortfall).toBe(0)
  })

  it('EDIT-1 the parts of a value of a tool group are the means of its members, weighted by their tokens', () => {
    const { view, context } = stageScene(
      conversation(`
        assistant: call a f
        result a: 400 chars`),
      { limit: 1000 },
    )
    const { gates, groups } = guardedWindow(view, evictionSettings(), context)
    const place: Signal = {
      name: 'place',
      label: '',
      meaning: '',
      values: (blocks) => Float64Array.from(blocks, ({ id }) => id / 8),
      measure: (_, value) => ({ of: 'tokens', figure: value, full: null }),
    }
    const sum: Signal = { ...place, name: 'sum', terms: [{ signal: place, weight: 1 }] }
    const one = (column: number) => [Float64Array.of(column)]
    const { victims } = decisionOf(
      {
        stage: 'evict',
        view,
        policy: { name: 'sums', label: '', meaning: '', terms: [{ signal: sum, weight: 1 }] },
        signals: {} as never,
        trigger: { used: 0, target: 0 } as never,
        gates,
        groups,
        rankings: [
          {
            candidates: { positions: Int32Array.of(1), fates: Uint8Array.of(DROPPED) },
            scores: () => ({ values: one(0.1), scores: Float64Array.of(0.1), keys: Float64Array.of(0) }),
            order: Int32Array.of(0),
            taken: 1,
          },
        ],
        along: [],
        freed: 0,
        rewrites: 0,
        paysAfter: null,
        placeholderTokens: () => NaN,
        markerTokens: () => 0,
      },
      true,
    )
    const { tokens, overhead } = view.window.entries[0] as Entry
    // The call has the value 0, its result of 100 tokens one eighth.
    const value: unknown = expect.closeTo((100 * 0.125) / (tokens - overhead + 100), 12)
    const part = { signal: 'place', weight: 1, value, measure: null, parts: [] }
    expect(victims[0]).toMatchObject({ blocks: [0, 1], inputs: [{ measure: null, parts: [part] }] })
  })
})
