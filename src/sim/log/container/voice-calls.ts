import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A telephone call with an agent of Vapi, Retell or ElevenLabs: what was said, with the calls of tools and their results. */
export const voiceCalls: Container = {
  name: 'a telephone call of Vapi, Retell or ElevenLabs',
  keys: [
    'transcript',
    'transcript_with_tool_calls',
    'artifact',
    'messages',
    'data',
    'message',
    'call',
    'call_id',
  ],
  open: ofEach((value) => {
    for (const call of [value, at(value, 'call'), at(value, 'data'), at(value, 'message')]) {
      const said = [
        at(call, 'transcript_with_tool_calls'),
        at(call, 'transcript'),
        at(call, 'messages'),
        at(call, 'artifact', 'messages'),
      ].find((list) => isList(list) && list.some(isOwn))
      if (!isList(said)) continue
      const id = at(call, 'conversation_id') ?? at(call, 'call_id') ?? at(call, 'id')
      return [{ ...(typeof id === 'string' && { id }), messages: said.flatMap(messagesOf) }]
    }
    return []
  }),
}

/** A turn as only these have it. */
function isOwn(turn: Json): boolean {
  const role = at(turn, 'role')
  if (role === 'tool_call_invocation') return true
  const isSpoken =
    (role === 'agent' || role === 'bot' || role === 'tool_calls') &&
    ['time_in_call_secs', 'secondsFromStart', 'words'].some((key) => at(turn, key) !== undefined)
  return isSpoken || (role === 'agent' && isList(at(turn, 'tool_results')))
}

function messagesOf(turn: Json): readonly Json[] {
  const role = textOf(at(turn, 'role')) ?? 'user'
  const content = asText(at(turn, 'message') ?? at(turn, 'content') ?? at(turn, 'text'))
  const timestamp = at(turn, 'time')
  switch (role) {
    case 'tool_call_invocation':
      return [
        chatMessage('assistant', {
          content: '',
          calls: [callOf(at(turn, 'tool_call_id'), at(turn, 'name'), at(turn, 'arguments'))],
        }),
      ]
    case 'tool_calls':
      return [chatMessage('assistant', { content: '', calls: listAt(turn, 'toolCalls'), timestamp })]
    case 'tool_call_result':
      return [
        resultOf(
          at(turn, 'tool_call_id') ?? at(turn, 'toolCallId'),
          asText(at(turn, 'content') ?? at(turn, 'result')),
          { name: at(turn, 'name'), timestamp },
        ),
      ]
    case 'system':
    case 'user':
      return content === '' ? [] : [chatMessage(role, { content, timestamp })]
    default:
      return repliesOf(turn, content)
  }
}

/** ElevenLabs has calls and results in the turns of the agent. */
function repliesOf(turn: Json, content: string): readonly Json[] {
  const calls = listAt(turn, 'tool_calls').map((call) =>
    callOf(at(call, 'request_id'), at(call, 'tool_name'), at(call, 'params_as_json')),
  )
  const results = listAt(turn, 'tool_results').map((result) =>
    resultOf(at(result, 'request_id'), asText(at(result, 'result_value')), { name: at(result, 'tool_name') }),
  )
  if (content === '' && calls.length === 0) return results
  const used = at(turn, 'llm_usage', 'model_usage')
  const [named] = Object.entries(typeof used === 'object' && used !== null ? used : {})
  const usage = usageWithin(named?.[1])
  const reply = chatMessage('assistant', {
    content,
    calls,
    model: named?.[0],
    usage,
    timestamp: at(turn, 'time'),
  })
  return [reply, ...results]
}
