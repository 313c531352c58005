import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A session of Google's Agent Development Kit: its events, or a list of them. */
export const adk: Container = {
  name: 'a session of the Agent Development Kit',
  keys: ['events', 'author'],
  open: ofWhole((value) => {
    const events = isList(value) ? value : listAt(value, 'events')
    const own = events.filter(
      (event) => isList(at(event, 'content', 'parts')) && at(event, 'author') !== undefined,
    )
    if (own.length === 0) return []
    // a piece of a reply comes again with the whole
    const whole = own.filter((event) => at(event, 'partial') !== true)
    return [{ id: at(value, 'id') ?? null, messages: whole.flatMap(messagesOf) }]
  }),
}

/** An event as messages: its results, and what was said and called. */
export function messagesOf(event: Json): readonly Json[] {
  const parts = listAt(event, 'content', 'parts')
  const either = (part: Json, camel: string, snake: string): Json | undefined =>
    at(part, camel) ?? at(part, snake)
  const timestamp = at(event, 'timestamp')
  const results = parts.flatMap((part): readonly Json[] => {
    const result = either(part, 'functionResponse', 'function_response')
    if (!isRecord(result)) return []
    const response = at(result, 'response')
    const output = at(response, 'output')
    const isAll = isRecord(response) && Object.keys(response).length === 1 && output !== undefined
    const told = asText(isAll ? output : response)
    return [resultOf(at(result, 'id'), told, { name: at(result, 'name'), timestamp })]
  })
  const calls = parts.flatMap((part): readonly Json[] => {
    const call = either(part, 'functionCall', 'function_call')
    return isRecord(call) ? [callOf(at(call, 'id'), at(call, 'name'), at(call, 'args'))] : []
  })
  const said = parts
    .filter((part) => at(part, 'thought') !== true)
    .flatMap((part) => textOf(at(part, 'text')) ?? [])
  const thoughts = parts
    .filter((part) => at(part, 'thought') === true)
    .flatMap((part) => textOf(at(part, 'text')) ?? [])
  if (said.length + calls.length + thoughts.length === 0) return results
  const usage = at(event, 'usageMetadata') ?? at(event, 'usage_metadata')
  const count = (camel: string, snake: string): Json | undefined => at(usage, camel) ?? at(usage, snake)
  const output = count('candidatesTokenCount', 'candidates_token_count')
  const thought = count('thoughtsTokenCount', 'thoughts_token_count')
  const isUser = at(event, 'author') === 'user' || at(event, 'content', 'role') === 'user'
  const own = chatMessage(isUser ? 'user' : 'assistant', {
    content: said.join('\n\n'),
    thoughts,
    calls,
    timestamp,
    ...(!isUser && {
      model: at(event, 'modelVersion') ?? at(event, 'model_version'),
      usage: usageWithin(
        count('promptTokenCount', 'prompt_token_count'),
        count('cachedContentTokenCount', 'cached_content_token_count'),
        // only Gemini counts thoughts apart
        typeof output === 'number' && typeof thought === 'number' && at(event, 'author') !== undefined
          ? output + thought
          : output,
      ),
    }),
  })
  return [...results, own]
}
