import type { Part } from '../engine/index.ts'

/** The calls of a conversation, and which of them have no result yet. */
export interface CallNames {
  /** The part with the name of its call. */
  readonly take: (part: Part) => Part
  /** The first message with a call without an id, or a result that answers no call before it; null if there is none. */
  readonly unpaired: (
    messages: readonly { readonly parts: readonly { readonly part: Part }[] }[],
  ) => { readonly at: number; readonly expected: string } | null
}

/**
 * Some clients count ids again from the start in each reply, or give two calls of a reply the same. Here, where each
 * result still follows its call, every call gets a name of its own.
 */
export function callNames(): CallNames {
  const used = new Set<string>()
  const latest = new Map<string, string>()
  /** The next number of an id: clients that always give the same one would else have all of them tried each time. */
  const numbers = new Map<string, number>()
  /** Names of calls without a result, by the client's id. */
  const open = new Map<string, string[]>()
  return {
    unpaired(messages) {
      const more = new Map<string, number>()
      for (const [at, { parts }] of messages.entries())
        for (const { part } of parts) {
          if (part.type !== 'tool_use' && part.type !== 'tool_result') continue
          const id = part.type === 'tool_use' ? part.id : part.tool_use_id
          if (id === '') return { at, expected: 'a message whose calls and results have ids' }
          const change = (more.get(id) ?? 0) + (part.type === 'tool_use' ? 1 : -1)
          if ((open.get(id)?.length ?? 0) + change < 0)
            return { at, expected: `a message whose results answer calls before it, not ${id}` }
          more.set(id, change)
        }
      return null
    },
    take(part) {
      if (part.type === 'tool_use') {
        let name = part.id
        let number = numbers.get(name) ?? 2
        for (; used.has(name); number += 1) name = `${part.id}_${number}`
        numbers.set(part.id, number)
        used.add(name)
        latest.set(part.id, name)
        const waiting = open.get(part.id)
        if (waiting === undefined) open.set(part.id, [name])
        else waiting.push(name)
        return name === part.id ? part : { ...part, id: name }
      }
      if (part.type !== 'tool_result') return part
      const id = part.tool_use_id
      const name = open.get(id)?.shift() ?? latest.get(id) ?? id
      return name === id ? part : { ...part, tool_use_id: name }
    },
  }
}
