import { driveSync, emptyWindow } from '../engine/index.ts'
import type { Decision, Entry, RunState, Turn, WindowMemory } from '../engine/index.ts'
import { createReplay } from './run.ts'
import type { ReplayStart, RunOptions } from './run.ts'
import { entriesAt } from './timeline/recorder.ts'
import type { Snapshot, Timeline, TimelineData } from './timeline/timeline.ts'
import type { Intake } from './intake.ts'

/** Every candidate of a turn's decisions, and every block a gate held back (EDIT-1). */
export interface Explanation {
  readonly turn: Turn
  /** The decisions of the turn with their full tables; empty when nothing was decided. */
  readonly decisions: readonly Decision[]
}

/**
 * The full candidate table of a turn, by replay from the nearest snapshot before it: nothing is
 * derived again by other means (EDIT-1).
 *
 * @throws RangeError for a turn the run did not reach, or for a timeline opened with another counter than its run's
 */
export function explain(timeline: Timeline, turn: Turn): Explanation {
  const { data, trace, intake } = timeline
  if (data.turns[turn] === undefined) {
    throw new RangeError(`the run has turns 0 to ${data.turns.length - 1}, not ${turn}`)
  }
  if (intake.counter.name !== data.spec.counter) {
    throw new RangeError(
      `the run was counted by ${data.spec.counter}, the trace was opened with ${intake.counter.name}`,
    )
  }
  const snapshot = data.snapshots.findLast((one) => one.turn <= turn)
  if (snapshot === undefined) throw new RangeError(`no snapshot before turn ${turn}`)
  const options: RunOptions = { seed: data.spec.seed, intake, interventions: data.spec.interventions }
  const start = startOf(data, snapshot, intake)
  const replay = createReplay(trace, data.spec.config, options, start)
  for (let step = snapshot.turn; step < turn; step++) replay.finish(driveSync(replay.step(step), noModel))
  const detailed = createReplay(trace, data.spec.config, options, { ...replay.position(), turn }, true)
  const outcome = driveSync(detailed.step(turn), noModel)
  const decisions = outcome.changes.flatMap((change) => change.edit?.decision ?? [])
  return { turn, decisions }
}

function noModel(): never {
  throw new RangeError('a replay asked a model for an answer that was not recorded')
}

/** The state a run had at a snapshot: the windows come from the spans, the rest was kept. */
function startOf(data: TimelineData, snapshot: Snapshot, intake: Intake): ReplayStart {
  const windows = new Map<number, WindowMemory>()
  for (const { id, ...memory } of snapshot.windows) {
    windows.set(id, { ...memory, window: windowAt(data, snapshot.tick, id, intake) })
  }
  const state: RunState = { windows, stages: snapshot.stages, tick: snapshot.tick }
  const originals = intake.blocks.length
  return {
    state,
    turn: snapshot.turn,
    made: data.blocks.slice(originals, originals + snapshot.made),
    contents: data.contents.slice(0, snapshot.contents),
  }
}

function windowAt(data: TimelineData, tick: number, id: number, intake: Intake): WindowMemory['window'] {
  let bearer = -1
  let used = 0
  const entries = entriesAt(data.spans, tick, id).map((entry): Entry => {
    const message = data.blocks[entry.block]?.message ?? -1
    const overhead = message >= 0 && message !== bearer ? intake.messageOverhead : 0
    if (message >= 0) bearer = message
    used += entry.tokens
    return { ...entry, message, overhead }
  })
  return { ...emptyWindow(id), entries, used }
}
