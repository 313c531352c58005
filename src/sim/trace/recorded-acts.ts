import type { RecordedAct, Tokens } from '../../engine/index.ts'
import type { RecordedEdit, Trace, TraceTurn } from './trace.ts'

/** What a log's own client, or its provider, did to the window of a turn's call, as it is recorded (REC-1). */
export function recordedActs(
  { recordedEdits }: Trace,
  { turn, window, usage }: TraceTurn,
): readonly RecordedAct[] {
  return recordedEdits.flatMap((edit) =>
    edit.turn === turn && edit.window === window ? [recordedAct(edit, usage?.input ?? null)] : [],
  )
}

function recordedAct(
  { kind, summary, tokensBefore, tokensFreed, cleared, part }: RecordedEdit,
  tokensAfter: Tokens | null,
): RecordedAct {
  const act = {
    kind,
    summary: summary ?? null,
    tokensBefore,
    tokensAfter,
    cleared: cleared ?? [],
    tokensFreed: tokensFreed ?? null,
  }
  return part === undefined ? act : { ...act, byProvider: true }
}
