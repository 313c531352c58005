import type { Block, ContentSource, RecordedAct, Tokens, Message } from '../../engine/index.ts'
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

/**
 * What a log's own client, or its provider, did to the window of a turn's call, as recorded (REC-1).
 *
 * @param blocks of the intake: of a call without usage, the next one that has it tells what was left
 */
export function recordedActs(
  trace: Trace,
  turn: TraceTurn,
  blocks: readonly Block[],
): readonly RecordedAct[] {
  return trace.recordedEdits.flatMap((edit) =>
    edit.turn === turn.turn && edit.window === turn.window
      ? [recordedAct(edit, promptAfter(trace, turn, blocks))]
      : [],
  )
}

/** Tokens of the prompt of a turn's call; null if neither it nor the call with usage before the next edit tells them. */
function promptAfter(trace: Trace, from: TraceTurn, blocks: readonly Block[]): Tokens | null {
  const call = measuredAfter(trace, from)
  if (!call?.usage || call === from) return call?.usage?.input ?? null
  const later = blocks.filter(
    ({ turn, window, response }) =>
      window === from.window &&
      turn <= call.turn &&
      (response ? turn >= from.turn && turn < call.turn : turn > from.turn),
  )
  const tokens = call.usage.input - later.reduce((sum, block) => sum + block.tokens, 0)
  return tokens > 0 ? tokens : null
}

/** The first call of a window from a turn on that recorded its usage, if the client did not edit it again before. */
export function measuredAfter({ turns, recordedEdits }: Trace, from: TraceTurn): TraceTurn | null {
  const call = turns.find(
    ({ turn, window, usage }) => turn >= from.turn && window === from.window && usage !== null,
  )
  const isEdited = recordedEdits.some(
    ({ turn, window }) => window === from.window && turn > from.turn && turn <= (call?.turn ?? -1),
  )
  return call === undefined || isEdited ? null : call
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
