import { partsOf } from '../../../../engine/internal.ts'
import type { Json, Message, ToolResultPart } from '../../../../engine/index.ts'
import type { TraceTurn, Usage } from '../../../trace/trace.ts'
import { anthropicPart, callNames, Identifiers, mainMessages } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

/**
 * Messages as LangChain dumps those of an Anthropic model: constructors with their keyword arguments, calls both in the
 * content and in `tool_calls`, the whole prompt in `usage_metadata`. The format cannot express tools, times, injections
 * and sub-agents.
 */
export const writeLangChain: Writer = (trace) => {
  const ids = new Identifiers(`${trace.source.name} ${trace.source.seed ?? ''}`)
  const names = callNames(trace.messages)
  const written: Json[] =
    trace.system === '' ? [] : [constructorOf('SystemMessage', 'system', ids, { content: trace.system })]
  for (const { message, turn } of mainMessages(trace)) {
    if (message.role === 'assistant') written.push(replyOf(message, turn, ids))
    else for (const one of inputsOf(message, names, ids)) written.push(one)
  }
  return `${JSON.stringify(written, null, 2)}\n`
}

function constructorOf(
  name: string,
  type: string,
  ids: Identifiers,
  fields: { readonly [key: string]: Json },
): Json {
  return {
    id: ['langchain', 'schema', 'messages', name],
    kwargs: { ...fields, id: ids.uuid(type), type },
    lc: 1,
    type: 'constructor',
  }
}

function replyOf(message: Message, turn: TraceTurn, ids: Identifiers): Json {
  const { content } = message
  const calls = partsOf(message).flatMap((part) =>
    part.type === 'tool_use' ? [{ args: part.input, id: part.id, name: part.name, type: 'tool_call' }] : [],
  )
  return constructorOf('AIMessage', 'ai', ids, {
    content: typeof content === 'string' ? content : content.map(anthropicPart),
    invalid_tool_calls: [],
    response_metadata: {
      ...(turn.model !== null && { model: turn.model, model_name: turn.model }),
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    },
    tool_calls: calls,
    ...(turn.usage && { usage_metadata: usageOf(turn.usage) }),
  })
}

/** A message per result, then the rest of the message. */
function inputsOf(message: Message, names: ReadonlyMap<string, string>, ids: Identifiers): readonly Json[] {
  const { role, content } = message
  const [name, type] =
    role === 'system' ? (['SystemMessage', 'system'] as const) : (['HumanMessage', 'human'] as const)
  if (typeof content === 'string') return [constructorOf(name, type, ids, { content })]
  const results = content.flatMap((part) => (part.type === 'tool_result' ? [resultOf(part, names, ids)] : []))
  const rest = content.filter((part) => part.type !== 'tool_result')
  if (rest.length === 0 && results.length > 0) return results
  return [...results, constructorOf(name, type, ids, { content: rest.map(anthropicPart) })]
}

function resultOf(part: ToolResultPart, names: ReadonlyMap<string, string>, ids: Identifiers): Json {
  const name = names.get(part.tool_use_id)
  return constructorOf('ToolMessage', 'tool', ids, {
    content: typeof part.content === 'string' ? part.content : part.content.map(anthropicPart),
    ...(name !== undefined && { name }),
    status: part.is_error === true ? 'error' : 'success',
    tool_call_id: part.tool_use_id,
  })
}

function usageOf({ input, output, cacheRead, cacheWrite }: Usage): Json {
  return {
    input_token_details: {
      ...(cacheWrite !== null && { cache_creation: cacheWrite }),
      ...(cacheRead !== null && { cache_read: cacheRead }),
    },
    input_tokens: input,
    ...(output !== null && { output_tokens: output, total_tokens: input + output }),
  }
}
