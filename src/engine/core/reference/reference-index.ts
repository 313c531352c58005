import type { BlockId, Turn } from '../units.ts'
import type { Reference, ReferenceIndex } from './reference.ts'

/** A reference index that grows with a live conversation. */
export interface GrowingReferenceIndex extends ReferenceIndex {
  /**
   * Adds references in the order in which a detector returns them.
   *
   * @throws RangeError for one that was visible before the last of its source
   */
  add(references: readonly Reference[]): void
}

/** What became known of a block over time: at `visible[i]`, its last use and how many turns used it. */
interface History {
  readonly visible: Turn[]
  readonly lastUse: Turn[]
  readonly uses: number[]
  readonly turns: Set<Turn>
}

/**
 * An index of references that can be queried as of any turn; every query takes O(log n). The references may come in any
 * order.
 */
export function referenceIndex(references: readonly Reference[] = []): GrowingReferenceIndex {
  const all: Reference[] = []
  const histories = new Map<BlockId, History>()

  function add(more: readonly Reference[]): void {
    for (const reference of more) {
      let history = histories.get(reference.source)
      if (history === undefined) {
        history = { visible: [], lastUse: [], uses: [], turns: new Set() }
        histories.set(reference.source, history)
      }
      learn(history, reference)
      all.push(reference)
    }
  }

  add(
    references
      .slice()
      .sort((a, b) => a.visible - b.visible || a.turn - b.turn || a.by - b.by || a.source - b.source),
  )
  return {
    all,
    add,
    lastUse(block, turn) {
      const history = histories.get(block)
      const known = history === undefined ? 0 : knownAt(history.visible, turn)
      return history?.lastUse[known - 1] ?? null
    },
    uses(block, turn) {
      const history = histories.get(block)
      const known = history === undefined ? 0 : knownAt(history.visible, turn)
      return history?.uses[known - 1] ?? 0
    },
  }
}

function learn(history: History, { visible, turn, source }: Reference): void {
  const last = history.visible.length - 1
  const latest = history.visible[last]
  if (latest !== undefined && visible < latest)
    throw new RangeError(`block ${source}: after one of turn ${latest}, but was at ${visible}`)
  history.turns.add(turn)
  history.visible.push(visible)
  history.lastUse.push(Math.max(turn, history.lastUse[last] ?? turn))
  history.uses.push(history.turns.size)
}

/** How many of some ascending turns are not after `turn`. */
function knownAt(turns: readonly Turn[], turn: Turn): number {
  let low = 0
  let high = turns.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((turns[middle] as Turn) <= turn) low = middle + 1
    else high = middle
  }
  return low
}
