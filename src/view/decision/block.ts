import type {
  Block,
  BlockId,
  BlockState,
  BlockType,
  Tick,
  Tokens,
  Turn,
  Verb,
  WindowId,
} from '../../engine/index.ts'
import { OPEN } from '../../sim/internal.ts'
import type { TimelineData } from '../../sim/index.ts'
import { turnOfTick } from '../layout/axis.ts'
import { endings, reasonOf } from '../layout/ending.ts'
import type { EndReason } from '../layout/ending.ts'
import { cell, stateOf } from '../layout/piece.ts'
import { blockName } from '../sentence/words.ts'

/** A block in one state and size: a part of its life. */
export interface LifeSpan {
  readonly state: BlockState
  readonly tokens: Tokens
  readonly fromTick: Tick
  /** Null if it lasts to the end of the run. */
  readonly toTick: Tick | null
  readonly fromTurn: Turn
  /** Turn in which it ended; null if it lasts. */
  readonly toTurn: Turn | null
  /** Index in `timeline.contents`, −1 for the original content. */
  readonly content: number
  /** Why it ended; null if it lasts, or if only message overhead moved. */
  readonly reason: EndReason | null
  /** The edit that ended it, in `timeline.edits`. */
  readonly edit: number | null
}

/** What one edit did to a block. */
export interface LifeChange {
  readonly edit: number
  readonly turn: Turn
  readonly stage: string
  readonly verb: Verb
  readonly from: BlockState
  readonly to: BlockState
  /** Its tokens before and after. */
  readonly before: Tokens
  readonly after: Tokens
  readonly reason: EndReason | null
}

/** A block and everything that happened to it. */
export interface Biography {
  readonly block: BlockId
  /** `tool result of read_file`. */
  readonly name: string
  readonly type: BlockType
  /** The tool of a call or result; '' if the log lacks it, null for other types. */
  readonly tool: string | null
  /** Turn in which it arrived. */
  readonly turn: Turn
  readonly window: WindowId
  /** Tokens of its original content, without message overhead. */
  readonly tokens: Tokens
  readonly role: Block['role']
  /** True if the run made it: an edit did, or it was fetched again. */
  readonly made: boolean
  readonly important: boolean
  readonly doNotEvict: boolean
  /** True if its size was derived from recorded usage. */
  readonly inferred: boolean
  readonly spans: readonly LifeSpan[]
  readonly changes: readonly LifeChange[]
  /** When it left for good; null if it is there at the end of the run. */
  readonly left: {
    readonly turn: Turn
    readonly edit: number | null
    readonly reason: EndReason | null
  } | null
  /** Turns that needed it. */
  readonly neededIn: readonly Turn[]
}

type LifeData = Pick<TimelineData, 'blocks' | 'spans' | 'turns' | 'edits' | 'needs'>

/** The life of a block in a run; null for an unknown block. O(spans + edits). */
export function biography(data: LifeData, id: BlockId): Biography | null {
  const block = data.blocks[id]
  if (block === undefined) return null
  const spans = lifeSpans(data, id)
  const last = spans.at(-1)
  return {
    block: id,
    name: blockName(block),
    type: block.type,
    tool: block.call?.name ?? null,
    turn: block.turn,
    window: block.window,
    tokens: block.tokens,
    role: block.role,
    made:
      block.again !== undefined ||
      (block.message < 0 && block.type !== 'system_prompt' && block.type !== 'tool_definition'),
    important: block.important,
    doNotEvict: block.doNotEvict,
    inferred: block.inferred,
    spans,
    changes: changesOf(data, id),
    left:
      last === undefined || last.toTurn === null
        ? null
        : { turn: last.toTurn, edit: last.edit, reason: last.reason },
    neededIn: data.needs.filter((need) => need.source === id).map((need) => need.turn),
  }
}

function lifeSpans({ spans, turns, edits }: LifeData, id: BlockId): LifeSpan[] {
  const ended = endings({ edits })
  const rows: number[] = []
  for (let row = 0; row < spans.length; row++) if (spans.block[row] === id) rows.push(row)
  rows.sort((a, b) => cell(spans.fromTick, a) - cell(spans.fromTick, b) || a - b)
  return rows.map((row) => {
    const fromTick = cell(spans.fromTick, row)
    const end = cell(spans.toTick, row)
    const toTick = end === OPEN ? null : end
    const ending = toTick === null ? null : ended(id, toTick)
    return {
      state: stateOf(spans, row),
      tokens: cell(spans.tokens, row),
      fromTick,
      toTick,
      fromTurn: turnOfTick(turns, fromTick),
      toTurn: toTick === null ? null : turnOfTick(turns, toTick),
      content: cell(spans.content, row),
      reason: ending?.reason ?? null,
      edit: ending?.edit.edit ?? null,
    }
  })
}

function changesOf({ edits }: Pick<LifeData, 'edits'>, id: BlockId): LifeChange[] {
  const changes: LifeChange[] = []
  for (const edit of edits) {
    for (const part of edit.blocks) {
      if (part.block !== id) continue
      changes.push({
        edit: edit.edit,
        turn: edit.turn,
        stage: edit.stage,
        verb: part.verb,
        from: part.from,
        to: part.to,
        before: part.freed,
        after: part.added,
        reason: reasonOf(edit, part),
      })
    }
  }
  return changes
}
