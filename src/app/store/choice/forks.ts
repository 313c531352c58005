import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Turn } from '../../../engine/index.ts'
import type { Intervention } from '../../../sim/index.ts'
import { FORK_REFUSALS } from './fork-words.ts'
import { useChoices } from './choices.ts'
import type { ForkChoice, LaneChoice } from './choices.ts'
import { alter } from './history.ts'
import { MOST_LANES } from './lanes.ts'

/** Maximum number of forks of a lane: each is a run, and a row under its head. */
export const MOST_FORKS = 4

interface Shown {
  /** Forks that are not drawn. Of the others, the newest is the lane's ghost. */
  readonly hidden: ReadonlySet<string>
  /** Why the newest wish for a fork failed; null if it did not. */
  readonly refused: string | null
}

const shown = createStore<Shown>(() => ({ hidden: new Set(), refused: null }))
let lastId = 0

/**
 * Runs a lane with other acts from a turn on, beside its own run.
 *
 * @returns why there is no fork, in a sentence; null if there is one
 */
export function addFork(
  index: number,
  turn: Turn,
  acts: readonly Intervention[],
  name: string | null = null,
): string | null {
  const lane = useChoices.getState().lanes[index]
  if (lane === undefined || acts.length === 0) return null
  const forks = lane.forks ?? []
  if (forks.length >= MOST_FORKS) return refuse(FORK_REFUSALS.forks)
  const same = forks.find((one) => one.turn === turn && JSON.stringify(one.acts) === JSON.stringify(acts))
  if (same !== undefined) {
    showGhost(forks, same.id)
    return refuse(FORK_REFUSALS.same)
  }
  withForks(index, [...forks, { id: nextId(), name, turn, acts }])
  return null
}

export function removeFork(index: number, id: string): void {
  const forks = useChoices.getState().lanes[index]?.forks ?? []
  withForks(
    index,
    forks.filter((one) => one.id !== id),
  )
}

/** Gives a fork a name; with a blank name, its description is used again. */
export function renameFork(index: number, id: string, name: string): void {
  const forks = useChoices.getState().lanes[index]?.forks ?? []
  const own = name.trim() === '' ? null : name.trim()
  withForks(
    index,
    forks.map((one) => (one.id === id ? { ...one, name: own } : one)),
  )
}

/**
 * Makes a fork a lane of its own, next to its lane.
 *
 * @returns why it stays a fork, in a sentence; null if it does not
 */
export function keepFork(index: number, id: string): string | null {
  const { lanes } = useChoices.getState()
  const found = forkIn(lanes, index, id)
  if (found === null) return null
  if (lanes.length >= MOST_LANES) return refuse(FORK_REFUSALS.lanes)
  const { lane, fork, others } = found
  const { forks: _, ...base } = lane
  const left = others.length === 0 ? base : { ...base, forks: others }
  settle(lanes.with(index, left).toSpliced(index + 1, 0, withActs(base, fork)))
  return null
}

/** The lane does what its fork does; the fork is gone, and the other forks branch from the changed lane. */
export function adoptFork(index: number, id: string): void {
  const { lanes } = useChoices.getState()
  const found = forkIn(lanes, index, id)
  if (found === null) return
  const { lane, fork, others } = found
  const { forks: _, ...base } = withActs(lane, fork)
  settle(lanes.with(index, others.length === 0 ? base : { ...base, forks: others }))
}

/** The fork that is drawn over its lane; null for none. */
export function ghostAmong(
  forks: readonly Pick<ForkChoice, 'id'>[],
  hidden: ReadonlySet<string>,
): string | null {
  return forks.findLast(({ id }) => !hidden.has(id))?.id ?? null
}

/** Draws one fork over its lane instead of the others, or none if it is drawn already. */
export function toggleGhost(forks: readonly ForkChoice[], id: string): void {
  if (ghostAmong(forks, shown.getState().hidden) === id) showGhost(forks, null)
  else showGhost(forks, id)
}

function showGhost(forks: readonly ForkChoice[], id: string | null): void {
  const hidden = new Set(shown.getState().hidden)
  for (const one of forks) {
    if (one.id === id) hidden.delete(one.id)
    else hidden.add(one.id)
  }
  shown.setState({ hidden })
}

export function useHiddenForks(): ReadonlySet<string> {
  return useStore(shown, ({ hidden }) => hidden)
}

/** Why the newest wish for a fork failed; null if it did not. */
export function useForkRefusal(): string | null {
  return useStore(shown, ({ refused }) => refused)
}

function refuse(why: string): string {
  shown.setState({ refused: why })
  return why
}

function settle(lanes: readonly LaneChoice[]): void {
  shown.setState({ refused: null })
  alter({ lanes })
}

function withForks(index: number, forks: readonly ForkChoice[]): void {
  const { lanes } = useChoices.getState()
  const lane = lanes[index]
  if (lane === undefined) return
  const { forks: _, ...rest } = lane
  settle(lanes.with(index, forks.length === 0 ? rest : { ...rest, forks }))
}

function withActs(lane: LaneChoice, { acts }: ForkChoice): LaneChoice {
  const actions = [...(lane.actions ?? []), ...acts].sort((a, b) => a.turn - b.turn)
  return { ...lane, actions }
}

function forkIn(
  lanes: readonly LaneChoice[],
  index: number,
  id: string,
): { readonly lane: LaneChoice; readonly fork: ForkChoice; readonly others: readonly ForkChoice[] } | null {
  const lane = lanes[index]
  const fork = lane?.forks?.find((one) => one.id === id)
  if (lane === undefined || fork === undefined) return null
  return { lane, fork, others: (lane.forks ?? []).filter((one) => one !== fork) }
}

/** New forks get other ids than these, which come from elsewhere. */
export function reserveForkIds(ids: readonly string[]): void {
  for (const id of ids) lastId = Math.max(lastId, Number(/^fork(\d{1,9})$/.exec(id)?.[1] ?? 0))
}

/** An id that no fork on the page has or had: undone forks may come back. */
function nextId(): string {
  const taken = new Set(useChoices.getState().lanes.flatMap(({ forks = [] }) => forks.map(({ id }) => id)))
  let id = ''
  do id = `fork${++lastId}`
  while (taken.has(id))
  return id
}
