import type { Block } from '../core/message/block.ts'
import type { Part } from '../core/message/message.ts'
import type { EditPlan, StageContext, StageNote } from '../stage/contract/stage.ts'
import type { WindowView } from '../policy/window/view.ts'
import type { BlockId } from '../core/units.ts'
import { isProviderSummary, isWhole } from '../core/window/window.ts'
import type { ContentId } from '../core/window/window.ts'

/** A text with which a person replaces a block's content. */
export interface Rewrite {
  readonly block: BlockId
  /** Not empty. */
  readonly text: string
  /** Identifies a block that the run made, because another run may have a different block with that id. */
  readonly of?: MadeBlock
}

/** Identifies a block that a run made without its id: its type, and the turn in which it was made. */
export type MadeBlock = Pick<Block, 'type' | 'turn'>

/** Whether a block is the intended one; always true if `meant` is missing. */
export function isMeant({ type, turn }: MadeBlock, meant: MadeBlock | undefined): boolean {
  return meant === undefined || (type === meant.type && turn === meant.turn)
}

/** The author of such an edit, in place of a stage's name. */
export const REWRITE = 'rewrite'

/** Blocks that a person rewrote, with the newest text of each; plain data, carried from turn to turn. */
export type Rewritten = readonly (readonly [block: BlockId, content: ContentId])[]

/** The outcome of a rewrite: an edit, or a note that says why there is none. */
export type Rewriting =
  | { readonly plan: EditPlan; readonly content: ContentId; readonly note: null }
  | { readonly plan: null; readonly content: null; readonly note: StageNote }

/**
 * Gives a block the text that a person wrote, if it is whole or clipped; it keeps its position and its pair. A block
 * that left, was folded, or was replaced by a placeholder or a summary of itself does not change, nor does a block that
 * is not the intended one. Guards do not prevent it.
 */
export function rewriting(
  view: WindowView,
  { block, text, of }: Rewrite,
  { count, store }: Pick<StageContext, 'count' | 'store'>,
): Rewriting {
  const entry = view.window.entries.find((one) => one.block === block)
  if (entry !== undefined && !isMeant(view.block(block), of)) {
    return { plan: null, content: null, note: { code: 'not_that_block', tokens: entry.tokens, block } }
  }
  if (entry === undefined || !(isWhole(entry) || entry.state === 'clipped')) {
    return {
      plan: null,
      content: null,
      note: { code: 'gone_before_rewrite', tokens: entry?.tokens ?? 0, block },
    }
  }
  if (!isRewritable(view.block(block))) {
    return { plan: null, content: null, note: { code: 'not_rewritable', tokens: entry.tokens, block } }
  }
  const content = store(text)
  const change = { verb: 'rewrite', block, content, tokens: count(text) } as const
  return { plan: { changes: [change] }, content, note: null }
}

/**
 * Whether a text may replace a block. Not allowed are calls and definitions, whose shape the provider checks; thinking,
 * which it signed; its own summaries; images; and inferred blocks.
 *
 * @param part the block's part of its message, if it arrived in one
 */
export function isRewritable(block: Block, part: Part | null = null): boolean {
  const { type, inferred } = block
  if (inferred || type === 'tool_call' || type === 'tool_definition' || type === 'thinking') return false
  if (isProviderSummary(block)) return false
  if (part === null || part.type === 'text') return true
  if (part.type !== 'tool_result') return false
  const { content } = part
  return typeof content === 'string' || content.length === 0 || content.some((one) => one.type === 'text')
}
