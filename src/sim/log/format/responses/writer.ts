import { toResponses } from '../../../../engine/index.ts'
import type { Json, Message } from '../../../../engine/index.ts'
import type { Trace, Usage } from '../../../trace/trace.ts'
import { Identifiers, mainTurns } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

/**
 * Requests to the OpenAI Responses API and their responses, one of each per line: every request continues the previous
 * response and contains only new items, every response has its usage. If the last request has no response, it is
 * missing. The format cannot express `is_error`, injections, sub-agents and tokens written to the cache.
 */
export const writeOpenAiResponses: Writer = (trace) => {
  const ids = new Identifiers(`${trace.source.name} ${trace.source.seed ?? ''}`)
  const lines: Json[] = []
  let previous: string | null = null
  for (const turn of mainTurns(trace)) {
    const model = turn.model === null ? {} : { model: turn.model }
    const request = {
      ...model,
      ...around(trace),
      input: itemsOf(turn.inputs.map((index) => trace.messages[index])),
      ...(previous !== null && { previous_response_id: previous }),
    }
    const reply = turn.response === null ? undefined : trace.messages[turn.response]
    if (reply === undefined) {
      lines.push({ request })
      continue
    }
    previous = ids.short('resp')
    const response: Json = {
      id: previous,
      object: 'response',
      ...(turn.time !== null && { created_at: turn.time / 1000 }),
      status: 'completed',
      ...model,
      output: outputOf(reply, ids),
      ...(turn.usage && { usage: responsesUsage(turn.usage) }),
    }
    lines.push({ request, response })
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Messages as items; missing ones are left out. */
export function itemsOf(messages: readonly (Message | undefined)[]): readonly Json[] {
  const { input } = toResponses({ messages: messages.filter((message) => message !== undefined) })
  return typeof input === 'string' ? [input] : input.map((item) => ({ ...item }))
}

/** The shape of `usage` in a response. */
export function responsesUsage({ input, output, cacheRead }: Usage): Json {
  return {
    input_tokens: input,
    ...(cacheRead !== null && { input_tokens_details: { cached_tokens: cacheRead } }),
    ...(output !== null && { output_tokens: output, total_tokens: input + output }),
  }
}

/** The fields that every request repeats. */
function around({ system, tools }: Trace): { readonly [key: string]: Json } {
  const { instructions, tools: declared } = toResponses({ system, tools, messages: [] })
  return {
    ...(instructions !== undefined && { instructions }),
    ...(declared !== undefined && { tools: declared }),
  }
}

/** Items of a response have an id and the status `completed`. */
function outputOf(reply: Message, ids: Identifiers): readonly Json[] {
  return itemsOf([reply]).map((item) => {
    const type = (item as { readonly type?: string }).type ?? 'message'
    const id = ids.short(type === 'message' ? 'msg' : type === 'reasoning' ? 'rs' : 'fc')
    return { id, ...(type === 'reasoning' ? {} : { status: 'completed' }), ...(item as object) }
  })
}
