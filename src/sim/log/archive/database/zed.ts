import { rowsOf, storedText, textIn } from './store.ts'
import type { Store } from './store.ts'

/** Zed: a thread in a row, packed. */
export const zed: Store = {
  has: { threads: ['id', 'data_type', 'data'] },
  async *logs(tables, unpack) {
    for await (const row of rowsOf(tables, 'threads', unpack)) {
      const data = row('data')
      if (data === null) continue
      yield {
        id: textIn(row('id')),
        title: textIn(row('summary')),
        text: async () =>
          data instanceof Uint8Array && row('data_type') === 'zstd'
            ? await unpack.text('zstd', data)
            : storedText(data, unpack),
      }
    }
  },
}
