import type { WindowView } from '../stage/stage.ts'
import type { BlockId, MessageIndex } from '../units.ts'
import { inConversation } from '../window/window.ts'
import type { Entry } from '../window/window.ts'

/** A user message that has to leave a trace of itself, or the request would not open (or end) with the user. */
export interface Marker {
  readonly entry: Entry
  readonly text: string
}

/**
 * A request opens with the user and ends with the user. Where an edit would drop the user messages
 * that see to it, the nearest one stays behind as a one-line marker. Without the gates on the task and
 * on the current request (the naive presets) this is what keeps the list valid (VALID-3).
 */
export function endMarkers(view: WindowView, dropped: ReadonlySet<BlockId>): Marker[] {
  const talk = view.window.entries.filter((entry) => inConversation(view.block(entry.block)))
  const markers: Marker[] = []
  for (const list of [talk, talk.toReversed()]) {
    let nearest: Entry | null = null
    for (const entry of list) {
      const block = view.block(entry.block)
      if (!dropped.has(entry.block)) {
        if (block.role === 'assistant' && nearest !== null) markers.push(markerOf(nearest, view))
        nearest = null
        break
      }
      if (block.role === 'user' && block.type !== 'tool_result') nearest = entry
    }
    // Everything dropped: one marker at least, so that the request has a message at all.
    if (nearest !== null && markers.length === 0) markers.push(markerOf(nearest, view))
  }
  return markers
}

function markerOf(entry: Entry, view: WindowView): Marker {
  return { entry, text: `[Evicted: user message of turn ${view.block(entry.block).turn}.]` }
}

/**
 * Thinking that would be left as the end of its reply: a provider rejects a reply that ends with
 * thinking, so it goes along with the text or call it led up to.
 */
export function strandedThinking(view: WindowView, dropped: ReadonlySet<BlockId>): Entry[] {
  const touched = new Set<MessageIndex>()
  for (const id of dropped) if (view.block(id).role === 'assistant') touched.add(view.block(id).message)
  if (touched.size === 0) return []
  const continued = new Set<MessageIndex>()
  const stranded: Entry[] = []
  for (let index = view.window.entries.length - 1; index >= 0; index--) {
    const entry = view.window.entries[index]
    if (entry === undefined || dropped.has(entry.block)) continue
    const block = view.block(entry.block)
    if (!touched.has(block.message)) continue
    if (block.type !== 'thinking') continued.add(block.message)
    else if (!continued.has(block.message)) stranded.push(entry)
  }
  return stranded
}
