import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, callOf, chatMessage, resultOf, summaryOf } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A conversation that the command line of Amazon Q, later Kiro, saved: what was sent, each with its reply. */
export const amazonQ: Container = {
  name: 'a conversation of Amazon Q or Kiro on the command line',
  keys: ['history', 'value'],
  open: ofEach((record) => {
    // its database has the conversation as text
    const text = textOf(at(record, 'value'))
    const value = text?.includes('"history"') === true ? (valueOf(text) ?? null) : record
    const history = listAt(value, 'history')
    const sent = history.map((one) => (isList(one) ? (one[0] ?? null) : (at(one, 'user') ?? null)))
    if (!sent.some((one) => isSent(at(one, 'content')))) return []
    const [summary] = listAt(value, 'latest_summary')
    const next = at(value, 'next_message') ?? null
    const messages = history.flatMap((one, index) => [
      ...sentIn(sent[index] ?? null),
      ...replyIn(
        (isList(one) ? one[1] : at(one, 'assistant')) ?? null,
        isList(one) ? one[2] : at(one, 'request_metadata'),
      ),
    ])
    return [
      {
        id: at(value, 'conversation_id') ?? null,
        tools: Object.values(isRecord(at(value, 'tools')) ? (at(value, 'tools') as object) : {})
          .flat()
          .map(toolOf),
        messages: [
          ...(typeof summary === 'string' ? [summaryOf(summary)] : []),
          ...messages,
          ...sentIn(next),
        ],
      },
    ]
  }),
}

/** The kinds of what is sent. */
const KINDS = ['Prompt', 'ToolUseResults', 'CancelledToolUses']

function isSent(content: Json | undefined): boolean {
  return KINDS.some((kind) => isRecord(at(content, kind)))
}

/** The results of the calls before, and what the user said: a prompt, or why the calls were cancelled. */
function sentIn(message: Json): readonly Json[] {
  const timestamp = at(message, 'timestamp')
  const content = at(message, 'content')
  const around = [at(message, 'additional_context')].flatMap((text) => textOf(text) ?? [])
  return KINDS.flatMap((kind) => {
    const own = at(content, kind)
    if (!isRecord(own)) return []
    const said = [...around, ...[at(own, 'prompt')].flatMap((text) => textOf(text) ?? [])].join('\n\n')
    return [
      ...listAt(own, 'tool_use_results').map((result) =>
        resultOf(at(result, 'tool_use_id'), listAt(result, 'content').map(given).join('\n'), { timestamp }),
      ),
      ...(said === '' ? [] : [chatMessage('user', { content: said, timestamp })]),
    ]
  })
}

function given(block: Json): string {
  return asText(at(block, 'Text') ?? at(block, 'Json') ?? block)
}

function replyIn(reply: Json, about: Json | undefined): readonly Json[] {
  const own = at(reply, 'ToolUse') ?? at(reply, 'Response')
  if (!isRecord(own)) return []
  return [
    chatMessage('assistant', {
      content: asText(at(own, 'content')),
      calls: listAt(own, 'tool_uses').map((call) =>
        callOf(at(call, 'id'), at(call, 'name'), at(call, 'args')),
      ),
      model: at(about, 'model_id'),
      timestamp: at(about, 'stream_end_timestamp_ms'),
    }),
  ]
}

function toolOf(tool: Json): Json {
  const own = at(tool, 'ToolSpecification') ?? tool
  return {
    name: at(own, 'name') ?? '',
    description: at(own, 'description') ?? '',
    input_schema: at(own, 'input_schema', 'json') ?? at(own, 'input_schema') ?? {},
  }
}
