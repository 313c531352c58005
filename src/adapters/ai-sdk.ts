import type { Part, ResultContentPart } from '../engine/index.ts'
import { documentFrom, imageFrom, sourceOfFile, textOf } from '../engine/internal.ts'
import { adapterOf, COMPACTED } from './adapter.ts'
import {
  asJson,
  contentIn,
  hasOnly,
  isRecord,
  listOf,
  opaque,
  problem,
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
import { ledBy, linked, linksOf, linksOfReasoning, together } from './together.ts'

/** A message of the AI SDK, its `ModelMessage`. */
export interface AiSdkMessage {
  readonly role: string
  readonly content: string | readonly unknown[]
}

/**
 * Messages of the AI SDK (`ModelMessage`), versions 5 to 7. System messages at the front are the system prompt. Calls that the provider
 * runs itself stay together with their results, in two replies as well, requests for approval with their calls. Files in
 * replies and parts that the engine has no type for are kept whole. The type parameter is the SDK's own:
 * `aiSdkAdapter<ModelMessage>()`.
 */
export function aiSdkAdapter<Client extends AiSdkMessage = AiSdkMessage>(): Adapter<Client> {
  /** The calls for which a person is asked, by what the answers name. */
  let asks = new Map<string, string>()
  return adapterOf<Client>({
    client: 'the AI SDK',
    provider: 'openai',
    begin() {
      const before = new Map(asks)
      return () => {
        asks = before
      }
    },
    joins: (message, isLast) => isLast || hasOnly(message, SAID),
    read(message, place) {
      const role = roleIn(message as unknown as Fields, place, ['system', 'user', 'assistant', 'tool'])
      const { parts: ofPage } = message as unknown as Fields
      if (ofPage !== undefined && message.content === undefined)
        throw problem(place, 'a message for a model: convertToModelMessages makes it of a page’s', message)
      const content = contentIn(message as unknown as Fields, place)
      if (role === 'tool')
        for (const [at, part] of content.entries())
          if (isRecord(part) && part['type'] === 'tool-result' && !isRecord(part['output']))
            throw problem(
              `${place}.content[${at}].output`,
              'an output with its type, which the AI SDK has since version 5',
              part['output'],
            )
      const requests = requestsIn(content)
      for (const part of content)
        if (isOf(part, 'tool-approval-request')) asks.set(idIn(part, 'approvalId'), idIn(part))
      const rest = content.filter((part) => !isOf(part, 'tool-approval-request') || !requests.isTaken(part))
      const groups = role === 'assistant' ? together(rest, ownCalls(rest)) : rest.map((one) => [one])
      let reasoning: string | null = null
      const parts = groups.map((group): ReadPart => {
        const [first] = group
        const asked = group.flatMap(requests.of)
        const gives = asked.map((request) => `approval ${idIn(request, 'approvalId')}`)
        const own = [...group, ...asked]
        if (isOf(first, 'reasoning') && role === 'assistant') {
          reasoning = itemOf(first)
          const thinking = group.map(textOfPart).join('\n\n')
          const links = reasoning === null ? {} : linksOfReasoning(reasoning)
          return { part: { type: 'thinking', thinking }, own, ...links }
        }
        const isCompacted = isOf(first, 'custom') && isCompaction(first, role)
        const isServers = group.length > 1 || isRun(first) || isOf(first, 'tool-result')
        const lead = isCompacted ? {} : ledBy(reasoning, isServers)
        if (group.length > 1) return { part: opaque(...group), own, ...linked({ gives }, lead) }
        return {
          part: partOf(first, role),
          own,
          ...(isCompacted && { stays: 'until_next' as const }),
          ...linked({ gives }, linksOfPart(first, role, asks), lead),
        }
      })
      const engineRole = role === 'tool' ? 'user' : role
      return {
        message: withContent(message, content),
        role: engineRole,
        parts,
        ...(role === 'tool' ? { joins: 'results' as const } : {}),
      }
    },
    write(role, pieces, before, callOf) {
      const written = pieces.flatMap((piece) => writtenOf(piece, callOf))
      if (role === 'system')
        return [{ ...before, role, content: written.map(textOfPart).join('\n\n') } as unknown as Client]
      if (before !== null) return [{ ...before, content: written }]
      if (role === 'assistant') return [{ role, content: written } as unknown as Client]
      // Results are messages of a role of their own here.
      return (['tool', 'user'] as const).flatMap((name) => {
        const of = written.filter(
          (part) => (isRecord(part) && part['type'] === 'tool-result') === (name === 'tool'),
        )
        return of.length === 0 ? [] : [{ role: name, content: of } as unknown as Client]
      })
    },
  })
}

const SAID: ReadonlySet<string> = new Set(['role', 'content'])

/** The requests for approval in a reply, by the calls that they are for. */
function requestsIn(content: readonly unknown[]) {
  const calls = new Set(content.flatMap((part) => (isOf(part, 'tool-call') ? [idIn(part)] : [])))
  const requests = new Map<string, unknown[]>()
  for (const part of content) {
    if (!isOf(part, 'tool-approval-request') || !calls.has(idIn(part))) continue
    requests.set(idIn(part), [...(requests.get(idIn(part)) ?? []), part])
  }
  return {
    of: (part: unknown): readonly unknown[] =>
      isOf(part, 'tool-call') ? (requests.get(idIn(part)) ?? []) : [],
    isTaken: (part: unknown): boolean => requests.has(idIn(part)),
  }
}

/** What a call that the provider runs needs, a result of it, and the answer to a request for approval: no is a result. */
function linksOfPart(part: unknown, role: string, asks: ReadonlyMap<string, string>): Links {
  if (isOf(part, 'tool-approval-response')) {
    const id = idIn(part, 'approvalId')
    const call = part['approved'] === false ? asks.get(id) : undefined
    const links = { needs: [`approval ${id}`] }
    return call === undefined ? links : { ...links, gives: linksOf(call, true).gives ?? [] }
  }
  if (role !== 'assistant') return {}
  if (isOf(part, 'tool-result')) return linksOf(idIn(part), true)
  return isRun(part) ? linksOf(idIn(part), false) : {}
}

/** Whether it is a call that the provider runs. */
function isRun(part: unknown): boolean {
  return isOf(part, 'tool-call') && part['providerExecuted'] === true
}

/** Where the SDK has what a provider knows a part by. */
const OPTIONS = ['providerOptions', 'providerMetadata'] as const

/** The id of a part in what OpenAI keeps of a reply; null if it has none. */
function itemOf(part: unknown): string | null {
  if (!isRecord(part)) return null
  const all = OPTIONS.flatMap((key) => (isRecord(part[key]) ? Object.values(part[key]) : []))
  return all.flatMap((one) => (isRecord(one) ? (textIn(one, 'itemId') ?? []) : []))[0] ?? null
}

/** The part itself, not what OpenAI keeps under its id. */
function withoutItem(part: unknown): unknown {
  if (itemOf(part) === null || !isRecord(part)) return part
  const options = OPTIONS.flatMap((key) => {
    const all = part[key]
    if (!isRecord(all)) return []
    const without = Object.entries(all).map(([name, one]) => {
      if (!isRecord(one)) return [name, one] as const
      const { itemId: _, ...rest } = one
      return [name, rest] as const
    })
    return [[key, Object.fromEntries(without)] as const]
  })
  return { ...part, ...Object.fromEntries(options) }
}

function isOf(part: unknown, type: string): part is Fields {
  return isRecord(part) && part['type'] === type
}

function idIn(part: unknown, key = 'toolCallId'): string {
  return isRecord(part) ? (textIn(part, key) ?? '') : ''
}

/** The ids of the calls of a reply that have their results in it, or that the provider runs, and of its reasoning. */
function ownCalls(content: readonly unknown[]): (part: unknown) => string | null {
  const idOf = (part: unknown, type: string): string | null => (isOf(part, type) ? idIn(part) : null)
  const answered = new Set(content.map((part) => idOf(part, 'tool-result')))
  return (part) => {
    const call = idOf(part, 'tool-call')
    if (isOf(part, 'reasoning')) return itemOf(part)
    return call !== null && answered.has(call) ? call : idOf(part, 'tool-result')
  }
}

function writtenOf(piece: Piece, callOf: (id: string) => unknown): readonly unknown[] {
  const { part, own, was, intact, lacks } = piece
  const given = Array.isArray(own) ? (own as readonly unknown[]) : []
  const before = intact && lacks.length === 0 ? given : given.map(withoutItem)
  const [first] = before
  if (intact && typeof first !== 'string') return before
  const fields = isRecord(first) ? first : {}
  if (part.type === 'tool_use') {
    const requests = before.slice(1).map((request) => ({ ...(request as object), toolCallId: part.id }))
    return [{ ...fields, ...(partFrom(part) as object) }, ...requests]
  }
  if (part.type !== 'tool_result') return [partFrom(part)]
  const call = callOf(part.tool_use_id)
  const [called] = Array.isArray(call) ? (call as readonly unknown[]) : []
  const output =
    typeof part.content === 'string'
      ? { type: part.is_error === true ? 'error-text' : 'text', value: part.content }
      : { type: 'content', value: contentFrom(part.content, was, fields['output']) }
  return [
    {
      type: 'tool-result',
      toolName: isRecord(called) ? (textIn(called, 'toolName') ?? '') : '',
      ...fields,
      toolCallId: part.tool_use_id,
      // Only its id may be new.
      output: was?.type === 'tool_result' && same(was.content, part.content) ? fields['output'] : output,
    },
  ]
}

/** The content of a result that an edit changed: what it left is the client's own. */
function contentFrom(
  content: readonly ResultContentPart[],
  was: Part | null,
  output: unknown,
): readonly unknown[] {
  const before = was?.type === 'tool_result' && typeof was.content !== 'string' ? was.content : []
  const own = isRecord(output) ? listOf(output['value']) : []
  return content.map((part) => own[before.findIndex((one) => same(one, part))] ?? resultFrom(part))
}

function textOfPart(part: unknown): string {
  return isRecord(part) ? (textIn(part, 'text') ?? '') : String(part)
}

/** A part as the engine reads it. */
function partOf(part: unknown, role: string): Part {
  if (typeof part === 'string') return { type: 'text', text: part }
  if (!isRecord(part)) return opaque(part)
  switch (part['type']) {
    case 'text': {
      const text = textIn(part, 'text') ?? ''
      return isCompaction(part, role) ? { type: 'compaction', content: text } : { type: 'text', text }
    }
    case 'custom':
      return isCompaction(part, role) ? COMPACTED : opaque(part)
    case 'image':
      if (role !== 'user') return opaque(part)
      return imageFrom(sourceOfFile(part['image'], textIn(part, 'mediaType')), detailIn(part))
    case 'file': {
      if (role !== 'user') return opaque(part)
      const media = textIn(part, 'mediaType') ?? ''
      if (/^(?:audio|video)\b/.test(media)) return opaque(part)
      const source = sourceOfFile(part['data'], media)
      return IMAGE.test(media) ? imageFrom(source, detailIn(part)) : documentFrom(source)
    }
    case 'tool-call':
      if (role !== 'assistant' || part['providerExecuted'] === true) return opaque(part)
      return {
        type: 'tool_use',
        id: textIn(part, 'toolCallId') ?? '',
        name: textIn(part, 'toolName') ?? '',
        input: asJson(part['input']),
      }
    case 'tool-result': {
      const { output } = part
      if (role !== 'tool' || part['providerExecuted'] === true || !isRecord(output)) return opaque(part)
      const isError =
        output['type'] === 'error-text' ||
        output['type'] === 'error-json' ||
        output['type'] === 'execution-denied'
      return resultPart(textIn(part, 'toolCallId') ?? '', outputOf(output), isError)
    }
    default:
      return opaque(part)
  }
}

/** Whether a provider made a part of everything before it: Anthropic a text, OpenAI what only its model can read. */
function isCompaction({ providerOptions: options }: Fields, role: string): boolean {
  return (
    role === 'assistant' && isRecord(options) && Object.values(options).some((one) => isOf(one, 'compaction'))
  )
}

/** A media type of pictures; since version 7 its first half is enough. */
const IMAGE = /^image\b/

/** How closely a model of OpenAI's looks at a picture. */
function detailIn({ providerOptions: options }: Fields): unknown {
  const own = isRecord(options) ? options['openai'] : undefined
  return isRecord(own) ? own['imageDetail'] : undefined
}

function outputOf(output: Fields): string | readonly ResultContentPart[] {
  const { type, value } = output
  if (type === 'execution-denied') return textIn(output, 'reason') ?? 'denied'
  if (typeof value === 'string') return value
  if (type !== 'content' || !Array.isArray(value)) return JSON.stringify(value ?? null)
  return value.map((inner: unknown): ResultContentPart => {
    if (!isRecord(inner)) return opaque(inner) as ResultContentPart
    const text = textIn(inner, 'text')
    if (text !== undefined) return { type: 'text', text }
    const { type: kind, data = inner['url'] } = inner
    if (data === undefined) return opaque(inner) as ResultContentPart
    const media = textIn(inner, 'mediaType')
    const source = sourceOfFile(data, media)
    return IMAGE.test(String(kind)) || IMAGE.test(media ?? '') ? imageFrom(source) : documentFrom(source)
  })
}

function resultFrom(part: ResultContentPart): unknown {
  if (part.type === 'text') return part
  const { type, source } = part
  if (source.type === 'text') return { type: 'text', text: textOf(part) }
  if (source.type !== 'base64')
    return { type: type === 'image' ? 'image-url' : 'file-url', url: source.url ?? '' }
  return {
    type: type === 'image' ? 'image-data' : 'file-data',
    data: source.data ?? '',
    mediaType: source.media_type ?? '',
  }
}

/** A part that an edit changed, or the engine wrote. */
function partFrom(part: Part): unknown {
  switch (part.type) {
    case 'text':
      return part
    case 'thinking':
      return { type: 'reasoning', text: part.thinking }
    case 'tool_use':
      return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input }
    case 'image':
    case 'document':
    case 'audio': {
      const { source } = part
      if (source.type === 'text') return { type: 'text', text: textOf(part) }
      const data = source.type === 'url' ? (source.url ?? '') : (source.data ?? '')
      return {
        type: 'file',
        data,
        mediaType: source.media_type ?? (part.type === 'image' ? 'image/*' : 'application/octet-stream'),
      }
    }
    case 'compaction':
      return { type: 'text', text: part.content }
    default:
      return { type: 'text', text: `[${part.type} omitted]` }
  }
}
