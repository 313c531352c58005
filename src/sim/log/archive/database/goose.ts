import type { Json } from '../../../../engine/index.ts'
import { groupsOf, jsonIn, rowsOf, textIn, written } from './store.ts'
import type { Store } from './store.ts'

/** Goose: a row for each message, and for each session with its model. */
export const goose: Store = {
  has: { sessions: ['id'], messages: ['session_id', 'role', 'content_json'] },
  async *logs(tables, unpack) {
    const messages = await groupsOf(tables, 'messages', 'session_id', unpack)
    for await (const session of rowsOf(tables, 'sessions', unpack)) {
      const id = textIn(session('id'))
      const own = messages.get(id) ?? []
      const title = textIn(session('description')) || textIn(session('name'))
      if (own.length === 0) continue
      yield {
        id,
        title,
        text: () =>
          written({
            id,
            model_config: jsonIn(session('model_config_json'), unpack),
            conversation: own.map((row): Json => {
              return {
                id: textIn(row('message_id')),
                role: textIn(row('role')),
                created: Number(row('created_timestamp')),
                content: jsonIn(row('content_json'), unpack),
                metadata: jsonIn(row('metadata_json'), unpack),
              }
            }),
          }),
      }
    }
  },
}
