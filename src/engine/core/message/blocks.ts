import type { TokenCounter } from '../tokens/counter.ts'
import { mediaOf } from './modality.ts'
import type { BlockId, MessageIndex, Turn, WindowId } from '../units.ts'
import type { Block, BlockType } from './block.ts'
import { textOf, tokensOf } from './content.ts'
import { nameOf, partsOf } from './message.ts'
import type { Message, Part, Role, ToolDefinition } from './message.ts'

/** Where and when a message arrives. */
export interface Arrival {
  readonly turn: Turn
  readonly window: WindowId
  readonly message: MessageIndex
  /** True for the model's answer, false for an input. */
  readonly response: boolean
  /** True for a message that the client injected itself: it is a memory injection, not the user's words; `resumed` for the state of an earlier process. */
  readonly injected: boolean | 'resumed'
  /** True for a message in which the client summarizes what it removed; missing otherwise. */
  readonly summary?: boolean
}

/**
 * Splits a message into its blocks, one for each part, and counts each once (TOK-1).
 *
 * @param firstId id of the first block; the others follow
 * @param before the last block that came with a call id, null for a new id
 */
export function blocksOf(
  message: Message,
  arrival: Arrival,
  firstId: BlockId,
  counter: TokenCounter,
  before: (callId: string) => Block | null,
): Block[] {
  const made: Block[] = []
  const lastOf = new Map<string, Block>()
  for (const [index, part] of partsOf(message).entries()) {
    // A mark counts only if the author set it, not if a tool's output or a document quotes it.
    const text = part.type === 'tool_result' || part.type === 'document' ? '' : textOf(part)
    const media = mediaOf(part, counter.images)
    const block: Block = {
      id: firstId + index,
      type: typeOf(part, message.role, arrival),
      tokens: tokensOf(part, counter),
      ...(media && { media }),
      turn: arrival.turn,
      window: arrival.window,
      message: arrival.message,
      part: index,
      role: message.role,
      response: arrival.response,
      call: callOf(part, (id) => lastOf.get(id) ?? before(id)),
      important: /\bIMPORTANT\b/.test(text),
      doNotEvict: /\bDO_NOT_EVICT\b/.test(text),
      inferred: false,
      ...(arrival.injected === 'resumed' && { resumed: true }),
    }
    if (block.call !== null) lastOf.set(block.call.id, block)
    made.push(block)
  }
  return made
}

/** The block of the system prompt. An `inferred` one has no text: its size was derived from recorded usage (TOK-2). */
export function systemBlock(
  id: BlockId,
  tokens: number,
  window: WindowId,
  turn: Turn,
  inferred: boolean,
): Block {
  return { ...outside(id, tokens, window, turn), type: 'system_prompt', inferred }
}

/** The block for growth that nothing in a log explains; it arrives before the other inputs of its turn. */
export function unexplainedBlock(id: BlockId, tokens: number, window: WindowId, turn: Turn): Block {
  return { ...systemBlock(id, tokens, window, turn, true), unexplained: true }
}

/** The block of a tool definition, counted as the JSON that declares it in a request. */
export function toolBlock(
  id: BlockId,
  tool: ToolDefinition,
  window: WindowId,
  turn: Turn,
  counter: TokenCounter,
): Block {
  const tokens = counter.count(JSON.stringify(tool))
  return {
    ...outside(id, tokens, window, turn),
    type: 'tool_definition',
    call: { id: '', name: nameOf(tool) ?? '', before: null },
  }
}

function outside(id: BlockId, tokens: number, window: WindowId, turn: Turn): Block {
  return {
    id,
    type: 'system_prompt',
    tokens,
    turn,
    window,
    message: -1,
    part: -1,
    role: 'system',
    response: false,
    call: null,
    important: false,
    doNotEvict: false,
    inferred: false,
  }
}

function typeOf(part: Part, role: Role, { injected, summary = false }: Arrival): BlockType {
  switch (part.type) {
    case 'tool_use':
      return 'tool_call'
    case 'tool_result':
      return 'tool_result'
    case 'thinking':
    case 'redacted_thinking':
      return 'thinking'
    default:
      if (role === 'system') return 'system_prompt'
      if (summary) return 'summary'
      if (injected !== false) return 'memory_injection'
      return role === 'user' ? 'user_message' : 'assistant_response'
  }
}

function callOf(part: Part, before: (callId: string) => Block | null): Block['call'] {
  if (part.type !== 'tool_use' && part.type !== 'tool_result') return null
  const id = part.type === 'tool_use' ? part.id : part.tool_use_id
  const other = before(id)
  const name = part.type === 'tool_use' ? part.name : (other?.call?.name ?? '')
  return { id, name, before: other?.id ?? null }
}
