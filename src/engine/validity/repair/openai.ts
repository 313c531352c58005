import { callsOf, contentPartsOf, typeOfPart, mayHold, isKnownRole, saysOtherwise } from '../rule/openai.ts'
import type { OpenAiCall } from '../rule/openai.ts'
import type { OpenAiMessage } from '../../core/message/request.ts'
import type { Repair, RepairAction } from '../rule/violation.ts'
import { IN_ORDER, MADE_UP_RESULT, numbered } from './pairs.ts'
import { REMOVED } from './roles.ts'

/** A message during the repair. `index` is its place in the input. */
interface Slot {
  readonly index: number
  message: OpenAiMessage
  calls: CallSlot[]
}

/** A call and its place in the input: content parts count first, then calls. */
interface CallSlot {
  readonly part: number
  readonly id: string
  value: OpenAiCall
  /** The tool message that answers it. */
  answer: Slot | null
}

/** Makes a list in the OpenAI shape valid: the rules of `repairPairs` with the places of that shape. Linear. */
export function repairOpenAi(input: readonly OpenAiMessage[]): {
  messages: OpenAiMessage[]
  repairs: Repair[]
} {
  const repairs: Repair[] = []
  const slots = input.flatMap((message, index) => fitting(message, index, repairs) ?? [])
  const lost = answered(slots)
  for (const [slot, rule] of lost) {
    const ids = [slot.message.tool_call_id ?? '']
    const reason = 'No call before it waits for this result.'
    repairs.push({ rule, action: 'drop-message', index: slot.index, ids, reason })
  }
  const taken = new Set(slots.flatMap(({ calls }) => calls.map(({ id }) => id)))
  for (const slot of slots) uniqueCalls(slot, taken, repairs)
  const messages = inOrder(slots, lost, repairs)
  if (messages.length === 0) {
    const reason = 'No message was left.'
    repairs.push({
      rule: 'no-messages',
      action: 'insert-user',
      index: input.length,
      ids: [],
      text: REMOVED,
      reason,
    })
    messages.push({ role: 'user', content: REMOVED })
  }
  return { messages, repairs }
}

/** A message with only the content that its role may have; null if nothing is left. */
function fitting(message: OpenAiMessage, index: number, repairs: Repair[]): Slot | null {
  const note = (rule: string, action: RepairAction, reason: string, more: Partial<Repair> = {}): void => {
    repairs.push({ rule, action, index, ids: [], reason, ...more })
  }
  let role = message.role
  if (!isKnownRole(role)) {
    note('unknown-role', 'change-role', `There is no role ${String(role)}.`)
    role = 'user'
  }
  const content = contentPartsOf(message)
  const kept = content.filter((item, part) => {
    const type = typeOfPart(item)
    if (mayHold(role, type)) return true
    note('part-role', 'drop-part', `A message of role ${role} holds no part of type ${type}.`, { part })
    return false
  })
  const calls = callsOf(message).map((value, nth): CallSlot => {
    return { part: content.length + nth, id: value.id, value, answer: null }
  })
  if (role !== 'assistant') {
    const reason = `A message of role ${role} makes no calls.`
    for (const { part, id } of calls) note('part-role', 'drop-part', reason, { part, ids: [id] })
  }
  const own = role === 'assistant' ? calls : []
  const says = own.length > 0 || (role === 'assistant' && saysOtherwise(message))
  const stays = role === 'tool' || says || (message.reasoning_content ?? '') !== ''
  if (kept.length === 0 && !stays) {
    if (content.length + calls.length === 0) note('empty-message', 'drop-message', 'The message is empty.')
    return null
  }
  const fine = kept.length > 0 || (says && !Array.isArray(message.content))
  if (content.length === 0 && !fine) {
    note('empty-message', 'trim-text', 'A content that is missing becomes an empty text.', { text: '' })
  } else if (message.tool_calls?.length === 0) {
    note('empty-message', 'trim-text', 'A list of no calls is left out.', { text: '' })
  }
  const same = role === message.role && kept.length === content.length && own.length === calls.length
  if (same && fine && message.tool_calls?.length !== 0) return { index, message, calls: own }
  const { tool_calls: _, ...rest } = message
  const text = kept.length > 0 ? (typeof message.content === 'string' ? message.content : kept) : ''
  const changed: OpenAiMessage = { ...rest, role, content: text }
  return {
    index,
    message: own.length === 0 ? changed : { ...changed, tool_calls: own.map(({ value }) => value) },
    calls: own,
  }
}

/** Finds the answer of each call, as `repairPairs` does; returns the tool messages without a call. */
function answered(slots: readonly Slot[]): Map<Slot, string> {
  const lost = new Map<Slot, string>()
  const latest = new Map<string, { readonly reply: Slot; readonly waiting: CallSlot[]; answered: number }>()
  for (const slot of slots) {
    for (const call of slot.calls) {
      const known = latest.get(call.id)
      if (known?.reply === slot) known.waiting.push(call)
      else latest.set(call.id, { reply: slot, waiting: [call], answered: 0 })
    }
    if (slot.message.role !== 'tool') continue
    const known = latest.get(slot.message.tool_call_id ?? '')
    const call = known?.waiting[known.answered]
    if (known === undefined || call === undefined) {
      lost.set(slot, known === undefined ? 'orphan-result' : 'duplicate-result')
      continue
    }
    call.answer = slot
    known.answered += 1
  }
  return lost
}

/** Of two calls with one id in a reply, the later is renamed with its answer, or removed as a copy if it has none. */
function uniqueCalls(slot: Slot, taken: Set<string>, repairs: Repair[]): void {
  const seen = new Map<string, number>()
  const { index } = slot
  const kept = slot.calls.filter((call) => {
    const nth = seen.get(call.id)
    seen.set(call.id, nth ?? 2)
    if (nth === undefined) return true
    const ids = [call.id]
    if (call.answer === null) {
      const reason = 'The reply makes this call twice.'
      repairs.push({ rule: 'duplicate-call', action: 'drop-part', index, part: call.part, ids, reason })
      return false
    }
    let number = nth
    while (taken.has(numbered(call.id, number))) number += 1
    seen.set(call.id, number + 1)
    const text = numbered(call.id, number)
    taken.add(text)
    const reason = `An earlier call has the id ${call.id}.`
    const same = { rule: 'duplicate-call', action: 'rename-call', ids, text, reason } as const
    repairs.push({ ...same, index, part: call.part }, { ...same, index: call.answer.index, part: 0 })
    call.value = { ...call.value, id: text }
    call.answer.message = { ...call.answer.message, tool_call_id: text }
    return true
  })
  if (seen.size === slot.calls.length) return
  slot.calls = kept
  slot.message = { ...slot.message, tool_calls: kept.map(({ value }) => value) }
}

/**
 * Puts every answer right after its reply. If one came too late or is missing, those of the calls before it go first:
 * answers are in the order of the calls up to the last one that was moved or made up.
 */
function inOrder(
  slots: readonly Slot[],
  lost: ReadonlyMap<Slot, string>,
  repairs: Repair[],
): OpenAiMessage[] {
  /** For each tool message, the message before its run. */
  const runs = new Map<Slot, Slot>()
  let before: Slot | null = null
  for (const slot of slots) {
    if (slot.message.role !== 'tool') before = slot
    else if (before !== null) runs.set(slot, before)
  }
  const placed = new Set<Slot>()
  const messages: OpenAiMessage[] = []
  for (const slot of slots) {
    if (lost.has(slot) || placed.has(slot)) continue
    messages.push(slot.message)
    const isInPlace = ({ answer }: CallSlot): boolean => answer !== null && runs.get(answer) === slot
    const settled = slot.calls.findLastIndex((call) => !isInPlace(call))
    for (const call of slot.calls.slice(0, settled + 1)) {
      const { id, value, answer } = call
      const rule = 'unanswered-call'
      if (answer === null) {
        const reason = `No result of the call ${id} is there.`
        const { index } = slot
        repairs.push({ rule, action: 'insert-result', index, ids: [value.id], text: MADE_UP_RESULT, reason })
        messages.push({ role: 'tool', tool_call_id: value.id, content: MADE_UP_RESULT })
      } else {
        const reason = isInPlace(call) ? IN_ORDER : `The result of the call ${id} comes too late.`
        const { index } = answer
        repairs.push({ rule, action: 'move-part', index, part: 0, to: slot.index, ids: [id], reason })
        placed.add(answer)
        messages.push(answer.message)
      }
    }
  }
  return messages
}
