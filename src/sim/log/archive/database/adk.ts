import type { Json } from '../../../../engine/index.ts'
import { isRecord } from '../../json/guard.ts'
import { groupsOf, jsonIn, textIn, written } from './store.ts'
import type { Store } from './store.ts'

/** Google's Agent Development Kit: a row for each event of a session. */
export const adk: Store = {
  has: { sessions: ['app_name', 'id'], events: ['session_id'] },
  async *logs(tables, unpack) {
    for (const [id, events] of await groupsOf(tables, 'events', 'session_id', unpack))
      yield {
        id,
        title: '',
        text: () =>
          written({
            id,
            events: events.map((row): Json => {
              const whole = jsonIn(row('event_data'), unpack)
              if (isRecord(whole)) return whole
              return {
                id: textIn(row('id')),
                author: textIn(row('author')),
                content: jsonIn(row('content'), unpack),
                usageMetadata: jsonIn(row('usage_metadata'), unpack),
                partial: row('partial') === 1,
              }
            }),
          }),
      }
  },
}
