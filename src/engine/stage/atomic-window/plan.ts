import { openedByUser, survivorsOf } from '../trimming/ends.ts'
import type { Rows } from '../trimming/row.ts'
import type { Tokens } from '../../core/units.ts'

/** The size limits of an atomic window. */
export interface SlideGoal {
  /** Messages without system messages. */
  readonly messages: number
  /** Tokens, including the system prompt; null if they do not count. */
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

/** The number of messages in a list. */
export function messagesIn({ list }: Pick<Rows, 'list'>): number {
  let count = 0
  for (const { role } of list) if (role !== 'system') count += 1
  return count
}

export function exceeds(goal: SlideGoal, messages: number, tokens: Tokens): boolean {
  return messages > goal.messages || (goal.tokens !== null && tokens > goal.tokens)
}

/**
 * The trim of “Sliding Message Window” (ATOM-1): the oldest groups leave, whole, until the goal is met or only
 * protected ones are left. The window slides: nothing older than a group that left is kept. Linear.
 *
 * @param opening whether the rest must begin with a user message; false if a summary will be put before it
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
