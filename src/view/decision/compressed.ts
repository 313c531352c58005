import type {
  AskKind,
  BlockId,
  Failure,
  Ratio,
  SubagentCost,
  Tokens,
  Turn,
  Verdict,
} from '../../engine/index.ts'
import { asObeyedAt } from '../../sim/internal.ts'
import type { EditedBlock, EditRecord, TimelineData } from '../../sim/index.ts'
import { dueOf } from './due.ts'
import type { Due } from './due.ts'
import { intoOf, reasonOf } from '../layout/ending.ts'
import { rungOf } from './rung.ts'
import type { Rung } from './rung.ts'
import { stageConfig } from '../sentence/stage-config.ts'
import { stageStory } from '../sentence/stage-words.ts'
import type { StageStory } from '../sentence/story.ts'
import { isStageWith } from '../../engine/internal.ts'

/** A request to a model that was part of an edit. */
export interface AskFigures {
  readonly kind: AskKind
  readonly input: Tokens
  readonly output: Tokens
  readonly maxTokens: Tokens
  readonly verdict: Verdict
  readonly failure: Failure | null
}

/** How far a block is shortened by its age (COMP-1). */
export interface AgeLevel {
  readonly name: 'key points' | 'one line' | 'a title'
  /** Turns since the block arrived. */
  readonly age: Turn
  /** Target share of the block at this level, and in tokens; never below `floor`. */
  readonly share: Ratio
  readonly aim: Tokens
  readonly floor: Tokens
  readonly from: 'original' | 'current'
}

/** What an edit compressed: its ratios, with what it kept beside them (COMP-4). */
export interface CompressedFigures {
  /** Tokens of the compressed part before and after. */
  readonly before: Tokens
  readonly after: Tokens
  readonly spanRatio: Ratio
  readonly windowRatio: Ratio
  /** Questions about it, and how many the window can still answer. */
  readonly probes: number
  readonly kept: number
  readonly asks: readonly AskFigures[]
  /** Cost of the sub-agent; null if there is none. */
  readonly subagent: SubagentCost | null
}

/** A block in an edit without a policy: what happened to it, what it became part of, and the cascade step. */
export interface Compressed {
  readonly edit: number
  readonly turn: Turn
  readonly stage: string
  readonly reason: NonNullable<ReturnType<typeof reasonOf>>
  /** Tokens of the block itself before and after, with message overhead if it carries it. */
  readonly before: Tokens
  readonly after: Tokens
  /** The block that contains it now; null if there is none or it is the block itself. */
  readonly into: BlockId | null
  /** Other blocks with the same result in the same edit. */
  readonly others: readonly BlockId[]
  readonly figures: CompressedFigures | null
  /** Null for every stage except the progressive one. */
  readonly level: AgeLevel | null
  readonly rung: Rung | null
  /** What exceeded its maximum; null if the cascade step says it, a person requested it, or nothing was measured. */
  readonly due: Due | null
  readonly story: StageStory
}

type CompressedData = Pick<TimelineData, 'blocks' | 'edits' | 'asks' | 'spec' | 'limit' | 'reserve' | 'exact'>

/** What an edit did to a block; null if it did nothing or inserted it. */
export function compressed(run: CompressedData, index: number, block: BlockId): Compressed | null {
  const edit = run.edits[index]
  const part = edit?.blocks.find((one) => one.block === block && one.verb !== 'insert')
  const reason = edit === undefined || part === undefined ? null : reasonOf(edit, part)
  if (edit === undefined || part === undefined || reason === null) return null
  const data = asObeyedAt(run, edit.turn)
  const alike = (other: EditedBlock): boolean =>
    other.block !== block && other.verb === part.verb && other.into === part.into
  const { config, asWritten } = stageConfig(data, edit.stage)
  const own = data.blocks[block] ?? { type: 'tool_result', call: null }
  const told = { block: own, verb: part.verb, before: part.freed, after: part.added, exact: data.exact }
  return {
    edit: edit.edit,
    turn: edit.turn,
    stage: edit.stage,
    reason,
    before: part.freed,
    after: part.added,
    into: intoOf(edit, part),
    others: edit.blocks.filter(alike).map((other) => other.block),
    figures: figuresOf(data, edit),
    level: isStageWith('ages', edit.stage) ? levelOf(data, edit, block) : null,
    rung: rungOf(data, edit),
    due: dueOf(data, edit),
    story: stageStory(edit.stage, config, told, asWritten),
  }
}

/** What an edit compressed; null for one that compressed nothing. */
export function figuresOf(
  { asks }: Pick<TimelineData, 'asks'>,
  { compression }: EditRecord,
): CompressedFigures | null {
  if (compression === null) return null
  const { before, after, spanRatio, windowRatio, probes, kept, subagent } = compression
  return {
    before,
    after,
    spanRatio,
    windowRatio,
    probes,
    kept,
    subagent,
    asks: compression.asks.flatMap((index): AskFigures[] => {
      const ask = asks[index]
      if (ask === undefined) return []
      const { kind, input, output, maxTokens, verdict, failure } = ask
      return [{ kind, input, output, maxTokens, verdict, failure }]
    }),
  }
}

/** The level for a block's age, by the config of the run. */
function levelOf({ spec, blocks }: CompressedData, { turn }: EditRecord, id: BlockId): AgeLevel | null {
  const block = blocks[id]
  if (block === undefined) return null
  const { progressive } = spec.config.compression
  const age = turn - block.turn
  if (age <= progressive.full_until) return null
  const level =
    age <= progressive.key_points_until
      ? { name: 'key points' as const, share: progressive.key_points_share }
      : age <= progressive.one_line_until
        ? { name: 'one line' as const, share: progressive.one_line_share }
        : { name: 'a title' as const, share: progressive.title_share }
  const aim = Math.max(progressive.floor_tokens, Math.floor(block.tokens * level.share))
  return { ...level, age, aim, floor: progressive.floor_tokens, from: progressive.from }
}
