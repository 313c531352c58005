import { worstTurn } from '../../../../sim/internal.ts'
import type { SourceRequest } from '../../../../worker/protocol.ts'
import type { LaneChoice, RunChoices } from '../../../store/choice/choices.ts'
import { alter } from '../../../store/choice/history.ts'
import { expectAt } from '../../../picture/link/expect-at.ts'

/** The conversation of each seed; null for a live one, which changes while it is studied. */
export function sourcesOf({ source }: Pick<RunChoices, 'source'>): ((seed: number) => SourceRequest) | null {
  if (source.kind === 'scenario') return (seed) => ({ ...source, seed })
  if (source.kind === 'live') return null
  const { id: _, name, size: __, ...reading } = source
  return () => ({ ...reading, text: '', filename: name })
}

/** Announces choices that are shown at the turn in which the run of a lane misses most. */
export function expectAtWorst(choices: RunChoices, lane: number): void {
  expectAt(choices, ({ lanes }) => worstTurn(lanes[lane]?.data.needs ?? []))
}

/**
 * Adds a lane in one step of undo, and goes to the turn of its run that misses most.
 *
 * @param by names what added it
 */
export function openLane(
  choices: RunChoices,
  { forks: _, actions: __, ...lane }: LaneChoice,
  by: string,
): void {
  const lanes = [...choices.lanes, lane]
  expectAtWorst({ ...choices, lanes }, choices.lanes.length)
  alter({ lanes }, by)
}
