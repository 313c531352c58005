import type { BudgetAction, BudgetHint, BudgetPart, BudgetStatus, Ratio, Tokens } from '../../engine/index.ts'
import { decimal, share, tokens, whole } from './format.ts'
import written from './budget-words.json' with { type: 'json' }

/** Names of the budget parts for people. */
export const BUDGET_LABELS: Readonly<Record<BudgetPart | 'reserve', string>> = Object.freeze(written)

/** The row that reconciles the sum of blocks with recorded usage. */
export const ADJUSTMENT_LABEL = 'Adjustment to recorded usage'

export const BUDGET_STATUS_LABELS: Readonly<Record<BudgetStatus, string>> = Object.freeze({
  ok: 'ok',
  warned: 'warned',
  blocked: 'over',
})

/** What to do about a part over its limit (BUD-6). */
export const BUDGET_ACTIONS: Readonly<Record<BudgetAction, string>> = Object.freeze({
  trim_system_prompt: 'Shorten the system prompt or raise its share; nothing else helps.',
  send_needed_tools: 'Send only the tools that the task needs.',
  run_ladder: 'The cascade handles it: evict first, then compress.',
  summarize_results: 'Summarize the oldest results, then evict them.',
  evict_memory: 'Raise the relevance that memories need, and evict stale ones.',
  emergency: 'Make room before the call: the reply no longer has its reserve.',
})

/** How long the room of a part lasts: `used up`, `under 1 turn`, `≈ 2.3 turns`. */
export function turnsText(turnsLeft: number): string {
  if (turnsLeft === 0) return 'used up'
  return turnsLeft < 1
    ? 'under 1 turn'
    : `≈ ${turnsLeft < 10 ? decimal(turnsLeft, 1) : whole(turnsLeft)} turns`
}

/** What an excess contains beyond the used tokens: the margin of an estimating counter. */
export function marginText(excess: number, over: number): string {
  return excess <= Math.max(0, over) ? '' : `, with ${whole(excess - over)} for the error of the estimate`
}

/** For a part that is neither over its limit nor near it. */
export const WITHIN = 'within its limit'

/** Minimum reserve for the reply if the window has room for it (BUD-3). */
const LEAST_KEPT = 4096

export const budgetSentences = Object.freeze({
  /** @param over used − limit */
  statusOf(status: BudgetStatus, excess: number, over: number, softShare: Ratio, exact: boolean): string {
    if (status === 'blocked') return `over by ${tokens(excess, { exact })} tokens${marginText(excess, over)}`
    return status === 'warned' ? `warned, from ${share(softShare)} on` : WITHIN
  },
  /** Behind what to do about the system prompt: what of it is none. */
  unexplained(amount: Tokens, exact: boolean): string {
    return amount === 0
      ? ''
      : ` Of it, ${tokens(amount, { exact })} are growth that the log does not explain.`
  },
  left(turnsLeft: number | null): string {
    return turnsLeft === null ? 'nothing arrives' : turnsText(turnsLeft)
  },
  acted(freed: number, exact: boolean): string {
    const change = freed >= 0 ? 'freed' : 'added'
    return `Acted in this turn, before the call: ${tokens(Math.abs(freed), { exact })} tokens ${change}.`
  },
  enforce(mode: 'global' | 'per_component', acts: boolean): string {
    if (mode === 'global') {
      return 'enforce: global. Only the limit of the whole window is enforced; a component over its own limit is a warning.'
    }
    return acts
      ? 'enforce: per_component. Tool results and memory over their own limits are reduced before the call, as far as guards allow. The other components are left to the cascade or to you.'
      : 'enforce: per_component. This strategy has no stage for it, so a component over its own limit is a warning.'
  },
  hint({ component, share: planned, usual: [from, to] }: BudgetHint): string {
    return `${BUDGET_LABELS[component]}: ${share(planned)} of the limit is planned; ${share(from)} to ${share(to)} is usual.`
  },
  /**
   * The planned reserve and the actual one (BUD-3): `LEAST_KEPT` or more, but never more than a quarter of the window.
   */
  reserve(kept: number, planned: number, limit: number): string {
    if (kept === planned) return 'That is what the plan asks for.'
    const asked = `The plan asks for ${whole(planned)}`
    const quarter = `a quarter of the window’s ${whole(limit)}`
    if (kept < planned) return `${asked}; more than ${quarter} is never reserved.`
    const least =
      kept < LEAST_KEPT
        ? `that is less than ${whole(LEAST_KEPT)}, so ${quarter} is reserved`
        : `at least ${whole(LEAST_KEPT)} are always reserved`
    return `${asked}; ${least}, and history’s limit is therefore ${whole(kept - planned)} lower.`
  },
  /**
   * @param room limit − used; the ledger's `free` is this without the reserve
   * @param kept tokens of the reserve
   */
  room(room: number, kept: number, short: boolean, margin: number, exact: boolean): string {
    const checked = margin > 0 ? `, minus ${tokens(margin)} for the error of the estimate` : ''
    if (room < 0)
      return `the window is ${tokens(-room, { exact })} tokens over its limit${checked}${short ? ': too few' : ''}.`
    const free = room - kept
    const of =
      free >= 0
        ? `the ${whole(kept)} reserved and ${tokens(free, { exact })} free`
        : `${tokens(-free, { exact })} of the ${whole(kept)} reserved are used`
    return `Up to the limit the reply has ${tokens(room, { exact })} tokens, ${of}${checked}${short ? ': too few' : ''}.`
  },
})
