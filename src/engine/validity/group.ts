import type { Block } from '../core/message/block.ts'
import type { BlockId } from '../core/units.ts'

/** Blocks that stay or leave together (PAIR-1). */
export interface Group {
  /** Ids of its blocks, in the order given. */
  readonly members: readonly BlockId[]
  /** The call id that its blocks share; null for a block that is neither call nor result. */
  readonly call: string | null
  /** True for a call without a result: it is still running, and never removed (PAIR-2). */
  readonly open: boolean
  /** True for a result without a call before it. */
  readonly orphaned: boolean
}

/**
 * Splits the blocks of a window, in prompt order, into groups: a call and its results are one, every other block is one
 * of its own. Groups come in the order of their first block. Linear.
 *
 * Ids pair calls and results, but real logs reuse ids: a call after a result of the same id begins a new group, and
 * results before the first call of their id are a group of orphans.
 */
export function groupsOf(blocks: readonly Block[]): readonly Group[] {
  const groups: OpenGroup[] = []
  const current = new Map<string, OpenGroup>()
  for (const { id, type, call } of blocks) {
    const key = type === 'tool_call' || type === 'tool_result' ? (call?.id ?? null) : null
    const isCall = type === 'tool_call'
    const known = key === null ? undefined : current.get(key)
    if (known !== undefined && !(isCall && known.answered)) {
      known.members.push(id)
      known.answered ||= !isCall
      continue
    }
    const group: OpenGroup = { members: [id], call: key, called: isCall, answered: type === 'tool_result' }
    groups.push(group)
    if (key !== null) current.set(key, group)
  }
  return groups.map(({ members, call, called, answered }) => ({
    members,
    call,
    open: called && !answered,
    orphaned: answered && !called,
  }))
}

interface OpenGroup {
  readonly members: BlockId[]
  readonly call: string | null
  readonly called: boolean
  answered: boolean
}
