import { CALL, rangeOf, RESULT } from './columns.ts'
import type { Columns } from './columns.ts'

/** Calls and results of a window, group by group (PAIR-1), by position. Made from links, without looking at an id's text. */
export interface ToolGroups {
  /** Position of the group's first entry, −1 for entries of no group. */
  readonly first: Int32Array
  /** Position of the next entry of the same group, −1 for the last and for entries of no group. */
  readonly next: Int32Array
  /** CALL and RESULT bits of a group, by its first position: only a group with both can leave as a whole. */
  readonly sides: Uint8Array
  /** Positions of calls that no result answers yet. */
  readonly open: readonly number[]
}

export function toolGroups(columns: Columns): ToolGroups {
  const { length, flags, id, before } = columns
  const first = new Int32Array(length).fill(-1)
  const next = new Int32Array(length).fill(-1)
  const last = new Int32Array(length)
  const sides = new Uint8Array(length)
  const { low, size } = rangeOf(id)
  const position = new Int32Array(size).fill(-1)
  for (let at = 0; at < length; at++) position[(id[at] as number) - low] = at
  for (let at = 0; at < length; at++) {
    const side = (flags[at] as number) & (CALL | RESULT)
    if (side === 0) continue
    const link = (before[at] as number) - low
    const other = link < 0 ? -1 : (position[link] ?? -1)
    const root = other < 0 || first[other] === -1 ? at : (first[other] as number)
    first[at] = root
    if (root !== at) next[last[root] as number] = at
    last[root] = at
    sides[root] = (sides[root] as number) | side
  }
  const open: number[] = []
  for (let at = 0; at < length; at++) if (first[at] === at && sides[at] === CALL) open.push(at)
  // A group of calls alone that share one id is open as a whole.
  for (let place = 0; place < open.length; place++) {
    const more = next[open[place] as number] as number
    if (more >= 0) open.push(more)
  }
  return { first, next, sides, open }
}

/** Positions of every entry of the group an entry belongs to. */
export function membersOf(position: number, groups: ToolGroups): number[] {
  const list: number[] = []
  for (let at = groups.first[position] ?? -1; at >= 0; at = groups.next[at] ?? -1) list.push(at)
  return list
}
