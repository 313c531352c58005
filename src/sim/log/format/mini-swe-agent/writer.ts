import { toOpenAi } from '../../../../engine/index.ts'
import { argumentsText, partsOf } from '../../../../engine/internal.ts'
import type { Json, Message } from '../../../../engine/index.ts'
import type { TraceTurn, Usage } from '../../../trace/trace.ts'
import { mainMessages } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

interface JsonFields {
  readonly [key: string]: Json
}

/**
 * A trajectory of mini-swe-agent: an OpenAI chat, beside each reply its completion with usage, model and time, beside
 * each result the raw output once more. The format cannot express tools, signatures, `is_error`, injections and
 * sub-agents.
 */
export const writeMiniSweAgent: Writer = (trace) => {
  const written = mainMessages(trace)
  const { messages } = toOpenAi({ system: trace.system, messages: written.map(({ message }) => message) })
  const replies = written.filter(({ message }) => message.role === 'assistant')
  let place = 0
  const spoken = messages.map((message): Json => {
    if (message.role === 'tool')
      return { ...message, extra: { raw_output: message.content ?? '', returncode: 0 } }
    if (message.role !== 'assistant') return { ...message }
    const reply = replies[place++]
    return reply ? { ...message, extra: extraOf(reply.message, reply.turn) } : { ...message }
  })
  const info = {
    model_stats: { instance_cost: 0, api_calls: replies.length },
    mini_version: '2.2.7',
    exit_status: 'Submitted',
  }
  const trajectory = {
    info,
    messages: spoken,
    trajectory_format: 'mini-swe-agent-1.1',
    instance_id: 'project__1',
  }
  return `${JSON.stringify(trajectory, null, 2)}\n`
}

function extraOf(message: Message, { time, usage, model }: TraceTurn): JsonFields {
  const actions = partsOf(message).flatMap((part) =>
    part.type === 'tool_use' ? [{ command: argumentsText(part.input), tool_call_id: part.id }] : [],
  )
  return {
    actions,
    response: {
      object: 'chat.completion',
      ...(model !== null && { model }),
      ...(usage && { usage: usageOf(usage) }),
    },
    ...(time !== null && { timestamp: time / 1000 }),
  }
}

function usageOf({ input, output, cacheRead, cacheWrite }: Usage): Json {
  return {
    prompt_tokens: input,
    ...(output !== null && { completion_tokens: output, total_tokens: input + output }),
    ...(cacheRead !== null && {
      prompt_tokens_details: { cached_tokens: cacheRead },
      prompt_cache_hit_tokens: cacheRead,
      prompt_cache_miss_tokens: Math.max(0, input - cacheRead),
    }),
    ...(cacheWrite !== null && { cache_creation_input_tokens: cacheWrite }),
  }
}
