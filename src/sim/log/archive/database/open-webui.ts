import { jsonIn, rowsOf, textIn, written } from './store.ts'
import type { Store } from './store.ts'

/** Open WebUI: the chat in a row, as in an export. */
export const openWebUi: Store = {
  has: { chat: ['id', 'title', 'chat'] },
  async *logs(tables, unpack) {
    for await (const row of rowsOf(tables, 'chat', unpack)) {
      const [id, title] = [textIn(row('id')), textIn(row('title'))]
      yield { id, title, text: () => written([{ id, title, chat: jsonIn(row('chat'), unpack) }]) }
    }
  },
}
