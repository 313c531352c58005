import type { Role } from '../../core/message/message.ts'
import type { Tokens } from '../../core/units.ts'

/** One message of a list that is trimmed by whole messages. */
export interface Row {
  readonly role: Role
  /** A user message in which something else than a tool's results stands. */
  readonly speaks: boolean
  /** What it costs, message overhead included. */
  readonly tokens: Tokens
  /** It may not leave, whatever the budget. */
  readonly held: boolean
  /** What it is to a tool loop; missing: a system message, or nobody asked. */
  readonly step?: LoopStep
}

/** What a message is to a tool loop: the user asks, results come, or a reply that does or does not begin with thinking. */
export type LoopStep = 'asks' | 'results' | 'thinks' | 'replies'

/** Messages that stand or fall together (PAIR-1). */
export interface RowGroup {
  /** Its rows, ascending. */
  readonly rows: readonly number[]
  readonly tokens: Tokens
  /** Rows that are no system messages. */
  readonly messages: number
  /** One of its rows is held, so that all of them are. */
  readonly held: boolean
}

/** A conversation as its messages, in order, and which of them belong together. */
export interface Rows {
  readonly list: readonly Row[]
  /** In the order of their first rows. */
  readonly groups: readonly RowGroup[]
  /** The group of each row, by position in `groups`. */
  readonly groupOf: Int32Array
  /** Tokens of what is no message: the system prompt and tools that go beside the list. */
  readonly beside: Tokens
  /** Σ of the rows and of what is beside them. */
  readonly tokens: Tokens
}

/**
 * Rows with their groups: the connected components of the pairs, because one message can hold halves of
 * several. Linear.
 *
 * @param pairs two rows each that share a call and its result
 */
export function rowsOf(
  list: readonly Row[],
  pairs: Iterable<readonly [number, number]>,
  beside: Tokens,
): Rows {
  const parent = Int32Array.from(list.keys())
  for (const [one, other] of pairs) {
    const left = rootOf(parent, one)
    const right = rootOf(parent, other)
    // The older row leads, so that a group is found where its first row is.
    parent[Math.max(left, right)] = Math.min(left, right)
  }
  const groups: MutableGroup[] = []
  const groupOf = new Int32Array(list.length)
  let tokens = beside
  for (const [at, row] of list.entries()) {
    const root = rootOf(parent, at)
    const group = root === at ? groups.push(emptyGroup()) - 1 : (groupOf[root] as number)
    groupOf[at] = group
    const joined = groups[group] as MutableGroup
    joined.rows.push(at)
    joined.tokens += row.tokens
    joined.messages += row.role === 'system' ? 0 : 1
    joined.held ||= row.held
    tokens += row.tokens
  }
  return { list, groups, groupOf, beside, tokens }
}

/** The same rows with further groups held. */
export function withHeld(rows: Rows, held: ReadonlySet<number>): Rows {
  if (held.size === 0) return rows
  const groups = rows.groups.map((group, at) => (held.has(at) ? { ...group, held: true } : group))
  return { ...rows, groups }
}

interface MutableGroup {
  readonly rows: number[]
  tokens: Tokens
  messages: number
  held: boolean
}

function emptyGroup(): MutableGroup {
  return { rows: [], tokens: 0, messages: 0, held: false }
}

function rootOf(parent: Int32Array, at: number): number {
  let root = at
  while (parent[root] !== root) {
    // Halving the path keeps a long chain of shared messages linear.
    parent[root] = parent[parent[root] as number] as number
    root = parent[root] as number
  }
  return root
}
