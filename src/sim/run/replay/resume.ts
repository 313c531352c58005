import { inPrompt, windowOf } from '../../../engine/internal.ts'
import type { Entry, RunState, Turn, WindowMemory } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import { answersOf } from './answers.ts'
import { createReplay } from './replay.ts'
import type { Replay, ReplayStart } from './replay.ts'
import type { RunOptions } from './run-options.ts'
import { entriesAt } from '../timeline/recorder.ts'
import type { Snapshot, Timeline, TimelineData } from '../timeline/timeline.ts'

/**
 * State of the run at the nearest snapshot at or before a turn: the windows come from the spans, the rest from the
 * snapshot.
 *
 * @throws RangeError for a turn that the run did not reach, or for a timeline opened with another counter than its
 *   run's
 */
export function startBefore({ data, intake }: Timeline, turn: Turn): ReplayStart {
  if (data.turns[turn] === undefined) {
    throw new RangeError(`the run has turns 0 to ${data.turns.length - 1}, not ${turn}`)
  }
  if (intake.counter.name !== data.spec.counter) {
    throw new RangeError(
      `the run was counted by ${data.spec.counter}, the trace was opened with ${intake.counter.name}`,
    )
  }
  const snapshot = snapshotBefore(data, turn)
  if (snapshot === undefined) throw new RangeError(`no snapshot before turn ${turn}`)
  return startAt(data, snapshot, intake)
}

/** The nearest snapshot at or before a turn. */
export function snapshotBefore({ snapshots }: TimelineData, turn: Turn): Snapshot | undefined {
  return snapshots.findLast((one) => one.turn <= turn)
}

/** The run again from there; `detail` keeps the full candidate tables of its decisions (EDIT-1). */
export function resume({ data, trace, intake }: Timeline, start: ReplayStart, detail: boolean): Replay {
  const { seed, interventions, config } = data.spec
  const options: RunOptions = { seed, intake, interventions, answers: answersOf(data) }
  return createReplay(trace, config, options, start, detail)
}

function startAt(data: TimelineData, snapshot: Snapshot, intake: Intake): ReplayStart {
  const windows = new Map<number, WindowMemory>()
  for (const { id, ...memory } of snapshot.windows) {
    const window = windowAt(data, snapshot.tick, id, intake)
    // The spans contain only blocks, not what recorded usage subtracts.
    const used = window.used + (memory.adjusted?.tokens ?? 0)
    windows.set(id, { ...memory, window: { ...window, used } })
  }
  const { stages, tick, nextWindow } = snapshot
  const state: RunState = { windows, stages, tick, nextWindow }
  const originals = intake.blocks.length
  return {
    state,
    turn: snapshot.turn,
    made: data.blocks.slice(originals, originals + snapshot.made),
    contents: data.contents.slice(0, snapshot.contents),
    asks: snapshot.asks,
  }
}

function windowAt(data: TimelineData, tick: number, id: number, intake: Intake): WindowMemory['window'] {
  let bearer = -1
  let used = 0
  const entries = entriesAt(data.spans, tick, id).map((entry): Entry => {
    const message = data.blocks[entry.block]?.message ?? -1
    // Entries outside the prompt carry no overhead; the next part of their message does.
    const bears = message >= 0 && message !== bearer && inPrompt(entry)
    const overhead = bears ? intake.messageOverhead : 0
    if (bears) bearer = message
    used += entry.tokens
    return { ...entry, message, overhead }
  })
  return windowOf(id, entries, used, (block) => {
    const found = data.blocks[block]
    if (found === undefined) throw new RangeError(`unknown block: ${block}`)
    return found
  })
}
