import type { MediaSource, Part, Repair, ResultContentPart } from '../engine/index.ts'
import { documentFrom, imageFrom } from '../engine/internal.ts'
import { adapterOf } from './adapter.ts'
import {
  asJson,
  contentIn,
  isRecord,
  listOf,
  opaque,
  resultPart,
  roleIn,
  same,
  textIn,
  withContent,
} from './fields.ts'
import type { Adapter } from './adapter.ts'
import type { Piece } from './runs.ts'
import type { Links, ReadPart } from './read.ts'
import type { Fields } from './fields.ts'
import { calledBy, serverCall, serverLinks, together } from './together.ts'

/** A message of Anthropic's client, such as its `MessageParam`. */
export interface AnthropicMessage {
  readonly role: string
  readonly content?: string | readonly unknown[]
}

/**
 * Messages of Anthropic's Messages API. Content blocks that the engine has no type for, such as those of server tools,
 * are kept whole. A server tool's call and its result are sent together or not at all, in two replies as well. User
 * messages in a row are sent as one, as the API reads them. A reply can be added as it is. The type parameter is the
 * client's own: `anthropicAdapter<MessageParam>()`.
 */
export function anthropicAdapter<Client extends AnthropicMessage = AnthropicMessage>(): Adapter<Client> {
  return adapterOf<Client>({
    client: 'Anthropic',
    provider: 'anthropic',
    merges: true,
    read(given, place) {
      const message = sendable(given)
      const role = roleIn(message as unknown as Fields, place, ['user', 'assistant', 'system'])
      const content = contentIn(message as unknown as Fields, place)
      const { output_config: asked } = message as unknown as Fields
      if (content.length === 0 && role === 'system' && isRecord(asked))
        return { message, role, parts: [{ part: opaque({ output_config: asked }), own: [] }] }
      const finished = withoutHalves(content, role)
      const groups = together(finished, serverCall).map(withOneMark)
      const parts = groups.flatMap((group): readonly ReadPart[] =>
        group.length === 1 || hasCall(group)
          ? group.map((block) => ({
              part: partOf(block, role),
              own: [block],
              ...linksOfBlock(block),
              ...(isChange(block, role) && { stays: 'always' as const }),
            }))
          : [{ part: { ...opaque(...group), ...markIn(group) }, own: group }],
      )
      const kept = groups.flat()
      const isSame = kept.length === content.length && kept.every((block, at) => block === content[at])
      const own = withContent(isSame ? message : { ...message, content: kept }, kept)
      return { message: own, role, parts, ...(finished.length < content.length && { repairs: [HALF] }) }
    },
    write: (role, pieces, before) => [
      { ...before, role, content: pieces.flatMap(blocksOf) } as unknown as Client,
    ],
  })
}

/** A whole reply of the API also has an id, its usage and more, which the API does not take back. */
function sendable<Client extends AnthropicMessage>(message: Client): Client {
  const { type, role, content } = message as Client & Fields
  return type === 'message' ? ({ role, content } as Client) : message
}

const HALF: Repair = Object.freeze({
  rule: 'thinking-signature',
  action: 'drop-part',
  index: -1,
  ids: [],
  reason: 'Thinking without a signature was interrupted.',
})

/** Without thinking during which a stream was stopped: nothing of the model’s came after it. */
function withoutHalves(content: readonly unknown[], role: string): readonly unknown[] {
  const last = content.findLastIndex((block) => isRecord(block) && block['type'] !== 'text')
  const block = content[last]
  const isHalf = isRecord(block) && block['type'] === 'thinking' && block['signature'] === ''
  return role === 'assistant' && isHalf ? content.toSpliced(last, 1) : content
}

function hasCall(group: readonly unknown[]): boolean {
  return group.some((block) => isRecord(block) && block['type'] === 'tool_use')
}

/** Blocks that are one part have one mark for the cache, as the engine counts them: the newest. */
function withOneMark(group: readonly unknown[]): readonly unknown[] {
  const newest = group.findLastIndex(isMarked)
  if (newest < 1 || hasCall(group)) return group
  return group.map((block, at) => {
    if (at === newest || !isRecord(block) || !isMarked(block)) return block
    const { cache_control: _, ...rest } = block
    return rest
  })
}

/** A call that a server tool made by its code names that tool's call. */
function linksOfBlock(block: unknown): Links {
  if (!isRecord(block) || block['type'] !== 'tool_use') return serverLinks(block)
  const id = isRecord(block['caller']) ? textIn(block['caller'], 'tool_id') : undefined
  return id === undefined ? {} : calledBy(id)
}

/** A content block as the engine reads it, with the mark that the client set for the cache. */
function partOf(block: unknown, role: string): Part {
  if (typeof block === 'string') return { type: 'text', text: block }
  if (!isRecord(block)) return opaque(block)
  const part = unmarked(block, role)
  return { ...part, ...markIn([block]) }
}

function markIn(blocks: readonly unknown[]): object {
  const marked = blocks.find(isMarked)
  return isRecord(marked) ? { cache_control: marked['cache_control'] } : {}
}

function isMarked(block: unknown): boolean {
  return isRecord(block) && block['cache_control'] !== undefined && block['cache_control'] !== null
}

function unmarked(block: Fields, role: string): Part {
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: textIn(block, 'text') ?? '' }
    case 'thinking': {
      const signature = textIn(block, 'signature')
      return {
        type: 'thinking',
        thinking: textIn(block, 'thinking') ?? '',
        ...(signature === undefined ? {} : { signature }),
      }
    }
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: textIn(block, 'data') ?? '' }
    case 'tool_use':
      return {
        type: 'tool_use',
        id: textIn(block, 'id') ?? '',
        name: textIn(block, 'name') ?? '',
        input: asJson(block['input']),
      }
    case 'tool_result':
      return resultPart(
        textIn(block, 'tool_use_id') ?? '',
        resultOf(block['content']),
        block['is_error'] === true,
      )
    case 'image':
    case 'document': {
      const source = role === 'user' ? sourceOf(block['source']) : null
      if (source === null) return opaque(block)
      return block['type'] === 'image' ? imageFrom(source) : documentFrom(source, block)
    }
    case 'compaction':
      return { ...block, type: 'compaction', content: textIn(block, 'content') ?? '' }
    default:
      return isChange(block, role) ? opaque(block, '[DO_NOT_EVICT]') : opaque(block)
  }
}

/** Whether a program withdraws a tool from here on, or adds one: the API has no other record of it. */
function isChange(block: unknown, role: string): boolean {
  return (
    role === 'system' &&
    isRecord(block) &&
    (block['type'] === 'tool_removal' || block['type'] === 'tool_addition')
  )
}

function resultOf(content: unknown): string | readonly ResultContentPart[] {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((inner): ResultContentPart => {
    const part = partOf(inner, 'user')
    return part.type === 'image' || part.type === 'document' || part.type === 'text'
      ? part
      : { type: 'text', text: JSON.stringify(inner) }
  })
}

function sourceOf(source: unknown): MediaSource | null {
  if (!isRecord(source)) return null
  const [type, media, data, url] = ['type', 'media_type', 'data', 'url'].map((key) => textIn(source, key))
  if (type === 'file') return { type: 'file', url: textIn(source, 'file_id') ?? '' }
  if (type === 'content') {
    const { content } = source
    const texts = listOf(content).flatMap((one) => (isRecord(one) ? (textIn(one, 'text') ?? []) : []))
    // With pictures it is no text.
    if (texts.length < listOf(content).length) return null
    return { type: 'text', media_type: 'text/plain', data: textIn(source, 'content') ?? texts.join('\n\n') }
  }
  if (type !== 'base64' && type !== 'url' && type !== 'text') return null
  return {
    type,
    ...(media === undefined ? {} : { media_type: media }),
    ...(data === undefined ? {} : { data }),
    ...(url === undefined ? {} : { url }),
  }
}

/** The client's blocks of a part, or one as the API accepts it. */
function blocksOf({ part, own, was, intact, lacks }: Piece): readonly unknown[] {
  const given = Array.isArray(own) ? (own as readonly unknown[]) : []
  const before = lacks.length > 0 ? given.map(withoutCaller) : given
  const [first] = before
  if (intact && typeof first !== 'string') return before
  if (was !== null && isRecord(first) && same(withoutMarks(was), withoutMarks(part)))
    return remarked(before, part)
  const block = blockOf(part)
  // Another text has other citations; everything else keeps what the client wrote into it.
  if (!isRecord(first) || first['type'] !== part.type) return [block]
  if (part.type === 'text' && first['text'] !== part.text) return [block]
  const { cache_control: _, ...rest } = first
  return [{ ...rest, ...block }]
}

function withoutCaller(block: unknown): unknown {
  if (!isRecord(block)) return block
  const { caller: _, ...rest } = block
  return rest
}

/** The client's blocks, whose marks for the cache are those of their part. */
function remarked(blocks: readonly unknown[], part: Part): readonly unknown[] {
  const marked = blocks.findIndex(isMarked)
  const at = marked === -1 ? blocks.length - 1 : marked
  return blocks.map((block, nth) => {
    if (!isRecord(block)) return block
    const { cache_control: _, ...rest } = block
    const { content } = block
    const inner = part.type === 'tool_result' && typeof part.content !== 'string' ? part.content : []
    const within = Array.isArray(content)
      ? content.flatMap((one: unknown, index): readonly unknown[] => {
          const now = inner[index]
          return now === undefined ? [one] : remarked([one], now)
        })
      : content
    return {
      ...rest,
      ...(within !== undefined && { content: within }),
      ...(nth === at && markIn([part])),
    }
  })
}

function withoutMarks(part: Part): Part {
  const { cache_control: _, ...rest } = part as Part & { readonly cache_control?: unknown }
  return rest.type === 'tool_result' && typeof rest.content !== 'string'
    ? { ...rest, content: rest.content.map(withoutMarks) as readonly ResultContentPart[] }
    : rest
}

/** A part as the API accepts it. */
function blockOf(part: Part): object {
  switch (part.type) {
    case 'image':
    case 'document': {
      const { type, source } = part
      const { title, context } = type === 'document' ? part : {}
      return {
        type,
        source: source.type === 'file' ? { type: 'file', file_id: source.url ?? '' } : source,
        ...(title !== undefined && { title }),
        ...(context !== undefined && { context }),
      }
    }
    case 'audio':
      return { type: 'text', text: '[audio omitted]' }
    case 'tool_result':
      return typeof part.content === 'string' ? part : { ...part, content: part.content.map(blockOf) }
    default:
      return part
  }
}
