import { finalText } from '../rule/anthropic/trailing-whitespace.ts'
import type { Draft } from './draft.ts'

/** Takes the white space off the end of a reply that the model is to go on with. */
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
