import { at, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Rows that have an item of the Responses API as text, as sessions of the Agents SDK are stored. */
export const databaseRows: Container = {
  name: 'rows of a database',
  keys: ['message_data'],
  open: ofEach((value) => {
    const item = valueOf(textOf(at(value, 'message_data')) ?? '')
    return item === undefined ? [] : [item]
  }),
}
