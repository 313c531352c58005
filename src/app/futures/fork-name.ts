import type { LaneResult } from '../../worker/protocol.ts'
import type { ForkChoice } from '../state/choices.ts'
import { forkDoes } from '../words/futures.ts'

/** What a person calls a fork, or what it does. */
export function nameOfFork({ name, acts, turn }: ForkChoice, { data }: LaneResult): string {
  return name ?? forkDoes(acts, turn, data.blocks)
}
