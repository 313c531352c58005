import type { Block } from '../message/block.ts'
import { partsOf } from '../message/message.ts'
import type {
  CompactionPart,
  Message,
  Part,
  Role,
  ThinkingConfig,
  ToolDefinition,
} from '../message/message.ts'
import type { BlockId, MessageIndex } from '../units.ts'
import { everyEntry, inPrompt, isProviderSummary, ORIGINAL } from './window.ts'
import type { BlockTable, ContentId, Entry, Window } from './window.ts'

/** Where the contents of blocks come from: their messages, and the texts that edits made (EDIT-2). */
export interface ContentSource {
  /** The message that a block is part of; called only for blocks with `message >= 0`. */
  readonly message: (index: number) => Message
  /** A text in the content store. */
  readonly text: (content: ContentId) => string
  /** The text with which a person replaced a block's own, in what the client sends; missing: nothing was replaced. */
  readonly rewritten?: (block: BlockId) => ContentId | undefined
  /**
   * The summary that the provider reported at a block's call, with its proofs; undefined if it reported none. Missing:
   * it never did.
   */
  readonly compaction?: (block: Block) => CompactionPart | undefined
  /**
   * Requests are sent to the provider unchanged. A summary that was only simulated is then in none of them, because the
   * model never wrote it. Missing: the simulated summary is where the provider's own would be.
   */
  readonly isSent?: boolean
  readonly system: string
  readonly tool: (block: Block) => ToolDefinition | null
  /** How requests let the model think; missing: unspecified. */
  readonly thinking?: ThinkingConfig
}

/** The request for a window, and the block that each of its parts came from. */
export interface Assembled {
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  readonly messages: readonly Message[]
  /** `origin[i][j]` is the block of part j of message i. */
  readonly origin: readonly (readonly BlockId[])[]
}

/**
 * Which of a window's lists is meant (LED-4): the `request` contains what the client still sends although the provider
 * leaves it out, the `prompt` contains what the model sees. A client that writes its messages itself sends the prompt
 * `as_told`: a summary that the provider wrote is the part that came, and not a text of the user's.
 */
export type ListKind = 'request' | 'prompt' | 'as_told'

/**
 * Writes a window as a request in the engine's own shape (Anthropic's). Blocks of one message become its parts again. A
 * message without remaining blocks is left out, as are folded blocks and an inferred system prompt, which has no text
 * to send. Neighbouring user messages are joined, results first, as the API itself does: otherwise a made-up result
 * next to a real one would not be "in the very next message".
 *
 * @param kind default `request`, which is what a provider checks
 */
export function assemble(
  window: Window,
  table: BlockTable,
  source: ContentSource,
  kind: ListKind = 'request',
): Assembled {
  const tools: ToolDefinition[] = []
  const said: Said[] = []
  let system = ''
  /** A summary by the provider that waits for the reply it belongs to. */
  let compaction: Entry | null = null
  /** The reply that starts with the newest such summary so far. */
  let holder: { readonly items: Said['items']; readonly isTold: boolean } | null = null
  const isTold = ({ block, content }: Entry): boolean =>
    source.compaction?.(table(block))?.content === source.text(content)
  // Entries behind the window are in no prompt, but some of them are sent.
  const listed = kind === 'request' && window.behind?.sent === true ? everyEntry(window) : window.entries
  for (const entry of listed) {
    if (kind === 'request' ? entry.state === 'folded' : !inPrompt(entry)) continue
    const block = table(entry.block)
    if (block.type === 'system_prompt' && block.message < 0) {
      if (!block.inferred) system = entry.content === ORIGINAL ? source.system : source.text(entry.content)
      continue
    }
    if (block.type === 'tool_definition') {
      const tool = source.tool(block)
      if (tool !== null) tools.push(tool)
      continue
    }
    if (isProviderSummary(block) && (kind === 'request' || (kind === 'as_told' && isTold(entry)))) {
      compaction = entry
      continue
    }
    const part = partOf(entry, block, source, kind)
    const speaker = speakerOf(block)
    let last = said.at(-1)
    const joins =
      last?.role === speaker && (speaker === 'user' || (block.message >= 0 && block.message === last.message))
    if (last === undefined || !joins) {
      last = { role: speaker, message: block.message, items: [] }
      said.push(last)
    }
    last.message = block.message
    if (compaction !== null && speaker === 'assistant') {
      const content = source.text(compaction.content)
      const told = isTold(compaction) ? source.compaction?.(table(compaction.block)) : undefined
      // Only the newest summary is sent back, because it includes the others. A simulated one does not displace a
      // reported one.
      if (told !== undefined || (source.isSent !== true && holder?.isTold !== true)) {
        last.items.push({ part: told ?? { type: 'compaction', content }, id: compaction.block })
        holder?.items.shift()
        holder = { items: last.items, isTold: told !== undefined }
      }
      compaction = null
    }
    last.items.push({ part, id: block.id })
  }
  const messages: Message[] = []
  const origin: BlockId[][] = []
  for (const { role, items } of said) {
    // Results first, where a joined message has them later.
    const inOrder = [...items.filter(isResult), ...items.filter((item) => !isResult(item))]
    messages.push({ role, content: inOrder.map(({ part }) => part) })
    origin.push(inOrder.map(({ id }) => id))
  }
  return { system, tools, messages, origin }
}

/** A message as it is put together: its parts, each with the block that it came from. */
interface Said {
  readonly role: Role
  /** The message of its newest block. */
  message: MessageIndex
  readonly items: { readonly part: Part; readonly id: BlockId }[]
}

/**
 * The role under which a block is sent. A system message in mid-conversation is allowed in few places, and edits may
 * remove those; a summary by the provider replaces everything before it, including the user's words. Both are sent as
 * the user's.
 */
function speakerOf(block: Block): Role {
  return block.role === 'system' || isProviderSummary(block) ? 'user' : block.role
}

function isResult({ part }: Said['items'][number]): boolean {
  return part.type === 'tool_result'
}

function partOf(entry: Entry, block: Block, source: ContentSource, kind: ListKind): Part {
  const original = block.message < 0 ? null : (partsOf(source.message(block.message))[block.part] ?? null)
  const cleared = entry.state === 'server_cleared'
  const sends = cleared && kind === 'request' && block.message >= 0
  const content = sends ? (source.rewritten?.(block.id) ?? ORIGINAL) : entry.content
  if (content === ORIGINAL && original !== null) return original
  // A call without its arguments is still the call that its result answers.
  if (cleared && original?.type === 'tool_use') return { ...original, input: {} }
  const text = content === ORIGINAL ? '' : source.text(content)
  if (block.type === 'tool_result' && block.call !== null) {
    const failed = original?.type === 'tool_result' && original.is_error === true
    return {
      type: 'tool_result',
      tool_use_id: block.call.id,
      content: text,
      ...(failed ? { is_error: true } : {}),
    }
  }
  return { type: 'text', text }
}
