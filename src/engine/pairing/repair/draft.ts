import type { Message, Part } from '../../message/message.ts'
import { checkedPartsOf } from '../rule/part.ts'
import type { Repair } from '../violation.ts'

/**
 * A list of messages while it is repaired. Messages and parts remember where they stood in the input,
 * because repairs speak in those places; `index` and `part` of what was inserted are -1. The draft is
 * the repair's own and is changed in place; the input never is.
 */
export interface Draft {
  messages: DraftMessage[]
  readonly repairs: Repair[]
  /** Input length: where a message inserted at the end stands. */
  readonly length: number
}

export interface DraftMessage {
  role: string
  readonly index: number
  /** What it was; null for one that was inserted. */
  readonly source: Message | null
  parts: DraftPart[]
  /** True once it no longer equals its source. */
  changed: boolean
}

export interface DraftPart {
  readonly part: number
  value: Part
}

export function draftOf(messages: readonly Message[]): Draft {
  return {
    messages: messages.map((source, index) => ({
      role: source.role,
      index,
      source,
      parts: checkedPartsOf(source).map((value, part) => ({ part, value })),
      changed: false,
    })),
    repairs: [],
    length: messages.length,
  }
}

/** The messages of a draft. Those that nothing happened to are the input's own objects. */
export function finished(draft: Draft): Message[] {
  return draft.messages.map((message) => {
    if (!message.changed && message.source !== null) return message.source
    const role = message.role as Message['role']
    const [only] = message.parts
    // A text that was a string stays one, also when its role or its end changed.
    const wasString = message.source === null || typeof message.source.content === 'string'
    if (wasString && message.parts.length === 1 && only?.value.type === 'text') {
      return { role, content: only.value.text }
    }
    return { role, content: message.parts.map(({ value }) => value) }
  })
}

/** Drops the parts that `reason` gives a reason for. */
export function dropParts(
  draft: Draft,
  message: DraftMessage,
  rule: string,
  reason: (part: Part) => string | null,
): void {
  const kept = message.parts.filter((part) => {
    const why = reason(part.value)
    if (why !== null) dropped(draft, message, part, rule, why)
    return why === null
  })
  if (kept.length === message.parts.length) return
  message.parts = kept
  message.changed = true
}

/** Notes that a part was dropped. */
export function dropped(draft: Draft, message: DraftMessage, part: DraftPart, rule: string, reason: string): void {
  const { index } = message
  draft.repairs.push({ rule, action: 'drop-part', index, part: part.part, ids: idsOf(part.value), reason })
}

/**
 * Takes out the messages that have no part left, and those that never had one. With `keepFinal` an empty
 * assistant message at the end stays, as Anthropic allows it.
 */
export function sweep(draft: Draft, keepFinal: boolean): void {
  const last = draft.messages.findLastIndex((message) => !isEmpty(message))
  const final = draft.messages[last + 1]
  draft.messages = draft.messages.filter((message) => {
    if (!isEmpty(message)) return true
    if (keepFinal && message === final && isEmptyReply(message)) return true
    if (!message.changed) {
      const reason = 'An empty message was removed.'
      draft.repairs.push({ rule: 'empty-message', action: 'drop-message', index: message.index, ids: [], reason })
    }
    return false
  })
}

/** A message left without parts. An empty string counts, though OpenAI takes it: see `sweep`'s callers. */
function isEmpty(message: DraftMessage): boolean {
  return message.parts.length === 0
}

function isEmptyReply(message: DraftMessage): boolean {
  return message.role === 'assistant' && !message.changed
}

/** A new user message; its parts have no place in the input. */
export function inserted(value: Part): DraftMessage {
  return { role: 'user', index: -1, source: null, parts: [{ part: -1, value }], changed: true }
}

export function idsOf(part: Part): string[] {
  if (part.type === 'tool_use') return [part.id]
  return part.type === 'tool_result' ? [part.tool_use_id] : []
}
