import { toResponses } from '../engine/index.ts'
import { argumentsText, documentFrom, imageFrom, inputOf, sourceOfUrl } from '../engine/internal.ts'
import type { Part, ResultContentPart, Role, ToolResultPart } from '../engine/index.ts'
import { adapterOf, COMPACTED } from './adapter.ts'
import {
  asJson,
  contentIn,
  isRecord,
  listOf,
  opaque,
  problem,
  resultPart,
  roleIn,
  textIn,
  withContent,
} from './fields.ts'
import type { Adapter } from './adapter.ts'
import type { Piece } from './runs.ts'
import type { Links, Read } from './read.ts'
import type { Fields } from './fields.ts'
import { calledBy, ledBy, linked, linksOf, linksOfReasoning } from './together.ts'

/**
 * Items of OpenAI's Responses API. A run of items of the model is one reply, with its reasoning. Items that the engine
 * has no type for are kept whole, an approval with its request. Where reasoning left, what it led to is sent without its
 * id, or, if it needs one, not at all. Instructions are passed beside the items, as to the
 * API. The type parameter is the client's own: `responsesAdapter<ResponseInputItem>()`. The `output` of a response can be
 * added as it is.
 */
export function responsesAdapter<Client extends object = object>(): Adapter<
  Client,
  Client | { readonly type: string }
> {
  /** The id of the reasoning that the next item of a reply follows from. */
  let reasoning: string | null = null
  /** Searches that the server ran, which have no ids: calls and outputs. */
  let searches: readonly [number, number] = [0, 0]
  /** Ids of calls of the list that were interrupted, and that no made-up output can answer. */
  const interrupted = new Set<string>()
  const adapter = adapterOf<Client>({
    client: 'OpenAI’s Responses API',
    provider: 'openai-responses',
    checksNames: true,
    begin() {
      const before = [reasoning, searches] as const
      return () => {
        ;[reasoning, searches] = before
      }
    },
    read(given, place): Read<Client> {
      const item = withoutParsed(given)
      const fields = item as unknown as Fields
      const type = textIn(fields, 'type') ?? 'message'
      const links = linksIn(fields, type)
      if (type !== 'message') {
        if (isServers(fields, type)) {
          const isResult = type.endsWith('_output')
          if (!PROGRAMS.has(type))
            searches = isResult ? [searches[0], searches[1] + 1] : [searches[0] + 1, searches[1]]
          const id = textIn(fields, 'call_id') ?? `search ${searches[isResult ? 1 : 0]}`
          const own = { part: opaque(item), own: item, ...linked(links, linksOf(id, isResult)) }
          return { message: item, role: 'assistant', parts: [own], joins: 'reply' }
        }
        const { role, part } = readItem(fields, type, place)
        const read = {
          part,
          own: item,
          ...linked(links, approvalLinks(fields, type), callerLinks(fields)),
          ...(COMPACTIONS.has(type) && { stays: 'until_next' as const }),
        }
        return { message: item, role, parts: [read], ...joining(role, part) }
      }
      const name = roleIn(fields, place, ['user', 'assistant', 'system', 'developer'])
      const role = name === 'developer' ? 'system' : name
      const content = contentIn(fields, place)
      const parts = content.map((own) => ({ part: readBlock(own, role), own, ...links }))
      return { message: withContent(item, content), role, parts, ...joining(role, parts[0]?.part) }
    },
    write(role, pieces, given, callOf) {
      const lacks = pieces.flatMap((piece) => piece.lacks)
      const before = given === null ? null : withoutLost(given, lacks)
      const fields = before as Fields | null
      if (fields !== null && (textIn(fields, 'type') ?? 'message') === 'message')
        return [{ ...before, content: contentFrom(role, pieces) } as Client]
      return pieces.flatMap(({ part, intact }) => {
        if (before !== null && intact) return [before]
        if (fields === null && part.type === 'tool_result') return madeUp(part, callOf(part.tool_use_id))
        if (fields === null) return written(role, part)
        if (part.type === 'tool_result') return [{ ...before, ...outputFrom(part, fields) } as Client]
        if (part.type === 'tool_use') return [{ ...before, ...callFrom(part, fields) } as Client]
        return written(role, part)
      })
    },
  })

  return {
    ...adapter,
    fromEngine(request) {
      interrupted.clear()
      return adapter.fromEngine(request).map((item) => {
        const { type, call_id } = item as unknown as Fields
        const isInterrupted = WITHOUT_TEXT.has(type) && interrupted.has(call_id as string)
        return isInterrupted ? (INTERRUPTED as unknown as Client) : item
      })
    },
  }

  function linksIn(item: Fields, type: string): Links {
    if (type === 'reasoning') {
      reasoning = textIn(item, 'id') ?? null
      return reasoning === null ? {} : linksOfReasoning(reasoning)
    }
    const isOther = type === 'message' ? item['role'] !== 'assistant' : /_(?:output|response)$/.test(type)
    if (isOther && !isServers(item, type)) reasoning = null
    return ledBy(reasoning, textIn(item, 'id') !== undefined && !WITHOUT_ID.has(type))
  }

  /** The output of a call that has none, of the kind that the call asks for. */
  function madeUp(result: ToolResultPart, call: unknown): readonly Client[] {
    const kind = (isRecord(call) && textIn(call, 'type')) || 'function_call'
    if (kind === 'function_call') return written('user', result)
    if (WITHOUT_TEXT.has(kind)) {
      interrupted.add(result.tool_use_id)
      return []
    }
    const type = `${kind}_output`
    const status = kind === 'apply_patch_call' ? { status: 'failed' } : {}
    return [{ type, ...status, ...outputFrom({ ...result, is_error: true }, { type }) } as unknown as Client]
  }

  function written(role: Role, part: Part): readonly Client[] {
    return toResponses({ messages: [{ role, content: [part] }] }).input as unknown as readonly Client[]
  }
}

/** Without what the client's streams and `parse` write into a reply: the API refuses it. */
function withoutParsed<Client extends object>(item: Client): Client {
  const { parsed_arguments: _, ...fields } = item as Fields
  const { role, content } = fields
  if (role !== 'assistant' || !Array.isArray(content)) return fields as Client
  const blocks = (content as readonly unknown[]).map((block) => {
    if (!isRecord(block)) return block
    const { parsed: _parsed, ...kept } = block
    return kept
  })
  return { ...fields, content: blocks } as unknown as Client
}

/** In place of the conversation before them, which only the model can read in them. */
const COMPACTIONS: ReadonlySet<string> = new Set(['compaction', 'compaction_summary', 'context_compaction'])

/** Items that the API takes without an id, too. */
const WITHOUT_ID: ReadonlySet<string> = new Set([
  ...COMPACTIONS,
  'message',
  'function_call',
  'custom_tool_call',
  'shell_call',
  'apply_patch_call',
  'tool_search_call',
  'tool_search_output',
])

/** Without the ids that belong to what is not sent. */
function withoutLost<Client extends object>(item: Client, lacks: readonly string[]): Client {
  if (lacks.length === 0) return item
  const gone = new Set<string>(lacks.map((name) => (name.startsWith('call ') ? 'caller' : 'id')))
  return Object.fromEntries(Object.entries(item).filter(([key]) => !gone.has(key))) as Client
}

/** Calls whose output is no text: a picture, or tools. */
const WITHOUT_TEXT: ReadonlySet<unknown> = new Set(['computer_call', 'tool_search_call'])
const INTERRUPTED = Object.freeze({
  type: 'message',
  role: 'assistant',
  content: '[A call that was interrupted was removed.]',
})

/** A program of the model's, which the server runs; the client answers the calls that it makes. */
const PROGRAMS: ReadonlySet<string> = new Set(['program', 'program_output'])

/** A call that the server ran and answered itself: a program, or a search for tools. */
function isServers(item: Fields, type: string): boolean {
  if (PROGRAMS.has(type)) return true
  if (type !== 'tool_search_call' && type !== 'tool_search_output') return false
  return item['execution'] === 'server' || textIn(item, 'call_id') === undefined
}

/** A request for approval and its answer. */
function approvalLinks(item: Fields, type: string): Links {
  if (type === 'mcp_approval_request') return linksOf(`for ${textIn(item, 'id') ?? ''}`, false)
  if (type !== 'mcp_approval_response') return {}
  return linksOf(`for ${textIn(item, 'approval_request_id') ?? ''}`, true)
}

/** A call that a program made, and its output, name the program. */
function callerLinks({ caller }: Fields): Links {
  const id = isRecord(caller) ? textIn(caller, 'caller_id') : undefined
  return id === undefined ? {} : calledBy(id)
}

function joining(role: Role, part: Part | undefined): { readonly joins?: 'reply' | 'results' } {
  if (role === 'assistant') return { joins: 'reply' }
  return part?.type === 'tool_result' ? { joins: 'results' } : {}
}

function readItem(item: Fields, type: string, place: string): { readonly role: Role; readonly part: Part } {
  // The output of a local shell has the id of its call as its own.
  const id = textIn(
    item,
    type === 'local_shell_call_output' && item['call_id'] === undefined ? 'id' : 'call_id',
  )
  const known = (): string => {
    if (id === undefined) throw problem(`${place}.call_id`, 'a text', item['call_id'])
    return id
  }
  if (COMPACTIONS.has(type)) return { role: 'assistant', part: COMPACTED }
  if (type === 'reasoning') {
    const proof = textIn(item, 'encrypted_content')
    const texts = [...listOf(item['summary']), ...listOf(item['content'])]
    const thinking = texts.flatMap((one) => (isRecord(one) ? (textIn(one, 'text') ?? []) : [])).join('\n\n')
    const signature = proof === undefined ? {} : { signature: proof }
    return { role: 'assistant', part: { type: 'thinking', thinking, ...signature } }
  }
  if (type === 'function_call' || type === 'custom_tool_call') {
    const text = textIn(item, type === 'function_call' ? 'arguments' : 'input') ?? ''
    const input = type === 'function_call' ? inputOf(text) : text
    return {
      role: 'assistant',
      part: { type: 'tool_use', id: known(), name: textIn(item, 'name') ?? '', input },
    }
  }
  if (type.endsWith('_call') && textIn(item, 'call_id') !== undefined) {
    // A shell call and the like: the client answers it with an output of the same id.
    const name = type.slice(0, -'_call'.length)
    const input = asJson(item['action'] ?? item['operation'] ?? item['arguments'])
    return { role: 'assistant', part: { type: 'tool_use', id: known(), name, input } }
  }
  if (type.endsWith('_output')) {
    const { output } = item
    const content = Array.isArray(output)
      ? output.map(readResult)
      : isRecord(output)
        ? [readResult(output)]
        : ''
    return { role: 'user', part: resultPart(known(), typeof output === 'string' ? output : content, false) }
  }
  return { role: type.endsWith('_response') ? 'user' : 'assistant', part: opaque(item) }
}

function readBlock(block: unknown, role: Role): Part {
  if (typeof block === 'string') return { type: 'text', text: block }
  if (!isRecord(block)) return opaque(block)
  const text = textIn(block, 'text') ?? textIn(block, 'refusal')
  if (text !== undefined) return { type: 'text', text }
  const file = textIn(block, 'file_id')
  const url = textIn(block, 'image_url') ?? textIn(block, 'file_data') ?? textIn(block, 'file_url')
  const type = IMAGES.has(block['type']) ? 'image' : block['type'] === 'input_file' ? 'document' : null
  if (role !== 'user' || type === null || (url === undefined && file === undefined)) return opaque(block)
  const source = url === undefined ? ({ type: 'file', url: file ?? '' } as const) : sourceOfUrl(url)
  return type === 'image' ? imageFrom(source, block['detail']) : documentFrom(source)
}

const IMAGES: ReadonlySet<unknown> = new Set(['input_image', 'computer_screenshot'])

function readResult(block: unknown): ResultContentPart {
  const part = readBlock(block, 'user')
  return part.type === 'text' || part.type === 'image' || part.type === 'document'
    ? part
    : (opaque(block) as ResultContentPart)
}

/** The content of a message of which an edit changed a part. */
function contentFrom(role: Role, pieces: readonly Piece[]): string | readonly unknown[] {
  const [only] = pieces
  const isText = pieces.length === 1 && only?.part.type === 'text'
  if (isText && (!only.intact || typeof only.own === 'string')) return only.part.text
  return pieces.flatMap(({ part, own, intact }) => {
    if (intact && typeof own !== 'string') return [own]
    const [message] = toResponses({ messages: [{ role, content: [part] }] }).input as readonly Fields[]
    const { content } = message ?? {}
    const type = role === 'assistant' ? 'output_text' : 'input_text'
    return typeof content === 'string' ? [{ type, text: content }] : listOf(content)
  })
}

/** A shortened output is that of the same kind of call. */
function outputFrom(result: ToolResultPart, before: Fields): Fields {
  const [item] = toResponses({ messages: [{ role: 'user', content: [result] }] }).input as readonly Fields[]
  const call_id = result.tool_use_id
  const type = before['type']
  // The output of a local shell has the id of its call as its own.
  if (type === 'local_shell_call_output' && before['call_id'] === undefined)
    return { id: call_id, output: item?.['output'] }
  // A picture or found tools cannot be shortened, and the API takes nothing else there.
  if (type === 'computer_call_output' || type === 'tool_search_output') return { call_id }
  if (type !== 'shell_call_output') return { call_id, output: item?.['output'] }
  const stdout = typeof result.content === 'string' ? result.content : JSON.stringify(result.content)
  return {
    call_id,
    output: [{ stdout, stderr: '', outcome: { type: 'exit', exit_code: result.is_error === true ? 1 : 0 } }],
  }
}

/** A call without its arguments, or with another id or name. */
function callFrom(call: Extract<Part, { type: 'tool_use' }>, before: Fields): Fields {
  const text = argumentsText(call.input)
  const own =
    before['type'] === 'function_call'
      ? { name: call.name, arguments: text }
      : before['type'] === 'custom_tool_call'
        ? { name: call.name, input: text }
        : {}
  return { call_id: call.id, ...own }
}
