import type { RunAsk } from '../../sim/index.ts'
import type { BudgetEvent, Ratio, Tokens, Zone } from '../../engine/index.ts'
import { ASK_LABELS } from './asks.ts'
import { BUDGET_ACTIONS, BUDGET_LABELS, turnsText, WITHIN } from '../sentence/budget-words.ts'
import { counted, decimal, share, tokens, whole } from '../sentence/format.ts'
import { ZONE_LABELS } from '../sentence/words.ts'
import { isStageWith } from '../../engine/internal.ts'
import texts from './audit-words.json' with { type: 'json' }

/** Kinds of audit log entries. */
export const AUDIT_KINDS = Object.freeze([
  'edit',
  'request',
  'checkpoint',
  'window',
  'zone',
  'spike',
  'budget',
  'alert',
  'breaker',
  'cache',
  'note',
  'overflow',
  'repair',
] as const)
export type AuditKind = (typeof AUDIT_KINDS)[number]

export const AUDIT_LABELS: Readonly<Record<AuditKind, string>> = Object.freeze(texts.AUDIT_LABELS)

/** What an edit did to blocks, for its summary: the verb, and how many. */
const VERB_WORDS = Object.freeze(texts.VERB_WORDS)
export type AuditVerb = keyof typeof VERB_WORDS

export const auditSentences = Object.freeze({
  edit(stage: string, verbs: readonly (readonly [AuditVerb, number])[]): string {
    const left = verbs.find(([verb]) => verb === 'drop')?.[1] ?? 0
    if (isStageWith('carries_notes', stage))
      return left === 0 ? 'notes added' : 'notes replaced by newer ones'
    if (isStageWith('opens_window', stage)) return `${counted(left, 'block')} left behind, a bootstrap added`
    return verbs
      .map(([verb, count], at) => `${at === 0 ? counted(count, 'block') : whole(count)} ${VERB_WORDS[verb]}`)
      .join(', ')
  },
  /** The counts of the log's own client at the same place, beside ours. */
  logged(before: Tokens | null, after: Tokens | null): string {
    const [own, sent] = [before, after].map((one) => (one === null ? 'unreported' : whole(one)))
    return ` (in the log: ${own} before, ${sent} after)`
  },
  asked(
    { kind, input, alone, output }: Pick<RunAsk, 'kind' | 'input' | 'alone' | 'output'>,
    exact: boolean,
  ): string {
    const behind = alone === undefined ? '' : ' (the agent’s own prompt, continued)'
    return `${ASK_LABELS[kind]}: ${tokens(input, { exact })} tokens in${behind}, ${tokens(output, { exact })} out`
  },
  compressed(before: Tokens, after: Tokens, exact: boolean): string {
    return `${tokens(before, { exact })} to ${tokens(after, { exact })} tokens`
  },
  /** A ratio is never shown alone (COMP-4). */
  ratios(span: Ratio, window: Ratio, kept: number, probes: number): string {
    const asked =
      probes === 0 ? 'no questions to ask' : `${whole(kept)} of ${counted(probes, 'question')} kept`
    return `compressed part ${decimal(span, 1)} ×, window ${decimal(window, 2)} ×, ${asked}`
  },
  /** @param byClient the log's client made one more, of which the log has no record */
  requests(count: number, input: Tokens, output: Tokens, exact: boolean, byClient: boolean): string {
    if (count === 0 && !byClient) return 'no request'
    const who = byClient ? '1 request of the log’s client' : counted(count, 'request')
    return `${who}: ${tokens(input, { exact })} tokens in, ${tokens(output, { exact })} out`
  },
  subagent(calls: number, input: Tokens, output: Tokens, exact: boolean): string {
    return `sub-agent: ${counted(calls, 'call')}, ${tokens(input, { exact })} tokens in, ${tokens(output, { exact })} out`
  },
  repaired(repairs: number): string {
    return `${counted(repairs, 'repair')}, so that the provider accepts the request`
  },
  zone(from: Zone, to: Zone, at: Ratio, offered: boolean, exact: boolean): string {
    return `${ZONE_LABELS[from]} to ${ZONE_LABELS[to]} at ${share(at, { exact })} of the limit, ${offered ? 'before the stages' : 'as sent'}`
  },
  spike(arrived: Tokens, baseline: number, exact: boolean): string {
    return `${tokens(arrived, { exact })} tokens arrived, usually ${tokens(baseline, { exact })}`
  },
  overflow(used: Tokens, limit: Tokens, reserve: Tokens, exact: boolean): string {
    return used > limit
      ? `${tokens(used, { exact })} tokens used, ${tokens(used - limit, { exact })} over the limit of ${whole(limit)}`
      : `${tokens(used, { exact })} of ${whole(limit)} tokens used, ${tokens(used + reserve - limit, { exact })} into the reserve of ${whole(reserve)}`
  },
  budget(
    { component, status, urgency, turnsLeft = null, used, limit, excess, action }: BudgetEvent,
    exact: boolean,
  ): string {
    const held = `${BUDGET_LABELS[component]}: ${tokens(used, { exact })} of ${whole(limit)} tokens`
    if (status === 'blocked') {
      const what = action === null ? '' : ` ${BUDGET_ACTIONS[action]}`
      return `${held}, over by ${tokens(excess, { exact })}.${what}`
    }
    const now = status === 'warned' ? 'nearly used up' : WITHIN
    if (urgency === 'normal') return `${held}, ${now}`
    if (turnsLeft === 0) return `${held}, used up`
    return `${held}, ${now}; at this rate, used up ${turnsLeft === null ? 'soon' : `in ${turnsText(turnsLeft)}`}`
  },
  budgetVerdict({ status, urgency, binding }: BudgetEvent): string {
    if (status !== 'blocked')
      return status === 'warned' ? 'warned' : urgency === 'normal' ? 'ok' : 'used up soon'
    return binding ? 'over the limit, to be reduced' : 'over the limit, only a warning'
  },
  breaker(failures: number): string {
    return `opened after ${counted(failures, 'failure')} in a row: the model is not called again in this window`
  },
  checkpoint(window: number, version: number, left: string): string {
    const saved = `version ${whole(version)} saved in window ${whole(window)}`
    return left === '' ? saved : `${saved}; of the previous version, ${left}`
  },
  opened(from: number, to: number): string {
    return `context ${whole(to)} continues context ${whole(from)}`
  },
})
