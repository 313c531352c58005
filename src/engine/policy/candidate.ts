import { ASSISTANT, CALL, RESULT, TALK, THINKING } from '../core/message/block-facts.ts'
import type { Tokens } from '../core/units.ts'
import { LIVE, NO_DROP, NO_REPLACE, PLACEHOLDER, SPEAKS } from './window/columns.ts'
import type { Columns } from './window/columns.ts'
import type { GuardedWindow } from './guards/guarded.ts'
import type { Placeholders } from './placeholder.ts'
import type { ToolGroups } from './window/tool-groups.ts'

/** What an eviction does to an entry. */
export const STAYS = 0
export const DROPPED = 1
export const REPLACED = 2

/**
 * The entries that a policy may choose from, in prompt order. Row i has the position of the entry that is scored (for a
 * tool group, its result, EVI-2), and its fate. `DROPPED` of a result removes its whole group.
 */
export interface Candidates {
  readonly positions: Int32Array
  /** DROPPED or REPLACED, by row. */
  readonly fates: Uint8Array
}

/** The input of the search for candidates. */
interface Field {
  readonly columns: Columns
  readonly groups: ToolGroups
  /**
   * WHOLE for groups that can leave as a whole, by their first position. They have a call and a result, no guard
   * protects any part, and they are not of this turn, because the request must end with the newest input.
   */
  readonly leaving: Uint8Array
}

const WHOLE = CALL | RESULT

/** Takes over the columns and the groups of a window, and adds to them. */
export function fieldOf({ columns, groups, gates, running }: GuardedWindow): Field {
  const { flags } = columns
  for (const at of running.boundary) flags[at] = (flags[at] as number) | NO_DROP
  const leaving = groups.sides
  for (const at of gates.marked) {
    flags[at] = (flags[at] as number) | NO_DROP | (gates.free(at, 'replace') ? 0 : NO_REPLACE)
    const group = groups.first[at] as number
    if (group >= 0) leaving[group] = 0
  }
  return { columns, groups, leaving }
}

const PROSE = TALK | LIVE
/** The model's prose that was replaced by a pointer. A marker in a user message looks the same but has to stay. */
const POINTER = TALK | PLACEHOLDER | ASSISTANT
const SPEAKER = RESULT | SPEAKS

/**
 * The first choice (EVI-4), and the tokens that could leave at all. Prose and thinking are dropped. A result that still
 * has its content is replaced by a placeholder if that is smaller, and its call stays; without placeholders, call and
 * result leave together.
 *
 * @param placeholders the placeholders of entries by position; null when placeholders are off
 * @param wholesale tool groups that can leave whole are left to the last choice, without a placeholder first
 */
export function firstCandidates(
  { columns, groups, leaving }: Field,
  placeholders: Pick<Placeholders, 'most' | 'tokens'> | null,
  wholesale: boolean,
): {
  readonly candidates: Candidates
  /** Approximate maximum of tokens that one batch can free: the rest stays under any policy. */
  readonly movable: Tokens
} {
  const { length, flags, content, tokens } = columns
  const { first } = groups
  const positions = new Int32Array(length)
  const fates = new Uint8Array(length)
  /** Groups, by first position, whose call stays in this batch because a result leaves a placeholder. */
  const stays = new Uint8Array(length)
  let count = 0
  let movable = 0
  for (let at = 0; at < length; at++) {
    const bits = flags[at] as number
    if ((bits & (CALL | RESULT)) === 0) {
      if (placeholders !== null && (bits & (POINTER | NO_DROP)) === POINTER && (first[at] as number) < 0)
        movable += tokens[at] as number
      // Prose in a reply that leaves whole is a candidate together with it.
      if ((bits & (PROSE | NO_DROP)) !== PROSE || (first[at] as number) >= 0) continue
      movable += tokens[at] as number
      positions[count] = at
      fates[count++] = DROPPED
      continue
    }
    const whole = leaving[first[at] as number] === WHOLE
    if ((bits & RESULT) === 0) continue
    if (placeholders === null) {
      if (!whole || (bits & SPEAKS) === 0) continue
      positions[count] = at
      fates[count++] = DROPPED
    } else if ((bits & (PLACEHOLDER | NO_REPLACE)) === 0 && !(whole && wholesale)) {
      const own = content[at] as number
      // Anything larger than the limit is larger than its placeholder; only for small results the placeholder must be
      // made.
      if (own <= placeholders.most && placeholders.tokens(at) >= own) continue
      positions[count] = at
      fates[count++] = REPLACED
      stays[first[at] as number] = 1
      movable += Math.max(0, own - placeholders.most)
    }
  }
  for (let at = 0; at < length; at++) {
    const group = first[at] as number
    if (group >= 0 && leaving[group] === WHOLE && stays[group] === 0) movable += tokens[at] as number
  }
  return { candidates: rows(positions, fates, count), movable }
}

/**
 * Candidates when the first choice is used up and the target is still not met. They are whole pairs (a call with its
 * placeholder, or with a result too small to replace) and pointers that replaced the model's own prose. Without this a
 * long run would fill up with placeholders.
 *
 * @param taken the fate that the first choice gave to the entry at each position
 */
export function lastCandidates({ columns, groups, leaving }: Field, taken: Uint8Array): Candidates {
  const { length, flags } = columns
  const { first, next } = groups
  const positions = new Int32Array(length)
  let count = 0
  for (let at = 0; at < length; at++) {
    const bits = flags[at] as number
    if ((bits & (CALL | RESULT)) === 0) {
      const alone = (first[at] as number) < 0
      if (alone && (bits & (POINTER | NO_DROP)) === POINTER && taken[at] === STAYS) positions[count++] = at
      continue
    }
    if ((bits & SPEAKER) !== SPEAKER) continue
    const group = first[at] as number
    if (leaving[group] !== WHOLE) continue
    let whole = true
    for (let one = group; one >= 0; one = next[one] as number) if (taken[one] !== STAYS) whole = false
    if (whole) positions[count++] = at
  }
  return rows(positions, new Uint8Array(count).fill(DROPPED), count)
}

/** What was said, which nobody can look up again. */
interface Said {
  /** Whether an entry is a message of the user, by position. */
  readonly isUsers: (position: number) => boolean
  /** Tokens that it may take. */
  readonly most: Tokens
}

/**
 * Candidates in three parts: first those that are neither of the others, then what the agent said, then what the user
 * said; what it thought was not said. The newest messages of the user come first, then, in the room that is left, the newest of the agent. A message
 * belongs to them if it fits into what newer ones have left of `most`, so that a long paste does not count as what
 * the user said. If `most` is 0, all are in the first part.
 */
export function withoutWords(
  candidates: Candidates,
  { content, flags }: Columns,
  { isUsers, most }: Said,
): readonly [others: Candidates, agents: Candidates, users: Candidates] {
  const { positions, fates } = candidates
  if (most === 0) {
    const none = rows(positions, fates, 0)
    return [candidates, none, none]
  }
  const OTHER = 0
  const AGENTS = 1
  const USERS = 2
  const parts = new Uint8Array(positions.length)
  let left = most
  const take = (part: number, has: (row: number, at: number) => boolean): void => {
    for (let row = positions.length - 1; row >= 0; row--) {
      const at = positions[row] as number
      const tokens = content[at] as number
      if (tokens > left || !has(row, at)) continue
      left -= tokens
      parts[row] = part
    }
  }
  take(USERS, (_, at) => isUsers(at))
  const isThought = (at: number): boolean => ((flags[at] as number) & THINKING) !== 0
  take(AGENTS, (row, at) => fates[row] === DROPPED && !isUsers(at) && !isThought(at))
  const part = (wanted: number): Candidates => {
    const among = (_: number, row: number): boolean => parts[row] === wanted
    return { positions: positions.filter(among), fates: fates.filter(among) }
  }
  return [part(OTHER), part(AGENTS), part(USERS)]
}

function rows(positions: Int32Array, fates: Uint8Array, count: number): Candidates {
  return { positions: positions.subarray(0, count), fates: fates.subarray(0, count) }
}
