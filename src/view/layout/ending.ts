import type { BlockId, Tick } from '../../engine/index.ts'
import type { EditedBlock, EditRecord, TimelineData } from '../../sim/index.ts'
import { isStageWith } from '../../engine/internal.ts'
import written from './ending-words.json' with { type: 'json' }

/** Why a span of a block ended. */
export type EndReason =
  | 'evicted'
  | 'replaced'
  | 'clipped'
  | 'summarized'
  | 'absorbed'
  | 'delegated'
  | 'cleared'
  | 'folded'
  | 'merged'
  | 'renewed'
  | 'left'
  | 'moved'
  | 'repaired'
  | 'rewritten'

/** The letter on the cap of a band, and what it stands for. */
export const END_WORDS: Readonly<Record<EndReason, { readonly letter: string; readonly label: string }>> =
  Object.freeze(written)

/** How a span of a block ended: the edit, its change of the block, and the reason in one word. */
export interface Ending {
  readonly edit: EditRecord
  readonly part: EditedBlock
  readonly reason: EndReason
}

/**
 * Finds the edit that ended a span of a block at a tick. Null if none did: the span is still open, or the block only
 * took over its message's overhead from a block that left.
 */
export type EndingAt = (block: BlockId, tick: Tick) => Ending | null

/** Indexes the audit log for look-ups. O(edits); the blocks of an edit are indexed when first needed. */
export function endings(data: Pick<TimelineData, 'edits'>): EndingAt {
  const edits = new Map<Tick, EditRecord>()
  for (const edit of data.edits) edits.set(edit.tick, edit)
  const parts = new Map<Tick, ReadonlyMap<BlockId, EditedBlock>>()
  return (block, tick) => {
    const edit = edits.get(tick)
    if (edit === undefined) return null
    let blocks = parts.get(tick)
    if (blocks === undefined) {
      blocks = new Map(edit.blocks.map((part) => [part.block, part]))
      parts.set(tick, blocks)
    }
    const part = blocks.get(block)
    const reason = part === undefined ? null : reasonOf(edit, part)
    return part === undefined || reason === null ? null : { edit, part, reason }
  }
}

/** Why an edit ended a span of a block. Null for an inserted block, which has no earlier span. */
export function reasonOf(
  edit: Pick<EditRecord, 'stage' | 'opened' | 'compression'>,
  part: Pick<EditedBlock, 'verb' | 'into'>,
): EndReason | null {
  if (part.verb === 'insert' || part.verb === 'correct') return null
  if (edit.stage === 'repair') return 'repaired'
  switch (part.verb) {
    case 'drop':
      if (edit.opened !== null) return 'left'
      // Earlier notes are replaced by those that the same edit inserts.
      return isStageWith('carries_notes', edit.stage) ? 'renewed' : 'evicted'
    case 'replace':
      return part.into === undefined ? 'replaced' : 'merged'
    case 'clip':
      return 'clipped'
    case 'summarize':
      return edit.compression?.step === 'semantic_merge' ? 'merged' : 'summarized'
    case 'clear':
      // A provider that compacts leaves everything out of the prompt and replaces it by a summary.
      return edit.compression === null ? 'cleared' : 'absorbed'
    case 'fold':
      return 'folded'
    case 'absorb':
      return (edit.compression?.subagent ?? null) === null ? 'absorbed' : 'delegated'
    case 'move':
      return 'moved'
    case 'rewrite':
      return 'rewritten'
  }
}

/** The block that absorbed a block; for a block that a provider cleared, its summary of everything before. */
export function intoOf(
  { blocks, compression }: Pick<EditRecord, 'blocks' | 'compression'>,
  { verb, into }: Pick<EditedBlock, 'verb' | 'into'>,
): BlockId | null {
  if (into !== undefined) return into
  if (verb !== 'clear' || compression === null) return null
  return blocks.find((one) => one.verb === 'insert')?.block ?? null
}
