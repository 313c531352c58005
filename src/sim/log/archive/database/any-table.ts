import type { Json } from '../../../../engine/index.ts'
import type { Cell } from '../packing/sqlite.ts'
import type { Unpack } from '../packing/unpack.ts'
import { groupsOf, written } from './store.ts'
import type { Groups, Store } from './store.ts'

/** By which columns rows belong to a conversation. */
const SESSION = [
  'session_id',
  'conversation_id',
  'thread_id',
  'chat_id',
  'sessionid',
  'conversationid',
  'threadid',
  'chatid',
]
/** Columns with what was said. */
const SAID = [
  'parts',
  'content',
  'content_json',
  'message',
  'message_data',
  'text',
  'body',
  'response',
  'assistant_response',
  'answer',
  'output',
]
/** Columns that tell who says it, or that both sides are there. */
const WHO = [
  'role',
  'sender',
  'author',
  'type',
  'message',
  'message_data',
  'prompt',
  'user_message',
  'question',
  'input',
  'is_user',
]

/** Any other: the rows of each table that has what somebody said, by conversation. */
export const anyTable: Store = {
  has: {},
  async *logs(tables, unpack) {
    for (const [name, { columns }] of tables) {
      const small = columns.map((column) => column.toLowerCase())
      const find = (names: readonly string[]): string | undefined => {
        const found = names.find((one) => small.includes(one))
        return found === undefined ? undefined : columns[small.indexOf(found)]
      }
      if (find(SAID) === undefined || find(WHO) === undefined) continue
      const session = find(SESSION)
      const groups: Groups =
        session === undefined
          ? new Map([[name, [...(tables.get(name)?.rows() ?? [])]]])
          : await groupsOf(tables, name, session, unpack)
      for (const [id, rows] of groups)
        if (rows.length > 0)
          yield {
            id,
            title: '',
            text: () =>
              written(
                rows.map((row) =>
                  Object.fromEntries(columns.map((column) => [column, plainOf(row(column), unpack)])),
                ),
              ),
          }
    }
  },
}

/** A cell as JSON has it; bytes as the text that they are. */
function plainOf(cell: Cell, unpack: Unpack): Json {
  if (!(cell instanceof Uint8Array)) return typeof cell === 'number' && !Number.isFinite(cell) ? null : cell
  return cell.includes(0) ? null : unpack.decode(cell, 'utf-8')
}
