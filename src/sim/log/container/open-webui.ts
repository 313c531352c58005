import { at } from '../json/guard.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** An export of Open WebUI: each chat has its messages as a list, and again as a tree, which is left alone. */
export const openWebUi: Container = {
  name: 'an export of Open WebUI',
  keys: ['chat'],
  open: ofEach((value) => {
    const messages = listAt(value, 'chat', 'messages').filter((one) => typeof at(one, 'role') === 'string')
    return messages.length === 0 ? [] : [{ id: at(value, 'title') ?? null, messages }]
  }),
}
