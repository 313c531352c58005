import type { BlockType, Tokens, WindowId } from '../../engine/index.ts'
import { invalidations } from '../../view/index.ts'
import type { LaneResult } from '../../worker/protocol.ts'

/** What a picture of some lanes holds, for its legend. */
export interface Occurring {
  readonly types: ReadonlySet<BlockType>
  readonly evicted: boolean
  /** Something stands there only in part. */
  readonly reduced: boolean
  /** An edit made part of a cached prefix invalid. */
  readonly stale: boolean
  /** Blocks so small that they may share a band. */
  readonly small: boolean
}

export function occurring(lanes: readonly LaneResult[], window: WindowId, smallerThan: Tokens): Occurring {
  const types = new Set<BlockType>()
  let small = false
  const verbs = new Set<string>()
  for (const { data } of lanes) {
    for (const block of data.blocks) {
      if (block.window !== window) continue
      types.add(block.type)
      small ||= block.tokens < smallerThan
    }
    for (const edit of data.edits) {
      if (edit.window !== window) continue
      for (const { verb } of edit.blocks) verbs.add(verb)
    }
  }
  return {
    types,
    small,
    evicted: verbs.has('drop'),
    reduced: ['replace', 'clip', 'summarize'].some((verb) => verbs.has(verb)),
    stale: lanes.some(({ data }) => invalidations(data, window).length > 0),
  }
}
