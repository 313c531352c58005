import type { Block } from '../message/block.ts'
import type { Tokens, Turn } from '../units.ts'
import { CALL, LIVE, PLACEHOLDER, RESULT, TALK } from './columns.ts'
import type { Columns } from './columns.ts'
import type { GateTable } from './gates/list.ts'
import { PLACEHOLDER_LIMIT } from './placeholder.ts'
import type { ToolGroups } from './tool-groups.ts'

/**
 * What a policy may choose from, in prompt order: row i is the block that is scored (of a tool group,
 * its result, EVI-2), its position in the window, and what happens to it. `drop` of a result takes its
 * whole group along.
 */
export interface Candidates {
  readonly blocks: readonly Block[]
  readonly positions: readonly number[]
  readonly verbs: readonly ('drop' | 'replace')[]
}

/** What candidates are sought in. */
export interface Field {
  readonly turn: Turn
  readonly used: Tokens
  readonly blocks: readonly Block[]
  readonly columns: Columns
  readonly groups: ToolGroups
  readonly gates: GateTable
}

/**
 * The first choice (EVI-4). Prose and thinking are dropped. A result that still has its content gives
 * way to a placeholder if that is smaller, and its call stays; without placeholders, call and result
 * leave together.
 *
 * @param cost tokens of the placeholder that the entry at a position would leave; null when placeholders are off
 */
export function firstCandidates(field: Field, cost: ((position: number) => Tokens) | null): Candidates {
  const { columns, gates } = field
  const { flags, content } = columns
  const found = collect(field)
  for (let at = 0; at < columns.length; at++) {
    const bits = flags[at] as number
    if ((bits & TALK) === 0 || (bits & CALL) !== 0) continue
    if ((bits & RESULT) === 0) {
      if ((bits & LIVE) !== 0 && gates.free(at, 'drop')) found.add(at, 'drop')
    } else if (cost === null) {
      if (speaks(at, field) && leavesAsPair(at, field)) found.add(at, 'drop')
    } else if ((bits & PLACEHOLDER) === 0 && gates.free(at, 'replace')) {
      const tokens = content[at] as number
      // Anything larger than the limit is larger than its placeholder; only the small need one made to tell.
      if (tokens > PLACEHOLDER_LIMIT || cost(at) < tokens) found.add(at, 'replace')
    }
  }
  return found
}

/**
 * What is left when the first choice is used up and the target is still not met: whole pairs, a call
 * with its placeholder or with a result too small to replace. Without it a long run would drown in
 * placeholders.
 *
 * @param taken whether the first choice took the entry at a position
 */
export function lastCandidates(field: Field, taken: (position: number) => boolean): Candidates {
  const { columns, groups } = field
  const found = collect(field)
  for (let at = 0; at < columns.length; at++) {
    if (((columns.flags[at] as number) & RESULT) === 0) continue
    if (!speaks(at, field) || !leavesAsPair(at, field)) continue
    let whole = true
    for (let one = groups.first[at] as number; one >= 0; one = groups.next[one] as number) {
      if (taken(one)) whole = false
    }
    if (whole) found.add(at, 'drop')
  }
  return found
}

/** Tokens that stay whatever a policy does: all but prose, thinking and pairs that no gate holds. */
export function floorOf(field: Field): Tokens {
  const { columns, gates } = field
  let floor = field.used
  for (let at = 0; at < columns.length; at++) {
    const bits = columns.flags[at] as number
    if ((bits & TALK) === 0) continue
    const leaves =
      (bits & (CALL | RESULT)) === 0 ? (bits & LIVE) !== 0 && gates.free(at, 'drop') : leavesAsPair(at, field)
    if (leaves) floor -= columns.tokens[at] as number
  }
  return floor
}

function collect(field: Field) {
  const blocks: Block[] = []
  const positions: number[] = []
  const verbs: ('drop' | 'replace')[] = []
  return {
    blocks,
    positions,
    verbs,
    add(position: number, verb: 'drop' | 'replace'): void {
      blocks.push(field.blocks[position] as Block)
      positions.push(position)
      verbs.push(verb)
    },
  }
}

/** Whether an entry is the one that is asked about its group: the first after the call that opens it. */
function speaks(position: number, { groups }: Field): boolean {
  const first = groups.first[position] as number
  return first === position || groups.next[first] === position
}

/**
 * Whether a group can leave as a whole: it has a call and a result, no gate holds any part, and it is
 * not of this turn, because the request must end with what the user side said last.
 */
function leavesAsPair(position: number, { columns, groups, gates, turn }: Field): boolean {
  const first = groups.first[position] as number
  if (groups.sides[first] !== (CALL | RESULT)) return false
  for (let at = first; at >= 0; at = groups.next[at] as number) {
    if (!gates.free(at, 'drop')) return false
    if (columns.turn[at] === turn && ((columns.flags[at] as number) & RESULT) !== 0) return false
  }
  return true
}
