import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, injectedMessage, resultOf, usageBeside } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** Events of a session of Claude's Managed Agents, as the API lists or streams them, one by one or in a page. */
export const managedAgents: Container = {
  name: 'the events of a session of Claude’s Managed Agents',
  keys: ['processed_at', 'raw', 'data'],
  open({ records }) {
    const events = records.flatMap(eventsIn)
    return events.some(({ value }) => AGENT.has(at(value, 'type'))) ? messagesOf(events) : []
  },
}

const CALLS: ReadonlySet<Json | undefined> = new Set([
  'agent.tool_use',
  'agent.mcp_tool_use',
  'agent.custom_tool_use',
])

/** Signs of such a session. */
const AGENT: ReadonlySet<Json | undefined> = new Set(['agent.message', ...CALLS])

/** Some keep each event in a record of their own. */
function eventsIn(record: LogRecord): readonly LogRecord[] {
  const { value } = record
  const list = isList(value) ? value : (at(value, 'data') ?? value)
  return (isList(list) ? list : [list])
    .map((one) => ({ ...record, value: at(one, 'raw') ?? one }))
    .filter((one) => at(one.value, 'processed_at') !== undefined)
}

function messagesOf(events: readonly LogRecord[]): readonly LogRecord[] {
  const made: LogRecord[] = []
  let words: Json[] = []
  let calls: Json[] = []
  const finish = (record: LogRecord, usage?: Json): void => {
    if (words.length + calls.length === 0) return
    const said = { content: words, calls, usage, timestamp: at(record.value, 'processed_at') }
    made.push({ ...record, value: chatMessage('assistant', said) })
    words = []
    calls = []
  }
  for (const record of events) {
    const { value } = record
    const type = at(value, 'type')
    const content = at(value, 'content')
    if (type === 'agent.message') words.push(...listAt(value, 'content'))
    else if (CALLS.has(type)) calls.push(callOf(at(value, 'id'), at(value, 'name'), at(value, 'input')))
    else if (type === 'span.model_request_end') {
      finish(record, usageBeside(at(value, 'model_usage')))
    } else {
      const own = inputOf(value, type, content)
      if (own === null) continue
      finish(record)
      made.push({ ...record, value: own })
    }
  }
  const last = events.at(-1)
  if (last !== undefined) finish(last)
  return made
}

/** What an event adds to the prompt; null for states, spans and the user's permissions. */
function inputOf(event: Json, type: Json | undefined, content: Json | undefined): Json | null {
  const timestamp = at(event, 'processed_at')
  switch (type) {
    case 'user.message':
      return chatMessage('user', { content: content ?? '', timestamp })
    case 'user.define_outcome': {
      const texts = [at(event, 'description'), at(event, 'rubric', 'content')].flatMap(
        (one) => textOf(one) ?? [],
      )
      return chatMessage('user', { content: texts.join('\n\n'), timestamp })
    }
    case 'system.message':
    case 'agent.thread_message_received':
      return injectedMessage(content ?? '', timestamp)
    case 'agent.tool_result':
    case 'agent.mcp_tool_result':
    case 'user.custom_tool_result': {
      const id = ['tool_use_id', 'mcp_tool_use_id', 'custom_tool_use_id'].map((key) => at(event, key))
      const result = isList(content) ? content : asText(content)
      return resultOf(
        id.find((one) => one !== undefined),
        result,
        { timestamp },
      )
    }
    default:
      return null
  }
}
