import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn } from '../../sim/index.ts'
import { biography } from '../decision/block.ts'
import { forkTurn, isPinnedBy } from './fork-figures.ts'

const trace = scenario('axios-migration', 7)
const config = { max_context_tokens: 30_000, eviction: { policy: 'fifo', placeholders: false } }
const intake = takeIn(trace, chars4)
const { data } = run(trace, config, { intake })

describe('the turn at which a fork about a block begins', () => {
  it('EDIT-4 lies between the arrival of the block and its eviction, so that a pin there keeps the block longer', () => {
    const gone = data.edits.flatMap(({ blocks }) =>
      blocks.flatMap((one) => (one.verb === 'drop' ? one.block : [])),
    )
    expect(gone.length).toBeGreaterThan(5)
    for (const block of gone.slice(0, 3)) {
      const life = biography(data, block)
      const went = life?.left?.turn
      if (life === null || went === undefined) throw new Error(`block ${block} did not go`)
      expect(forkTurn(life, data.turns.length - 1)).toEqual({ turn: went, because: 'went' })
      expect(forkTurn(life, went - 1)).toEqual({ turn: went - 1, because: 'asked' })
      if (life.turn > 0) expect(forkTurn(life, life.turn - 1)).toEqual({ turn: life.turn, because: 'came' })
      const { turn } = forkTurn(life, data.turns.length - 1)
      const again = run(trace, config, { intake, interventions: [{ turn, kind: 'pin', block }] }).data
      expect(biography(again, block)?.left?.turn ?? Infinity).toBeGreaterThan(went)
    }
  })

  it('EDIT-4 a rewritten block is still there until the turn that evicts it', () => {
    const evicting = { ...config, strategy: 'evict' }
    const base = run(trace, evicting, { intake }).data
    const taken = base.edits.flatMap(({ turn, blocks }) =>
      blocks.flatMap(({ verb, block }) => {
        const { type, turn: came } = intake.blocks[block] ?? { type: 'thinking', turn: 0 }
        return verb === 'drop' && type === 'assistant_response' && came + 2 < turn
          ? [{ block, came, turn }]
          : []
      }),
    )
    expect(taken.length).toBeGreaterThan(2)
    for (const { block, came, turn: went } of taken.slice(0, 3)) {
      const rewrite = { turn: came + 1, kind: 'edit', block, text: intake.text(block) } as const
      const again = run(trace, evicting, { intake, interventions: [rewrite] }).data
      const life = biography(again, block)
      if (life === null) throw new Error(`there is no block ${block}`)
      expect(life.left?.turn).toBe(went)
      expect(forkTurn(life, data.turns.length - 1)).toEqual({ turn: went, because: 'went' })
      expect(forkTurn(life, went)).toEqual({ turn: went, because: 'went' })
      for (const asked of [came, came + 1, went - 1])
        expect(forkTurn(life, asked)).toEqual({ turn: asked, because: 'asked' })
    }
  })

  it('is the requested turn if the block stays to the end', () => {
    const life = biography(data, 0)
    if (life === null) throw new Error('there is no block 0')
    expect(forkTurn(life, 33)).toEqual({ turn: 33, because: 'asked' })
  })
})

it('the last pin or unpin up to a turn decides whether a block is pinned', () => {
  const wishes = [
    { turn: 3, kind: 'pin', block: 1 },
    { turn: 3, kind: 'pin', block: 2 },
    { turn: 8, kind: 'unpin', block: 1 },
    { turn: 9, kind: 'reset' },
  ] as const
  expect([2, 3, 7, 8].map((turn) => isPinnedBy(wishes, 1, turn))).toEqual([false, true, true, false])
  expect(isPinnedBy(wishes, 2, 20)).toBe(true)
  expect(isPinnedBy(wishes, 3, 20)).toBe(false)
})
