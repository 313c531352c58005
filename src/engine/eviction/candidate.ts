import type { Block } from '../message/block.ts'
import type { WindowView } from '../stage/stage.ts'
import type { Tokens } from '../units.ts'
import { inConversation } from '../window/window.ts'
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

/** Tokens of the placeholder that the entry at a position would leave. */
export type PlaceholderCost = (position: number) => Tokens

/**
 * The first choice (EVI-4). Prose and thinking are dropped. A result that still has its content gives
 * way to a placeholder if that is smaller, and its call stays; without placeholders, call and result
 * leave together.
 *
 * @param cost null when placeholders are off
 */
export function firstCandidates(
  view: WindowView,
  gates: GateTable,
  groups: ToolGroups,
  cost: PlaceholderCost | null,
): Candidates {
  const blocks: Block[] = []
  const positions: number[] = []
  const verbs: ('drop' | 'replace')[] = []
  for (let position = 0; position < view.blocks.length; position++) {
    const block = view.blocks[position]
    const entry = view.window.entries[position]
    if (block === undefined || entry === undefined) continue
    if (block.type === 'tool_call' || !inConversation(block)) continue
    let verb: 'drop' | 'replace' = 'drop'
    if (block.type !== 'tool_result') {
      if (entry.state !== 'live' || !gates.free(position, 'drop')) continue
    } else if (cost === null) {
      if (groupHead(position, groups) !== position || !leavesAsPair(position, view, gates, groups)) continue
    } else {
      if (entry.state === 'placeholder' || !gates.free(position, 'replace')) continue
      // Anything larger than the limit is larger than its placeholder; only the small need one made to tell.
      const content = entry.tokens - entry.overhead
      if (content <= PLACEHOLDER_LIMIT && cost(position) >= content) continue
      verb = 'replace'
    }
    blocks.push(block)
    positions.push(position)
    verbs.push(verb)
  }
  return { blocks, positions, verbs }
}

/**
 * What is left when the first choice is used up and the target is still not met: whole pairs, a call
 * with its placeholder or with a result too small to replace. Without it a long run would drown in
 * placeholders.
 *
 * @param taken positions the first choice took
 */
export function lastCandidates(
  view: WindowView,
  gates: GateTable,
  groups: ToolGroups,
  taken: (position: number) => boolean,
): Candidates {
  const blocks: Block[] = []
  const positions: number[] = []
  const verbs: 'drop'[] = []
  for (const [position, block] of view.blocks.entries()) {
    if (block.type !== 'tool_result' || groupHead(position, groups) !== position) continue
    if (!leavesAsPair(position, view, gates, groups) || members(position, groups).some(taken)) continue
    blocks.push(block)
    positions.push(position)
    verbs.push('drop')
  }
  return { blocks, positions, verbs }
}

/** Tokens that stay whatever a policy does: all but prose, thinking and pairs that no gate holds. */
export function floorOf(view: WindowView, gates: GateTable, groups: ToolGroups): Tokens {
  let floor = view.window.used
  for (let position = 0; position < view.blocks.length; position++) {
    const block = view.blocks[position]
    const entry = view.window.entries[position]
    if (block === undefined || entry === undefined || !inConversation(block)) continue
    const leaves =
      block.call === null
        ? entry.state === 'live' && gates.free(position, 'drop')
        : leavesAsPair(position, view, gates, groups)
    if (leaves) floor -= entry.tokens
  }
  return floor
}

/** Positions of every entry of the group an entry belongs to. */
export function members(position: number, groups: ToolGroups): number[] {
  const list: number[] = []
  for (let at = groups.first[position] ?? -1; at >= 0; at = groups.next[at] ?? -1) list.push(at)
  return list
}

/** The position that speaks for a group: its first result. */
function groupHead(position: number, groups: ToolGroups): number {
  const first = groups.first[position] ?? -1
  if (first < 0) return -1
  const second = groups.next[first] ?? -1
  // Of a plain pair the call comes first; what comes first and is asked for is a result without a call.
  return position === first ? position : second
}

/**
 * Whether a group can leave as a whole: it has a call and a result, no gate holds any part, and it is
 * not of this turn, because the request must end with what the user side said last.
 */
function leavesAsPair(position: number, view: WindowView, gates: GateTable, groups: ToolGroups): boolean {
  const first = groups.first[position] ?? -1
  if (first < 0 || !groups.isPair(first)) return false
  for (let at = first; at >= 0; at = groups.next[at] ?? -1) {
    if (!gates.free(at, 'drop')) return false
    const block = view.blocks[at]
    if (block?.type === 'tool_result' && block.turn === view.turn) return false
  }
  return true
}
