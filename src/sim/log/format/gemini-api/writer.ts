import { partsOf } from '../../../../engine/internal.ts'
import type { Json, Message, Part, ToolResultPart } from '../../../../engine/index.ts'
import { callNames, mainMessages } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'
import { googlePart } from '../gemini-cli/writer.ts'

/**
 * A request to the Gemini API: the system prompt, the tools and the contents. It cannot express usage, times, proofs of
 * the reasoning, injections and sub-agents.
 */
export const writeGeminiApi: Writer = (trace) => {
  const names = callNames(trace.messages)
  const written = mainMessages(trace)
  const model = written.findLast(({ turn }) => turn.model !== null)?.turn.model ?? null
  const functionDeclarations = trace.tools.map(({ name, description, input_schema }) => ({
    name,
    ...(description !== undefined && { description }),
    parametersJsonSchema: input_schema,
  }))
  const request: Json = {
    ...(model !== null && { model }),
    ...(trace.system !== '' && { systemInstruction: { parts: [{ text: trace.system }] } }),
    ...(functionDeclarations.length > 0 && { tools: [{ functionDeclarations }] }),
    contents: written.map(({ message }) => contentOf(message, names)),
  }
  return `${JSON.stringify(request, null, 2)}\n`
}

function contentOf(message: Message, names: ReadonlyMap<string, string>): Json {
  const role = message.role === 'assistant' ? 'model' : message.role
  return { role, parts: partsOf(message).map((part) => partOf(part, names)) }
}

function partOf(part: Part, names: ReadonlyMap<string, string>): Json {
  switch (part.type) {
    case 'thinking':
      return { text: part.thinking, thought: true }
    case 'tool_use':
      return { functionCall: { id: part.id, name: part.name, args: part.input } }
    case 'tool_result':
      return answerOf(part, names)
    case 'compaction':
      return { text: part.content }
    default:
      return googlePart(part)
  }
}

/** Pictures of a result are parts of the answer, beside its text. */
function answerOf(
  { tool_use_id, content, is_error }: ToolResultPart,
  names: ReadonlyMap<string, string>,
): Json {
  const inner = typeof content === 'string' ? [] : content
  const text =
    typeof content === 'string'
      ? content
      : inner.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  const media = inner.filter((part) => part.type !== 'text').map(googlePart)
  const response = { [is_error === true ? 'error' : 'output']: text }
  const name = names.get(tool_use_id) ?? ''
  return { functionResponse: { id: tool_use_id, name, response, ...(media.length > 0 && { parts: media }) } }
}
