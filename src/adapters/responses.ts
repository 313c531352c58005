import { toResponses } from '../engine/index.ts'
import type { Message, Part, ResultContentPart } from '../engine/index.ts'
import {
  asJson,
  isRecord,
  listOf,
  opaque,
  Originals,
  partsOfMessage,
  sourceOfUrl,
  textIn,
} from './adapter.ts'
import type { Adapter } from './adapter.ts'

type Record = Readonly<globalThis.Record<string, unknown>>

/**
 * Items of OpenAI's Responses API. A run of items of the model is one reply, with its reasoning. Items that the engine
 * has no type for are kept whole. Instructions are passed beside the items, as to the API. The type parameter is the
 * client's own: `responsesAdapter<ResponseInputItem>()`.
 */
export function responsesAdapter<Client extends object = object>(): Adapter<Client> {
  const originals = new Originals<Client>()
  const outputs = new Map<string, Client>()
  return {
    toEngine(items) {
      const messages: { role: Message['role']; content: Part[]; kind: 'reply' | 'results' | 'other' }[] = []
      for (const item of items) {
        const { role, parts } = readItem(item as Record)
        const [first] = parts
        originals.keep(parts, item)
        if (first?.type === 'tool_result') outputs.set(first.tool_use_id, item)
        const kind = role === 'assistant' ? 'reply' : first?.type === 'tool_result' ? 'results' : 'other'
        const last = messages.at(-1)
        if (last !== undefined && last.kind === kind && kind !== 'other') last.content.push(...parts)
        else messages.push({ role, content: [...parts], kind })
      }
      return { system: '', messages: messages.map(({ role, content }) => ({ role, content })) }
    },
    fromEngine({ messages }) {
      const pieces = originals.pieces(messages.map(partsOfMessage))
      return messages.flatMap(({ role }, at) =>
        (pieces[at] ?? []).flatMap((piece): readonly Client[] => {
          if (!('part' in piece)) return [piece.original]
          const { part } = piece
          const written = toResponses({ messages: [{ role, content: [part] }] })
            .input as unknown as readonly Client[]
          const before = part.type === 'tool_result' ? outputs.get(part.tool_use_id) : undefined
          // A shortened output is that of the same kind of call.
          return before === undefined
            ? written
            : written.map((item) => ({ ...before, output: (item as Record)['output'] }))
        }),
      )
    },
  }
}

function readItem(item: Record): { readonly role: Message['role']; readonly parts: readonly Part[] } {
  const type = textIn(item, 'type') ?? 'message'
  const id = textIn(item, 'call_id') ?? textIn(item, 'id') ?? ''
  if (type === 'message') {
    const role = textIn(item, 'role') ?? 'user'
    const { content } = item
    return {
      role: role === 'assistant' ? 'assistant' : role === 'user' ? 'user' : 'system',
      parts: typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).map(readBlock),
    }
  }
  if (type === 'reasoning') {
    const proof = textIn(item, 'encrypted_content')
    const texts = [...listOf(item['summary']), ...listOf(item['content'])]
    const thinking = texts.flatMap((one) => (isRecord(one) ? (textIn(one, 'text') ?? []) : [])).join('\n\n')
    return {
      role: 'assistant',
      parts: [{ type: 'thinking', thinking, ...(proof === undefined ? {} : { signature: proof }) }],
    }
  }
  if (type === 'function_call' || type === 'custom_tool_call') {
    const text = textIn(item, type === 'function_call' ? 'arguments' : 'input') ?? ''
    const input = type === 'function_call' ? argumentsIn(text) : text
    return { role: 'assistant', parts: [{ type: 'tool_use', id, name: textIn(item, 'name') ?? '', input }] }
  }
  if (type.endsWith('_call') && textIn(item, 'call_id') !== undefined)
    // A shell call and the like: the client answers it with an output of the same id.
    return {
      role: 'assistant',
      parts: [
        {
          type: 'tool_use',
          id,
          name: type.slice(0, -'_call'.length),
          input: asJson(item['action'] ?? item['operation']),
        },
      ],
    }
  if (type.endsWith('_output')) {
    const { output } = item
    const content =
      typeof output === 'string'
        ? output
        : Array.isArray(output)
          ? output.map(readResult)
          : JSON.stringify(output ?? '')
    return { role: 'user', parts: [{ type: 'tool_result', tool_use_id: id, content }] }
  }
  return { role: 'assistant', parts: [opaque(item)] }
}

function readBlock(block: unknown): Part {
  if (!isRecord(block)) return opaque(block)
  const text = textIn(block, 'text') ?? textIn(block, 'refusal')
  if (text !== undefined) return { type: 'text', text }
  const file = textIn(block, 'file_id')
  const url = textIn(block, 'image_url') ?? textIn(block, 'file_data') ?? textIn(block, 'file_url')
  const type = block['type'] === 'input_image' ? 'image' : block['type'] === 'input_file' ? 'document' : null
  if (type === null || (url === undefined && file === undefined)) return opaque(block)
  return { type, source: url === undefined ? { type: 'file', url: file ?? '' } : sourceOfUrl(url) }
}

function readResult(block: unknown): ResultContentPart {
  const part = readBlock(block)
  return part.type === 'text' || part.type === 'image' || part.type === 'document'
    ? part
    : { type: 'text', text: JSON.stringify(block) }
}

/** Arguments that are not JSON stay the text that the model wrote. */
function argumentsIn(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? text : asJson(value)
  } catch {
    return text
  }
}
