import type { Usd } from '../../../llm/index.ts'
import type { Tokens, Turn } from '../../../engine/index.ts'
import type { TimelineData } from '../timeline/timeline.ts'
import { paidAgain, savedByCall } from './cost.ts'
import type { RunCost } from './cost.ts'

/** What the edits before one request cost and save (COST-6). */
export interface Payback {
  readonly turn: Turn
  /** Indices in `timeline.edits`; several if several edits changed the same prompt. */
  readonly edits: readonly number[]
  /** Tokens that the edits removed, less those that they added. */
  readonly freed: Tokens
  /** Tokens sent before that this request had to pay for again. */
  readonly rewritten: Tokens
  /** The extra cost of those tokens compared with reading them, and of the strategy's requests for these edits. */
  readonly paid: Usd
  /** The part of `paid` for the strategy's requests. */
  readonly asked: Usd
  /** What each later call saves: the freed tokens at the price of reading them. */
  readonly perCall: Usd
  /**
   * Calls until `paid` is saved; without requests (write − read) ÷ read × rewritten ÷ freed. 0 on a cold cache;
   * Infinity if nothing is freed.
   */
  readonly evenAfter: number
  /** The turn of the call that completes the saving; null if the run ends before it. */
  readonly reached: Turn | null
}

/** Keeps a rounding error from turning 23 calls into 24. */
const ROUNDING = 1e-9

/** The number of whole calls until the edits have paid for themselves. */
export function wholeCalls({ evenAfter }: Pick<Payback, 'evenAfter'>): number {
  return Math.ceil(evenAfter - ROUNDING)
}

/**
 * When the edits of a run have paid for themselves, by turn (COST-6). This assumes that without the edits, the freed
 * tokens would have stayed to the end of the run and been read from the cache in each call.
 */
export function paybacks({ turns, edits }: Pick<TimelineData, 'turns' | 'edits'>, cost: RunCost): Payback[] {
  const later = new Map<number, Turn[]>()
  for (const { window, turn } of turns) {
    const known = later.get(window)
    if (known === undefined) later.set(window, [turn])
    else known.push(turn)
  }
  return turns.flatMap((turn, at): Payback[] => {
    const own = turn.edits.filter((edit) => (edits[edit]?.tick ?? 0) <= turn.points.sent.tick)
    const call = cost.calls[at]
    if (own.length === 0 || call === undefined) return []
    const freed = own.reduce((sum, edit) => sum + (edits[edit]?.before ?? 0) - (edits[edit]?.after ?? 0), 0)
    const rewritten = call.missed.edit
    const asked = call.extra
    const paid = paidAgain(call, rewritten) + asked
    const perCall = savedByCall(call, freed)
    const evenAfter = paid <= 0 ? 0 : perCall <= 0 ? Infinity : paid / perCall
    const calls = later.get(turn.window) ?? []
    const first = calls.indexOf(turn.turn)
    const reached = evenAfter === 0 ? turn.turn : (calls[first + wholeCalls({ evenAfter })] ?? null)
    return [{ turn: turn.turn, edits: own, freed, rewritten, paid, asked, perCall, evenAfter, reached }]
  })
}
