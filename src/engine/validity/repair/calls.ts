import { CALL_ID, isObject } from '../rule/anthropic.ts'
import type { Draft, DraftMessage, DraftPart } from './draft.ts'

/**
 * Writes calls as Anthropic accepts them: ids without other characters, the same for a call and its results, and an
 * object as arguments. Linear.
 */
export function repairCalls(draft: Draft): void {
  const taken = new Set<string>()
  const odd: (readonly [DraftMessage, DraftPart, string])[] = []
  for (const message of draft.messages) {
    for (const slot of message.parts) {
      const { value } = slot
      if (value.type === 'tool_use' && !isObject(value.input)) wrapInput(draft, message, slot)
      if (value.type !== 'tool_use' && value.type !== 'tool_result') continue
      const id = value.type === 'tool_use' ? value.id : value.tool_use_id
      if (CALL_ID.test(id)) taken.add(id)
      else odd.push([message, slot, id])
    }
  }
  const names = new Map<string, string>()
  const numbers = new Map<string, number>()
  for (const [message, slot, id] of odd) {
    const text = names.get(id) ?? nameOf(id, taken, numbers)
    names.set(id, text)
    taken.add(text)
    const { value, index, part } = slot
    if (value.type === 'tool_use') slot.value = { ...value, id: text }
    if (value.type === 'tool_result') slot.value = { ...value, tool_use_id: text }
    message.changed = true
    const reason = 'An id has only letters, digits, _ and -.'
    draft.repairs.push({ rule: 'call-id', action: 'rename-call', index, part, ids: [id], text, reason })
  }
}

function nameOf(id: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string {
  const plain = id.replaceAll(/[^\w-]/g, '_') || 'call'
  let nth = numbers.get(plain) ?? 1
  const name = (): string => (nth === 1 ? plain : `${plain}_${nth}`)
  while (taken.has(name())) nth += 1
  numbers.set(plain, nth)
  return name()
}

function wrapInput(draft: Draft, message: DraftMessage, slot: DraftPart): void {
  const { value, index, part } = slot
  if (value.type !== 'tool_use') return
  slot.value = { ...value, input: value.input === undefined ? {} : { arguments: value.input } }
  message.changed = true
  const reason = 'The arguments of a call are an object.'
  draft.repairs.push({ rule: 'call-input', action: 'wrap-input', index, part, ids: [value.id], reason })
}
