import type { Message, Part } from '../../core/message/message.ts'
import { isDirective } from '../rule/anthropic.ts'
import { checkedPartsOf } from '../rule/part.ts'
import type { Repair } from '../rule/violation.ts'

/**
 * A list of messages during a repair. Messages and parts remember their place in the input, because repairs refer to
 * those places; `index` and `part` of inserted ones are -1. The draft belongs to the repair and is changed in place;
 * the input never is.
 */
export interface Draft {
  messages: DraftMessage[]
  readonly repairs: Repair[]
  /** Length of the input: the place of a message inserted at the end. */
  readonly length: number
}

export interface DraftMessage {
  role: string
  readonly index: number
  /** The original; null for an inserted message. */
  readonly source: Message | null
  parts: DraftPart[]
  /** False for a message that was empty from the start: it is removed with an entry of its own, or kept. */
  readonly hadParts: boolean
  /** True once it differs from its source. */
  changed: boolean
}

export interface DraftPart {
  /** Its place in the input, which differs from its current place once it has moved. */
  readonly index: number
  readonly part: number
  value: Part
}

export function draftOf(messages: readonly Message[]): Draft {
  return {
    messages: messages.map((source, index): DraftMessage => {
      const parts = checkedPartsOf(source).map((value, part) => ({ index, part, value }))
      return { role: source.role, index, source, parts, hadParts: parts.length > 0, changed: false }
    }),
    repairs: [],
    length: messages.length,
  }
}

/** The messages of a draft. Unchanged ones are the input's own objects. */
export function finished(draft: Draft): Message[] {
  return draft.messages.map((message) => {
    if (!message.changed && message.source !== null) return message.source
    const role = message.role as Message['role']
    const [only] = message.parts
    // A text that was a string stays one if its role or its end changed, and an inserted text is one.
    const isString = message.source === null || typeof message.source.content === 'string'
    if (isString && message.parts.length === 1 && only?.value.type === 'text') {
      return { role, content: only.value.text }
    }
    return { role, content: message.parts.map(({ value }) => value) }
  })
}

/** Drops the parts for which `fault` returns a rule and a reason. */
export function dropParts(
  draft: Draft,
  message: DraftMessage,
  fault: (slot: DraftPart) => readonly [rule: string, reason: string] | null,
): void {
  const kept = message.parts.filter((slot) => {
    const found = fault(slot)
    if (found === null) return true
    const [rule, reason] = found
    const { index, part, value } = slot
    draft.repairs.push({ rule, action: 'drop-part', index, part, ids: idsOf(value), reason })
    return false
  })
  if (kept.length === message.parts.length) return
  message.parts = kept
  message.changed = true
}

/**
 * Removes messages without parts: those that lost them, and those that never had any. Kept are empty ones from the
 * start that the provider accepts: for Anthropic a reply at the very end, for OpenAI an empty string.
 */
export function sweep(draft: Draft, spare: 'final-reply' | 'empty-string'): void {
  const last = draft.messages.findLastIndex(({ parts }) => parts.length > 0)
  draft.messages = draft.messages.filter((message, at) => {
    if (message.parts.length > 0) return true
    if (message.hadParts) return false
    if (spare === 'final-reply' && message.role === 'system' && isDirective(message.source)) return true
    const spared =
      spare === 'final-reply'
        ? message.role === 'assistant' && at === last + 1
        : typeof message.source?.content === 'string'
    if (!spared) dropEmpty(draft, message, 'empty-message')
    return spared
  })
}

/** Records that a message without parts is removed. */
export function dropEmpty(draft: Draft, message: DraftMessage, rule: string): void {
  const { index } = message
  draft.repairs.push({ rule, action: 'drop-message', index, ids: [], reason: 'The message is empty.' })
}

/** A user message of parts from another place in the input, or from none. */
export function userMessage(parts: readonly DraftPart[]): DraftMessage {
  return { role: 'user', index: -1, source: null, parts: [...parts], hadParts: true, changed: true }
}

function idsOf(part: Part): string[] {
  if (part.type === 'tool_use') return [part.id]
  return part.type === 'tool_result' ? [part.tool_use_id] : []
}
