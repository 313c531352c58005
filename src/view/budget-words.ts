import type { BudgetAction, BudgetHint, BudgetPart, BudgetStatus, Ratio, Urgency } from '../engine/index.ts'
import { decimal, share, tokens, whole } from './format.ts'

/** What has a budget, as a person calls it. */
export const BUDGET_LABELS: Readonly<Record<BudgetPart | 'reserve', string>> = Object.freeze({
  system: 'System prompt',
  tools: 'Tool definitions',
  history: 'History',
  results: 'Tool results',
  memory: 'Memory',
  total: 'Whole window',
  reserve: 'Kept for the reply',
})

/** The row that makes a sum of blocks what recorded usage says. */
export const ADJUSTMENT_LABEL = 'Adjustment to recorded usage'

export const BUDGET_STATUS_LABELS: Readonly<Record<BudgetStatus, string>> = Object.freeze({
  ok: 'ok',
  warned: 'warned',
  blocked: 'over',
})

/** What is to be done about a part that is over its limit (BUD-6). */
export const BUDGET_ACTIONS: Readonly<Record<BudgetAction, string>> = Object.freeze({
  trim_system_prompt: 'Shorten the system prompt or give it a larger share; nothing else can help.',
  send_needed_tools: 'Send only the tools that the task needs.',
  run_ladder: 'Leave it to the ladder: evict first, then compress.',
  summarize_results: 'Summarize the oldest results, then evict them.',
  evict_memory: 'Raise the relevance that a memory needs, and evict the stale ones.',
  emergency: 'Make room before the call: the reply no longer has its reserve.',
})

export const budgetSentences = Object.freeze({
  statusOf(status: BudgetStatus, excess: number, softShare: Ratio, exact: boolean): string {
    if (status === 'blocked') return `over by ${tokens(excess, { exact })} tokens`
    return status === 'warned' ? `warned, from ${share(softShare)} on` : 'ok'
  },
  left(turnsLeft: number | null, urgency: Urgency): string {
    if (turnsLeft === null) return 'nothing arrives'
    if (turnsLeft === 0) return 'used up'
    const soon = urgency === 'critical' ? ', critical' : urgency === 'warning' ? ', soon' : ''
    return `${turnsLeft < 1 ? 'under 1 turn' : `≈ ${turnsLeft < 10 ? decimal(turnsLeft, 1) : whole(turnsLeft)} turns`}${soon}`
  },
  acted(freed: number, exact: boolean): string {
    const change = freed >= 0 ? 'freed' : 'added'
    return `Acted in this turn, before the call: ${tokens(Math.abs(freed), { exact })} tokens ${change}.`
  },
  enforce(mode: 'global' | 'per_component', acts: boolean): string {
    if (mode === 'global') {
      return 'enforce: global. Only the window as a whole is acted on; a component over its own limit is a warning.'
    }
    return acts
      ? 'enforce: per_component. Tool results and memory over their own limits are brought down before the call, as far as gates let them; the other components are for the ladder or a person.'
      : 'enforce: per_component. This strategy has no stage that obeys it, so a component over its own limit is a warning.'
  },
  hint({ component, share: planned, usual: [from, to] }: BudgetHint): string {
    return `${BUDGET_LABELS[component]}: ${share(planned)} of the limit is planned, usual is ${share(from)} to ${share(to)}.`
  },
  reserve(kept: number, planned: number, limit: number): string {
    if (kept === planned) return `${whole(kept)} tokens are kept free, as planned.`
    return kept > planned
      ? `${whole(kept)} tokens are kept free where ${whole(planned)} were planned: at least 4,096 are, or a quarter of ${whole(limit)}. History has that much less.`
      : `${whole(kept)} tokens are kept free where ${whole(planned)} were planned: at most a quarter of ${whole(limit)} is.`
  },
  room(room: number, short: boolean, margin: number, exact: boolean): string {
    const checked = margin > 0 ? `, less ${tokens(margin)} for what the estimate may miss` : ''
    const left =
      room >= 0
        ? `${tokens(room, { exact })} tokens are free for the reply`
        : `the window is ${tokens(-room, { exact })} tokens over its limit`
    return `${left}${checked}${short ? ': too few' : ''}.`
  },
})
