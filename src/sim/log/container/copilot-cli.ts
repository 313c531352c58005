import type { Json } from '../../../engine/index.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import {
  asText,
  callOf,
  chatMessage,
  resultOf,
  summaryOf,
  truncationOf,
  usageWithin,
} from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** The events of a session of GitHub Copilot in a terminal (`events.jsonl`), each sub-agent by itself. */
export const copilotCli: Container = {
  name: 'the events of a session of GitHub Copilot',
  keys: ['data'],
  open({ records }) {
    const agents = new Map<string, { readonly line: number; readonly column: number; messages: Json[] }>()
    let model: Json | undefined
    for (const { value, line, column } of records) {
      const data = at(value, 'data')
      model = at(data, 'newModel') ?? at(data, 'selectedModel') ?? model
      const messages = messagesOf(value, data ?? null, at(data, 'model') ?? model)
      const name = textOf(at(value, 'agentId')) ?? textOf(at(data, 'parentToolCallId')) ?? ''
      if (at(value, 'type') === 'assistant.usage') use(agents.get(name)?.messages ?? [], data ?? null)
      if (messages.length === 0) continue
      const agent = agents.get(name) ?? { line, column, messages: [] }
      agents.set(name, agent)
      agent.messages.push(...messages)
    }
    return [...agents.values()].map(({ messages, ...place }) => ({ value: { messages }, ...place }))
  },
}

/** The usage of the newest reply, which comes after it. */
function use(messages: Json[], data: Json): void {
  const index = messages.findLastIndex((message) => at(message, 'role') === 'assistant')
  const reply = messages[index]
  const usage = usageWithin(data)
  if (usage === undefined || !isRecord(reply) || at(reply, 'usage') !== undefined) return
  messages[index] = { ...reply, usage, model: at(data, 'model') ?? at(reply, 'model') ?? null }
}

function messagesOf(event: Json, data: Json, model: Json | undefined): readonly Json[] {
  const timestamp = at(event, 'timestamp')
  const content = asText(at(data, 'content'))
  switch (at(event, 'type')) {
    case 'system.message':
      return [chatMessage('system', { content })]
    case 'user.message':
      return [chatMessage('user', { content: textOf(at(data, 'transformedContent')) ?? content, timestamp })]
    case 'assistant.message': {
      const thought = textOf(at(data, 'reasoningText'))
      const calls = listAt(data, 'toolRequests').map((call) =>
        callOf(at(call, 'toolCallId'), at(call, 'name'), at(call, 'arguments')),
      )
      const thoughts = thought === undefined ? [] : [thought]
      return content === '' && calls.length + thoughts.length === 0
        ? []
        : [chatMessage('assistant', { content, thoughts, calls, timestamp, model })]
    }
    case 'tool.execution_complete': {
      const result = at(data, 'result')
      const told = at(result, 'content') ?? result ?? at(data, 'error', 'message') ?? at(data, 'error')
      return [resultOf(at(data, 'toolCallId'), asText(told), { timestamp })]
    }
    case 'session.compaction_complete': {
      const summary = textOf(at(data, 'summaryContent'))
      return summary === undefined ? [] : [summaryOf(summary, at(data, 'preCompactionTokens'))]
    }
    case 'session.truncation':
      return [
        truncationOf(at(data, 'preTruncationTokensInMessages'), at(data, 'tokensRemovedDuringTruncation')),
      ]
    default:
      return []
  }
}
