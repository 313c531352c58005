import type { Json } from '../../message/message.ts'
import { callsOf, contentPartsOf, typeOfPart } from '../rule/openai-message.ts'
import type { OpenAiCall } from '../rule/openai-message.ts'
import { mayHold } from '../rule/openai/part-role.ts'
import type { OpenAiMessage, Repair } from '../violation.ts'
import { NO_RESULT } from './pairs.ts'
import { REMOVED } from './roles.ts'

/** A message while its list is repaired. `index` is its place in the input. */
interface Slot {
  readonly index: number
  message: OpenAiMessage
  /** Calls with their place in the input message: content first, then calls. */
  calls: CallSlot[]
}

interface CallSlot {
  readonly part: number
  readonly id: string
  value: OpenAiCall
  answer: Slot | null
}

/** Makes a list in the OpenAI shape valid; the same laws as for the engine's shape, in the other coordinates. */
export function repairOpenAi(input: readonly OpenAiMessage[]): { messages: OpenAiMessage[]; repairs: Repair[] } {
  const repairs: Repair[] = []
  const slots = input.flatMap((message, index) => fitting(message, index, repairs) ?? [])
  const orphans = answer(slots)
  const uniqueIds = new Set(slots.flatMap(({ calls }) => calls.map(({ id }) => id)))
  const messages: OpenAiMessage[] = []
  for (const slot of slots) {
    if (slot.message.role === 'tool') {
      if (!orphans.has(slot)) continue
      const ids = [slot.message.tool_call_id ?? '']
      const reason = 'No call before it waits for this result.'
      repairs.push({ rule: 'orphan-result', action: 'drop-message', index: slot.index, ids, reason })
      continue
    }
    repairTwins(slot, uniqueIds, repairs)
    messages.push(written(slot), ...resultsOf(slot, input, repairs))
  }
  if (messages.length === 0) {
    const reason = 'No message was left.'
    repairs.push({ rule: 'no-messages', action: 'insert-user', index: input.length, ids: [], text: REMOVED, reason })
    messages.push({ role: 'user', content: REMOVED })
  }
  return { messages, repairs }
}
