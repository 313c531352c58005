import type { Block } from '../core/message/block.ts'
import { ASSISTANT, RESULT, TALK, THINKING } from '../core/message/block-facts.ts'
import type { MessageIndex } from '../core/units.ts'
import type { Columns } from './window/columns.ts'
import { DROPPED } from './candidate.ts'
import type { LoopState } from './window/running-loop.ts'

/**
 * Positions of user messages that have to leave a one-line marker. A request begins and ends with the user; if an edit
 * would drop the messages that ensure this, the nearest one is replaced by a marker. With the guards on the task and on
 * the current request off, this keeps the list valid (VALID-3).
 */
export function endMarkers(columns: Columns, fates: Uint8Array, running: LoopState | null = null): number[] {
  const markers: number[] = []
  const count = columns.length
  for (const step of [1, -1]) {
    let nearest = -1
    let survivor = false
    for (let at = step > 0 ? 0 : count - 1; at >= 0 && at < count; at += step) {
      const bits = columns.flags[at] as number
      if ((bits & TALK) === 0) continue
      if (fates[at] !== DROPPED) {
        if ((bits & ASSISTANT) !== 0 && nearest >= 0) markers.push(nearest)
        survivor = true
        break
      }
      if ((bits & (ASSISTANT | RESULT)) === 0) nearest = at
    }
    // If everything was dropped, at least one marker stays, so that the request has a message.
    if (!survivor && nearest >= 0 && markers.length === 0) markers.push(nearest)
  }
  const opener = running === null ? -1 : openerOf(columns, fates, running)
  if (opener >= 0 && !markers.includes(opener)) markers.push(opener)
  return markers
}

/**
 * Position of the user message before a running loop that begins with thinking, or before one that the next reply
 * begins, if dropping it would join the loop to earlier messages that stay. The loop would then seem to begin in an
 * earlier reply, whose thinking may be gone. −1 if some of that message stays.
 */
function openerOf({ flags }: Columns, fates: Uint8Array, { loop, opening }: LoopState): number {
  if (loop?.begins === false || opening.some((at) => fates[at] !== DROPPED)) return -1
  for (let at = (opening[0] ?? 0) - 1; at >= 0; at--) {
    if (((flags[at] as number) & TALK) !== 0 && fates[at] !== DROPPED) return opening.at(-1) ?? -1
  }
  return -1
}

export function markerText(block: Block): string {
  return `[Evicted: user message of turn ${block.turn}.]`
}

/**
 * Positions of thinking that would be left at the end of its reply. A provider rejects a reply that ends with thinking,
 * so it leaves with the text or call that it led up to.
 */
export function strandedThinking(columns: Columns, fates: Uint8Array): number[] {
  const { flags, id } = columns
  if ((columns.any & THINKING) === 0) return []
  const { message } = columns.facts
  const messageAt = (at: number): MessageIndex => message[id[at] as number] as number
  const touched = new Set<MessageIndex>()
  for (let at = 0; at < columns.length; at++) if (fates[at] === DROPPED) touched.add(messageAt(at))
  const continued = new Set<MessageIndex>()
  const stranded: number[] = []
  for (let at = columns.length - 1; at >= 0; at--) {
    const own = messageAt(at)
    if (fates[at] === DROPPED || !touched.has(own)) continue
    if (((flags[at] as number) & THINKING) === 0) continued.add(own)
    else if (!continued.has(own)) stranded.push(at)
  }
  return stranded
}
