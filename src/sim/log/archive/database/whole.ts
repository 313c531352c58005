import { rowsOf, storedText, textIn } from './store.ts'
import type { Store } from './store.ts'

/** A value with everything of a conversation, in a row of its own. */
export const whole = (table: string, column: string, id: string, title: string): Store => ({
  has: { [table]: [column, id] },
  async *logs(tables, unpack) {
    for await (const row of rowsOf(tables, table, unpack)) {
      const value = row(column)
      if (value !== null)
        yield { id: textIn(row(id)), title: textIn(row(title)), text: () => storedText(value, unpack) }
    }
  },
})
