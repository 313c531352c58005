import type { Row, Rows } from './row.ts'
import { withHeld } from './row.ts'

/* A request must begin with the user, and a list that is cut at its end must end with the user. Groups alone do not ensure either. */

/**
 * Rows with the message protected that opens the protected rest: if the first protected message is the assistant's, the
 * nearest user message before it stays too. If there is none, the log itself begins with the assistant.
 */
export function openedByUser(rows: Rows): Rows {
  const { list, groups, groupOf } = rows
  let opener = -1
  for (const [at, { role, speaks }] of list.entries()) {
    if (role === 'system') continue
    if (speaks && groups[groupOf[at] as number]?.first === at) opener = at
    if (groups[groupOf[at] as number]?.held !== true) continue
    const group = role === 'assistant' && opener >= 0 ? groupOf[opener] : undefined
    return group === undefined ? rows : withHeld(rows, new Set([group]))
  }
  return rows
}

/** The remaining groups of a list, as they are removed and put back. */
export interface Survivors {
  readonly stays: readonly boolean[]
  /** Removes a group; does nothing if it is already removed. */
  drop(group: number): void
  restore(group: number): void
  /** Whether the list with this group would begin with the user, or as it did before. */
  opensWith(group: number): boolean
  /** Whether the list with this group would end with the user, or as it did before. */
  endsWith(group: number): boolean
  /** Removes free groups at the front that begin with the assistant; returns them. */
  dropUnopened(): readonly number[]
  /** Removes free groups at the back that end with the assistant, if the list ended otherwise. */
  dropUnanswered(): readonly number[]
}

/**
 * All groups of a list, to be removed one by one. Every step is O(1) except the two at the ends, which are linear in
 * total.
 */
export function survivorsOf({ list, groups, groupOf }: Rows): Survivors {
  const stays = groups.map(() => true)
  const last = talkRow(list, list.length - 1, -1)
  /** No row before `front` and none after `back` stays. */
  let front = 0
  let back = list.length - 1
  const gone = (at: number): boolean => list[at]?.role === 'system' || stays[groupOf[at] as number] !== true

  function settle(): void {
    while (front < list.length && gone(front)) front += 1
    while (back >= 0 && gone(back)) back -= 1
  }

  return {
    stays,
    drop: (group) => {
      stays[group] = false
    },
    restore: (group) => {
      stays[group] = true
      front = Math.min(front, groups[group]?.first ?? front)
      back = Math.max(back, groups[group]?.last ?? back)
    },
    opensWith(group) {
      settle()
      const first = groups[group]?.first ?? 0
      return first > front || list[first]?.role !== 'assistant' || first === talkRow(list, 0, 1)
    },
    endsWith(group) {
      settle()
      const end = groups[group]?.last ?? 0
      return end < back || end === last || list[end]?.role !== 'assistant'
    },
    dropUnopened() {
      const left: number[] = []
      const first = talkRow(list, 0, 1)
      for (settle(); front < list.length && front !== first; settle()) {
        const group = groupOf[front] as number
        if (list[front]?.role !== 'assistant' || groups[group]?.held === true) break
        stays[group] = false
        left.push(group)
      }
      return left
    },
    dropUnanswered() {
      const left: number[] = []
      for (settle(); back >= 0 && back !== last; settle()) {
        const group = groupOf[back] as number
        if (list[back]?.role !== 'assistant' || groups[group]?.held === true) break
        stays[group] = false
        left.push(group)
      }
      return left
    },
  }
}

/** The first row from an index on that is not a system message; −1 or the length if there is none. */
function talkRow(list: readonly Row[], from: number, step: 1 | -1): number {
  let at = from
  while (list[at]?.role === 'system') at += step
  return at
}
