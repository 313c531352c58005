import { at, isList, textOf } from '../../json/guard.ts'
import { jsonIn, rowsOf, textIn, written } from './store.ts'
import type { Store } from './store.ts'

/** Editors like VS Code: values by their keys. */
export const editor: Store = {
  has: { itemtable: ['key', 'value'] },
  async *logs(tables, unpack) {
    for await (const row of rowsOf(tables, 'itemtable', unpack)) {
      const key = textIn(row('key'))
      const lists = LISTS_BY_KEY.get(key)
      if (lists === undefined) continue
      const value = jsonIn(row('value'), unpack)
      const found = lists === '' ? value : at(value, lists)
      for (const [nth, chat] of (isList(found) ? found : []).entries())
        yield {
          id: textOf(at(chat, 'sessionId')) ?? textOf(at(chat, 'tabId')) ?? String(nth + 1),
          title: textOf(at(chat, 'customTitle')) ?? textOf(at(chat, 'chatTitle')) ?? '',
          text: () => written(chat),
        }
    }
  },
}

/** The keys below which there are conversations, and the list in their values: Copilot's, and Cursor's first ones. */
const LISTS_BY_KEY: ReadonlyMap<string, string> = new Map([
  ['interactive.sessions', ''],
  ['workbench.panel.aichat.view.aichat.chatdata', 'tabs'],
])
