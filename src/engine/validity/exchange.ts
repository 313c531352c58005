import { partsOf } from '../core/message/message.ts'
import type { Message } from '../core/message/message.ts'

/** A plain user message and everything up to the next: messages `start` to before `end`. */
export interface Exchange {
  readonly start: number
  readonly end: number
}

/**
 * The exchanges of a conversation. Messages before the first plain user message belong to none: the first exchange then
 * starts above 0.
 */
export function exchangesOf(messages: readonly Message[]): readonly Exchange[] {
  const exchanges: Exchange[] = []
  let start = -1
  for (const [index, message] of messages.entries()) {
    if (!isPlainUser(message)) continue
    if (start >= 0) exchanges.push({ start, end: index })
    start = index
  }
  if (start >= 0) exchanges.push({ start, end: messages.length })
  return exchanges
}

/** Whether a message is the user's own: text or list content, without tool results. */
export function isPlainUser(message: Message): boolean {
  return message.role === 'user' && partsOf(message).every(({ type }) => type !== 'tool_result')
}

/**
 * Where a conversation can be cut in two without splitting a pair, ascending. At cut c, messages 0 to before c are on
 * one side and the rest on the other, and no call is on the first side with its result on the second. 0 and the length
 * are always included. A result belongs to the nearest call of its id before it; one without such a call is free. Open
 * calls are free too, so a caller that must not lose them uses `groupsOf`. Linear.
 */
export function safeCuts(messages: readonly Message[]): readonly number[] {
  // Pairs that are open over each gap, as a difference array: a pair (i, j) opens at i + 1 and closes at j + 1.
  const change = new Int32Array(messages.length + 2)
  const calls = new Map<string, number>()
  for (const [index, message] of messages.entries()) {
    for (const part of partsOf(message)) {
      if (part.type === 'tool_use') calls.set(part.id, index)
      if (part.type !== 'tool_result') continue
      const from = calls.get(part.tool_use_id)
      if (from === undefined) continue
      change[from + 1] = (change[from + 1] ?? 0) + 1
      change[index + 1] = (change[index + 1] ?? 0) - 1
    }
  }
  const cuts: number[] = []
  let open = 0
  for (let cut = 0; cut <= messages.length; cut += 1) {
    open += change[cut] ?? 0
    if (open === 0) cuts.push(cut)
  }
  return cuts
}
