import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf, recordOf } from '../json/guard.ts'
import { partsOfUsage } from '../read/usage-names.ts'
import { asText, callOf, chatMessage, mediaBlock, resultOf, usageWithin, withMedia } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A session of Google's Agent Development Kit: its events, or a list of them; or a set of conversations for its evaluation. */
export const adk: Container = {
  name: 'a session of the Agent Development Kit',
  keys: ['events', 'sessionEvents', 'author', 'eval_cases', 'evalCases'],
  open: ofWhole((value) => {
    const cases = either(value, 'evalCases', 'eval_cases')
    if (isList(cases)) return cases.flatMap(conversationOf)
    // the second name is that of Vertex AI, which keeps such sessions
    const events = isList(value) ? value : [...listAt(value, 'events'), ...listAt(value, 'sessionEvents')]
    const own = events.filter(
      (event) => isList(at(event, 'content', 'parts')) && at(event, 'author') !== undefined,
    )
    if (own.length === 0) return []
    // a piece of a reply comes again with the whole
    const whole = own.filter((event) => at(event, 'partial') !== true)
    return [{ id: at(value, 'id') ?? null, messages: whole.flatMap(messagesOf) }]
  }),
}

/** A field in either spelling. */
function either(value: Json | undefined, camel: string, snake: string): Json | undefined {
  return at(value, camel) ?? at(value, snake)
}

/** A case of an evaluation: what the user said, what was called for it, and the reply, of each turn. */
function conversationOf(value: Json): readonly Json[] {
  const messages = listAt(value, 'conversation').flatMap((turn) => {
    const said = (content: Json | undefined, author: string): readonly Json[] =>
      isRecord(content) ? messagesOf({ author, content }) : []
    const between = either(turn, 'intermediateData', 'intermediate_data')
    const listed = (camel: string, snake: string): readonly Json[] => {
      const list = either(between, camel, snake)
      return isList(list) ? list : []
    }
    // the older form has the calls, the results and the replies each in a list
    const calls = listed('toolUses', 'tool_uses').map((functionCall): Json => ({ functionCall }))
    const results = listed('toolResponses', 'tool_responses').map((functionResponse): Json => ({
      functionResponse,
    }))
    return [
      ...said(either(turn, 'userContent', 'user_content'), 'user'),
      ...listed('invocationEvents', 'invocation_events').flatMap((event) =>
        said(at(event, 'content'), 'agent'),
      ),
      ...said({ parts: calls }, 'agent'),
      ...said({ parts: results }, 'user'),
      ...listed('intermediateResponses', 'intermediate_responses').flatMap((reply) =>
        isList(reply) ? said({ parts: reply[1] ?? [] }, 'agent') : [],
      ),
      ...said(either(turn, 'finalResponse', 'final_response'), 'agent'),
    ]
  })
  return messages.length > 0 ? [{ id: either(value, 'evalId', 'eval_id') ?? null, messages }] : []
}

/** An event as messages: its results, and what was said and called. */
export function messagesOf(event: Json): readonly Json[] {
  const parts = listAt(event, 'content', 'parts')
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
  const media = parts.flatMap((part): readonly Json[] => {
    const file = either(part, 'inlineData', 'inline_data') ?? either(part, 'fileData', 'file_data')
    const place = textOf(at(file, 'data') ?? either(file, 'fileUri', 'file_uri'))
    return place === undefined ? [] : [mediaBlock(place, textOf(either(file, 'mimeType', 'mime_type')))]
  })
  if (said.length + calls.length + thoughts.length + media.length === 0) return results
  const usage = at(event, 'usageMetadata') ?? at(event, 'usage_metadata')
  const { output } = partsOfUsage(usage)
  const thought = at(usage, 'thoughtsTokenCount') ?? at(usage, 'thoughts_token_count')
  const isUser = at(event, 'author') === 'user' || at(event, 'content', 'role') === 'user'
  const own = chatMessage(isUser ? 'user' : 'assistant', {
    content: withMedia(said.join('\n\n'), media),
    thoughts,
    calls,
    timestamp,
    ...(!isUser && {
      model: at(event, 'modelVersion') ?? at(event, 'model_version'),
      usage: usageWithin({
        ...recordOf(usage),
        // only Gemini counts thoughts apart
        ...(typeof output === 'number' &&
          typeof thought === 'number' &&
          at(event, 'author') !== undefined && { completion_tokens: output + thought }),
      }),
    }),
  })
  return [...results, own]
}
