import { mentions, textOf } from '../../core/message/content.ts'
import { partsOf } from '../../core/message/message.ts'
import type { Message } from '../../core/message/message.ts'
import { beginsWithThinking } from '../../validity/rule/anthropic-thinking.ts'
import type { Tokens } from '../../core/units.ts'
import { holdTail } from './of-window.ts'
import { rowsOf } from './row.ts'
import type { LoopStep, Row, Rows } from './row.ts'

/** Which messages of a list must stay, in addition to open calls and messages with DO_NOT_EVICT. */
export interface ListHolding {
  /** The first user message. */
  readonly task: boolean
  /** The newest user message. */
  readonly current: boolean
  /** Results without an assistant message after them: the model has not read them. */
  readonly running: boolean
  readonly system: boolean
  readonly tail: number
  /** A user message at the very end. */
  readonly last: boolean
  readonly pinned: ReadonlySet<number>
  /** The newest messages may leave, so that an earlier loop runs again. */
  readonly goesBack: boolean
}

/**
 * A list of messages as rows. A result belongs to the nearest call of its id before it; a call without a result is open
 * and stays (PAIR-2).
 *
 * @param sizes tokens of each message, overhead included
 */
export function rowsOfMessages(
  messages: readonly Message[],
  sizes: readonly Tokens[],
  beside: Tokens,
  holding: ListHolding,
): Rows {
  const { list, pairs, staying, reply } = readMessages(messages, sizes, holding.goesBack)
  const held = new Set([...holding.pinned, ...staying])
  for (let at = 0; at < list.length; at++) {
    if (holding.system && list[at]?.role === 'system') held.add(at)
    if (holding.running && at > reply && hasResult(messages[at])) held.add(at)
  }
  if (holding.task) held.add(list.findIndex(({ speaks }) => speaks))
  if (holding.current) held.add(list.findLastIndex(({ speaks }) => speaks))
  holdTail(list, holding, held)
  for (const at of held) {
    const row = list[at]
    if (row !== undefined) list[at] = { ...row, held: true }
  }
  return rowsOf(list, pairs, beside)
}

interface Read {
  readonly list: Row[]
  /** The rows of a call and of its result, or of two calls that share one. */
  readonly pairs: (readonly [number, number])[]
  /** Rows with open calls or with DO_NOT_EVICT. */
  readonly staying: number[]
  /** The newest row of the assistant, −1 for none. */
  readonly reply: number
}

/** Apart from its caller, because V8 keeps optimized code of a loop only in a function without closures. */
function readMessages(messages: readonly Message[], sizes: readonly Tokens[], goesBack: boolean): Read {
  const list: Row[] = []
  const pairs: (readonly [number, number])[] = []
  const staying: number[] = []
  /** The newest call of each id. */
  const calls = new Map<string, { at: number; isOpen: boolean }>()
  let reply = -1
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at] as Message
    const { role } = message
    let speaks = false
    for (const part of partsOf(message)) {
      if (part.type === 'tool_result') {
        const call = calls.get(part.tool_use_id)
        if (call === undefined) continue
        pairs.push([call.at, at])
        call.isOpen = false
        continue
      }
      speaks ||= role === 'user'
      if (mentions(part, 'DO_NOT_EVICT') && /\bDO_NOT_EVICT\b/.test(textOf(part))) staying.push(at)
      if (part.type !== 'tool_use') continue
      // Two calls of one id before any result share it; after a result, the id starts over.
      const before = calls.get(part.id)
      if (before?.isOpen === true) pairs.push([before.at, at])
      calls.set(part.id, { at, isOpen: true })
    }
    if (role === 'assistant') reply = at
    const row = { role, speaks, tokens: sizes[at] ?? 0, held: false }
    list.push(goesBack && role !== 'system' ? { ...row, step: stepOf(message) } : row)
  }
  for (const { at, isOpen } of calls.values()) if (isOpen) staying.push(at)
  return { list, pairs, staying, reply }
}

function stepOf(message: Message): LoopStep {
  if (message.role === 'assistant') return beginsWithThinking(partsOf(message)) ? 'thinks' : 'replies'
  return hasResult(message) ? 'results' : 'asks'
}

function hasResult(message: Message | undefined): boolean {
  return message !== undefined && partsOf(message).some(({ type }) => type === 'tool_result')
}
