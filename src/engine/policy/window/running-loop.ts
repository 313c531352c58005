import { ASSISTANT, RESULT, TALK, THINKING } from '../../core/message/block-facts.ts'
import type { WindowView } from './view.ts'
import { isProviderSummary } from '../../core/window/window.ts'
import type { Columns } from './columns.ts'

/**
 * The tool loop that the next reply will continue, if its replies have thinking. It starts with the first reply after
 * the last plain user message; if that reply has no thinking, with the first reply after a text beside results that
 * has. Everything is given by position in the window.
 */
export interface RunningLoop {
  /** Whether its first reply begins with thinking: then that reply stays as long as the loop runs (VALID-1). */
  readonly begins: boolean
  /** Whether it begins after a text beside results: another such text among its results would begin another loop. */
  readonly beside: boolean
  /** The entries of each of its replies, in order. The first holds everything up to the first result. */
  readonly replies: readonly (readonly number[])[]
  /** The last thinking of the loop. */
  readonly lastThinking: number
}

/**
 * The running loop of a window, or the one that the next reply will begin, and what separates it from the previous
 * loop.
 */
export interface LoopState {
  /** Null if none runs, or none of its replies has thinking. */
  readonly loop: RunningLoop | null
  /**
   * The user message that opened it. Empty if a reply opens the conversation, or if loops need no separation: the
   * running one has no thinking, or no call was answered.
   */
  readonly opening: readonly number[]
  /**
   * The reply right before the newest user message: without it, the user message would follow the results of a finished
   * loop, and that loop would continue. Empty if there is none, or if loops need no separation.
   */
  readonly boundary: readonly number[]
}

export const NO_LOOP: LoopState = Object.freeze({ loop: null, opening: [], boundary: [] })

/**
 * Finds the loop from the end of the window. Neighbouring entries of one side count as one message, as they are sent;
 * folded entries are not sent. Linear in the loop. It is not known in advance whether the next reply will have
 * thinking, so the newest user message is always separated from earlier results.
 */
export function runningLoop(view: WindowView, { flags, any, id, facts, length }: Columns): LoopState {
  if ((any & (THINKING | RESULT)) === 0) return NO_LOOP
  const { entries } = view.window
  /** Runs of entries of one side, from the last to the first. */
  let run: number[] = []
  let isReply = false
  let hasResult = false
  let loopReplies: number[][] = []
  let opening: readonly number[] = []
  /** The newest text beside results, and the number of replies after it. */
  let aside: { readonly said: readonly number[]; readonly replies: number } | null = null
  let boundary: readonly number[] = []
  let isOpen = false
  let at = length - 1
  for (; at >= -1; at--) {
    const bits = at < 0 ? 0 : (flags[at] as number)
    // A system message in mid-conversation is sent as the user's.
    const isSent = (bits & TALK) !== 0 || (facts.message[id[at] as number] ?? -1) >= 0
    if (at >= 0 && (!isSent || entries[at]?.state === 'folded')) continue
    const reply = at >= 0 && (bits & ASSISTANT) !== 0 && !isProviderSummary(view.block(id[at] as number))
    if (at >= 0 && (run.length === 0 || reply === isReply)) {
      isReply = reply
      run.push(at)
      if (!reply && (bits & RESULT) !== 0) hasResult = true
      continue
    }
    if (run.length > 0) {
      const whole = run.reverse()
      if ((any & THINKING) === 0 && !isOpen && (isReply || hasResult)) return NO_LOOP
      if (isOpen) {
        if (isReply) boundary = whole
        break
      }
      if (isReply) loopReplies.push(whole)
      else if (!hasResult) {
        opening = saidIn(whole)
        isOpen = true
      } else {
        const beside = whole.filter((position) => ((flags[position] as number) & RESULT) === 0)
        if (beside.length > 0) aside ??= { said: saidIn(beside), replies: loopReplies.length }
      }
    }
    if (at < 0) break
    run = [at]
    isReply = reply
    hasResult = !reply && (bits & RESULT) !== 0
  }
  loopReplies = loopReplies.reverse()
  const thinks = (position: number): boolean => ((flags[position] as number) & THINKING) !== 0
  const first = loopReplies[0]?.[0]
  const lastThinking = loopReplies.flat().findLast(thinks) ?? -1
  if (first === undefined) return { loop: null, opening, boundary }
  if (lastThinking < 0) return NO_LOOP
  const later = aside === null ? [] : loopReplies.slice(loopReplies.length - aside.replies)
  const after = later[0]?.[0]
  // The documentation is not consistent about whether a text beside results begins a new loop: the one with thinking is
  // kept.
  if (aside !== null && after !== undefined && !thinks(first) && thinks(after) && view.bindsThinking !== true)
    return {
      loop: { begins: true, beside: true, replies: apart(later), lastThinking },
      opening: aside.said,
      boundary,
    }
  const replies = apart(loopReplies)
  return { loop: { begins: thinks(first), beside: false, replies, lastThinking }, opening, boundary }

  /** Injected notes do not count beside other text: the next notes replace them at the end of the window. */
  function saidIn(stretch: readonly number[]): readonly number[] {
    const stays = stretch.filter((position) => {
      const { type, message } = view.block(id[position] as number)
      return type !== 'memory_injection' || message >= 0
    })
    return stays.length > 0 ? stays : stretch
  }

  /** The first reply, and each message of those after it. */
  function apart([head = [], ...others]: readonly number[][]): number[][] {
    return [head, ...others.flatMap(byMessage)]
  }

  /** Splits replies that follow each other without a result between them. */
  function byMessage(reply: readonly number[]): number[][] {
    const messages: number[][] = []
    let last = -2
    for (const position of reply) {
      const own = facts.message[id[position] as number] as number
      if (own >= 0 && own === last) messages.at(-1)?.push(position)
      else messages.push([position])
      last = own
    }
    return messages
  }
}

/**
 * Entries that leave or stay together in addition to tool groups, as pairs of positions: the opening of a running loop
 * that began with thinking, and its first reply. Without one of them the other would continue the previous loop.
 */
export function loopTies({ loop, opening }: LoopState): readonly (readonly [number, number])[] {
  const reply = loop?.replies[0]?.[0]
  if (loop?.begins !== true || reply === undefined) return []
  return opening.map((at) => [at, reply])
}
