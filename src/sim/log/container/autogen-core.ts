import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import {
  addressOf,
  asText,
  callOf,
  chatMessage,
  pictureBlock,
  resultOf,
  textBlock,
  usageWithin,
} from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** What AutoGen’s agents know: the saved state of one or of a team, and the calls that its recorder kept. */
export const autoGenCore: Container = {
  name: 'what agents of AutoGen know',
  keys: ['agent_states', 'llm_context', 'mode', 'type', 'messages'],
  open(log) {
    const [first] = log.records
    const values = log.records.map(({ value }) => value)
    const list = [values[0], at(values[0], 'messages'), values].find(isMessages)
    if (first === undefined || !isList(list)) return knownIn(log)
    return [{ ...first, value: { messages: list.flatMap(messagesOf) } }]
  },
}

const knownIn = ofEach((value) => {
  const states = at(value, 'agent_states')
  if (isRecord(states))
    return Object.entries(states).flatMap(([name, state]) =>
      contextOf(at(state, 'agent_state') ?? state, name),
    )
  return at(value, 'llm_context') === undefined ? recordedIn(value) : contextOf(value, null)
})

/** A list of messages alone. */
function isMessages(list: Json | undefined): boolean {
  return (
    isList(list) &&
    list.some((one) => at(one, 'type') === 'AssistantMessage') &&
    list.every((one) => MESSAGES.has(at(one, 'type')))
  )
}

const MESSAGES: ReadonlySet<unknown> = new Set([
  'SystemMessage',
  'UserMessage',
  'AssistantMessage',
  'FunctionExecutionResultMessage',
])

function contextOf(state: Json, id: string | null): readonly Json[] {
  const messages = listAt(state, 'llm_context', 'messages').flatMap(messagesOf)
  return messages.length === 0 ? [] : [{ id, messages }]
}

function recordedIn(record: Json): readonly Json[] {
  const messages = listAt(record, 'messages').flatMap(messagesOf)
  const response = at(record, 'response')
  if (messages.length === 0 || !isRecord(response)) return []
  const usage = usageWithin(at(response, 'usage'))
  return [{ request: { messages }, response: replyOf(response, usage) }]
}

function messagesOf(message: Json): readonly Json[] {
  const content = at(message, 'content')
  switch (at(message, 'type')) {
    case 'SystemMessage':
      return [chatMessage('system', { content: asText(content) })]
    case 'UserMessage':
      return [chatMessage('user', { content: isList(content) ? content.map(blockOf) : asText(content) })]
    case 'AssistantMessage':
      return [replyOf(message)]
    case 'FunctionExecutionResultMessage':
      return listAt(message, 'content').map((result) =>
        resultOf(at(result, 'call_id'), asText(at(result, 'content')), { name: at(result, 'name') }),
      )
    default:
      return []
  }
}

/** Words, or calls in their place. */
function replyOf(message: Json, usage?: Json): Json {
  const content = at(message, 'content')
  const thought = textOf(at(message, 'thought'))
  return chatMessage('assistant', {
    content: isList(content) ? '' : asText(content),
    thoughts: thought === undefined ? [] : [thought],
    calls: listAt(message, 'content').map((call) =>
      callOf(at(call, 'id'), at(call, 'name'), at(call, 'arguments')),
    ),
    usage,
  })
}

function blockOf(part: Json): Json {
  const data = textOf(at(part, 'data'))
  return data === undefined ? textBlock(asText(part)) : pictureBlock(addressOf(data, undefined))
}
