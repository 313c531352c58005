import type { Role } from '../../core/message/message.ts'
import type { Tokens } from '../../core/units.ts'

/** One message of a list that is trimmed by whole messages. */
export interface Row {
  readonly role: Role
  /** Whether a user message contains something other than tool results. */
  readonly speaks: boolean
  /** What it costs, message overhead included. */
  readonly tokens: Tokens
  /** It must stay, whatever the budget. */
  readonly held: boolean
  /** Its role in a tool loop; missing: a system message, or not needed. */
  readonly step?: LoopStep
}

/**
 * Role of a message in a tool loop: the user asks, results arrive, or a reply that does or does not begin with
 * thinking.
 */
export type LoopStep = 'asks' | 'results' | 'thinks' | 'replies'

/** Messages that stay or leave together (PAIR-1). */
export interface RowGroup {
  /** Its first and its last row. */
  readonly first: number
  readonly last: number
  readonly tokens: Tokens
  /** Number of rows that are not system messages. */
  readonly messages: number
  /** True if any of its rows is protected, so that all of them are. */
  readonly held: boolean
}

/** A conversation as a list of messages, and which of them belong together. */
export interface Rows {
  readonly list: readonly Row[]
  /** In the order of their first rows. */
  readonly groups: readonly RowGroup[]
  /** The group of each row, by index in `groups`. */
  readonly groupOf: Int32Array
  /** Tokens outside the messages: the system prompt and tools. */
  readonly beside: Tokens
  /** Σ of the rows and of `beside`. */
  readonly tokens: Tokens
}

/**
 * Rows with their groups: the connected components of the pairs, because one message can contain halves of several.
 * Linear.
 *
 * @param pairs two rows each that share a call and its result
 */
export function rowsOf(
  list: readonly Row[],
  pairs: Iterable<readonly [number, number]>,
  beside: Tokens,
): Rows {
  const parent = new Int32Array(list.length)
  for (let at = 0; at < parent.length; at++) parent[at] = at
  for (const [one, other] of pairs) {
    const left = rootOf(parent, one)
    const right = rootOf(parent, other)
    // The older row is the root, so that a group is found at its first row.
    parent[Math.max(left, right)] = Math.min(left, right)
  }
  const groups: MutableGroup[] = []
  const groupOf = new Int32Array(list.length)
  let tokens = beside
  for (let at = 0; at < list.length; at++) {
    const row = list[at] as Row
    const root = rootOf(parent, at)
    const group = root === at ? groups.push(emptyGroup(at)) - 1 : (groupOf[root] as number)
    groupOf[at] = group
    const joined = groups[group] as MutableGroup
    joined.last = at
    joined.tokens += row.tokens
    joined.messages += row.role === 'system' ? 0 : 1
    joined.held ||= row.held
    tokens += row.tokens
  }
  return { list, groups, groupOf, beside, tokens }
}

/** The same rows with further groups protected. */
export function withHeld(rows: Rows, held: ReadonlySet<number>): Rows {
  if (held.size === 0) return rows
  const groups = rows.groups.map((group, at) => (held.has(at) ? { ...group, held: true } : group))
  return { ...rows, groups }
}

interface MutableGroup {
  readonly first: number
  last: number
  tokens: Tokens
  messages: number
  held: boolean
}

function emptyGroup(first: number): MutableGroup {
  return { first, last: first, tokens: 0, messages: 0, held: false }
}

function rootOf(parent: Int32Array, at: number): number {
  let root = at
  while (parent[root] !== root) {
    // Path halving keeps a long chain of shared messages linear.
    parent[root] = parent[parent[root] as number] as number
    root = parent[root] as number
  }
  return root
}
