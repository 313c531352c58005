import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import {
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

/** A trajectory in the Agent Trajectory Interchange Format, as Harbor, Terminal-Bench and Copilot export it. */
export const atif: Container = {
  name: 'a trajectory in the Agent Trajectory Interchange Format',
  keys: ['schema_version'],
  open: ofEach((value) => {
    const version = textOf(at(value, 'schema_version')) ?? ''
    const steps = listAt(value, 'steps')
    if (!version.startsWith('ATIF') || steps.length === 0) return []
    const model = at(value, 'agent', 'model_name')
    const tools = listAt(value, 'agent', 'tool_definitions')
    return [
      {
        id: at(value, 'session_id') ?? null,
        ...(model !== undefined && { model }),
        ...(tools.length > 0 && { tools }),
        messages: steps.flatMap((step) => messagesOf(step, model)),
      },
    ]
  }),
}

/** What a step says and calls, then what was observed: the results of its calls, or news from outside. */
function messagesOf(step: Json, model: Json | undefined): readonly Json[] {
  const source = at(step, 'source')
  const role = source === 'agent' ? 'assistant' : source === 'system' ? 'system' : 'user'
  const timestamp = at(step, 'timestamp')
  const calls = listAt(step, 'tool_calls')
  const thought = textOf(at(step, 'reasoning_content'))
  const content = contentOf(at(step, 'message'))
  const metrics = at(step, 'metrics')
  const own =
    content === '' && calls.length === 0 && thought === undefined
      ? []
      : [
          chatMessage(role, {
            content,
            thoughts: thought === undefined ? [] : [thought],
            calls: calls.map((call) =>
              callOf(at(call, 'tool_call_id'), at(call, 'function_name'), at(call, 'arguments')),
            ),
            timestamp,
            ...(role === 'assistant' && {
              model: at(step, 'model_name') ?? model,
              usage: usageWithin(metrics),
            }),
          }),
        ]
  const results = listAt(step, 'observation', 'results').flatMap((result): readonly Json[] => {
    const seen = contentOf(at(result, 'content'))
    const id = textOf(at(result, 'source_call_id'))
    if (id !== undefined || calls.length === 1) return [resultOf(id, seen, { timestamp })]
    return seen === '' ? [] : [chatMessage('user', { content: seen, timestamp })]
  })
  return [...own, ...results]
}

/** A text, or a list of texts and pictures. */
function contentOf(value: Json | undefined): Json {
  if (!isList(value)) return asText(value)
  return value.map((part): Json => {
    const path = textOf(at(part, 'source', 'path')) ?? textOf(at(part, 'source', 'url'))
    if (at(part, 'type') === 'image' && path !== undefined) return pictureBlock(path)
    return textBlock(asText(at(part, 'text') ?? part))
  })
}
