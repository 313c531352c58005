import type { Json } from '../../../engine/index.ts'
import { at, isList, recordOf, textOf } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import {
  addressOf,
  asText,
  callOf,
  chatMessage,
  pictureBlock,
  resultOf,
  SUM_OF_RUN,
  textBlock,
  usageWithin,
} from './chat-message.ts'
import type { Container } from './container.ts'
import { joinedReplies } from './joined-replies.ts'

/** What Codex prints for programs (`codex exec --json`): items of its work, without what the user said. */
export const codexExec: Container = {
  name: 'the output of Codex for programs',
  keys: ['item'],
  open({ records }) {
    const opened: LogRecord[] = []
    let turn: LogRecord[] = []
    let turns = 0
    const end = (usage: Json | undefined): void => {
      const messages = joinedReplies(turn)
      const replies = messages.filter(({ value }) => at(value, 'role') === 'assistant')
      // it is a sum over all calls since the beginning
      const isOneCall = replies.length === 1 && !messages.some(({ value }) => at(value, 'role') === 'tool')
      const used = turns === 0 && isOneCall ? usageWithin(usage) : undefined
      for (const { value, ...place } of messages) {
        const isOnly = used !== undefined && at(value, 'role') === 'assistant'
        opened.push({ ...place, value: isOnly ? { ...recordOf(value), usage: used } : value })
      }
      const [last] = messages.slice(-1)
      if (last !== undefined && used === undefined && usage !== undefined)
        opened.push({ ...last, value: SUM_OF_RUN })
      if (replies.length > 0) turns += 1
      turn = []
    }
    const called = new Set<Json | undefined>()
    for (const { value, ...place } of records) {
      const type = at(value, 'type')
      const item = at(value, 'item')
      // another run counts its items anew
      if (type === 'thread.started') called.clear()
      if (type === 'turn.started' || type === 'turn.completed') end(at(value, 'usage'))
      if (item === undefined || (type !== 'item.started' && type !== 'item.completed')) continue
      const id = at(item, 'id')
      const call = callIn(item)
      const messages: Json[] = []
      if (call !== undefined && !called.has(id)) {
        // what it searches for is known only afterwards
        if (type === 'item.started' && at(item, 'type') === 'web_search') continue
        called.add(id)
        messages.push(chatMessage('assistant', { content: '', calls: [call] }))
      }
      if (type === 'item.completed')
        messages.push(call === undefined ? saidIn(item) : resultOf(id, outputOf(item)))
      turn.push(...messages.map((message) => ({ ...place, value: message })))
    }
    end(undefined)
    return opened
  },
}

function callIn(item: Json): Json | undefined {
  const id = at(item, 'id')
  switch (at(item, 'type')) {
    case 'command_execution':
      return callOf(id, 'shell', { command: asText(at(item, 'command')) })
    case 'file_change':
      return callOf(id, 'apply_patch', at(item, 'changes') ?? [])
    case 'mcp_tool_call':
    case 'collab_tool_call':
      return callOf(id, textOf(at(item, 'tool')) ?? 'tool', at(item, 'arguments') ?? askedOf(item))
    case 'web_search':
      return callOf(id, 'web_search', { query: asText(at(item, 'query')) })
    default:
      return undefined
  }
}

/** What one agent asks of another. */
function askedOf(item: Json): Json {
  const prompt = at(item, 'prompt')
  return prompt === undefined ? {} : { prompt }
}

function outputOf(item: Json): Json {
  switch (at(item, 'type')) {
    case 'command_execution':
      return asText(at(item, 'aggregated_output'))
    case 'web_search':
      return ''
    default: {
      const blocks = at(item, 'result', 'content')
      if (isList(blocks)) return blocks.map(blockOf)
      const told = at(item, 'error', 'message') ?? at(item, 'agents_states') ?? at(item, 'status')
      return asText(blocks ?? told)
    }
  }
}

/** A block of a result as the Model Context Protocol has it. */
function blockOf(block: Json): Json {
  const data = textOf(at(block, 'data'))
  if (at(block, 'type') === 'image' && data !== undefined)
    return pictureBlock(addressOf(data, textOf(at(block, 'mimeType'))))
  return textBlock(asText(at(block, 'text') ?? at(block, 'resource', 'text') ?? block))
}

/** What the model said or thought; a note of the client’s has a role that is counted and left out. */
function saidIn(item: Json): Json {
  switch (at(item, 'type')) {
    case 'agent_message':
      return chatMessage('assistant', { content: asText(at(item, 'text')) })
    case 'reasoning':
      return chatMessage('assistant', { content: '', thoughts: [asText(at(item, 'text'))] })
    default:
      return chatMessage(`_${asText(at(item, 'type'))}`, { content: '' })
  }
}
