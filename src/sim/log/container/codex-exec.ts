import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf } from './chat-message.ts'
import { ofEach } from './container.ts'
import type { Container } from './container.ts'

/** What Codex prints for programs (`codex exec --json`): items of its work, without what the user said. */
export const codexExec: Container = {
  name: 'the output of Codex for programs',
  keys: ['item'],
  open: ofEach((event) => {
    const item = at(event, 'item')
    return at(event, 'type') === 'item.completed' && item !== undefined ? messagesOf(item) : []
  }),
}

function messagesOf(item: Json): readonly Json[] {
  const id = at(item, 'id')
  const call = (name: string, input: Json, output: Json | undefined): readonly Json[] => [
    chatMessage('assistant', { content: '', calls: [callOf(id, name, input)] }),
    resultOf(id, asText(output)),
  ]
  switch (at(item, 'type')) {
    case 'agent_message':
      return [chatMessage('assistant', { content: asText(at(item, 'text')) })]
    case 'reasoning':
      return [chatMessage('assistant', { content: '', thoughts: [asText(at(item, 'text'))] })]
    case 'command_execution':
      return call('shell', { command: asText(at(item, 'command')) }, at(item, 'aggregated_output'))
    case 'file_change':
      return call('apply_patch', at(item, 'changes') ?? [], at(item, 'status'))
    case 'mcp_tool_call':
      return call(
        textOf(at(item, 'tool')) ?? 'tool',
        at(item, 'arguments') ?? {},
        at(item, 'result', 'content') ?? at(item, 'error', 'message') ?? at(item, 'status'),
      )
    case 'web_search':
      return call('web_search', { query: asText(at(item, 'query')) }, '')
    default:
      return []
  }
}
