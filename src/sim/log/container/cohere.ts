import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/**
 * A request or a response of Cohere's chat API, version 1, or its history alone: what the user says now is beside what
 * was said before. Version 2 has the messages of OpenAI's chats.
 */
export const cohere: Container = {
  name: 'a chat of Cohere',
  keys: ['chat_history', 'message', 'tool_results'],
  open: ofWhole((value) => {
    const history = isList(value) ? value : listAt(value, 'chat_history')
    if (history.length === 0 || !history.every((message) => ROLES.has(roleOf(message)))) return []
    const messages = history.flatMap(messagesOf)
    const said = textOf(at(value, 'message'))
    if (said !== undefined) messages.push({ role: 'user', content: said })
    messages.push(...resultsIn(value))
    const preamble = textOf(at(value, 'preamble'))
    const tools = listAt(value, 'tools').map(toolOf)
    const model = at(value, 'model')
    return [
      {
        ...(model !== undefined && { model }),
        ...(tools.length > 0 && { tools }),
        messages: [
          ...(preamble === undefined ? [] : [{ role: 'system', content: preamble }]),
          ...withUsage(messages, at(value, 'meta', 'tokens')),
        ],
      },
    ]
  }),
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['USER', 'user'],
  ['CHATBOT', 'assistant'],
  ['SYSTEM', 'system'],
  ['TOOL', 'tool'],
])

/** The role in capitals; empty for a message of another client's. */
function roleOf(message: Json): string {
  const isOwn = typeof at(message, 'message') === 'string' || isList(at(message, 'tool_results'))
  const role = textOf(at(message, 'role')) ?? ''
  return isOwn && /^[A-Z]/.test(role) ? role.toUpperCase() : ''
}

function messagesOf(message: Json): readonly Json[] {
  const role = ROLES.get(roleOf(message)) ?? 'user'
  if (role === 'tool') return resultsIn(message)
  // calls have no ids: a result names its call
  const calls = listAt(message, 'tool_calls').map((call) =>
    callOf(at(call, 'id'), at(call, 'name'), at(call, 'parameters')),
  )
  return [chatMessage(role, { content: asText(at(message, 'message')), calls })]
}

function resultsIn(holder: Json): readonly Json[] {
  return listAt(holder, 'tool_results').map((result) => {
    const outputs = listAt(result, 'outputs')
    const told = outputs.length === 1 ? outputs[0] : outputs
    return resultOf(at(result, 'call', 'id'), asText(told), { name: at(result, 'call', 'name') })
  })
}

function toolOf(tool: Json): Json {
  const [name, description, parameters] = ['name', 'description', 'parameter_definitions'].map((key) =>
    at(tool, key),
  )
  return {
    type: 'function',
    function: { name: name ?? '', description: description ?? '', parameters: parameters ?? {} },
  }
}

/** A response tells the size of its own call, whose reply is the last of its history. */
function withUsage(messages: readonly Json[], tokens: Json | undefined): readonly Json[] {
  const usage = usageWithin(tokens)
  const last = messages.at(-1)
  if (usage === undefined || last === undefined || at(last, 'role') !== 'assistant') return messages
  return [...messages.slice(0, -1), { ...(last as { readonly [key: string]: Json }), usage }]
}
