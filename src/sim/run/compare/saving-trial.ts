import { driveSync, ProblemError } from '../../../engine/index.ts'
import { REWRITE } from '../../../engine/internal.ts'
import type { BlockId, Tokens, Turn, TurnOutcome, WindowId } from '../../../engine/index.ts'
import { createReplay } from '../replay/replay.ts'
import type { Replay, ReplayStart } from '../replay/replay.ts'
import { resume, startBefore } from '../replay/resume.ts'
import { editRecord } from '../timeline/recorder.ts'
import type { EditRecord, Intervention, Timeline } from '../timeline/timeline.ts'

/** One try of a turn. */
export interface Trial {
  /** The block is unchanged after the turn's edits, and the request fits. */
  readonly saved: boolean
  /** Existing or arriving blocks that were removed or changed, in the order of arrival. */
  readonly edited: readonly BlockId[]
  readonly freed: Tokens
  /** A text of everything that the turn's edits did, equal if they did the same. */
  readonly made: string
  /** Runs on from there, one turn per step: see `until` of a `Saving`. Only if `saved`. */
  until(): Generator<void, Turn | null, void>
}

export interface Trials {
  /** The turn with further interventions; null if the run would be invalid. */
  run(more: readonly Intervention[]): Trial | null
  count(): number
}

/** The run up to a turn, for trying that turn again and again; one step per turn. */
export function* trialsOf(timeline: Timeline, block: BlockId, turn: Turn): Generator<void, Trials, void> {
  const { data, trace, intake } = timeline
  const start = startBefore(timeline, turn)
  const replay = resume(timeline, start, false)
  for (let step = start.turn; step < turn; step++) {
    replay.advance(driveSync(replay.step(step), replay.answer))
    yield
  }
  const before: ReplayStart = { ...replay.position(), turn }
  const { config, seed, interventions, answers } = data.spec
  const window = timeline.turns[turn]?.window ?? 0
  const known = intake.blocks.length + before.made.length
  let count = 0
  /** The result of running on is computed only once. */
  function* untilOf(again: Replay, first: TurnOutcome): Generator<void, Turn | null, void> {
    again.advance(first)
    for (let next = turn + 1; next < trace.turns.length && !again.ended(); next++) {
      const outcome = outcomeOf(again, next)
      yield
      // A later change of settings may be invalid after this one: then it lasts only until there.
      if (outcome === null) return next
      const recorded = timeline.turns[next]
      const newlyOver = isTooLong(outcome) && (recorded === undefined || !isTooLong(recorded))
      if (newlyOver || editedIn(recordsOf(outcome, next, window)).has(block)) return next
      again.advance(outcome)
    }
    return null
  }
  return {
    count: () => count,
    run(more) {
      const all = [...interventions, ...more]
      let again: Replay
      count += 1
      try {
        const options = { seed, intake, interventions: all, answers, questions: data.asks }
        again = createReplay(trace, config, options, before)
      } catch (failure) {
        if (failure instanceof ProblemError) return null
        throw failure
      }
      const outcome = outcomeOf(again, turn)
      if (outcome === null) return null
      const edits = recordsOf(outcome, turn, window)
      const edited = editedIn(edits)
      let until: Turn | null | undefined
      return {
        saved: !edited.has(block) && !isTooLong(outcome),
        // Blocks made in this turn have a different number in each try.
        edited: [...edited].filter((one) => one < known).sort((a, b) => a - b),
        freed: edits.reduce((sum, edit) => sum + edit.freed - edit.added, 0),
        made: JSON.stringify(edits.map(({ stage, blocks }) => [stage, blocks])),
        *until() {
          if (until === undefined) until = yield* untilOf(again, outcome)
          return until
        },
      }
    },
  }
}

/** A turn of a run; null if its settings are invalid. */
export function outcomeOf(replay: Replay, turn: Turn): TurnOutcome | null {
  try {
    return driveSync(replay.step(turn), replay.answer)
  } catch (failure) {
    if (failure instanceof ProblemError) return null
    throw failure
  }
}

/** The edits of a turn; settings have no influence on what a person rewrote. */
function recordsOf({ changes }: TurnOutcome, turn: Turn, window: WindowId): EditRecord[] {
  return changes.flatMap((change) => {
    const record = editRecord(change, 0, turn, window)
    return record === null || record.stage === REWRITE ? [] : [record]
  })
}

function editedIn(edits: readonly EditRecord[]): ReadonlySet<BlockId> {
  return new Set(edits.flatMap(({ blocks }) => blocks.map((one) => one.block)))
}

function isTooLong({ events }: Pick<TurnOutcome, 'events'>): boolean {
  return events.some(({ kind }) => kind === 'overflow')
}
