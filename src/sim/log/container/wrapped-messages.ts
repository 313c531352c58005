import type { Json } from '../../../engine/index.ts'
import { at, isRecord } from '../json/guard.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Messages of which each stands in a record of its own, below `message`: one per line, or in a list. */
export const wrappedMessages: Container = {
  name: 'records with a message in each',
  keys: ['message', 'history', 'messages', 'events', 'items'],
  isGuess: true,
  open: ofEach((value) => {
    const own = messageIn(value)
    if (own.length > 0) return own
    for (const key of ['history', 'messages', 'events', 'items']) {
      const messages = listAt(value, key).flatMap(messageIn)
      if (messages.length > 0) return [{ messages }]
    }
    return []
  }),
}

function messageIn(record: Json): readonly Json[] {
  const message = at(record, 'message')
  if (!isRecord(message) || typeof at(message, 'role') !== 'string') return []
  const timestamp = at(record, 'timestamp')
  return [
    at(message, 'timestamp') === undefined && timestamp !== undefined ? { ...message, timestamp } : message,
  ]
}
