import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { chatMessage } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Rows of Azure’s evaluation of agents: what was asked, as a text or as messages, and the messages that answered. */
export const agentEvaluation: Container = {
  name: 'rows of Azure’s evaluation of agents',
  keys: ['query'],
  open: ofEach((row) => {
    const [query, response] = [at(row, 'query'), listAt(row, 'response')]
    if (
      !isRecord(row) ||
      response.length === 0 ||
      !response.every((one) => textOf(at(one, 'role')) !== undefined)
    )
      return []
    const asked =
      textOf(query) === undefined
        ? isList(query)
          ? query
          : []
        : [chatMessage('user', { content: query ?? '' })]
    const { query: _, response: __, tool_definitions: tools, ...rest } = row
    const messages = [...asked, ...response].map(timed)
    return [{ ...rest, ...(isList(tools) && { tools }), messages }]
  }),
}

function timed(message: Json): Json {
  const timestamp = at(message, 'createdAt')
  return isRecord(message) && timestamp !== undefined ? { ...message, timestamp } : message
}
