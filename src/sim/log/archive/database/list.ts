import type { Unpack } from '../packing/unpack.ts'
import { adk } from './adk.ts'
import { amazonQ } from './amazon-q.ts'
import { anyTable } from './any-table.ts'
import { cursor } from './cursor.ts'
import { editor } from './editor.ts'
import { goose } from './goose.ts'
import { llm } from './llm.ts'
import { openWebUi } from './open-webui.ts'
import { openCode } from './opencode.ts'
import type { Store, StoredLog, Tables } from './store.ts'
import { zed } from './zed.ts'

/** The first one with conversations counts. */
const STORES: readonly Store[] = [
  openCode,
  goose,
  zed,
  llm,
  adk,
  cursor,
  editor,
  openWebUi,
  ...amazonQ,
  anyTable,
]

/** The conversations in a database, in its order; empty if there are none that are known. */
export async function storedLogs(tables: Tables, unpack: Unpack): Promise<readonly StoredLog[]> {
  for (const { has, logs } of STORES) {
    const isOwn = Object.entries(has).every(([table, columns]) =>
      columns.every((column) => tables.get(table)?.columns.includes(column) === true),
    )
    const found: StoredLog[] = []
    if (isOwn) for await (const log of logs(tables, unpack)) found.push(log)
    if (found.length > 0) return found
  }
  return []
}
