import type { Message, Part } from '../../core/message/message.ts'
import { checkedPartsOf } from '../rule/part.ts'
import type { Repair } from '../rule/violation.ts'

/**
 * A list of messages while it is repaired. Messages and parts remember where they stood in the input,
 * because repairs speak in those places; `index` and `part` of what was inserted are -1. The draft is
 * the repair's own and is changed in place; the input never is.
 */
export interface Draft {
  messages: DraftMessage[]
  readonly repairs: Repair[]
  /** Length of the input: where a message inserted at the end stands. */
  readonly length: number
}

export interface DraftMessage {
  role: string
  readonly index: number
  /** What it was; null for one that was inserted. */
  readonly source: Message | null
  parts: DraftPart[]
  /** False for one that was empty from the start: it goes by an entry of its own, or is spared. */
  readonly hadParts: boolean
  /** True once it no longer equals its source. */
  changed: boolean
}

export interface DraftPart {
  /** Where it stood, which is not where it stands once it has moved. */
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

/** The messages of a draft. Those that nothing happened to are the input's own objects. */
export function finished(draft: Draft): Message[] {
  return draft.messages.map((message) => {
    if (!message.changed && message.source !== null) return message.source
    const role = message.role as Message['role']
    const [only] = message.parts
    // A text that was a string stays one when its role or its end changed, and an inserted text is one.
    const isString = message.source === null || typeof message.source.content === 'string'
    if (isString && message.parts.length === 1 && only?.value.type === 'text') {
      return { role, content: only.value.text }
    }
    return { role, content: message.parts.map(({ value }) => value) }
  })
}

/** Drops the parts that `fault` names a rule and a reason for. */
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
 * Takes out the messages without parts: those that lost them, and those that never had any. Spared are
 * those that never had any and that the provider takes: for Anthropic a reply at the very end, for
 * OpenAI an empty string.
 */
export function sweep(draft: Draft, spare: 'final-reply' | 'empty-string'): void {
  const last = draft.messages.findLastIndex(({ parts }) => parts.length > 0)
  draft.messages = draft.messages.filter((message, at) => {
    if (message.parts.length > 0) return true
    if (message.hadParts) return false
    const spared =
      spare === 'final-reply'
        ? message.role === 'assistant' && at === last + 1
        : typeof message.source?.content === 'string'
    if (!spared) dropEmpty(draft, message, 'empty-message')
    return spared
  })
}

/** Notes that a message without parts goes. */
export function dropEmpty(draft: Draft, message: DraftMessage, rule: string): void {
  const { index } = message
  draft.repairs.push({ rule, action: 'drop-message', index, ids: [], reason: 'The message is empty.' })
}

/** A user message of parts that have another place in the input, or none. */
export function userMessage(parts: readonly DraftPart[]): DraftMessage {
  return { role: 'user', index: -1, source: null, parts: [...parts], hadParts: true, changed: true }
}

function idsOf(part: Part): string[] {
  if (part.type === 'tool_use') return [part.id]
  return part.type === 'tool_result' ? [part.tool_use_id] : []
}
