import type { Json } from '../../../engine/index.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A backup of LobeChat: the messages of all topics in one table, the calls of its plugins in another. */
export const lobeChat: Container = {
  name: 'a backup of LobeChat',
  keys: ['exportType', 'schemaHash', 'mode', 'state'],
  open: ofEach((value) => {
    const data = at(value, 'data') ?? at(value, 'state')
    const plugins = new Map(listAt(data, 'messagePlugins').map((plugin) => [at(plugin, 'id'), plugin]))
    const topics = new Map<string, Json[]>()
    for (const message of listAt(data, 'messages')) {
      if (textOf(at(message, 'role')) === undefined) continue
      const topic = asText(at(message, 'topicId') ?? at(message, 'sessionId'))
      const own = topics.get(topic) ?? []
      topics.set(topic, own)
      own.push(message)
    }
    return [...topics].map(([id, messages]) => ({ id, messages: messages.map(reader(messages, plugins)) }))
  }),
}

/** Reads the messages of a topic: a call is known by its reply, or by its result alone. */
function reader(
  messages: readonly Json[],
  plugins: ReadonlyMap<Json | undefined, Json>,
): (message: Json) => Json {
  const results = new Map<Json | undefined, Json[]>()
  for (const message of messages) {
    if (at(message, 'role') !== 'tool') continue
    const parent = at(message, 'parentId')
    const own = results.get(parent) ?? []
    results.set(parent, own)
    own.push(message)
  }
  const pluginOf = (message: Json): Json | undefined => {
    const own = plugins.get(at(message, 'id')) ?? at(message, 'plugin')
    return isRecord(own) ? own : undefined
  }
  const idOf = (message: Json): Json | undefined =>
    at(pluginOf(message), 'toolCallId') ?? at(message, 'tool_call_id') ?? at(message, 'id')
  return (message) => {
    const role = textOf(at(message, 'role')) ?? 'user'
    const timestamp = at(message, 'createdAt')
    const content = asText(at(message, 'content'))
    if (role === 'tool') return resultOf(idOf(message), content, { timestamp })
    if (role !== 'assistant') return chatMessage(role, { content, timestamp })
    const listed = listAt(message, 'tools')
    const calls =
      listed.length > 0
        ? listed.map((tool) => callOf(at(tool, 'id'), nameOf(tool), at(tool, 'arguments')))
        : (results.get(at(message, 'id')) ?? []).flatMap((result) => {
            const plugin = pluginOf(result)
            return plugin === undefined ? [] : [callOf(idOf(result), nameOf(plugin), at(plugin, 'arguments'))]
          })
    const told = at(message, 'metadata')
    const thought = textOf(at(message, 'reasoning', 'content'))
    return chatMessage('assistant', {
      content,
      thoughts: thought === undefined ? [] : [thought],
      calls,
      timestamp,
      model: at(message, 'model') ?? at(message, 'extra', 'fromModel'),
      usage: usageWithin(told) ?? usageWithin(at(told, 'usage')),
    })
  }
}

function nameOf(tool: Json): string {
  return asText(at(tool, 'apiName') ?? at(tool, 'name'))
}
