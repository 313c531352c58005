import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { textBlock } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Messages of which each stands in a record of its own, below `message`: one per line, or in a list. */
export const wrappedMessages: Container = {
  name: 'records with a message in each',
  keys: ['message', 'history', 'messages', 'events', 'items'],
  isGuess: true,
  open(log) {
    let calls = 0
    const called = (block: Json): Json =>
      isRecord(block) && block['type'] === 'tool_use' ? { id: `call_${(calls += 1)}`, ...block } : block
    // Continue has the thoughts of a reply in a message before it
    let thought: Json | undefined
    const said = (record: Json): readonly Json[] =>
      messageIn(record, called).flatMap((message) => {
        if (at(message, 'role') === 'thinking') {
          thought = at(message, 'content')
          return []
        }
        if (thought === undefined || at(message, 'role') !== 'assistant') return [message]
        const whole = { ...message, reasoning_content: thought }
        thought = undefined
        return [whole]
      })
    return ofEach((value) => {
      const own = said(value)
      if (own.length > 0) return own
      for (const key of ['history', 'messages', 'events', 'items']) {
        const messages = listAt(value, key).flatMap(said)
        if (messages.length > 0) return [{ messages }]
      }
      return []
    })(log)
  },
}

/** The message of a record. Cursor names who speaks beside it, and gives its calls no ids. */
function messageIn(record: Json, called: (block: Json) => Json): readonly JsonRecord[] {
  const message = at(record, 'message')
  const role = at(message, 'role') ?? at(record, 'role')
  if (!isRecord(message) || typeof role !== 'string') return []
  const timestamp = at(message, 'timestamp') ?? at(record, 'timestamp')
  const usage = at(message, 'usage') ?? at(record, 'usage')
  const content = at(message, 'content')
  // Continue has the results beside the message of their calls, and what the user referred to beside his words
  const results = listAt(record, 'toolCallStates').flatMap(resultOf)
  const given = listAt(record, 'contextItems').flatMap((item) => textOf(at(item, 'content')) ?? [])
  return [
    {
      ...message,
      role,
      ...(isList(content) && { content: [...given.map(textBlock), ...content.map(called)] }),
      ...(given.length > 0 && textOf(content) && { content: [...given, textOf(content)].join('\n\n') }),
      ...(results.length > 0 && { tool_results: results }),
      ...(timestamp !== undefined && { timestamp }),
      ...(usage !== undefined && role === 'assistant' && { usage }),
    },
  ]
}

function resultOf(state: Json): readonly Json[] {
  const texts = listAt(state, 'output').flatMap((item) => textOf(at(item, 'content')) ?? [])
  const id = at(state, 'toolCallId')
  return texts.length === 0 || id === undefined ? [] : [{ tool_call_id: id, content: texts.join('\n\n') }]
}
