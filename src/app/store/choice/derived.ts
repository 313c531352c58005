import type { Turn } from '../../../engine/index.ts'
import { divergenceOf } from '../../../sim/index.ts'
import { laneEvents } from '../../../view/index.ts'
import type { Comparison, ForkRun, LaneResult } from '../../../worker/protocol.ts'
import { FUTURES_TEXT, forkDoes } from './fork-words.ts'
import { configAt } from '../../../sim/internal.ts'
import type { ForkChoice } from './choices.ts'

/** What several panels need of a comparison, computed once. */
interface Landmarks {
  /** Turns in which any lane edited its window, in order. */
  readonly edits: readonly Turn[]
  /** Turns in which anything happened in any lane: an edit, a zone change, a spike, a loss. */
  readonly eventful: readonly Turn[]
  /** First turn in which a lane differs from the first lane, by name; null if it never does. */
  readonly parts: ReadonlyMap<string, Turn | null>
}

const known = new WeakMap<Comparison, Landmarks>()

export function landmarksOf(comparison: Comparison): Landmarks {
  const before = known.get(comparison)
  if (before !== undefined) return before
  const turns = new Set<Turn>()
  const eventful = new Set<Turn>()
  for (const { data } of comparison.lanes) {
    for (const edit of data.edits) turns.add(edit.turn)
    for (const { id } of data.windows) for (const { turn } of laneEvents(data, id)) eventful.add(turn)
  }
  const [base] = comparison.lanes
  const parts = new Map(
    comparison.lanes.map(({ name, data }) => {
      const found = base === undefined || base.data === data ? null : divergenceOf(base.data, data)
      return [name, found?.turn ?? null] as const
    }),
  )
  const inOrder = (some: Iterable<Turn>): Turn[] => [...some].sort((a, b) => a - b)
  const made = { edits: inOrder(turns), eventful: inOrder(eventful), parts }
  known.set(comparison, made)
  return made
}

/** Separates the name of a fork from that of its lane: questions call a fork `<lane>~<id>`. */
const FORK_MARK = '~'

export function forkName(lane: string, id: string): string {
  return `${lane}${FORK_MARK}${id}`
}

/** The lane of a name, which may be that of a fork, and the fork's id; null for a lane itself. */
export function partsOfName(name: string): { readonly lane: string; readonly fork: string | null } {
  const at = name.indexOf(FORK_MARK)
  return at < 0 ? { lane: name, fork: null } : { lane: name.slice(0, at), fork: name.slice(at + 1) }
}

/** Forks as lanes, created once each: panels compare lanes by identity. */
const asLanes = new WeakMap<ForkRun, LaneResult>()

/** The lane of a comparison by its name, or a finished fork as a lane; undefined if there is none. */
export function laneOf({ lanes }: Pick<Comparison, 'lanes'>, name: string): LaneResult | undefined {
  const { lane: own, fork: id } = partsOfName(name)
  const lane = lanes.find((one) => one.name === own)
  if (lane === undefined || id === null) return lane
  const fork = lane.forks.find((one) => one.id === id)
  if (fork?.kind !== 'run') return undefined
  const known = asLanes.get(fork)
  if (known?.label === FUTURES_TEXT.forkLane(lane.label, fork.turn) && known.name === name) return known
  const { data, rows, cache } = fork
  const made = { name, label: FUTURES_TEXT.forkLane(lane.label, fork.turn), data, rows, cache, forks: [] }
  asLanes.set(fork, made)
  return made
}

/** The name of a fork, given by a person or from what it does. */
export function nameOfFork({ name, acts, turn }: ForkChoice, { data }: Pick<LaneResult, 'data'>): string {
  return name ?? forkDoes(acts, turn, data.blocks, (at) => configAt(data, at))
}

/** Why a fork that only pins a block gives the same result as its lane; null if unknown. */
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
