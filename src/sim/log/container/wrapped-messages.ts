import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord } from '../json/guard.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Messages of which each stands in a record of its own, below `message`: one per line, or in a list. */
export const wrappedMessages: Container = {
  name: 'records with a message in each',
  keys: ['message', 'history', 'messages', 'events', 'items'],
  isGuess: true,
  open(log) {
    let calls = 0
    const called = (block: Json): Json =>
      isRecord(block) && block['type'] === 'tool_use' ? { id: `call_${(calls += 1)}`, ...block } : block
    return ofEach((value) => {
      const own = messageIn(value, called)
      if (own.length > 0) return own
      for (const key of ['history', 'messages', 'events', 'items']) {
        const messages = listAt(value, key).flatMap((record) => messageIn(record, called))
        if (messages.length > 0) return [{ messages }]
      }
      return []
    })(log)
  },
}

/** The message of a record. Cursor names who speaks beside it, and gives its calls no ids. */
function messageIn(record: Json, called: (block: Json) => Json): readonly Json[] {
  const message = at(record, 'message')
  const role = at(message, 'role') ?? at(record, 'role')
  if (!isRecord(message) || typeof role !== 'string') return []
  const timestamp = at(message, 'timestamp') ?? at(record, 'timestamp')
  const content = at(message, 'content')
  return [
    {
      ...message,
      role,
      ...(isList(content) && { content: content.map(called) }),
      ...(timestamp !== undefined && { timestamp }),
    },
  ]
}
