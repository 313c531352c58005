import { skipped } from '../contract/trigger.ts'
import type { BlockId } from '../../core/units.ts'
import { quiet } from '../contract/quiet.ts'
import { repeated } from './recorded-acts.ts'
import type { EditPlan, Stage, StageNote } from '../contract/stage.ts'
import type { StageEntry } from './entry.ts'

/**
 * Repeats what the client that wrote the log did before this call (REC-1). At a compaction, the conversation before
 * this turn is replaced by the recorded summary, word for word. Additional content by the client, and a summary whose
 * text is not in the log, become a block that says so, sized by the usage of this call. At a microcompaction the
 * results of the recorded calls are cleared; if the log has only the number of tokens and not the calls, the oldest
 * results of that size are cleared, and a note says so. The first time that the window reaches orange before anything
 * was recorded is noted. After a compaction by the provider, the client still sends everything: it leaves only the
 * prompt, and the summary is sent back at the front of the reply that it came with.
 */
export const replayRecordedStage: Stage<'silent' | 'heard'> = {
  name: 'replay_recorded',
  phase: 'call',
  initial: 'silent',
  act: quiet((view, state, context) => {
    const { recordedActs: acts } = context
    const { used } = view.window
    if (acts.length === 0) {
      const calm = state === 'heard' || used / view.limit < view.thresholds.orange
      return calm ? skipped(state, 'below_trigger') : skipped('heard', 'not_recorded', used)
    }
    // Of several before one call, the last compaction includes the others.
    const last = acts.findLastIndex(({ kind }) => kind === 'compaction')
    const edits: EditPlan[] = []
    let note: StageNote | null = null
    /** Blocks that an earlier act changed. */
    const touched = new Set<BlockId>()
    for (const act of acts.slice(Math.max(0, last))) {
      const done = repeated(act, view, touched, context)
      edits.push(...done.edits)
      note = done.note ?? note
      for (const { changes } of done.edits) for (const { block } of changes) touched.add(block)
    }
    return { edits, state: 'heard', outcome: edits.length > 0 ? 'done' : 'skipped', note }
  }),
}

export const replayRecordedEntry = {
  name: 'replay_recorded',
  label: 'Replay the recorded edits',
  meaning: 'Repeats what the client that wrote the log did to its window.',
  phase: 'call',
  settings: [],
  build: () => replayRecordedStage,
} as const satisfies StageEntry
