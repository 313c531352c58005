import type { Json, Part } from '../engine/index.ts'
import type { Reply } from './call.ts'
import { fieldOf, isObject, listAt, textAt } from './fields.ts'
import { appliedOf, compactionOf, usageOf } from './usage.ts'

/** A message of the provider in the engine's parts, and the kinds of its parts that the engine has none for. */
export interface ReadReply {
  readonly reply: Reply
  /** Empty where all is well; nothing of these is in the reply. */
  readonly unknown: readonly string[]
}

/** Usage and edits as a stream gives them: once at its beginning, once at its end. */
export interface Ending {
  readonly usage: unknown
  readonly contextManagement: unknown
}

/** Reads a message, which can be anything. What it lacks is empty or null. */
export function replyOf(message: unknown, requestId: string | null, ending: Ending | null = null): ReadReply {
  const content: Part[] = []
  const unknown: string[] = []
  for (const block of listAt(message, 'content')) {
    const part = partOf(block)
    if (part === null) unknown.push(textAt(block, 'type'))
    else if (part !== 'nothing') content.push(part)
  }
  const stopReason = textAt(message, 'stop_reason')
  const first = fieldOf(message, 'usage')
  const last = ending?.usage ?? first
  const compaction = compactionOf(last) ?? compactionOf(first)
  return {
    unknown,
    reply: {
      id: textAt(message, 'id'),
      requestId,
      model: textAt(message, 'model'),
      content,
      stopReason: stopReason === '' ? null : stopReason,
      usage: usageOf(first, last),
      ...(compaction === null ? {} : { compaction }),
      applied: appliedOf(ending?.contextManagement ?? fieldOf(message, 'context_management')),
    },
  }
}

function partOf(block: unknown): Part | 'nothing' | null {
  switch (textAt(block, 'type')) {
    case 'text':
      return { type: 'text', text: textAt(block, 'text') }
    case 'thinking': {
      const signature = textAt(block, 'signature')
      return {
        type: 'thinking',
        thinking: textAt(block, 'thinking'),
        ...(signature === '' ? {} : { signature }),
      }
    }
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: textAt(block, 'data') }
    case 'tool_use': {
      const input = fieldOf(block, 'input') ?? {}
      return { type: 'tool_use', id: textAt(block, 'id'), name: textAt(block, 'name'), input: input as Json }
    }
    case 'compaction': {
      const content = fieldOf(block, 'content')
      // A summary that failed is null; the provider takes its block for nothing, and so can we. An empty one it does not take back.
      if (typeof content !== 'string' || content === '' || !isObject(block)) return 'nothing'
      // Signature and hidden state have to come back as they were, so all fields stay with it.
      return { ...block, type: 'compaction', content }
    }
    default:
      return null
  }
}
