import { describe, expect, it } from 'vitest'
import { BLOCK_STATES } from '../../engine/internal.ts'
import type { BlockState, BlockType, Verb } from '../../engine/index.ts'
import { run } from '../../sim/index.ts'
import { OPEN } from '../../sim/internal.ts'
import { traceOf } from '../../testing/trace.ts'
import { edgesAt, hitTest } from './hit.ts'
import { strata } from './strata.ts'
import type { Band, Strata } from './strata.ts'

type Row = readonly [
  block: number,
  from: number,
  to: number,
  tokens: number,
  state?: BlockState,
  order?: number,
]
type Part = readonly [block: number, verb: Verb, into?: number]

/** The bands that have a height at x, bottom first. */
function standingAt(picture: Strata, x: number): { band: Band; low: number; high: number }[] {
  return picture.bands
    .filter((band) => (band.x[0] ?? 0) <= x && x <= (band.x.at(-1) ?? 0))
    .map((band) => ({ band, ...edgesAt(band, x) }))
    .filter(({ low, high }) => high > low)
}

const LEFT: Readonly<Record<Verb, BlockState>> = {
  drop: 'gone',
  replace: 'placeholder',
  clip: 'clipped',
  summarize: 'summarized',
  clear: 'server_cleared',
  fold: 'folded',
  absorb: 'gone',
  insert: 'live',
  move: 'live',
  rewrite: 'rewritten',
  correct: 'live',
}

/**
 * A run written by hand: a row is a span, a turn the ticks of its points, an edit its tick, its stage and its verb for
 * each block. The order of blocks is their number unless given.
 */
function handMade(
  rows: readonly Row[],
  turns: readonly (readonly [arrived: number, offered: number, sent: number, responded: number])[],
  edits: readonly (readonly [tick: number, stage: string, ...parts: Part[]])[] = [],
  types: Readonly<Record<number, BlockType>> = {},
): Parameters<typeof strata>[0] {
  const column = (value: (row: Row) => number): Int32Array => Int32Array.from(rows, value)
  const { data } = run(traceOf([{ role: 'user', content: 'hello' }]), {
    max_context_tokens: 4000,
    strategy: 'evict',
  })
  const [block, record] = [data.blocks.at(-1), data.turns[0]]
  if (block === undefined || record === undefined) throw new Error('the run is empty')
  const point = (tick: number) => ({ tick, used: 0 })
  return {
    ...data,
    blocks: Array.from({ length: 9 }, (_, id) => ({ ...block, id, type: types[id] ?? block.type })),
    spans: {
      length: rows.length,
      block: column(([id]) => id),
      version: column(() => 0),
      window: column(() => 0),
      fromTick: column(([, from]) => from),
      toTick: column(([, , to]) => to),
      state: Uint8Array.from(rows, ([, , , , state]) => BLOCK_STATES.indexOf(state ?? 'live')),
      order: Float64Array.from(rows, ([id, , , , , order]) => order ?? id),
      tokens: column(([, , , tokens]) => tokens),
      content: column(() => -1),
    },
    turns: turns.map(([arrived, offered, sent, responded], turn) => ({
      ...record,
      turn,
      points: { arrived: point(arrived), offered: point(offered), sent: point(sent) },
      responded: point(responded),
    })),
    edits: edits.map(([tick, stage, ...parts], edit) => ({
      edit,
      tick,
      turn: 0,
      window: 0,
      stage,
      before: 0,
      freed: 0,
      added: 0,
      after: 0,
      blocks: parts.map(([id, verb, into]) => ({
        block: id,
        verb,
        from: verb === 'insert' ? ('gone' as const) : ('live' as const),
        to: LEFT[verb],
        freed: 0,
        added: 0,
        ...(into === undefined ? {} : { into }),
      })),
      decision: null,
      repairs: [],
      compression: null,
      opened: null,
    })),
  }
}

describe('the stacked context, worked by hand', () => {
  it('an evicted lower band shrinks to nothing while the upper band moves down', () => {
    const picture = strata(
      handMade(
        [
          [0, 1, 3, 100],
          [1, 1, OPEN, 50],
          [2, 4, OPEN, 30],
        ],
        [
          [1, 1, 1, 2],
          [2, 2, 3, 4],
        ],
        [[3, 'evict', [0, 'drop']]],
      ),
    )
    const shape = picture.bands.map((band) =>
      band.x.map((x, vertex) => [x, band.low[vertex], band.high[vertex]]),
    )
    expect(shape).toEqual([
      [
        [0, 0, 0],
        [0, 0, 100],
        [1.25, 0, 100],
        [1.5, 0, 0],
      ],
      [
        [0, 100, 100],
        [0, 100, 150],
        [1.25, 100, 150],
        [1.5, 0, 50],
        [2, 0, 50],
      ],
      [
        [1.75, 50, 50],
        [1.75, 50, 80],
        [2, 50, 80],
      ],
    ])
    expect(picture.caps).toEqual([
      {
        band: 0,
        block: 0,
        count: 1,
        x: 1.25,
        low: 0,
        high: 100,
        reason: 'evicted',
        letter: 'E',
        final: true,
        edit: 0,
      },
    ])
  })

  it('a merged band has no height between the lives of its blocks', () => {
    const data = handMade(
      [
        [0, 1, 3, 10],
        [1, 5, OPEN, 10],
      ],
      [
        [1, 1, 3, 3],
        [4, 4, 4, 4],
        [5, 5, 5, 5],
      ],
    )
    const picture = strata(data, { smallerThan: 100 })
    expect(picture.bands.map((band) => band.blocks)).toEqual([[0, 1]])
    const heightAt = (x: number): number =>
      standingAt(picture, x).reduce((sum, { low, high }) => sum + high - low, 0)
    expect([0, 0.25, 0.375, 0.5, 1, 1.9, 2, 3].map(heightAt)).toEqual([10, 10, 5, 0, 0, 0, 10, 10])
    expect(hitTest(picture)(1.9, 0)).toBeNull()
  })

  it('a block changed by two edits of a turn has one cap, for the last edit', () => {
    const picture = strata(
      handMade(
        [
          [0, 1, 2, 100],
          [0, 2, 3, 20, 'placeholder'],
          [1, 1, OPEN, 10],
        ],
        [[1, 1, 3, 3]],
        [
          [2, 'evict', [0, 'replace']],
          [3, 'repair', [0, 'drop']],
        ],
      ),
    )
    expect(picture.caps.map((cap) => [cap.block, cap.reason, cap.final, cap.edit])).toEqual([
      [0, 'repaired', true, 1],
    ])
  })

  it('a change of state begins a new segment even if no edge moves', () => {
    const picture = strata(
      handMade(
        [
          [0, 1, 2, 100],
          [0, 2, OPEN, 100, 'clipped'],
        ],
        [
          [1, 1, 2, 2],
          [3, 3, 3, 3],
        ],
      ),
    )
    const [band] = picture.bands
    expect(band?.segments.map(({ state, from, to }) => [state, band.x[from], band.x[to]])).toEqual([
      ['live', 0, 0.5],
      ['clipped', 0.5, 2],
    ])
  })
})

describe('connectors', () => {
  /** Blocks 0 to 2 become the summary 7 in an edit of turn 0; block 3 is above them. */
  const summarized = handMade(
    [
      [0, 1, 3, 100],
      [1, 1, 3, 60],
      [2, 1, 3, 40],
      [3, 1, OPEN, 50],
      [7, 3, OPEN, 20, 'live', 2.5],
    ],
    [
      [1, 2, 3, 4],
      [5, 5, 5, 5],
    ],
    [[3, 'compact', [0, 'absorb', 7], [1, 'absorb', 7], [2, 'drop'], [7, 'insert']]],
    { 7: 'summary' },
  )

  it('COMP-8 lead from each block that an edit summarized to the inserted summary, and from no other block', () => {
    expect(strata(summarized).connectors).toEqual([
      { kind: 'summary', edit: 0, block: 0, into: 7, from: { x: 0.25, y: 50 }, to: { x: 0.5, y: 10 } },
      { kind: 'summary', edit: 0, block: 1, into: 7, from: { x: 0.25, y: 130 }, to: { x: 0.5, y: 10 } },
    ])
  })

  it('start at the cap and end on the band of the summary', () => {
    const picture = strata(summarized)
    const hit = hitTest(picture)
    for (const { block, into, from, to } of picture.connectors) {
      const cap = picture.caps.find((one) => one.block === block)
      expect([cap?.x, cap?.reason]).toEqual([from.x, 'absorbed'])
      expect(cap?.low).toBeLessThan(from.y)
      expect(cap?.high).toBeGreaterThan(from.y)
      expect(hit(to.x, to.y)?.band.blocks).toEqual([into])
    }
  })

  it('small neighbours summarized together share one connector, from the largest of them', () => {
    const picture = strata(summarized, { smallerThan: 500, keep: new Set([7]) })
    expect(picture.bands.map((band) => band.blocks)).toEqual([[0, 1, 2], [7], [3]])
    expect(picture.connectors.map(({ block, into, from }) => [block, into, from.y])).toEqual([[0, 7, 50]])
  })

  it('lead from the old place of a moved block to the new one, also after a repair', () => {
    const rows: Row[] = [
      [0, 1, OPEN, 100],
      [1, 1, 3, 60],
      [2, 1, OPEN, 40],
      [1, 3, OPEN, 60, 'live', 2.5],
    ]
    const turns = [[1, 2, 3, 4]] as const
    for (const stage of ['arrange', 'repair']) {
      const picture = strata(handMade(rows, turns, [[3, stage, [1, 'move']]]))
      expect(picture.connectors).toEqual([
        { kind: 'moved', edit: 0, block: 1, into: 1, from: { x: 0.25, y: 130 }, to: { x: 0.5, y: 170 } },
      ])
    }
  })

  it('are missing for a summary that was removed in the same turn, and in a run that only evicts', () => {
    const picture = strata(
      handMade(
        [
          [0, 1, 2, 100],
          [7, 2, 3, 20],
          [1, 1, OPEN, 10],
        ],
        [[1, 1, 3, 3]],
        [
          [2, 'compact', [0, 'absorb', 7], [7, 'insert']],
          [3, 'evict', [7, 'drop']],
        ],
      ),
    )
    expect(picture.connectors).toEqual([])
    expect(picture.caps.map((cap) => cap.reason)).toEqual(['absorbed'])
  })
})
