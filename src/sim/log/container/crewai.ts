import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import type { Container } from './container.ts'

/** Events of a crew, one per line: only those of a model's call have messages. */
export const crewAi: Container = {
  name: 'events of CrewAI',
  keys: ['call_type', 'source_fingerprint'],
  open({ records }) {
    const open = new Map<Json | undefined, Json>()
    return records.flatMap((record): readonly LogRecord[] => {
      const { value } = record
      const event = at(value, 'event') ?? value
      const call = at(event, 'call_id') ?? at(event, 'agent_id')
      if (at(event, 'type') === 'llm_call_started') open.set(call, event)
      if (at(event, 'type') !== 'llm_call_completed') return []
      const sent = open.get(call) ?? event
      open.delete(call)
      return [{ ...record, value: exchangeOf(sent, event) }]
    })
  },
}

function exchangeOf(sent: Json, received: Json): Json {
  const own = at(sent, 'messages') ?? at(received, 'messages') ?? []
  const before = isList(own) ? own : [chatMessage('user', { content: own })]
  const messages = before.flatMap(messagesOf)
  const answer = at(received, 'response')
  const usage = at(received, 'usage')
  const model = at(sent, 'model') ?? at(received, 'model')
  const tools = at(sent, 'tools')
  const around = {
    model,
    timestamp: at(received, 'timestamp'),
    usage: usageWithin(usage),
  }
  const isCalls = isList(answer) && answer.some((call) => isRecord(at(call, 'function')))
  const [reply = null] = isCalls
    ? [chatMessage('assistant', { content: '', calls: answer, ...around })]
    : withAction(asText(answer), before.length, around)
  return {
    request: { messages, ...(isList(tools) && { tools }) },
    response: reply,
  }
}

function messagesOf(message: Json, index: number): readonly Json[] {
  const text = textOf(at(message, 'content'))
  return at(message, 'role') === 'assistant' && at(message, 'tool_calls') === undefined && text !== undefined
    ? withAction(text, index)
    : [message]
}

/** A call in the text of a reply; in the next request its result stands after it, in the same message. */
const ACTION =
  /^([^]*?)\n?\bAction:[ \t]*(\S[^\n]*)\n+Action Input:[ \t]*([^]*?)(?:\nObservation:[ \t]*([^]*))?$/

function withAction(
  text: string,
  place: number,
  around: Pick<Parameters<typeof chatMessage>[1], 'model' | 'timestamp' | 'usage'> = {},
): readonly Json[] {
  const [, content, name, input, observed] = ACTION.exec(text) ?? []
  if (content === undefined) return [chatMessage('assistant', { content: text, ...around })]
  const id = `action-${place}`
  const calls = [callOf(id, name?.trim(), input?.trim())]
  const said = chatMessage('assistant', { content, calls, ...around })
  return observed === undefined ? [said] : [said, resultOf(id, observed)]
}
