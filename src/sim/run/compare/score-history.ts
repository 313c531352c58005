import { driveSync } from '../../../engine/index.ts'
import type {
  BlockId,
  Decision,
  Ranked,
  Ratio,
  Tick,
  Turn,
  TurnOutcome,
  WindowId,
} from '../../../engine/index.ts'
import { configAt } from '../timeline/obeyed.ts'
import { resume, snapshotBefore, startBefore } from '../replay/resume.ts'
import type { Replay } from '../replay/replay.ts'
import type { Progress } from '../replay/run-options.ts'
import type { Timeline } from '../timeline/timeline.ts'

/** The place of a block in the full table of one decision (EDIT-1). */
export interface ScorePoint {
  readonly turn: Turn
  /** Index in `timeline.edits`. */
  readonly edit: number
  readonly stage: string
  readonly policy: string
  /** Null if it had none: it was not a candidate, or the decision ranked by another figure (see `key`). */
  readonly score: Ratio | null
  /**
   * The sort key, lowest first: the score, the age for a policy by age, minus the tokens for clipping. Null if it was
   * not a candidate.
   */
  readonly key: number | null
  /** 0 is evicted first; null if it was not a candidate. */
  readonly rank: number | null
  /** Number of candidates of the decision, both choices together. */
  readonly candidates: number
  /**
   * If its first choice is used up, an eviction continues with whole pairs, which are ranked separately after it
   * (EVI-4). Null if it was not a candidate.
   */
  readonly choice: 'first' | 'last' | null
  /** The scored block: itself, or the result that represents its call in a pair. Null if it was not a candidate. */
  readonly scored: BlockId | null
  /** True if this decision removed or replaced it, even along with another block. */
  readonly taken: boolean
  /** Names of its guards; a candidate may have some, too. */
  readonly gates: readonly string[]
  /**
   * Scores next to the eviction cutoff of its own choice (of the last choice that was used if it was not a candidate):
   * of the last evicted and of the first survivor. Null if there is none, and without scores. `choice` says whose
   * cutoff it is.
   */
  readonly cut: {
    readonly choice: 'first' | 'last'
    readonly last: Ratio | null
    readonly first: Ratio | null
  }
}

/**
 * Up to this many turns, replaying is cheaper than starting from a later snapshot, which reads all spans and blocks.
 */
const WORTH_REPLAYING = 16

/**
 * The place of a block in every decision while it was in the window, in order, by one replay over those turns (EDIT-1).
 * Yields after every turn, so that a worker can cancel it.
 *
 * @throws RangeError for a block that the run does not have, and where `explain` does
 */
export function* scoreHistory(timeline: Timeline, block: BlockId): Generator<Progress, ScorePoint[], void> {
  const { data } = timeline
  if (data.blocks[block] === undefined) {
    throw new RangeError(`the run has blocks 0 to ${data.blocks.length - 1}, not ${block}`)
  }
  const stood = presenceOf(timeline, block)
  const edits = data.edits.filter((edit) => edit.decision !== null && stood(edit.window, edit.tick - 1))
  const wanted = new Set(edits.map((edit) => edit.edit))
  const points: ScorePoint[] = []
  const turns = data.turns.length
  let replay: Replay | null = null
  let at: Turn = 0
  for (const turn of new Set(edits.map((edit) => edit.turn))) {
    if (replay === null || (snapshotBefore(data, turn)?.turn ?? 0) >= at + WORTH_REPLAYING) {
      const start = startBefore(timeline, turn)
      replay = resume(timeline, start, true)
      at = start.turn
    }
    for (; at <= turn; at++) {
      const outcome = driveSync(replay.step(at), replay.answer)
      if (at === turn) points.push(...pointsOf(outcome))
      replay.advance(outcome)
      yield { turn: at, turns }
    }
  }
  return points

  function pointsOf({ changes }: TurnOutcome): ScorePoint[] {
    const made = changes.flatMap((change) => change.edit ?? [])
    const recorded = data.turns[at]?.edits ?? []
    return made.flatMap(({ decision }, index) => {
      const edit = recorded[index] ?? -1
      return decision === null || !wanted.has(edit) ? [] : [pointOf(timeline, decision, block, at, edit)]
    })
  }
}

/** Whether the block was in a window at a tick. */
function presenceOf(
  { data: { spans } }: Timeline,
  block: BlockId,
): (window: WindowId, tick: Tick) => boolean {
  const rows: number[] = []
  for (let row = 0; row < spans.length; row++) if (spans.block[row] === block) rows.push(row)
  return (window, tick) =>
    rows.some(
      (row) =>
        spans.window[row] === window && (spans.fromTick[row] ?? 0) <= tick && tick < (spans.toTick[row] ?? 0),
    )
}

function pointOf(
  { data }: Timeline,
  decision: Decision,
  block: BlockId,
  turn: Turn,
  edit: number,
): ScorePoint {
  const rows = [...decision.victims, ...decision.survivors]
  const row = rows.find((one) => one.block === block) ?? rows.find((one) => one.blocks.includes(block))
  const last = row === undefined ? rows.some(isLast) : isLast(row)
  const own = rows.filter((one) => isLast(one) === last)
  // A decision without terms has no scores: clipping goes by size.
  const scoreOf = (one: Ranked | undefined): Ratio | null =>
    one === undefined || decision.terms.length === 0 ? null : one.score
  return {
    turn,
    edit,
    stage: decision.stage,
    policy: decision.policy,
    score: scoreOf(row),
    key: row?.key ?? null,
    rank: row?.rank ?? null,
    candidates: decision.candidates,
    choice: row === undefined ? null : last ? 'last' : 'first',
    scored: row?.block ?? null,
    taken: row?.taken === true || decision.along.includes(block),
    gates: decision.gated?.find((one) => one.block === block)?.gates ?? [],
    cut: {
      choice: last ? 'last' : 'first',
      last: scoreOf(own.findLast((one) => one.taken)),
      first: scoreOf(own.find((one) => !one.taken)),
    },
  }

  /**
   * With placeholders on, a result is first a candidate for replacement; only the last choice drops it with its call.
   */
  function isLast({ block: ranked, verb }: Ranked): boolean {
    return (
      configAt(data, turn).eviction.placeholders &&
      verb === 'drop' &&
      data.blocks[ranked]?.type === 'tool_result'
    )
  }
}
