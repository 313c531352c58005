import { ASSISTANT, RESULT, TALK, THINKING } from '../../core/message/block-facts.ts'
import type { WindowView } from './view.ts'
import { isProviderSummary } from '../../core/window/window.ts'
import type { Columns } from './columns.ts'

/**
 * The tool loop that the next reply will go on with, if its replies hold thinking: from the first reply after the last
 * plain user message on; where that one did not think, from the first after a text beside results that did. All places are
 * positions in the window.
 */
export interface RunningLoop {
  /** Whether its first reply begins with thinking: then that reply stays as long as the loop runs (VALID-1). */
  readonly begins: boolean
  /** The entries of each of its replies, in order. The first holds everything up to the first result. */
  readonly replies: readonly (readonly number[])[]
  /** The last thinking of the loop. */
  readonly lastThinking: number
}

/** The running loop of a window, or the one that the next reply will begin, and what keeps it apart from the loop before it. */
export interface LoopState {
  /** Null where none runs, or none of its replies thought. */
  readonly loop: RunningLoop | null
  /**
   * What the user said that opened it; empty where a reply opens the conversation, or where nothing has to keep loops
   * apart: one runs without thinking, or no call was answered.
   */
  readonly opening: readonly number[]
  /**
   * The reply right before the user last spoke: without it, what the user said would follow the results of a loop that
   * is over, and that loop would go on. Empty where there is none, or nothing has to keep loops apart.
   */
  readonly boundary: readonly number[]
}

const NONE: LoopState = Object.freeze({ loop: null, opening: [], boundary: [] })

/**
 * Finds it from the end of the window. Entries of one side beside each other count as one message, as they are
 * sent; what is folded is not sent. Linear in the loop. Whether the next reply thinks is not known before it comes, so that
 * what the user has just said is kept apart from results of earlier in any case.
 */
export function runningLoop(view: WindowView, { flags, any, id, facts, length }: Columns): LoopState {
  if ((any & (THINKING | RESULT)) === 0) return NONE
  const { entries } = view.window
  /** Stretches of one side, from the last to the first. */
  let run: number[] = []
  let isReply = false
  let hasResult = false
  let loopReplies: number[][] = []
  let opening: readonly number[] = []
  /** The newest text beside results, and how many replies followed it. */
  let aside: { readonly said: readonly number[]; readonly replies: number } | null = null
  let boundary: readonly number[] = []
  let isOpen = false
  let at = length - 1
  for (; at >= -1; at--) {
    const bits = at < 0 ? 0 : (flags[at] as number)
    if (at >= 0 && ((bits & TALK) === 0 || entries[at]?.state === 'folded')) continue
    const reply = at >= 0 && (bits & ASSISTANT) !== 0 && !isProviderSummary(view.block(id[at] as number))
    if (at >= 0 && (run.length === 0 || reply === isReply)) {
      isReply = reply
      run.push(at)
      if (!reply && (bits & RESULT) !== 0) hasResult = true
      continue
    }
    if (run.length > 0) {
      const whole = run.reverse()
      if ((any & THINKING) === 0 && !isOpen && (isReply || hasResult)) return NONE
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
  if (lastThinking < 0) return NONE
  const later = aside === null ? [] : loopReplies.slice(loopReplies.length - aside.replies)
  const after = later[0]?.[0]
  // Whether a text beside results begins another loop is not documented alike everywhere: the one that thinks is kept.
  if (aside !== null && after !== undefined && !thinks(first) && thinks(after) && view.bindsThinking !== true)
    return { loop: { begins: true, replies: apart(later), lastThinking }, opening: aside.said, boundary }
  const replies = apart(loopReplies)
  return { loop: { begins: thinks(first), replies, lastThinking }, opening, boundary }

  /** Notes that were put in do not count beside others: the next ones take their place at the end of the window. */
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

  /** Replies that follow each other without a result between them, apart. */
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
 * What leaves and stays together beside tool groups, as pairs of positions: what opened a running loop that began with
 * thinking, and the reply that it began with. Without the one the other would go on from the loop before it.
 */
export function loopTies({ loop, opening }: LoopState): readonly (readonly [number, number])[] {
  const reply = loop?.replies[0]?.[0]
  if (loop?.begins !== true || reply === undefined) return []
  return opening.map((at) => [at, reply])
}
