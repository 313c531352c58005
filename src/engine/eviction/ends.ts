import type { Block } from '../message/block.ts'
import type { WindowView } from '../stage/stage.ts'
import type { MessageIndex } from '../units.ts'
import { inConversation } from '../window/window.ts'
import { DROPPED } from './select.ts'

/**
 * Positions of user messages that have to leave a one-line marker. A request opens with the user and
 * ends with the user; where an edit would drop the messages that see to it, the nearest one stays
 * behind as a marker. Without the gates on the task and on the current request (the naive presets) this
 * is what keeps the list valid (VALID-3).
 */
export function endMarkers(view: WindowView, fates: Uint8Array): number[] {
  const markers: number[] = []
  const count = view.blocks.length
  for (const step of [1, -1]) {
    let nearest = -1
    let survivor = false
    for (let at = step > 0 ? 0 : count - 1; at >= 0 && at < count; at += step) {
      const block = view.blocks[at]
      if (block === undefined || !inConversation(block)) continue
      if (fates[at] !== DROPPED) {
        if (block.role === 'assistant' && nearest >= 0) markers.push(nearest)
        survivor = true
        break
      }
      if (block.role === 'user' && block.type !== 'tool_result') nearest = at
    }
    // Everything dropped: one marker at least, so that the request has a message at all.
    if (!survivor && nearest >= 0 && markers.length === 0) markers.push(nearest)
  }
  return markers
}

export function markerText(block: Block): string {
  return `[Evicted: user message of turn ${block.turn}.]`
}

/**
 * Positions of thinking that would be left as the end of its reply: a provider rejects a reply that
 * ends with thinking, so it goes along with the text or call it led up to.
 */
export function strandedThinking(view: WindowView, fates: Uint8Array): number[] {
  const replies = new Set<MessageIndex>()
  for (const block of view.blocks) if (block.type === 'thinking') replies.add(block.message)
  if (replies.size === 0) return []
  const touched = new Set<MessageIndex>()
  for (const [position, block] of view.blocks.entries()) {
    if (fates[position] === DROPPED && replies.has(block.message)) touched.add(block.message)
  }
  if (touched.size === 0) return []
  const continued = new Set<MessageIndex>()
  const stranded: number[] = []
  for (let position = view.blocks.length - 1; position >= 0; position--) {
    const block = view.blocks[position]
    if (block === undefined || fates[position] === DROPPED || !touched.has(block.message)) continue
    if (block.type !== 'thinking') continued.add(block.message)
    else if (!continued.has(block.message)) stranded.push(position)
  }
  return stranded
}
