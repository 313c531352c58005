import type {
  AlertCode,
  BudgetEvent,
  BudgetPart,
  CacheBreak,
  HealthMetric,
  Ratio,
  Tokens,
  Verdict,
  Zone,
} from '../../engine/index.ts'
import { marginText, turnsText } from './budget-words.ts'
import { counted, decimal, share, tokens, whole } from './format.ts'
import { stageWords } from './stage-words.ts'
import { listed, ZONE_LABELS } from './words.ts'
import texts from './event-words.json' with { type: 'json' }

/** Sentences about events other than edits; `words.ts` has the rest. */

/** The parts of a budget, and the keys of their shares. */
export const BUDGET_PARTS_IN_WORDS: Readonly<
  Record<BudgetPart, { readonly label: string; readonly key: string }>
> = Object.freeze(texts.BUDGET_PARTS_IN_WORDS)

/** Keys of the thresholds of alerts. */
const ALERT_KEYS: Readonly<Record<AlertCode, string>> = Object.freeze(texts.ALERT_KEYS)

/** A metric in the middle of a sentence, and the format of its figure. */
const METRICS: Readonly<
  Record<HealthMetric, { readonly label: string; readonly write: (value: number, exact: boolean) => string }>
> = Object.freeze({
  utilization: { label: 'utilization', write: (value, exact) => share(value, { exact }) },
  eviction_rate: { label: 'evictions per turn', write: (value) => decimal(value, 1) },
  compression_ratio: { label: 'compression ratio', write: (value) => decimal(value, 1) },
  burn_rate: { label: 'tokens that arrived at once:', write: (value, exact) => tokens(value, { exact }) },
  fidelity_score: { label: 'fidelity', write: (value) => share(value) },
  tool_result_bloat: {
    label: 'share of tool results in used tokens',
    write: (value, exact) => share(value, { exact }),
  },
})

export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = Object.freeze(texts.VERDICT_LABELS)

/** The data of an alert for a sentence. */
interface AlertFigures {
  readonly code: AlertCode
  readonly metric: HealthMetric
  readonly value: number
  readonly threshold: number
}

/** Why a prompt cache could be read less. */
function cacheCause(cause: CacheBreak['cause']): string {
  switch (cause.of) {
    case 'edit':
      return `${stageWords(cause.stage)} changed the beginning of the prompt`
    case 'pause':
      return `${decimal(cause.idle / 60_000, 1)} minutes passed, and a cache entry lives ${decimal(cause.life / 60_000, 0)}`
    case 'setup':
      return 'the system prompt or the tools changed'
  }
}

/** Alerts that need only one reading. */
const AT_ONCE: readonly AlertCode[] = ['burn_anomaly', 'tool_loop']

export const told = Object.freeze({
  /** @param key of the threshold that was crossed */
  zone(
    used: Tokens,
    limit: Tokens,
    { from, to, at, key, sent }: { from: Zone; to: Zone; at: Ratio; key: string; sent: boolean },
    exact: boolean,
  ): string {
    const when = sent ? 'As sent' : 'When all had arrived'
    const held = `the window held ${tokens(used, { exact })} of ${whole(limit)} tokens (${share(used / limit, { exact })})`
    const side =
      ORDER.indexOf(to) > ORDER.indexOf(from)
        ? `${ZONE_LABELS[to]} begins at ${share(at)}`
        : `${ZONE_LABELS[to]} ends at ${share(at)}`
    return `${when}, ${held}: ${side} (${key}).`
  },
  /** @param preemptive as in the config; null if no stage of the run reacts to a spike */
  spike(label: string, factor: number, preemptive: boolean | null): string {
    const spike = `${upper(label)}; more than ${factor} times is a spike.`
    if (preemptive === null) return `${spike} It is only recorded: no stage here reacts to spikes.`
    const then = preemptive ? 'A spike makes the cascade act in any zone' : 'A spike is only recorded'
    return `${spike} ${then} (pressure.preemptive: ${preemptive}).`
  },
  budgetLabel(
    { component, status, urgency, turnsLeft = null, used, limit, excess }: BudgetEvent,
    exact: boolean,
  ): string {
    const { label } = BUDGET_PARTS_IN_WORDS[component]
    const of = `${tokens(used, { exact })} of ${whole(limit)} tokens${marginText(excess, used - limit)}`
    if (status === 'blocked') return `${label} over the budget: ${of}`
    if (status === 'warned') return `${label} near the budget: ${of}`
    if (urgency === 'normal') return `${label} within the budget: ${of}`
    return `${label}: at this rate, used up ${turnsLeft === null ? 'soon' : `in ${turnsText(turnsLeft)}`}`
  },
  /** @param value the value at the key */
  budget(
    { component, status, urgency, turnsLeft = null, used, limit, excess, binding }: BudgetEvent,
    settings: {
      readonly value: string
      readonly soft: Ratio
      readonly burn: number
      readonly enforce: string
    },
    exact: boolean,
  ): string {
    const { label, key } = BUDGET_PARTS_IN_WORDS[component]
    const planned =
      component === 'total'
        ? `${whole(limit)} that ${key} leaves without the reserve`
        : `${whole(limit)} planned (${key}: ${settings.value})`
    const held = `${upper(label)} held ${tokens(used, { exact })} tokens of the ${planned}, ${share(used / Math.max(1, limit), { exact })}`
    const soft = `${share(settings.soft)} (budget.soft_limit_pct)`
    const side =
      status === 'blocked'
        ? `${tokens(excess, { exact })} too many${marginText(excess, used - limit)}`
        : status === 'warned'
          ? `above the soft limit of ${soft}`
          : `below the soft limit of ${soft}`
    const rate =
      urgency === 'normal' || turnsLeft === 0
        ? ''
        : ` At the mean rate of the last ${counted(settings.burn, 'turn')} the rest lasts ${turnsLeft === null ? 'few turns' : turnsText(turnsLeft)}.`
    const then = binding
      ? component === 'total'
        ? ' Room has to be made before the call.'
        : ` It is brought back under it (budget.enforce: ${settings.enforce}).`
      : status === 'blocked'
        ? ` A component only warns (budget.enforce: ${settings.enforce}).`
        : ''
    return `${held}: ${side}.${rate}${then}`
  },
  alertLabel({ code, metric, value, threshold }: AlertFigures, exact: boolean): string {
    if (code === 'tool_loop') return `${counted(value, 'tool call')} in a row repeat earlier ones`
    const { label, write } = METRICS[metric]
    return `${label} ${write(value, exact)}, ${code === 'fidelity_warning' || code === 'compression_ratio_min' ? 'below' : 'above'} ${write(threshold, true)}`
  },
  /**
   * @param advice the engine's advice
   * @param sustained readings in a row that most alerts wait for
   */
  alert(alert: AlertFigures, advice: string, sustained: number, exact: boolean): string {
    const { code } = alert
    const isAtOnce = AT_ONCE.includes(code) || sustained < 2
    const since = isAtOnce ? '' : `, for at least ${whole(sustained)} readings in a row`
    return `${upper(told.alertLabel(alert, exact))} (${ALERT_KEYS[code]})${since}. ${advice}`
  },
  emergency(done: readonly string[]): string {
    return done.length === 0
      ? ' The next turn could not react to it.'
      : ` The next turn did: ${listed(done)}.`
  },
  breakerLabel(failures: number): string {
    return `no more calls to the model after ${counted(failures, 'failure')} in a row`
  },
  breaker(failures: number, limit: number): string {
    return (
      `${failures === 1 ? '1 answer was' : `${whole(failures)} answers in a row were`} unusable (compression.breaker_after: ${whole(limit)}): ` +
      'the model is not called again in this window. Stages without a model, such as eviction, continue.'
    )
  },
  discardedLabel(verdicts: ReadonlyMap<Verdict, number>): string {
    const all = [...verdicts.values()].reduce((sum, one) => sum + one, 0)
    const why = [...verdicts].map(([verdict, count]) =>
      verdicts.size === 1 ? VERDICT_LABELS[verdict] : `${whole(count)} ${VERDICT_LABELS[verdict]}`,
    )
    return `${counted(all, 'answer')} of the model discarded: ${listed(why)}`
  },
  discarded(label: string, kinds: readonly string[]): string {
    const then = kinds.every((kind) => kind === 'extract')
      ? 'No checkpoint was saved; the previous one stays.'
      : 'The originals stay.'
    return `${upper(label)}. Asked for: ${listed(kinds)}. ${then}`
  },
  checkpointLabel(version: number): string {
    return `checkpoint ${whole(version)} saved`
  },
  checkpoint(version: number, window: number, why: string, holds: string, left: string): string {
    const saved = `Checkpoint ${whole(version)} of window ${whole(window)} was saved: ${why}. It holds ${holds}.`
    return left === '' ? saved : `${saved} The answer omitted items of the previous version; ${left}.`
  },
  savedAtShare(measured: Ratio, at: Ratio, exact: boolean): string {
    return `the window was at ${share(measured, { exact })}, at or above ${share(at)} (cross_window.auto_save_threshold)`
  },
  savedAtAlert(): string {
    return 'an alert of the previous turn triggered it'
  },
  savedAtMilestone(at: Ratio): string {
    return (
      `below ${share(at)} (cross_window.auto_save_threshold) a milestone triggers it: a subtask done, a decision ` +
      'made or a blocker found (cross_window.milestones)'
    )
  },
  savedForWindow(): string {
    return 'a new window was to be opened (cross_window.new_window)'
  },
  checkpointHolds(counts: {
    readonly constraints: number
    readonly subtasks: number
    readonly done: number
    readonly decisions: number
    readonly open: number
    readonly learnings: number
  }): string {
    const { constraints, subtasks, done, decisions, open, learnings } = counts
    return listed([
      'the goal',
      counted(constraints, 'constraint'),
      `${counted(subtasks, 'subtask')}, ${whole(done)} of them done`,
      counted(decisions, 'decision'),
      counted(open, 'open issue'),
      counted(learnings, 'learning'),
    ])
  },
  /** How much less of the prompt cache a call could read than the previous one, and why. */
  cacheLabel({ before, after, cause }: CacheBreak, exact: boolean): string {
    return (
      `${tokens(after, { exact })} of ${tokens(before, { exact })} cached tokens could be read again: ` +
      cacheCause(cause)
    )
  },
  cache(broken: CacheBreak, exact: boolean): string {
    const anew = tokens(broken.before - broken.after, { exact })
    return `${upper(told.cacheLabel(broken, exact))}. The other ${anew} are billed as new.`
  },
  windowLabel(serial: number): string {
    return `window ${whole(serial)} opened`
  },
  window(
    serial: number,
    {
      used,
      limit,
      at,
      value,
      after,
      left,
      checkpoint,
      bootstrap,
    }: {
      readonly used: Tokens
      readonly limit: Tokens
      readonly at: Ratio
      readonly value: string
      readonly after: Tokens
      readonly left: number
      readonly checkpoint: number | null
      readonly bootstrap: Tokens | null
    },
    exact: boolean,
  ): string {
    const made = checkpoint === null ? '' : ` made of checkpoint ${whole(checkpoint)}`
    const opens =
      bootstrap === null ? '' : ` It opens with a bootstrap of ${tokens(bootstrap, { exact })} tokens${made}.`
    return (
      `The cascade left ${tokens(used, { exact })} of ${whole(limit)} tokens (${share(used / limit, { exact })}), ` +
      `${used >= at * limit ? 'at or above' : 'in the reserve, though below'} ${share(at)} ` +
      `(compression.overflow_threshold: ${value}): the conversation continues in window ${whole(serial)}. ${counted(left, 'block')} were left behind, and ${tokens(after, { exact })} tokens were carried over.${opens}`
    )
  },
  done(edits: readonly string[]): string {
    return edits.length === 0 ? ' No edit followed in this turn.' : ` Then ${listed(edits)}.`
  },
  didFree(stage: string, amount: Tokens, exact: boolean): string {
    return `${stageWords(stage)} ${amount < 0 ? 'added' : 'freed'} ${tokens(Math.abs(amount), { exact })} ${Math.abs(amount) === 1 ? 'token' : 'tokens'}`
  },
})

const ORDER: readonly Zone[] = ['green', 'yellow', 'orange', 'red']

export function upper(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
