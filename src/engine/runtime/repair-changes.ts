import type { Repair } from '../validity/rule/violation.ts'
import type { BlockId, Turn } from '../core/units.ts'
import type { Assembled, ContentSource } from '../core/window/assemble.ts'
import type { Change } from '../core/window/change.ts'
import type { Block } from '../core/message/block.ts'
import type { Part } from '../core/message/message.ts'
import { everyEntry } from '../core/window/window.ts'
import type { BlockTable, Window } from '../core/window/window.ts'

interface Makers {
  readonly block: BlockTable
  readonly content: ContentSource
  readonly count: (text: string) => number
  readonly store: (text: string) => number
  readonly makeBlock: (block: Omit<Block, 'id'>) => Block
}

/**
 * The repairs of a request as changes of its window: a dropped part is a dropped block, a made-up result is an inserted
 * block.
 */
export function changesOfRepairs(
  repairs: readonly Repair[],
  request: Assembled,
  window: Window,
  turn: Turn,
  makers: Makers,
): Change[] {
  const changes = new Map<BlockId, Change>()
  for (const fix of repairs) {
    const blocks = request.origin[fix.index] ?? []
    switch (fix.action) {
      case 'drop-part':
      case 'drop-message': {
        const part = fix.part === undefined ? blocks : blocks.slice(fix.part, fix.part + 1)
        for (const block of part) changes.set(block, { verb: 'drop', block })
        break
      }
      case 'insert-result':
        for (const id of fix.ids) {
          const insert = madeUpBlock('tool_result', fix.text ?? '', turn, window, makers, id)
          changes.set(insert.block, { ...insert, after: blocks.at(-1) ?? null })
        }
        break
      case 'insert-user': {
        const before = request.origin[fix.index - 1]?.at(-1) ?? null
        const insert = madeUpBlock('user_message', fix.text ?? '', turn, window, makers, null)
        changes.set(insert.block, { ...insert, after: before })
        break
      }
      case 'trim-text': {
        const block = blocks[fix.part ?? 0]
        // A picture is in no text, so such a result is written without its blank texts each time.
        if (block === undefined || hasMedia(request.messages[fix.index]?.content[fix.part ?? 0])) break
        const text = fix.text ?? ''
        changes.set(block, { verb: 'clip', block, content: makers.store(text), tokens: makers.count(text) })
        break
      }
      case 'move-part': {
        const block = blocks[fix.part ?? 0]
        if (block === undefined) break
        if (fix.to === fix.index) {
          // Thinking goes to the front of its reply; results are put first when the request is assembled.
          if (makers.block(block).type !== 'thinking') break
          const after = request.origin[fix.index - 1]?.at(-1) ?? null
          changes.set(block, { verb: 'move', block, after })
        } else {
          const call = callBlock(fix.ids[0], window, makers)
          if (call !== null) changes.set(block, { verb: 'move', block, after: call })
        }
        break
      }
      // Others change how the request is written, not which blocks it contains: `messagesAt` applies them.
      default:
        break
    }
  }
  return [...changes.values()]
}

function hasMedia(part: Part | string | undefined): boolean {
  if (typeof part !== 'object' || part.type !== 'tool_result' || typeof part.content === 'string')
    return false
  return part.content.some(({ type }) => type !== 'text')
}

function callBefore(id: string, window: Window, makers: Makers): BlockId | null {
  return everyEntry(window).findLast((entry) => makers.block(entry.block).call?.id === id)?.block ?? null
}

/** The last block of the reply that made a call: its result belongs right after it. */
function callBlock(id: string | undefined, window: Window, makers: Makers): BlockId | null {
  const entries = everyEntry(window)
  const index = entries.findIndex((entry) => {
    const block = makers.block(entry.block)
    return block.type === 'tool_call' && block.call?.id === id
  })
  if (index < 0) return null
  const reply = entries[index]
  if (reply === undefined) return null
  const message = makers.block(reply.block).message
  let last = reply.block
  for (const entry of entries.slice(index)) {
    if (makers.block(entry.block).message !== message) break
    last = entry.block
  }
  return last
}

function madeUpBlock(
  type: 'tool_result' | 'user_message',
  text: string,
  turn: Turn,
  window: Window,
  makers: Makers,
  call: string | null,
) {
  const tokens = makers.count(text)
  const block = makers.makeBlock({
    type,
    tokens,
    turn,
    window: window.id,
    message: -1,
    part: -1,
    role: 'user',
    response: false,
    call: call === null ? null : { id: call, name: '', before: callBefore(call, window, makers) },
    important: false,
    doNotEvict: false,
    inferred: false,
  })
  return { verb: 'insert' as const, block: block.id, content: makers.store(text), tokens }
}
