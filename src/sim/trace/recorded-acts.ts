import type { ContentSource, RecordedAct, Tokens, Message } from '../../engine/index.ts'
import type { Trace, RecordedEdit, TraceTurn } from './trace.ts'
import { callNames } from '../../engine/internal.ts'

/**
 * The provider's own summaries word for word, by the block that represents one in a run: a provider reports at most one
 * that counts per turn and window, the last. A simulated summary of that call has different words.
 */
export function providerSummaries({ recordedEdits }: Trace): NonNullable<ContentSource['compaction']> {
  return ({ turn, window }) =>
    recordedEdits.findLast((edit) => edit.part !== undefined && edit.turn === turn && edit.window === window)
      ?.part
}

/** What a log's own client, or its provider, did to the window of a turn's call, as recorded (REC-1). */
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

/**
 * Messages in which every call has a unique id. Those without a repeated id stay the same objects, and so does a list
 * of them.
 */
export function uniqueCalls(messages: readonly Message[]): readonly Message[] {
  const names = callNames()
  const result = messages.map((message) => names.take(message))
  return result.every((message, index) => message === messages[index]) ? messages : result
}
