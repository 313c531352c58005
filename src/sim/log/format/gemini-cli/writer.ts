import { partsOf } from '../../../../engine/internal.ts'
import type {
  Json,
  MediaSource,
  Message,
  Milliseconds,
  Part,
  ToolCallPart,
  ToolResultPart,
} from '../../../../engine/index.ts'
import { isoOf } from '../../read/instant.ts'
import type { TraceTurn, Usage } from '../../../trace/trace.ts'
import { Identifiers, mainMessages } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

/** A result and the time at which it was sent. */
interface Answer {
  readonly part: ToolResultPart
  readonly time: Milliseconds | null
}

/**
 * A session file of the Gemini CLI: call and result in one object, the reasoning as thoughts, tokens including the
 * cached ones. The format cannot express the system prompt, tools, signatures, cache writes, injections, compactions,
 * sub-agents, and the order in which results arrived.
 */
export const writeGeminiCli: Writer = (trace) => {
  const ids = new Identifiers(`${trace.source.name} ${trace.source.seed ?? ''}`)
  const written = mainMessages(trace)
  const answers = new Map<string, Answer>()
  for (const { message, turn } of written)
    for (const part of partsOf(message))
      if (part.type === 'tool_result' && !answers.has(part.tool_use_id))
        answers.set(part.tool_use_id, { part, time: turn.time })
  const messages: Json[] = []
  for (const { message, turn } of written) {
    if (message.role === 'assistant') messages.push(replyOf(message, turn, answers, ids))
    else {
      const content = contentOf(message)
      if (content !== null) messages.push({ ...headOf(turn, ids), type: 'user', content })
    }
  }
  const times = trace.turns.flatMap(({ time }) => (time === null ? [] : [time]))
  const [first] = times
  const last = times.at(-1)
  const session: Json = {
    sessionId: ids.uuid('session'),
    projectHash: [0, 1, 2, 3].map(() => ids.short('project').slice('project_'.length)).join(''),
    ...(first !== undefined && { startTime: isoOf(first) }),
    ...(last !== undefined && { lastUpdated: isoOf(last) }),
    messages,
  }
  return `${JSON.stringify(session, null, 2)}\n`
}

function headOf({ time }: TraceTurn, ids: Identifiers): { readonly [key: string]: Json } {
  return { id: ids.uuid('message'), ...(time !== null && { timestamp: isoOf(time) }) }
}

function replyOf(
  message: Message,
  turn: TraceTurn,
  answers: ReadonlyMap<string, Answer>,
  ids: Identifiers,
): Json {
  const parts = partsOf(message)
  const thoughts = parts.flatMap((part) =>
    part.type === 'thinking' && part.thinking !== '' ? [{ subject: '', description: part.thinking }] : [],
  )
  const calls = parts.flatMap((part) =>
    part.type === 'tool_use' ? [callOf(part, answers.get(part.id))] : [],
  )
  return {
    ...headOf(turn, ids),
    type: 'gemini',
    content: contentOf(message) ?? '',
    thoughts,
    tokens: turn.usage ? tokensOf(turn.usage) : null,
    ...(turn.model !== null && { model: turn.model }),
    ...(calls.length > 0 && { toolCalls: calls }),
  }
}

function callOf({ id, name, input }: ToolCallPart, answer: Answer | undefined): Json {
  const common = { id, name, args: input }
  const shown = { displayName: name, description: '', renderOutputAsMarkdown: false }
  if (!answer) return { ...common, status: 'executing', ...shown }
  const { part, time } = answer
  const failed = part.is_error === true
  const texts = typeof part.content === 'string' ? [part.content] : textsOf(part.content)
  const pictures =
    typeof part.content === 'string' ? [] : part.content.filter((inner) => inner.type !== 'text')
  const response = { [failed ? 'error' : 'output']: texts.join('\n') }
  return {
    ...common,
    result: [{ functionResponse: { id, name, response } }, ...pictures.map(googlePart)],
    status: failed ? 'error' : 'success',
    ...(time !== null && { timestamp: isoOf(time) }),
    ...shown,
  }
}

/** A message's content other than calls, results and thinking: a single text as a string; null if there is none. */
function contentOf({ content }: Message): Json {
  if (typeof content === 'string') return content
  const said = content.filter(
    ({ type }) => type === 'text' || type === 'image' || type === 'document' || type === 'audio',
  )
  const [first] = said
  if (!first) return null
  return said.length === 1 && first.type === 'text' ? first.text : said.map(googlePart)
}

function textsOf(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
}

/** A part that is no call, no result and no reasoning. */
export function googlePart(part: Part): Json {
  switch (part.type) {
    case 'image':
      return mediaOf(part.source, 'image/png')
    case 'audio':
      return mediaOf(part.source, 'audio/wav')
    case 'document':
      return mediaOf(part.source, 'application/pdf')
    case 'text':
      return { text: part.text }
    default:
      return { text: '' }
  }
}

function mediaOf({ data, url, media_type }: MediaSource, kind: string): Json {
  const mimeType = media_type ?? kind
  return data === undefined
    ? { fileData: { mimeType, fileUri: url ?? '' } }
    : { inlineData: { mimeType, data } }
}

function tokensOf({ input, output, cacheRead }: Usage): Json {
  return {
    input,
    ...(output !== null && { output }),
    ...(cacheRead !== null && { cached: cacheRead }),
    thoughts: 0,
    tool: 0,
    total: input + (output ?? 0),
  }
}
