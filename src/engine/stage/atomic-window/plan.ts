import { openedByUser, survivorsOf } from '../trimming/ends.ts'
import type { Rows } from '../trimming/row.ts'
import type { Tokens } from '../../core/units.ts'

/** What an atomic window may hold. */
export interface SlideGoal {
  /** Messages, system messages not counted. */
  readonly messages: number
  /** Tokens, system prompt and all; null where they do not count. */
  readonly tokens: Tokens | null
}

/** What leaves, and how much is still above the goal: a soft limit (ATOM-1). */
export interface SlidePlan {
  /** Ascending. */
  readonly leaving: readonly number[]
  /** Messages that stay. */
  readonly messages: number
  /** Tokens that stay. */
  readonly tokens: Tokens
}

/** How many messages a list counts. */
export function messagesIn({ list }: Pick<Rows, 'list'>): number {
  let count = 0
  for (const { role } of list) if (role !== 'system') count += 1
  return count
}

export function exceeds(goal: SlideGoal, messages: number, tokens: Tokens): boolean {
  return messages > goal.messages || (goal.tokens !== null && tokens > goal.tokens)
}

/**
 * The trim of “Sliding Message Window” (ATOM-1): the oldest groups leave, whole, until the goal is met or only held
 * ones are left. The window slides: nothing older than a group that left comes back. Linear.
 *
 * @param opening whether the rest has to open with the user by itself; not where a summary will
 */
export function planSlide(given: Rows, goal: SlideGoal, opening = true): SlidePlan {
  const rows = opening ? openedByUser(given) : given
  const { list, groups, groupOf } = rows
  const survivors = survivorsOf(rows)
  let { tokens } = rows
  let messages = messagesIn(rows)
  const note = (group: number): void => {
    tokens -= groups[group]?.tokens ?? 0
    messages -= groups[group]?.messages ?? 0
  }
  for (const [at, group] of groups.entries()) {
    if (!exceeds(goal, messages, tokens)) break
    if (group.held) continue
    survivors.drop(at)
    note(at)
  }
  if (opening) survivors.dropUnopened().forEach(note)
  const leaving: number[] = []
  for (let at = 0; at < list.length; at++) {
    if (survivors.stays[groupOf[at] as number] !== true) leaving.push(at)
  }
  return { leaving, messages, tokens }
}
