import type { Block } from '../core/message/block.ts'
import type { Part } from '../core/message/message.ts'
import type { EditPlan, StageContext, StageNote } from '../stage/contract/stage.ts'
import type { WindowView } from '../policy/window/view.ts'
import type { BlockId } from '../core/units.ts'
import { isProviderSummary, isWhole } from '../core/window/window.ts'
import type { ContentId } from '../core/window/window.ts'

/** A text that a person puts in place of a block's content. */
export interface Rewrite {
  readonly block: BlockId
  /** Not empty. */
  readonly text: string
  /** Of a block that the run made: what it is. Another run may have another block of that number. */
  readonly of?: MadeBlock
}

/** What a block that a run made is, whatever its number: its type, and the turn in which it was made. */
export type MadeBlock = Pick<Block, 'type' | 'turn'>

/** Whether a block is the one that was meant; any is where nothing is said of it. */
export function isMeant({ type, turn }: MadeBlock, meant: MadeBlock | undefined): boolean {
  return meant === undefined || (type === meant.type && turn === meant.turn)
}

/** Who asked for such an edit, in place of a stage. */
export const REWRITE = 'rewrite'

/** Blocks that a person rewrote, with the newest text of each; plain data, carried from turn to turn. */
export type Rewritten = readonly (readonly [block: BlockId, content: ContentId])[]

/** What becomes of a rewrite: an edit, or a note of why there is none. */
export type Rewriting =
  | { readonly plan: EditPlan; readonly content: ContentId; readonly note: null }
  | { readonly plan: null; readonly content: null; readonly note: StageNote }

/**
 * Gives a block the text that a person wrote, where it stands whole or clipped, in its place and with its pair. What
 * left, was folded away, or gave way to a placeholder or a summary of itself stays as it is, and so does a block that is
 * not the one that was meant. No guard holds it back.
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
 * Whether a text may stand in place of a block: not of calls and definitions, whose shape the provider checks, nor of
 * thinking, which it signed, nor of its own summaries, nor of what came as an image or was only inferred.
 *
 * @param part what the block is of its message, where it came with one
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
