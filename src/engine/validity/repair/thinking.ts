import { withoutIdle } from '../../core/message/context-management.ts'
import { runningLoop, beginsWithThinking, finalText } from '../rule/anthropic-thinking.ts'
import { isThinking, lastAssistant } from '../rule/part.ts'
import type { AnthropicRequest } from '../../core/message/request.ts'
import type { Repair } from '../rule/violation.ts'
import { dropParts } from './draft.ts'
import type { Draft, DraftMessage, DraftPart } from './draft.ts'

/** Drops thinking at the end of a reply: what it led to is gone. */
export function dropTrailingThinking(draft: Draft): void {
  for (const message of draft.messages) {
    const end = message.parts.findLastIndex(({ value }) => !isThinking(value)) + 1
    if (message.role !== 'assistant' || end === message.parts.length) continue
    const trailing = new Set(message.parts.slice(end))
    dropParts(draft, message, (slot) => (trailing.has(slot) ? TRAILING : null))
  }
}

/**
 * Drops thinking without a text or call of the model after it: before the next message of another role, or the end.
 * Empty messages in between are ignored.
 */
export function dropLooseThinking(draft: Draft): void {
  const loose = new Set<DraftPart>()
  let isFollowed = false
  for (const message of draft.messages.toReversed()) {
    if (message.parts.length === 0 && typeof message.source?.content === 'string')
      isFollowed = message.role === 'assistant'
    for (const slot of message.parts.toReversed()) {
      if (!isThinking(slot.value))
        isFollowed = message.role === 'assistant' && slot.value.type !== 'tool_result'
      else if (!isFollowed) loose.add(slot)
    }
  }
  for (const message of draft.messages) dropParts(draft, message, (slot) => (loose.has(slot) ? LOOSE : null))
}

const LOOSE = ['loose-reasoning', 'Nothing follows that this thinking led to.'] as const
const TRAILING = ['thinking-last', 'A reply cannot end with thinking.'] as const

/** With thinking enabled, moves the first thinking of the last reply of a running tool loop to its front. */
export function leadWithThinking(draft: Draft, request: AnthropicRequest | null): void {
  if (request?.thinking?.type !== 'enabled') return
  const message = draft.messages[lastAssistant(draft.messages)]
  if (message?.parts.some(({ value }) => value.type === 'tool_use') === true)
    moveToFront(draft, message, 'thinking-first')
}

/** Moves the first thinking of a reply to its front, after a provider's summary. Returns whether there is any. */
function moveToFront(draft: Draft, message: DraftMessage, rule: string): boolean {
  const at = message.parts.findIndex(({ value }) => isThinking(value))
  const slot = message.parts[at]
  if (slot === undefined) return false
  const summaries = message.parts.filter(({ value }) => value.type === 'compaction')
  if (message.parts.slice(0, at).every((part) => summaries.includes(part))) return true
  const others = message.parts.filter((part) => part !== slot && !summaries.includes(part))
  message.parts = [...summaries, slot, ...others]
  message.changed = true
  const { index } = message
  const reason = 'In a running tool loop the reply begins with its thinking.'
  draft.repairs.push({ rule, action: 'move-part', index, part: slot.part, to: index, ids: [], reason })
  return true
}

/**
 * If a running loop lost the thinking that it began with, turns thinking off for this request, as the provider's own
 * message advises: no text or action is lost, and the next loop thinks again. The loop must then contain no thinking,
 * so the thinking of later replies is removed.
 */
export function settleLoopThinking(draft: Draft, request: AnthropicRequest | null): AnthropicRequest | null {
  const type = request?.thinking?.type
  if (request === null || (type !== 'enabled' && type !== 'disabled')) return request
  const parts = draft.messages.map((message) => message.parts.map(({ value }) => value))
  const loop = runningLoop(draft.messages, parts)
  if (loop === null || loop.afterText >= parts.length) return request
  const begins = [loop.first, loop.afterText].some((at) => beginsWithThinking(parts[at] ?? []))
  if (type === 'enabled') {
    const first = draft.messages[loop.first]
    if (begins || first === undefined || first.parts.length === 0) return request
    if (moveToFront(draft, first, 'loop-thinking')) return request
  }
  for (const message of draft.messages.slice(loop.afterText)) {
    if (message.role === 'assistant')
      dropParts(draft, message, ({ value }) => (isThinking(value) ? DISABLED : null))
  }
  if (type === 'disabled') return request
  const reason =
    'The running tool loop lost the thinking it began with: this request is sent with thinking off.'
  draft.repairs.push({ rule: 'loop-thinking', action: 'disable-thinking', index: -1, ids: [], reason })
  const { context_management: management, ...rest } = request
  const editing = withoutIdle(management ?? null, undefined)
  return {
    ...rest,
    thinking: { type: 'disabled' },
    ...(editing === null ? {} : { context_management: editing }),
  }
}

const DISABLED = ['disabled-thinking', 'With thinking off, a running tool loop holds none.'] as const

/**
 * Drops thinking that is bound to something that changed: by the caller's edit in message `from` and later, and after
 * the first place that earlier repairs changed.
 */
export function dropBoundThinking(draft: Draft, from: number | null): void {
  let first: Place = from === null ? NOWHERE : [from, -1]
  for (const repair of draft.repairs) {
    const place = changedPlace(repair)
    if (isBefore(place, first)) first = place
  }
  if (first === NOWHERE) return
  for (const message of draft.messages) {
    dropParts(draft, message, ({ part, value }) =>
      isThinking(value) && isBefore(first, [message.index, part]) ? BOUND : null,
    )
  }
}

const BOUND = ['bound-thinking', 'Something before this thinking was changed.'] as const

/** A message and a part of it; everything after it follows in the prompt. */
type Place = readonly [index: number, part: number]

const NOWHERE: Place = [Number.MAX_SAFE_INTEGER, 0]
const END = Number.MAX_SAFE_INTEGER

function isBefore(left: Place, right: Place): boolean {
  return left[0] < right[0] || (left[0] === right[0] && left[1] < right[1])
}

/** The last place in the input up to which a repair changes nothing. */
function changedPlace(repair: Repair): Place {
  const { action, index } = repair
  if (action === 'drop-marker' || action === 'disable-thinking') return NOWHERE
  if (action === 'declare-tool') return [-1, -1]
  if (action === 'insert-result') return [index, END]
  if (action === 'move-part' && repair.to !== index) return [repair.to ?? -1, END]
  if (action === 'move-part') return [index, -1]
  return [index, repair.part ?? -1]
}

/** Removes white space from the end of a reply that the model is to continue. */
export function repairTrailingWhitespace(draft: Draft): void {
  const parts = draft.messages.map((message) => message.parts.map(({ value }) => value))
  const found = finalText(draft.messages, parts)
  const message = found === null ? undefined : draft.messages[found.index]
  const slot = message?.parts.at(-1)
  if (found === null || message === undefined || slot === undefined) return
  const text = found.text.trimEnd()
  if (text === found.text || slot.value.type !== 'text') return
  slot.value = { ...slot.value, text }
  message.changed = true
  draft.repairs.push({
    rule: 'trailing-whitespace',
    action: 'trim-text',
    index: message.index,
    part: slot.part,
    ids: [],
    text,
    reason: 'A final reply does not end with white space.',
  })
}
