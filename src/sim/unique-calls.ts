import { partsOf } from '../engine/index.ts'
import type { Message, Part } from '../engine/index.ts'

/**
 * Messages in which every call has an id of its own. Some clients count ids anew in each reply or reuse
 * them between conversations; Anthropic rejects that, and pairs could no longer be told apart. A call
 * whose id was used before gets a new one, and so do the results that follow it. Messages without a
 * repeated id stay the same objects.
 */
export function uniqueCalls(messages: readonly Message[]): readonly Message[] {
  const used = new Set<string>()
  const current = new Map<string, string>()
  let renamed = false
  const result = messages.map((message): Message => {
    let changed = false
    const parts = partsOf(message).map((part): Part => {
      if (part.type === 'tool_use') {
        const id = used.has(part.id) ? fresh(part.id) : part.id
        used.add(id)
        current.set(part.id, id)
        if (id === part.id) return part
        changed = true
        return { ...part, id }
      }
      if (part.type !== 'tool_result') return part
      const id = current.get(part.tool_use_id) ?? part.tool_use_id
      if (id === part.tool_use_id) return part
      changed = true
      return { ...part, tool_use_id: id }
    })
    if (!changed) return message
    renamed = true
    return { ...message, content: parts }
  })
  return renamed ? result : messages

  function fresh(id: string): string {
    let number = 2
    while (used.has(`${id}_${number}`)) number += 1
    return `${id}_${number}`
  }
}
