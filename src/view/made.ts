import type { Block, BlockId, Tokens, Turn } from '../engine/index.ts'
import { asObeyedAt } from '../sim/internal.ts'
import type { EditRecord, TimelineData } from '../sim/index.ts'
import { figuresOf, standInOf } from './compressed.ts'
import type { CompressedFigures } from './compressed.ts'
import { dueOf } from './due.ts'
import type { Due } from './due.ts'
import { rungOf } from './rung.ts'
import type { Rung } from './rung.ts'
import { serialOf } from './window-opening.ts'
import { isStageWith } from '../engine/internal.ts'

/** A block that a strategy made: what it stands for and what it was made of. */
export interface Made {
  /**
   * `restored`: what an agent used last, back behind a summary. `unseen`: what a log's own client put there, of which the
   * log holds no words.
   */
  readonly kind: 'summary' | 'report' | 'bootstrap' | 'notes' | 'restored' | 'unseen' | 'stub'
  readonly edit: number
  readonly turn: Turn
  readonly stage: string
  /** Tokens of the block as it was put in. */
  readonly tokens: Tokens
  /** Blocks that it took in, or that went as it came, in the order of the edit. */
  readonly took: readonly TakenIn[]
  readonly figures: CompressedFigures | null
  readonly rung: Rung | null
  /** What was more than allowed; null where the rung says it, a person asked, or nothing was measured. */
  readonly due: Due | null
  /** Version of the checkpoint that a bootstrap is made of; null for every other block. */
  readonly checkpoint: number | null
  /** Number of the window that a bootstrap opens. */
  readonly serial: number | null
  /** Notes that stood when it was made; null for every block but notes. */
  readonly notes: number | null
}

export interface TakenIn {
  readonly block: BlockId
  /** Tokens that it cost until then. */
  readonly tokens: Tokens
}

type MadeData = Pick<
  TimelineData,
  'blocks' | 'edits' | 'asks' | 'spec' | 'limit' | 'reserve' | 'windows' | 'checkpoints' | 'notes'
>

/** How a block that did not arrive came about; null for one that arrived. O(edits). */
export function madeBy(data: MadeData, block: BlockId): Made | null {
  const own = data.blocks[block]
  if (own === undefined || own.message >= 0) return null
  for (const edit of data.edits) {
    const part = edit.blocks.find((one) => one.block === block && one.verb === 'insert')
    if (part === undefined) continue
    const kind = kindOf(edit, own)
    return {
      kind,
      edit: edit.edit,
      turn: edit.turn,
      stage: edit.stage,
      tokens: part.added,
      took: edit.blocks
        .filter((one) => {
          const into = one.into ?? standInOf(edit, one)
          return into === block || (into === null && one.verb === 'drop')
        })
        .map((one) => ({ block: one.block, tokens: one.freed })),
      figures: figuresOf(data, edit),
      rung: rungOf(asObeyedAt(data, edit.turn), edit),
      due: dueOf(asObeyedAt(data, edit.turn), edit),
      checkpoint: kind === 'bootstrap' ? newestCheckpoint(data, edit) : null,
      serial: edit.opened === null ? null : serialOf(data.windows, edit.opened),
      notes: kind === 'notes' ? standingNotes(data, edit) : null,
    }
  }
  return null
}

function kindOf({ stage, opened, compression }: EditRecord, { type }: Pick<Block, 'type'>): Made['kind'] {
  if (opened !== null) return 'bootstrap'
  if (isStageWith('carries_notes', stage)) return 'notes'
  if (type === 'memory_injection') return isStageWith('from_log', stage) ? 'unseen' : 'restored'
  if (compression === null) return 'stub'
  return compression.subagent === null ? 'summary' : 'report'
}

function newestCheckpoint({ checkpoints }: MadeData, { turn, window }: EditRecord): number | null {
  const saved = checkpoints.findLast((one) => one.turn <= turn && one.window === window)
  return saved?.checkpoint.version ?? null
}

function standingNotes({ notes }: MadeData, { turn, window }: EditRecord): number {
  return notes.filter(
    (note) => note.window === window && note.from <= turn && (note.to === null || note.to > turn),
  ).length
}
