import type { Json } from '../../../engine/index.ts'
import { at } from '../json/guard.ts'

/** The conversation that a message on a line of its own names, as rows of a database do. */
export function conversationIn(message: Json): Json | undefined {
  for (const key of ['conversation', 'session', 'thread', 'chat'])
    for (const id of [at(message, `${key}_id`), at(message, `${key}Id`)])
      if (typeof id === 'string' || typeof id === 'number') return id
  return undefined
}
