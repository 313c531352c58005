import type { Usd } from '../../../llm/index.ts'
import type { Tokens, Turn } from '../../../engine/index.ts'
import type { TimelineData } from '../timeline/timeline.ts'
import { paidAgain, savedByCall } from './cost.ts'
import type { RunCost } from './cost.ts'

/** What the edits before one request cost and save (COST-6). */
export interface Payback {
  readonly turn: Turn
  /** Positions in `timeline.edits`; more than one where several edits changed the same prompt. */
  readonly edits: readonly number[]
  /** Tokens by which the prompt is shorter, less what took their place. */
  readonly freed: Tokens
  /** Tokens sent before that this request had to pay for again. */
  readonly rewritten: Tokens
  /** What those cost more than reading them, and what the strategy asked a model for these edits. */
  readonly paid: Usd
  /** What each later call saves: the freed tokens at the price of reading them. */
  readonly perCall: Usd
  /** Calls until what is paid is saved: (write − read) ÷ read × rewritten ÷ freed, where nothing was asked. 0 on a cold cache; Infinity where nothing is freed. */
  readonly evenAfter: number
  /** The turn of the call with which it was saved; null where the run has no such call. */
  readonly reached: Turn | null
}

/** So that 23 calls are not taken for a little more than 23. */
const ROUNDING = 1e-9

/**
 * When the edits of a run had paid for themselves, by turn (COST-6). Each is judged as if what it freed had stayed to the
 * end of the run otherwise, and had been read from the cache in each call.
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
    const paid = paidAgain(call, rewritten) + call.extra
    const perCall = savedByCall(call, freed)
    const evenAfter = paid <= 0 ? 0 : perCall <= 0 ? Infinity : paid / perCall
    const calls = later.get(turn.window) ?? []
    const first = calls.indexOf(turn.turn)
    const reached = evenAfter === 0 ? turn.turn : (calls[first + Math.ceil(evenAfter - ROUNDING)] ?? null)
    return [{ turn: turn.turn, edits: own, freed, rewritten, paid, perCall, evenAfter, reached }]
  })
}
