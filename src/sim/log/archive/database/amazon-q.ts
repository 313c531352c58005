import { rowsOf, storedText, textIn } from './store.ts'
import type { Store } from './store.ts'

/** Amazon Q and Kiro on the command line: each conversation is a value in a row, in two tables by their age. */
export const amazonQ: readonly Store[] = [
  rowsAsLogs('conversations_v2', 'conversation_id'),
  rowsAsLogs('conversations', 'key'),
]

/** The key is the folder in which the program ran. */
function rowsAsLogs(table: string, id: string): Store {
  return {
    has: { [table]: ['value', 'key', id] },
    async *logs(tables, unpack) {
      for await (const row of rowsOf(tables, table, unpack)) {
        const text = storedText(row('value'), unpack)
        yield { id: textIn(row(id)), title: textIn(row('key')), text: () => Promise.resolve(text) }
      }
    },
  }
}
