import { CALL, RESULT } from '../../core/message/block-facts.ts'
import type { Turn } from '../../core/units.ts'
import { SPEAKS } from './columns.ts'
import type { Columns } from './columns.ts'
import type { RunningLoop } from './running-loop.ts'

/**
 * Calls and results of a window, group by group (PAIR-1), by position. Made from links, without reading ids. A reply of
 * a running loop with thinking is one group, with its thinking, its text and the results of its calls.
 */
export interface ToolGroups {
  /** Position of the group's first entry, −1 for entries without a group. */
  readonly first: Int32Array
  /** Position of the next entry of the same group, −1 for the last and for entries without a group. */
  readonly next: Int32Array
  /**
   * CALL and RESULT bits of a group, by its first position: only a group with both can leave as a whole. RUNNING is
   * added if a result is of this turn.
   */
  readonly sides: Uint8Array
  /** Positions of calls without a result. */
  readonly open: readonly number[]
}

/** Bit of a group's sides: a result arrived in this turn. */
const RUNNING = 128

/**
 * Finds the groups, and marks in the columns which entry represents its group.
 *
 * @param loop the running loop, if its replies leave whole; null if every pair is separate
 */
export function toolGroups(
  { length, flags, id, facts }: Columns,
  now: Turn,
  loop: RunningLoop | null = null,
): ToolGroups {
  const { before, turn } = facts
  const first = new Int32Array(length).fill(-1)
  const next = new Int32Array(length).fill(-1)
  const sides = new Uint8Array(length)
  /** Position of a block plus one; 0 if it is not in the window, or further on. */
  const place = new Int32Array(facts.size)
  for (let at = 0; at < length; at++) {
    let side = (flags[at] as number) & (CALL | RESULT)
    if (side === 0) continue
    const own = id[at] as number
    if (side === RESULT && turn[own] === now) side |= RUNNING
    const link = before[own] as number
    let other = link < 0 ? -1 : (place[link] as number) - 1
    const root = other < 0 ? at : (first[other] as number)
    place[own] = at + 1
    first[at] = root
    if ((next[root] as number) < 0) flags[at] = (flags[at] as number) | SPEAKS
    if (other >= 0) {
      // Two results can follow the same block: a late one, and the made-up one that replaced it.
      while ((next[other] as number) >= 0) other = next[other] as number
      next[other] = at
    }
    sides[root] = (sides[root] as number) | side
  }
  const open: number[] = []
  for (let at = 0; at < length; at++) if (sides[at] === CALL) open.push(at)
  // A group of only calls that share one id is open as a whole: the list grows as it is read.
  for (const at of open) if ((next[at] as number) >= 0) open.push(next[at] as number)
  for (const reply of loop?.replies ?? []) join(reply)
  return { first, next, sides, open }

  /** Makes one group of a reply and everything that shares a pair with it. */
  function join(reply: readonly number[]): void {
    const members = new Set(reply)
    for (const at of reply) {
      for (let one = first[at] as number; one >= 0; one = next[one] as number) members.add(one)
    }
    const ordered = [...members].sort((a, b) => a - b)
    const root = ordered[0] as number
    let joined = 0
    let spoken = false
    ordered.forEach((at, place) => {
      joined |= sides[at] as number
      const speaks = !spoken && ((flags[at] as number) & RESULT) !== 0
      spoken ||= speaks
      flags[at] = speaks ? (flags[at] as number) | SPEAKS : (flags[at] as number) & ~SPEAKS
      next[at] = ordered[place + 1] ?? -1
    })
    for (const at of ordered) {
      first[at] = root
      sides[at] = 0
    }
    sides[root] = joined
  }
}

/** Positions of every entry in an entry's group. */
export function membersOf(position: number, groups: ToolGroups): number[] {
  const list: number[] = []
  for (let at = groups.first[position] ?? -1; at >= 0; at = groups.next[at] ?? -1) list.push(at)
  return list
}
