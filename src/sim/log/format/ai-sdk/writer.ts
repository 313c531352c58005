import type { Json, Message, Part, ResultContentPart, ToolResultPart } from '../../../../engine/index.ts'
import { callNames, mainMessages } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

/**
 * Messages of the AI SDK for a model, with the tools of their request. The format cannot express usage, times,
 * injections and sub-agents.
 */
export const writeAiSdk: Writer = (trace) => {
  const names = callNames(trace.messages)
  const system: readonly Json[] = trace.system === '' ? [] : [{ role: 'system', content: trace.system }]
  const tools = trace.tools.map(({ name, description, input_schema }) => ({
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    inputSchema: input_schema,
  }))
  const messages = [...system, ...mainMessages(trace).flatMap(({ message }) => written(message, names))]
  return `${JSON.stringify({ ...(tools.length > 0 && { tools }), messages }, null, 2)}\n`
}

/** Results are a message of their own. */
function written(message: Message, names: ReadonlyMap<string, string>): readonly Json[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ role, content }]
  const results = content.flatMap((part) => (part.type === 'tool_result' ? [resultOf(part, names)] : []))
  const rest = content.filter((part) => part.type !== 'tool_result')
  const own: Json =
    role === 'system'
      ? { role, content: rest.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n') }
      : { role, content: rest.map(partOf) }
  if (results.length === 0) return [own]
  return [{ role: 'tool', content: results }, ...(rest.length === 0 ? [] : [own])]
}

function resultOf(
  { tool_use_id, content, is_error }: ToolResultPart,
  names: ReadonlyMap<string, string>,
): Json {
  const failed = is_error === true
  const output: Json =
    typeof content === 'string'
      ? { type: failed ? 'error-text' : 'text', value: content }
      : { type: 'content', value: content.map(contentPart) }
  return {
    type: 'tool-result',
    toolCallId: tool_use_id,
    toolName: names.get(tool_use_id) ?? '',
    output,
    ...(failed && { isError: true }),
  }
}

function contentPart(part: ResultContentPart): Json {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const { type, source } = part
  const kind = type === 'image' ? 'image' : 'file'
  const mediaType = source.media_type ?? (type === 'image' ? 'image/png' : 'application/pdf')
  return source.data === undefined
    ? { type: `${kind}-url`, url: source.url ?? '', mediaType }
    : { type: `${kind}-data`, data: source.data, mediaType }
}

function partOf(part: Part): Json {
  switch (part.type) {
    case 'thinking':
      return {
        type: 'reasoning',
        text: part.thinking,
        ...(part.signature !== undefined && {
          providerOptions: { anthropic: { signature: part.signature } },
        }),
      }
    case 'redacted_thinking':
      return { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: part.data } } }
    case 'tool_use':
      return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input }
    case 'image':
    case 'document':
    case 'audio': {
      const kinds = { image: 'image/png', document: 'application/pdf', audio: 'audio/wav' }
      const { data, url, media_type } = part.source
      return { type: 'file', mediaType: media_type ?? kinds[part.type], data: data ?? url ?? '' }
    }
    case 'compaction':
      return { type: 'text', text: part.content }
    case 'text':
      return { type: 'text', text: part.text }
    case 'tool_result':
      return { type: 'text', text: '' }
  }
}
