import type { AnthropicRequest, ResponsesItem } from './request.ts'
import type { SentTo } from './sent.ts'
import { argumentsText, textOf } from './content.ts'
import { isOfProvider } from './message.ts'
import type { Json, Message, Part, Role } from './message.ts'
import { urlOf } from './media-url.ts'
import { isOpenAiText, UNNAMED } from './openai-part.ts'

export interface ToResponsesOptions {
  /** `keep` writes thinking as reasoning items, its signature as their encrypted content; `drop` leaves it out. Default: keep. */
  readonly reasoning?: 'keep' | 'drop'
}

/**
 * A request in the OpenAI Responses shape (MSG-1). The system prompt becomes the instructions; each text, call, result
 * and thought becomes an item, in the order of the parts; system messages in the list become developer messages. A call
 * whose arguments are not JSON becomes that of a custom tool, which accepts any text.
 *
 * Lost: `is_error` (the text of an error says it), cache markers, sizes of pictures, messages without parts. A part in
 * a message of the wrong role is translated where it is.
 */
export function toResponses(
  request: AnthropicRequest,
  options: ToResponsesOptions = {},
): SentTo['openai-responses'] {
  const input = itemsFrom(request, options).items as unknown as SentTo['openai-responses']['input']
  const instructions = instructionsOf(request.system)
  const tools = (request.tools ?? []).map((tool): Json => {
    const { name, description, input_schema: parameters } = tool
    if (isOfProvider(tool)) return tool as unknown as Json
    return {
      type: 'function',
      name,
      ...(description === undefined ? {} : { description }),
      parameters,
      // the API's default rejects schemas in which not every property is required
      strict: false,
    }
  })
  return {
    ...(instructions === '' ? {} : { instructions }),
    input,
    ...(tools.length === 0 ? {} : { tools: tools as SentTo['openai-responses']['tools'] & object }),
  }
}

/** The source of an item: a message, and the part behind each of its blocks, or one part for an item without blocks. */
interface ItemOrigin {
  readonly index: number
  readonly parts: readonly number[]
}

/** The items of `toResponses` with their origins, so that rules can report places in the engine's list. */
export function itemsFrom(
  request: Pick<AnthropicRequest, 'messages'>,
  options: ToResponsesOptions = {},
): { readonly items: readonly ResponsesItem[]; readonly origins: readonly ItemOrigin[] } {
  const items: ResponsesItem[] = []
  const origins: ItemOrigin[] = []
  const write = (item: ResponsesItem, index: number, parts: readonly number[]): void => {
    items.push(item)
    origins.push({ index, parts })
  }
  /** Calls of custom tools, whose outputs have a type of their own. */
  const custom = new Set<string>()
  for (const [index, message] of request.messages.entries()) {
    if (typeof message.content === 'string') {
      write(said(message.role, message.content), index, [0])
      continue
    }
    for (const run of runsOf(message)) {
      const [first] = run
      if (first === undefined) continue
      const item = itemOf(first.part, custom, options)
      if (item === undefined) {
        const blocks = run.map(({ part }) => toResponsesPart(part, message.role))
        write(
          said(message.role, blocks),
          index,
          run.map(({ at }) => at),
        )
      } else if (item !== null) write(item, index, [first.at])
    }
  }
  return { items, origins }
}

interface Placed {
  readonly part: Part
  readonly at: number
}

/** Groups parts: neighbours that share a message item together, every other part alone. */
function runsOf(message: Message): Placed[][] {
  const runs: Placed[][] = []
  let text: Placed[] | null = null
  const parts: readonly Part[] = Array.isArray(message.content) ? message.content : []
  for (const [at, part] of parts.entries()) {
    if (OWN_ITEM.has(part.type)) {
      runs.push([{ part, at }])
      text = null
    } else if (text === null) runs.push((text = [{ part, at }]))
    else text.push({ part, at })
  }
  return runs
}

const OWN_ITEM: ReadonlySet<Part['type']> = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
])

/**
 * A part that is an item by itself; null if the options drop it, undefined for a part that belongs into a message item.
 */
function itemOf(
  part: Part,
  custom: Set<string>,
  options: ToResponsesOptions,
): ResponsesItem | null | undefined {
  switch (part.type) {
    case 'tool_use':
      if (typeof part.input === 'string') {
        custom.add(part.id)
        return { type: 'custom_tool_call', call_id: part.id, name: part.name, input: part.input }
      }
      custom.delete(part.id)
      return {
        type: 'function_call',
        call_id: part.id,
        name: part.name,
        arguments: argumentsText(part.input),
      }
    case 'tool_result': {
      const { tool_use_id: call_id, content } = part
      const list = typeof content === 'string' ? [] : (content ?? [])
      const output =
        typeof content === 'string' ? content : list.map((inner) => toResponsesPart(inner, 'user'))
      const type = custom.has(call_id) ? 'custom_tool_call_output' : 'function_call_output'
      return { type, call_id, output: output.length === 0 ? '' : output }
    }
    case 'thinking': {
      if (options.reasoning === 'drop') return null
      const summary = part.thinking === '' ? [] : [{ type: 'summary_text', text: part.thinking }]
      const proof = part.signature === undefined ? {} : { encrypted_content: part.signature }
      return { type: 'reasoning', summary, ...proof }
    }
    case 'redacted_thinking':
      return options.reasoning === 'drop'
        ? null
        : { type: 'reasoning', summary: [], encrypted_content: part.data }
    default:
      return undefined
  }
}

function said(role: Role, content: string | readonly Json[]): ResponsesItem {
  return { type: 'message', role: role === 'system' ? 'developer' : role, content }
}

function instructionsOf(system: AnthropicRequest['system']): string {
  if (typeof system === 'string' || system === undefined) return system ?? ''
  return system.flatMap((part) => (isOpenAiText(part) ? [part.text] : [])).join('\n\n')
}

/**
 * A part as the Responses API accepts it in a message or an output: text, picture or file. A part without a form there,
 * such as sound, becomes a line of text that names it.
 */
export function toResponsesPart(part: Part, role: Role): Json {
  switch (part.type) {
    case 'text':
      return textBlock(part.text, role)
    case 'image': {
      const { source, detail = 'auto' } = part
      if (source.type === 'file') return { type: 'input_image', file_id: source.url ?? '', detail }
      const url = urlOf(source)
      return url === null ? omitted('image', role) : { type: 'input_image', image_url: url, detail }
    }
    case 'document': {
      const { type, url } = part.source
      if (type === 'text') return textBlock(textOf(part), role)
      if (type === 'file') return { type: 'input_file', file_id: url ?? '' }
      if (type === 'url') return { type: 'input_file', file_url: url ?? '' }
      const bytes = urlOf(part.source)
      return bytes === null
        ? omitted('document', role)
        : { type: 'input_file', filename: part.title ?? UNNAMED, file_data: bytes }
    }
    default:
      return omitted(part.type, role)
  }
}

function textBlock(text: string, role: Role): Json {
  return role === 'assistant' ? { type: 'output_text', text } : { type: 'input_text', text }
}

function omitted(what: string, role: Role): Json {
  return textBlock(`[${what} omitted]`, role)
}
