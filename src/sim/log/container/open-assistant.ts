import type { Json } from '../../../engine/index.ts'
import { at } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, chatMessage } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** Trees of messages in which several people answered, whole or in rows: of each the branch of the best answers. */
export const openAssistant: Container = {
  name: 'a tree of OpenAssistant',
  keys: ['message_tree_id'],
  open({ records }) {
    const trees = new Map<string, { readonly first: LogRecord; readonly messages: Json[] }>()
    for (const record of records) {
      const id = asText(at(record.value, 'message_tree_id'))
      const own = trees.get(id) ?? { first: record, messages: [] }
      own.messages.push(...flat(at(record.value, 'prompt') ?? record.value))
      trees.set(id, own)
    }
    return [...trees.values()].flatMap(({ first, messages }) => {
      const branch = bestOf(messages)
      return branch.length === 0 ? [] : [{ ...first, value: { messages: branch } }]
    })
  },
}

function flat(message: Json): readonly Json[] {
  return [message, ...listAt(message, 'replies').flatMap(flat)]
}

function bestOf(messages: readonly Json[]): readonly Json[] {
  const branch: Json[] = []
  const rank = (message: Json): number => Number(at(message, 'rank') ?? Number.MAX_SAFE_INTEGER)
  let next = messages.filter((message) => (at(message, 'parent_id') ?? null) === null)
  for (let best = next[0]; best !== undefined; best = next.toSorted((a, b) => rank(a) - rank(b))[0]) {
    branch.push(
      chatMessage(at(best, 'role') === 'assistant' ? 'assistant' : 'user', {
        content: asText(at(best, 'text')),
        timestamp: at(best, 'created_date'),
      }),
    )
    const id = at(best, 'message_id')
    next =
      branch.length > messages.length ? [] : messages.filter((message) => at(message, 'parent_id') === id)
  }
  return branch
}
