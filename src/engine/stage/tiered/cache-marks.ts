import { partsOf } from '../../core/message/message.ts'
import type { Json, Message, Part, ToolDefinition } from '../../core/message/message.ts'
import type { AnthropicRequest } from '../../core/message/request.ts'
import type { CacheMarking } from '../contract/stage.ts'

/** How long a provider keeps marked content after its last use, in minutes. */
export const TERM_MINUTES = Object.freeze({ '5m': 5, '1h': 60 })

/** The cache marking that the stages of a run ask for, null if none does. */
export function cacheMarkingOf(
  stages: readonly { readonly cacheMarks?: CacheMarking }[],
): CacheMarking | null {
  return stages.find(({ cacheMarks }) => cacheMarks !== undefined)?.cacheMarks ?? null
}

/**
 * Number of user messages at the end of a request that are marked. With tools and system prompt that makes the maximum
 * of four marks.
 */
export const MARKED_MESSAGES = 2

/**
 * A request with its four marks, at the end of: the tools; the static half of the system prompt; the newest user
 * message, so that the next call reads all of this prompt; and the previous user message, where the last call ended.
 * The last one is needed because the provider looks back only a few positions from a mark, and a message of many parts
 * can be longer. Existing marks are removed, because more than four are rejected.
 */
export function withCacheMarks(
  request: AnthropicRequest,
  { staticUntil, term }: CacheMarking,
): AnthropicRequest {
  const bare = withoutCacheMarks(request)
  const mark: Mark = { cache_control: { type: 'ephemeral', ...(term === '1h' ? { ttl: term } : {}) } }
  const { system, tools, messages } = bare
  return {
    ...bare,
    ...(typeof system === 'string' && system.trim() !== ''
      ? { system: markedSystem(system, staticUntil, mark) }
      : {}),
    ...(tools === undefined ? {} : { tools: markedLast(tools, mark) }),
    messages: markedMessages(messages, mark),
  }
}

/**
 * The two halves of a system prompt. The second begins with the dividing line, which is sent and counted like every
 * other line. It divides only as the first line of a paragraph: several texts of a system prompt read as one with an
 * empty line in between, so the halves read as the whole again. Without that line everything is static.
 */
export function halvesOf(
  system: string,
  staticUntil: string,
): { readonly fixed: string; readonly changing: string } {
  const at = paragraphAt(system, staticUntil)
  if (at < 0) return { fixed: system, changing: '' }
  const fixed = system.slice(0, Math.max(0, at - BETWEEN.length))
  // Providers reject a text without words, marked or not.
  return fixed.trim() === '' ? { fixed: '', changing: system } : { fixed, changing: system.slice(at) }
}

/** The request without marks, and with a system prompt of several texts as one text, separated by empty lines. */
export function withoutCacheMarks(request: AnthropicRequest): AnthropicRequest {
  const { system, tools } = request
  return {
    ...request,
    ...(system === undefined ? {} : { system: typeof system === 'string' ? system : asOne(system) }),
    ...(tools === undefined ? {} : { tools: tools.map(unmarked) }),
    messages: request.messages.map(unmarkedMessage),
  }
}

/** Separates two texts of a system prompt. */
const BETWEEN = '\n\n'

interface Mark {
  readonly cache_control: { readonly type: 'ephemeral'; readonly ttl?: '1h' }
}

/** Where the paragraph with a given first line begins, −1 if there is none. */
function paragraphAt(text: string, line: string): number {
  for (let at = text.indexOf(line); at >= 0; at = text.indexOf(line, at + 1)) {
    const end = at + line.length
    const ends = end === text.length || text[end] === '\n' || text.startsWith('\r\n', end)
    if (ends && (at === 0 || text.endsWith(BETWEEN, at))) return at
  }
  return -1
}

function markedSystem(system: string, staticUntil: string, mark: Mark): readonly Json[] {
  const { fixed, changing } = halvesOf(system, staticUntil)
  return [
    ...(fixed === '' ? [] : [{ type: 'text', text: fixed, ...mark }]),
    ...(changing === '' ? [] : [{ type: 'text', text: changing }]),
  ]
}

function markedMessages(messages: readonly Message[], mark: Mark): readonly Message[] {
  const marked = [...messages]
  let left = MARKED_MESSAGES
  for (let index = marked.length - 1; index >= 0 && left > 0; index -= 1) {
    const message = marked[index]
    if (message?.role !== 'user') continue
    const parts = partsOf(message)
    const last = parts.findLastIndex(canBeMarked)
    const part = parts[last]
    if (part === undefined) continue
    marked[index] = { ...message, content: parts.with(last, { ...part, ...mark }) }
    left -= 1
  }
  return marked
}

function canBeMarked(part: Part): boolean {
  if (part.type === 'text') return part.text.trim() !== ''
  return part.type === 'tool_result' || part.type === 'image' || part.type === 'document'
}

function markedLast(tools: readonly ToolDefinition[], mark: Mark): readonly ToolDefinition[] {
  const last = tools.at(-1)
  return last === undefined ? tools : tools.with(-1, { ...last, ...mark })
}

function asOne(system: readonly Json[]): string | readonly Json[] {
  const parts = system.map(unmarked)
  const texts = parts.map((part) => (part as { readonly text?: Json } | null)?.text)
  return texts.every((text) => typeof text === 'string') ? texts.join(BETWEEN) : parts
}

function unmarkedMessage(message: Message): Message {
  const { content } = message
  return typeof content === 'string' ? message : { ...message, content: content.map(unmarkedPart) }
}

function unmarkedPart(part: Part): Part {
  const own = unmarked(part)
  if (own.type !== 'tool_result' || typeof own.content === 'string') return own
  return { ...own, content: own.content.map(unmarked) }
}

/** A part, a tool or a text of the system prompt; anything else in such a list of a foreign log stays unchanged. */
function unmarked<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  const { cache_control: _, ...rest } = value as { cache_control?: unknown }
  return rest as Value
}
