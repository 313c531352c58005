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
export function endMarkers({ flags }: Columns, fates: Uint8Array, { loop, opening }: LoopState): number[] {
  const isUsers = (bits: number): boolean => (bits & (TALK | ASSISTANT | RESULT)) === TALK
  const stays = (bits: number, at: number): boolean => (bits & TALK) !== 0 && fates[at] !== DROPPED
  const isReply = (at: number): boolean => ((flags[at] as number) & ASSISTANT) !== 0
  const first = flags.findIndex(stays)
  const last = flags.findLastIndex(stays)
  const markers = new Set<number>()
  // If everything was dropped, at least one marker stays, so that the request has a message.
  if (first < 0) markers.add(flags.findLastIndex(isUsers))
  if (isReply(first)) markers.add(flags.subarray(0, first).findLastIndex(isUsers))
  if (isReply(last)) markers.add(flags.findIndex((bits, at) => at > last && isUsers(bits)))
  // The user message before a running loop that begins with thinking, or before one that the next reply begins: without
  // it the loop would join earlier messages that stay. It would then seem to begin in an earlier reply, whose thinking
  // may be gone.
  if (loop?.begins !== false && opening.every((at) => fates[at] === DROPPED)) {
    if (flags.subarray(0, opening[0]).some(stays)) markers.add(opening.at(-1) ?? -1)
  }
  markers.delete(-1)
  return [...markers]
}

export function markerText(block: Block): string {
  return `[Evicted: user message of turn ${block.turn}.]`
}

/**
 * Positions of thinking that would be left at the end of its reply. A provider rejects a reply that ends with thinking,
 * so it leaves with the text or call that it led up to.
 */
export function strandedThinking({ any, flags, id, facts }: Columns, fates: Uint8Array): number[] {
  if ((any & THINKING) === 0) return []
  const messageAt = (at: number): MessageIndex => facts.message[id[at] as number] as number
  const touched = new Set<MessageIndex>()
  fates.forEach((fate, at) => {
    if (fate === DROPPED) touched.add(messageAt(at))
  })
  const continued = new Set<MessageIndex>()
  const stranded: number[] = []
  for (let at = fates.length - 1; at >= 0; at--) {
    const own = messageAt(at)
    if (fates[at] === DROPPED || !touched.has(own)) continue
    if (((flags[at] as number) & THINKING) === 0) continued.add(own)
    else if (!continued.has(own)) stranded.push(at)
  }
  return stranded
}
