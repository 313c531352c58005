import type { Part, ToolResultPart } from '../../core/message/message.ts'
import { textOf } from '../../core/message/content.ts'
import { standsRight } from '../rule/anthropic.ts'
import { isBlank, looseServerResults } from '../rule/part.ts'
import { dropParts } from './draft.ts'
import type { Draft, DraftMessage } from './draft.ts'

/**
 * Drops the parts that are not allowed where they are: blank texts, parts in a message of the wrong role, and results of
 * the provider's own tools without their call.
 */
export function repairParts(draft: Draft): void {
  const loose = looseServerResults()
  for (const message of draft.messages) {
    trimResults(draft, message)
    dropParts(draft, message, ({ value }) => {
      const fault = anthropicFault(value, message.role)
      return fault ?? (loose(value) === null ? null : ['orphan-result', 'Its call is not before it.'])
    })
  }
}

export type Fault = readonly [rule: string, reason: string] | null

function anthropicFault(part: Part, role: string): Fault {
  if (part.type === 'text' && isBlank(part.text)) return ['blank-text', 'A blank text is no content.']
  if (part.type === 'audio') return ['unknown-part', 'The provider takes no audio.']
  return standsRight(part, role) ? null : wrongRole(part, role)
}

export function wrongRole(part: Part, role: string): Fault {
  return ['part-role', `A message of role ${role} holds no part of type ${part.type}.`]
}

/** Removes blank texts from results; a result without anything left is an empty string, which is accepted. */
function trimResults(draft: Draft, message: DraftMessage): void {
  for (const slot of message.parts) {
    const { value } = slot
    if (value.type !== 'tool_result' || typeof value.content === 'string') continue
    const content = (value.content ?? []).filter((inner) => inner.type !== 'text' || !isBlank(inner.text))
    if (content.length === (value.content ?? []).length) continue
    const trimmed: ToolResultPart = { ...value, content: content.length === 0 ? '' : content }
    slot.value = trimmed
    message.changed = true
    draft.repairs.push({
      rule: 'blank-text',
      action: 'trim-text',
      index: slot.index,
      part: slot.part,
      ids: [value.tool_use_id],
      text: textOf(trimmed),
      reason: 'A blank text in a result is no content.',
    })
  }
}
