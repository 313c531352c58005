import type { BlockType, Tokens, WindowId } from '../../../engine/index.ts'
import { invalidations, reasonOf } from '../../../view/index.ts'
import type { EndReason } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'

/** What occurs in a picture of some lanes, for its legend. */
export interface Occurring {
  readonly types: ReadonlySet<BlockType>
  /** The tools with results, those with the most tokens first. */
  readonly tools: readonly { readonly name: string; readonly results: number }[]
  readonly evicted: boolean
  /** A block is there only in part: a placeholder, clipped, shortened, merged. */
  readonly reduced: boolean
  /** A block was absorbed by a summary, the report of a sub-agent, or the newest block of a merge. */
  readonly joined: boolean
  /** The provider cleared a block, which the client still sends. */
  readonly cleared: boolean
  /** A block was folded behind a summary. */
  readonly folded: boolean
  /** A block is kept, with nothing of it in the prompt. */
  readonly unsent: boolean
  /** Notes were replaced by newer ones. */
  readonly renewed: boolean
  /** A block stayed behind when a new window opened. */
  readonly left: boolean
  /** A checkpoint was saved. */
  readonly saved: boolean
  /** An edit made part of a cached prefix invalid. */
  readonly stale: boolean
  /** Blocks so small that they may share a band. */
  readonly small: boolean
}

const REDUCED: readonly EndReason[] = ['replaced', 'clipped', 'summarized', 'merged']
const JOINED: readonly EndReason[] = ['absorbed', 'delegated', 'merged']

export function occurring(lanes: readonly LaneResult[], window: WindowId, smallerThan: Tokens): Occurring {
  const types = new Set<BlockType>()
  const tools = new Map<string, { results: number; tokens: Tokens }>()
  let small = false
  const reasons = new Set<EndReason | null>()
  let unsent = false
  for (const { data } of lanes) {
    for (const block of data.blocks) {
      if (block.window !== window) continue
      types.add(block.type)
      small ||= block.tokens < smallerThan
      // All lanes share the results of the conversation.
      if (block.type !== 'tool_result' || data !== lanes[0]?.data) continue
      const name = block.call?.name ?? ''
      const { results, tokens } = tools.get(name) ?? { results: 0, tokens: 0 }
      if (name !== '') tools.set(name, { results: results + 1, tokens: tokens + block.tokens })
    }
    for (const edit of data.edits) {
      if (edit.window !== window) continue
      for (const part of edit.blocks) {
        reasons.add(reasonOf(edit, part))
        unsent ||= part.verb === 'fold' || (part.verb === 'clear' && part.added === 0)
      }
    }
  }
  return {
    types,
    tools: [...tools]
      .sort(([, a], [, b]) => b.tokens - a.tokens)
      .map(([name, { results }]) => ({ name, results })),
    small,
    evicted: reasons.has('evicted'),
    reduced: REDUCED.some((reason) => reasons.has(reason)),
    joined: JOINED.some((reason) => reasons.has(reason)),
    cleared: reasons.has('cleared'),
    folded: reasons.has('folded'),
    unsent,
    renewed: reasons.has('renewed'),
    left: reasons.has('left'),
    saved: lanes.some(({ data }) => data.checkpoints.some((one) => one.window === window)),
    stale: lanes.some((lane) => invalidations(lane, window).length > 0),
  }
}
