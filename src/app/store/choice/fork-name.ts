import { configAt } from '../../../sim/internal.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import type { ForkChoice } from './choices.ts'
import { forkDoes } from './fork-words.ts'

/** What a person calls a fork, or what it does. */
export function nameOfFork({ name, acts, turn }: ForkChoice, { data }: Pick<LaneResult, 'data'>): string {
  return name ?? forkDoes(acts, turn, data.blocks, (at) => configAt(data, at))
}

/** Why a fork that only pins a block comes to the same as its lane; null where that is not known. */
export function whyTheSame(
  { acts }: ForkChoice,
  { data }: Pick<LaneResult, 'data'>,
): 'stands' | 'gone' | null {
  const [pin, ...more] = acts.filter(({ kind }) => kind !== 'set')
  if (pin?.kind !== 'pin' || more.length > 0) return null
  const { block, turn } = pin
  if (data.blocks[block] === undefined) return null
  const changes = data.edits.flatMap((edit) =>
    edit.blocks.flatMap((one) => (one.block === block ? [{ turn: edit.turn, to: one.to }] : [])),
  )
  const before = changes.findLast((one) => one.turn < turn)
  if (before?.to === 'gone') return 'gone'
  return changes.some((one) => one.turn >= turn) ? null : 'stands'
}
