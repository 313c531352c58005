import type { BlockId, BlockType, Tick, Tokens, Turn, Block } from '../../engine/index.ts'
import type { EditRecord, TimelineData } from '../../sim/index.ts'
import { figuresOf } from './compressed.ts'
import { intoOf } from '../layout/ending.ts'
import type { CompressedFigures } from './compressed.ts'
import { blockName } from '../sentence/words.ts'
import { asObeyedAt } from '../../sim/internal.ts'
import { dueOf } from './due.ts'
import type { Due } from './due.ts'
import { rungOf } from './rung.ts'
import type { Rung } from './rung.ts'
import { serialOf } from '../layout/window-at.ts'
import { isStageWith } from '../../engine/internal.ts'

/** A block among the ancestors of summaries and merges: what it was made from, and so on back to arrived blocks. */
export interface Ancestor {
  readonly block: BlockId
  readonly name: string
  readonly type: BlockType
  /** Turn in which it arrived, or was made. */
  readonly turn: Turn
  /** Its cost when it was absorbed by its heir; for the root of a tree, when it was made. */
  readonly tokens: Tokens
  /** 0 for the block itself, 1 for what it was made from, … */
  readonly depth: number
  /** True if an edit made it. */
  readonly made: boolean
  /** What absorbed it, and when; null for the block itself. */
  readonly into: {
    readonly block: BlockId
    /** Last tick before it was absorbed, and first tick of its heir. */
    readonly before: Tick
    readonly after: Tick
  } | null
  /** Number of its own ancestors that are left out after it. */
  readonly more: number
}

/** The block that absorbed a block, the one that absorbed that, and so on, nearest first. */
export interface Heir {
  readonly block: BlockId
  readonly name: string
  readonly turn: Turn
  readonly edit: number
  readonly stage: string
}

type LineageData = Parameters<typeof madeBy>[0]

/** Maximum ancestors listed for one block; the rest is only counted. */
const MOST = 200

/**
 * The blocks from which a block was made, as a tree in reading order: each is followed by its own ancestors. A summary
 * was made from what it absorbed, a merged block from those that point to it. Only the block itself if nothing was
 * absorbed. O(edits × blocks listed).
 *
 * @param most maximum ancestors listed; default 200
 */
export function ancestors(data: LineageData, block: BlockId, most: number = MOST): Ancestor[] {
  const own = data.blocks[block]
  if (own === undefined) return []
  const listed: Ancestor[] = []
  const seen = new Set<BlockId>()
  const visit = (id: BlockId, depth: number, tokens: Tokens, into: Ancestor['into']): void => {
    const found = data.blocks[id]
    if (found === undefined || seen.has(id)) return
    seen.add(id)
    const made = madeBy(data, id)
    const at = listed.length
    listed.push({
      block: id,
      name: blockName(found),
      type: found.type,
      turn: made?.turn ?? found.turn,
      tokens: depth === 0 ? (made?.tokens ?? found.tokens) : tokens,
      depth,
      made: made !== null,
      into,
      more: 0,
    })
    let left = 0
    for (const parent of parentsOf(data, id, made)) {
      if (listed.length >= most) left++
      else visit(parent.block, depth + 1, parent.tokens, parent.into)
    }
    const entry = listed[at]
    if (entry !== undefined && left > 0) listed[at] = { ...entry, more: left }
  }
  visit(block, 0, 0, null)
  return listed
}

interface Parent {
  readonly block: BlockId
  readonly tokens: Tokens
  readonly into: NonNullable<Ancestor['into']>
}

function parentsOf({ edits }: LineageData, block: BlockId, made: Made | null): Parent[] {
  const times = (edit: EditRecord): Parent['into'] => ({ block, before: edit.tick - 1, after: edit.tick })
  if (made !== null) {
    const edit = edits[made.edit]
    return edit === undefined ? [] : made.took.map((part) => ({ ...part, into: times(edit) }))
  }
  return edits.flatMap((edit) =>
    edit.blocks
      .filter(({ into, block: part }) => into === block && part !== block)
      .map(({ block: part, freed }) => ({ block: part, tokens: freed, into: times(edit) })),
  )
}

/** The blocks that absorbed a block's content, one after the other. O(edits × length). */
export function heirs(data: Pick<TimelineData, 'edits' | 'blocks'>, block: BlockId): Heir[] {
  const found: Heir[] = []
  const seen = new Set<BlockId>([block])
  let current = block
  let from = 0
  for (;;) {
    const next = nextHeir(data.edits, current, from)
    if (next === null || seen.has(next.into)) return found
    const heir = data.blocks[next.into]
    if (heir === undefined) return found
    seen.add(next.into)
    const { edit, turn, stage } = next.edit
    found.push({ block: next.into, name: blockName(heir), turn, edit, stage })
    current = next.into
    from = edit + 1
  }
}

function nextHeir(
  edits: readonly EditRecord[],
  block: BlockId,
  from: number,
): { readonly edit: EditRecord; readonly into: BlockId } | null {
  for (const edit of edits.slice(from)) {
    const part = edit.blocks.find((one) => one.block === block)
    if (part === undefined) continue
    const into = intoOf(edit, part)
    if (into !== null) return { edit, into }
  }
  return null
}

/** A block that a strategy made: its kind, and what it was made from. */
export interface Made {
  /**
   * `restored`: content that an agent used last, restored after a summary. `unseen`: content by a log's own client that
   * the log does not contain.
   */
  readonly kind: 'summary' | 'report' | 'bootstrap' | 'notes' | 'restored' | 'unseen' | 'placeholder'
  readonly edit: number
  readonly turn: Turn
  readonly stage: string
  /** Tokens of the block when it was inserted. */
  readonly tokens: Tokens
  /** Blocks that it absorbed, or that left when it was inserted, in the order of the edit. */
  readonly took: readonly TakenIn[]
  readonly figures: CompressedFigures | null
  readonly rung: Rung | null
  /** What exceeded its maximum; null if the cascade step says it, a person requested it, or nothing was measured. */
  readonly due: Due | null
  /** Version of the checkpoint behind a bootstrap; null for every other block. */
  readonly checkpoint: number | null
  /** Number of the window that a bootstrap opens. */
  readonly serial: number | null
  /** Number of notes when it was made; null for every block except notes. */
  readonly notes: number | null
}

export interface TakenIn {
  readonly block: BlockId
  /** Its tokens until then. */
  readonly tokens: Tokens
}

type MadeData = Pick<
  TimelineData,
  'blocks' | 'edits' | 'asks' | 'spec' | 'limit' | 'reserve' | 'windows' | 'checkpoints' | 'notes'
>

/** How a made block came about; null for one that arrived. O(edits). */
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
          const into = intoOf(edit, one)
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
  // Printed code summarizes without a record of how.
  if (compression === null) return type === 'summary' ? 'summary' : 'placeholder'
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
