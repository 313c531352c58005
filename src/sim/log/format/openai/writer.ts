import { toOpenAi } from '../../../../engine/index.ts'
import type { Json } from '../../../../engine/index.ts'
import type { TraceTurn, Usage } from '../../../trace/trace.ts'
import { mainMessages } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

/**
 * An OpenAI chat: messages, tools, and beside each reply (`extra`, as mini-swe-agent writes it) its time, model and
 * usage if the trace has them. The format cannot express signatures, `is_error`, injections and sub-agents.
 */
export const writeOpenAi: Writer = (trace) => {
  const written = mainMessages(trace)
  const request = toOpenAi({
    system: trace.system,
    tools: trace.tools,
    messages: written.map(({ message }) => message),
  })
  const turns = written.filter(({ message }) => message.role === 'assistant').map(({ turn }) => turn)
  let replies = 0
  const messages = request.messages.map((message) => {
    if (message.role !== 'assistant') return message
    const extra = extraOf(turns[replies++])
    return extra === null ? message : { ...message, extra }
  })
  const tools = request.tools !== undefined && request.tools.length > 0 ? { tools: request.tools } : {}
  return `${JSON.stringify({ ...tools, messages }, null, 2)}\n`
}

function extraOf(turn: TraceTurn | undefined): Json {
  if (!turn || (turn.time === null && turn.usage === null && turn.model === null)) return null
  return {
    response: {
      ...(turn.model !== null && { model: turn.model }),
      object: 'chat.completion',
      ...(turn.usage && { usage: usageOf(turn.usage) }),
    },
    ...(turn.time !== null && { timestamp: turn.time / 1000 }),
  }
}

function usageOf({ input, output, cacheRead, cacheWrite }: Usage): Json {
  return {
    prompt_tokens: input,
    ...(output !== null && { completion_tokens: output, total_tokens: input + output }),
    ...(cacheRead !== null && { prompt_tokens_details: { cached_tokens: cacheRead } }),
    ...(cacheWrite !== null && { cache_creation_input_tokens: cacheWrite }),
  }
}
