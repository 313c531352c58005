import { partsOf } from './message.ts'
import type { Message, Part } from './message.ts'

/** Gives every call of a conversation a unique id, message by message. */
export interface CallNames {
  /** The message with unique ids; the same object if none changed. */
  take(message: Message): Message
  /** The current replacement for `id`: that of the last call with this id. */
  of(id: string): string
}

/**
 * Some clients count ids again from the start in each reply, or reuse them between conversations. Anthropic rejects
 * that, and pairs could no longer be told apart. A call whose id was used before gets a new one, and so do the results
 * that follow it.
 */
export function callNames(): CallNames {
  const used = new Set<string>()
  const current = new Map<string, string>()
  /** The next number of an id: clients that always give the same one would else have all of them tried each time. */
  const numbers = new Map<string, number>()
  const of = (id: string): string => current.get(id) ?? id

  function fresh(id: string): string {
    let number = numbers.get(id) ?? 2
    while (used.has(`${id}_${number}`)) number += 1
    numbers.set(id, number)
    return `${id}_${number}`
  }

  return {
    of,
    take(message) {
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
        const id = of(part.tool_use_id)
        if (id === part.tool_use_id) return part
        changed = true
        return { ...part, tool_use_id: id }
      })
      return changed ? { ...message, content: parts } : message
    },
  }
}
