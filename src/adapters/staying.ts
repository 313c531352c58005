import type { Message, Part, Role } from '../engine/index.ts'
import { textOf } from '../engine/internal.ts'
import { partsOfMessage } from './fields.ts'

/** A part that is sent whatever an edit does to it. */
export interface Staying {
  readonly part: Part
  readonly role: Role
  /** Place of its message in the conversation, and its own in that. */
  readonly nth: number
  readonly at: number
}

/** Where a part came from; null for what the engine wrote. */
type PlaceOf = (part: Part) => Pick<Staying, 'nth' | 'at'> | null

/** With the parts that stay, each in front of what came after it. */
export function withStaying(
  messages: readonly Message[],
  staying: readonly Staying[],
  placeOf: PlaceOf,
): readonly Message[] {
  return staying.reduce((list, one) => {
    const isIt = (part: Part): boolean => {
      const place = placeOf(part)
      // A mark for the cache changes nothing.
      return place?.nth === one.nth && place.at === one.at && textOf(part) === textOf(one.part)
    }
    const isAfter = (part: Part): boolean => (placeOf(part)?.nth ?? -1) >= one.nth && !isIt(part)
    const parts = list.map(partsOfMessage)
    if (parts.some((ones) => ones.some(isIt))) return list
    const after = parts.findIndex((ones) => ones.some(isAfter))
    const at = after === -1 ? list.length : after
    if (one.role === 'assistant')
      return [...list.slice(0, at), { role: 'assistant', content: [one.part] }, ...list.slice(at)]
    // The system speaks only behind the user, whose words may be older and newer ones together.
    const behind = Math.max(0, list[at]?.role === 'user' ? at : at - 1)
    const user = list.findIndex(({ role }, nth) => nth >= behind && role === 'user')
    if (user === -1) return [...list, { role: 'user', content: [one.part] }]
    return list.map((message, nth) =>
      nth === user ? { ...message, content: [...partsOfMessage(message), one.part] } : message,
    )
  }, messages)
}
