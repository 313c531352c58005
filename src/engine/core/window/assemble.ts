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
import type { BlockId } from '../units.ts'
import { everyEntry, inPrompt, isProviderSummary, ORIGINAL } from './window.ts'
import type { BlockTable, ContentId, Entry, Window } from './window.ts'

/** Where the contents of blocks are: the messages they came in, and the texts that edits made (EDIT-2). */
export interface ContentSource {
  /** The message a block is part of; asked only for blocks with `message >= 0`. */
  readonly message: (index: number) => Message
  /** A text in the content store. */
  readonly text: (content: ContentId) => string
  /** The text that a person put in place of a block's own, for what the client sends; missing: none was. */
  readonly rewritten?: (block: BlockId) => ContentId | undefined
  /** The summary that the provider told at a block's call, with its proofs; undefined where it told none. Missing: it never did. */
  readonly compaction?: (block: Block) => CompactionPart | undefined
  /**
   * Requests go to the provider as they are: a summary that was only expected of it stands in none of them, because they
   * would be words of this simulation in the mouth of the model. Missing: it stands where the provider's own would.
   */
  readonly isSent?: boolean
  readonly system: string
  readonly tool: (block: Block) => ToolDefinition | null
  /** How requests let the model think; missing: nobody said. */
  readonly thinking?: ThinkingConfig
}

/** The request a window stands for, and which block each of its parts came from. */
export interface Assembled {
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  readonly messages: readonly Message[]
  /** `origin[i][j]` is the block of part j of message i. */
  readonly origin: readonly (readonly BlockId[])[]
}

/**
 * Which of a window's lists is meant (LED-4): the `request` has what the client goes on sending although the
 * provider leaves it out, the `prompt` has what the model sees of it.
 */
export type ListKind = 'request' | 'prompt'

/**
 * Writes a window as a request in the engine's own shape (Anthropic's). Blocks of one message become
 * its parts again; a message whose blocks are all gone is left out; an inferred system prompt has no
 * text to send and is left out too, as is what is folded. Neighbouring user messages are joined, results first,
 * as the API itself does: otherwise a stub result beside a real one would not be "in the very next message".
 *
 * @param kind default `request`, which is what a provider judges
 */
export function assemble(
  window: Window,
  table: BlockTable,
  source: ContentSource,
  kind: ListKind = 'request',
): Assembled {
  const tools: ToolDefinition[] = []
  const contents: Part[][] = []
  const roles: Role[] = []
  const origin: BlockId[][] = []
  let system = ''
  let current = -2
  let role: Role | null = null
  let parts: Part[] = []
  let ids: BlockId[] = []
  /** A summary that the provider made, until the reply comes that it stands in. */
  let compaction: Entry | null = null
  /** The reply that the one that goes back stands in front of so far. */
  let holder: { readonly parts: Part[]; readonly ids: BlockId[]; readonly isTold: boolean } | null = null
  // What is behind the window is in no prompt, but part of it is sent.
  const listed = kind === 'request' && window.behind?.sent === true ? everyEntry(window) : window.entries
  for (const entry of listed) {
    if (kind === 'prompt' ? !inPrompt(entry) : entry.state === 'folded') continue
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
    if (isProviderSummary(block) && kind === 'request') {
      compaction = entry
      continue
    }
    const part = partOf(entry, block, source, kind)
    const speaker = speakerOf(block)
    const joins = role === speaker && (role === 'user' || (block.message >= 0 && block.message === current))
    if (!joins) {
      parts = []
      ids = []
      contents.push(parts)
      origin.push(ids)
      roles.push(speaker)
    }
    role = speaker
    current = block.message
    if (compaction !== null && speaker === 'assistant') {
      const content = source.text(compaction.content)
      const told = source.compaction?.(table(compaction.block))
      const isTold = told?.content === content
      // Of several only the newest goes back: the others are in it. One that was only expected is no reason to keep back what came.
      if (isTold || (source.isSent !== true && holder?.isTold !== true)) {
        parts.push(isTold ? told : { type: 'compaction', content })
        ids.push(compaction.block)
        holder?.parts.shift()
        holder?.ids.shift()
        holder = { parts, ids, isTold }
      }
      compaction = null
    }
    parts.push(part)
    ids.push(block.id)
  }
  const messages = contents.map((content, index): Message => {
    resultsFirst(content, origin[index] ?? [])
    return { role: roles[index] ?? 'user', content }
  })
  return { system, tools, messages, origin }
}

/**
 * Who says a block. An instruction in mid-conversation may stand in few places, and edits take those away; a
 * summary of the provider's stands for everything before it, the user's words too: both are the user's.
 */
function speakerOf(block: Block): Role {
  return block.role === 'system' || isProviderSummary(block) ? 'user' : block.role
}

/** Moves results before everything else, in place, where a joined message has them later. */
function resultsFirst(parts: Part[], ids: BlockId[]): void {
  const other = parts.findIndex((part) => !isResult(part))
  if (other < 0 || other === parts.length - 1 || parts.findLastIndex(isResult) < other) return
  const order = parts.map((part, index) => ({ part, id: ids[index] ?? -1 }))
  const sorted = [
    ...order.filter((item) => isResult(item.part)),
    ...order.filter((item) => !isResult(item.part)),
  ]
  sorted.forEach((item, index) => {
    parts[index] = item.part
    ids[index] = item.id
  })
}

function isResult(part: Part): boolean {
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
