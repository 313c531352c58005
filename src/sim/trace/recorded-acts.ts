import type {
  Block,
  BlockId,
  ContentSource,
  RecordedAct,
  Tokens,
  Message,
  Part,
  Role,
} from '../../engine/index.ts'
import type { Trace, RecordedEdit, TraceTurn } from './trace.ts'
import { callNames, partsOf } from '../../engine/internal.ts'

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
      ? [recordedAct(edit, promptAfter(trace, turn, blocks), staying(trace, edit, blocks))]
      : [],
  )
}

/** The newest blocks with the content of the messages that stayed; a part that the log has in no other place has none. */
function staying(
  { messages }: Trace,
  { turn: before, window: own, stays = [] }: RecordedEdit,
  blocks: readonly Block[],
): readonly BlockId[] {
  const wanted = new Map<string, number>()
  let left = 0
  for (const { role, content } of stays)
    for (const part of partsOf({ role, content })) {
      const key = keyOf(role, part)
      wanted.set(key, (wanted.get(key) ?? 0) + 1)
      left += 1
    }
  const found: BlockId[] = []
  for (let at = blocks.length - 1; at >= 0 && left > 0; at--) {
    const block = blocks[at]
    if (block === undefined || block.window !== own || block.message < 0) continue
    if (block.turn > before || (block.turn === before && block.response)) continue
    const message = messages[block.message]
    const part = message === undefined ? undefined : partsOf(message)[block.part]
    if (message === undefined || part === undefined) continue
    const key = keyOf(message.role, part)
    const count = wanted.get(key) ?? 0
    if (count === 0) continue
    wanted.set(key, count - 1)
    left -= 1
    found.push(block.id)
  }
  return found
}

/** What a part is known by: its call, or all of it. */
function keyOf(role: Role, part: Part): string {
  switch (part.type) {
    case 'text':
      return `${role} ${part.text}`
    case 'tool_use':
      return `call ${part.id}`
    case 'tool_result':
      return `result ${part.tool_use_id}`
    default:
      return JSON.stringify(part)
  }
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
  stays: readonly BlockId[],
): RecordedAct {
  const act = {
    kind,
    summary: summary ?? null,
    tokensBefore,
    tokensAfter,
    cleared: cleared ?? [],
    tokensFreed: tokensFreed ?? null,
    ...(stays.length > 0 && { stays }),
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
