import type { Json } from '../../../../engine/index.ts'
import { recordOf } from '../../json/guard.ts'
import { byTime, groupsOf, jsonIn, rowsOf, textIn, written } from './store.ts'
import type { Store } from './store.ts'

/** OpenCode from version 1.2 on: a row for each message and for each of its parts. */
export const openCode: Store = {
  has: { session: ['id'], message: ['session_id', 'data'], part: ['message_id', 'data'] },
  async *logs(tables, unpack) {
    const messages = await groupsOf(tables, 'message', 'session_id', unpack)
    const parts = await groupsOf(tables, 'part', 'message_id', unpack)
    for await (const session of rowsOf(tables, 'session', unpack)) {
      const [id, title] = [textIn(session('id')), textIn(session('title'))]
      const own = messages.get(id) ?? []
      if (own.length === 0) continue
      yield {
        id,
        title,
        text: () =>
          written([
            { type: 'session.updated', properties: { info: { id, title } } },
            ...own.toSorted(byTime('time_created')).flatMap((message): Json[] => {
              const messageID = textIn(message('id'))
              const info = { ...recordOf(jsonIn(message('data'), unpack)), id: messageID, sessionID: id }
              return [
                { type: 'message.updated', properties: { info } },
                ...(parts.get(messageID) ?? []).toSorted(byTime('time_created')).map((row): Json => {
                  const part = {
                    ...recordOf(jsonIn(row('data'), unpack)),
                    id: textIn(row('id')),
                    messageID,
                    sessionID: id,
                  }
                  return { type: 'message.part.updated', properties: { part } }
                }),
              ]
            }),
          ]),
      }
    }
  },
}
