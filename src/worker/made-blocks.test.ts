import { describe, expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import type { MadeBlock } from '../engine/index.ts'
import { readTrace, takeIn } from '../sim/index.ts'
import type { Intervention } from '../sim/index.ts'
import { compared, comparedWithForks, log, openDoor, request } from './door-fixture.ts'
import type { ForkRequest, LaneRequest } from './protocol.ts'

const [fifo] = request.lanes as [LaneRequest]
const { blocks } = takeIn(readTrace(log(30), { filename: 'reads.json' }), chars4)
/** A window in which no strategy acts. */
const roomy = { ...request, budget: { kind: 'tokens', tokens: 128_000 } } as const
const compact = (turn: number): Intervention => ({ turn, kind: 'compact' })
const summary: MadeBlock = { type: 'summary', turn: 6 }
/** Rewrites the first block that a run makes. */
const edit = (of: MadeBlock, block = blocks.length): Intervention => ({
  turn: 8,
  kind: 'edit',
  block,
  text: 'nothing happened so far',
  of,
})
const fork = (turn: number, ...interventions: Intervention[]): ForkRequest => ({
  id: 'x',
  label: '',
  turn,
  interventions,
})

/** Whether a fork of a lane rewrote anything, or why it was not run. */
async function outcome(one: ForkRequest, own: readonly Intervention[]) {
  const lanes = [{ ...fifo, interventions: own, forks: [one] }]
  const found = (await comparedWithForks(openDoor(), 1, { ...roomy, lanes })).lanes[0]?.forks[0]
  if (found?.kind !== 'run') return found?.problems[0]?.message
  return found.data.edits.some(({ stage }) => stage === 'rewrite')
}

describe('a rewritten text for a block made by a run', () => {
  it('EDIT-4 is used if the lane made that block, and is refused if another block has its number', async () => {
    expect(await outcome(fork(8, edit(summary)), [compact(6)])).toBe(true)
    const gone = `this run no longer makes the summary of turn 6 that was block ${blocks.length}`
    expect(await outcome(fork(8, edit(summary)), [compact(5)])).toBe(gone)
    expect(await outcome(fork(8, edit(summary)), [])).toBe(gone)
    expect(await outcome(fork(8, edit({ type: 'memory_injection', turn: 6 })), [compact(6)])).toBe(
      `this run no longer makes the memory injection of turn 6 that was block ${blocks.length}`,
    )
  })

  it('is used for the block that the fork made, not for one of the lane with the same number', async () => {
    expect(await outcome(fork(6, compact(6), edit(summary)), [])).toBe(true)
    // The lane compacted earlier, so its summary has that number: nothing is rewritten.
    expect(await outcome(fork(6, compact(6), edit(summary)), [compact(4)])).toBe(false)
  })

  it('rewrites nothing in a lane that no longer makes the block, or in another conversation', async () => {
    const rewrites = async (...interventions: Intervention[]) => {
      const { lanes } = await compared(openDoor(), 1, { ...roomy, lanes: [{ ...fifo, interventions }] })
      return lanes[0]?.data.edits.filter(({ stage }) => stage === 'rewrite').length
    }
    expect(await rewrites(compact(6), edit(summary))).toBe(1)
    expect(await rewrites(compact(5), edit(summary))).toBe(0)
    // The number of a call, and a pin of a missing block.
    expect(await rewrites(edit(summary, 4), { turn: 2, kind: 'pin', block: 9000 })).toBe(0)
  })
})
