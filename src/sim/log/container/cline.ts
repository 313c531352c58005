import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { asText, textBlock } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A session of Cline’s command line (`….messages.json`): Anthropic’s messages, with the usage of each reply as metrics. */
export const cline: Container = {
  name: 'a session of Cline',
  keys: ['sessionId'],
  open: ofEach((value) => {
    const messages = listAt(value, 'messages')
    const isOwn = messages.some(
      (message) => isRecord(at(message, 'metrics')) && isRecord(at(message, 'modelInfo')),
    )
    if (!isOwn) return []
    return [{ system: at(value, 'system_prompt') ?? '', messages: messages.map(messageOf) }]
  }),
}

function messageOf(message: Json): Json {
  if (!isRecord(message)) return message
  const { content, metrics, modelInfo, ...around } = message
  const model = textOf(at(modelInfo, 'id'))
  return {
    ...around,
    content: isList(content) ? content.map(blockOf) : (content ?? null),
    ...(model !== undefined && { model }),
    // the input includes what was read from the cache
    ...(isRecord(metrics) && {
      usage: {
        prompt_tokens: at(metrics, 'inputTokens') ?? null,
        completion_tokens: at(metrics, 'outputTokens') ?? null,
        prompt_tokens_details: { cached_tokens: at(metrics, 'cacheReadTokens') ?? null },
        cache_creation_input_tokens: at(metrics, 'cacheWriteTokens') ?? null,
      },
    }),
  }
}

/** Files that the user named are blocks of their own; results are values, and the model sees their JSON. */
function blockOf(block: Json): Json {
  const content = at(block, 'content')
  switch (at(block, 'type')) {
    case 'file':
      return textBlock([at(block, 'path'), content].map(asText).join('\n'))
    case 'tool_result': {
      const isValue = isList(content) && content.every((one) => at(one, 'type') === undefined)
      return isValue && isRecord(block) ? { ...block, content: JSON.stringify(content) } : block
    }
    default:
      return block
  }
}
