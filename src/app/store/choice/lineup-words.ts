import type { PolicyName, StrategyName } from '../../../engine/index.ts'
import { counted } from '../../../view/index.ts'
import texts from './lineup-words.json' with { type: 'json' }

/** The label of a lane, and a one-line description. */
interface LaneWords {
  readonly label: string
  readonly rule: string
}

const groups = texts.LANES
export type LaneGroup = keyof typeof groups

/**
 * The names of everything that a lane can run, in groups: the manager, eviction by one policy, the systems of other
 * articles, the edits of a provider, the rest, and an article's code unchanged.
 */
export const LANE_GROUPS: Readonly<Record<LaneGroup, readonly string[]>> = Object.freeze({
  managed: Object.keys(groups.managed),
  evict: Object.keys(groups.evict),
  articles: Object.keys(groups.articles),
  provider: Object.keys(groups.provider),
  other: Object.keys(groups.other),
  as_written: Object.keys(groups.as_written),
})

/**
 * Strategies that are lanes of their own; those of the manager and of eviction are named by their plans and policies.
 */
type OwnLane = Exclude<StrategyName, 'managed' | 'evict'>

/** Everything that a lane can run; a policy or a strategy that is missing does not compile. */
export const LANES: Readonly<Record<string, LaneWords> & Record<PolicyName | OwnLane, LaneWords>> =
  Object.freeze({
    ...groups.managed,
    ...groups.evict,
    ...groups.articles,
    ...groups.provider,
    ...groups.other,
    ...groups.as_written,
  })

/** The name of a strategy for people; its own name is that of the YAML. */
export function strategyLabel(strategy: string): string {
  // Lanes that only evict are named by their policies.
  if (strategy === 'evict') return 'Eviction only'
  return laneLabel(strategy === 'managed' ? 'default' : strategy, 'on')
}

/** The groups in the order in which they are offered. */
export const GROUPS_SHOWN: readonly LaneGroup[] = Object.freeze([
  'managed',
  'evict',
  'articles',
  'provider',
  'other',
  'as_written',
])

/** The labels of the groups in the chooser. */
export const GROUP_LABELS = Object.freeze(texts.GROUP_LABELS)

/**
 * The label of a lane: `Unprotected FIFO` without protection, `Protected FIFO` beside such a twin, else `FIFO`; with a
 * number if an earlier lane has the same name.
 */
export function laneLabel(
  policy: string,
  protection: 'off' | 'on' | 'beside its twin',
  number: string | null = null,
): string {
  const short = LANES[policy]?.label ?? policy
  const label =
    protection === 'on' ? short : protection === 'off' ? `Unprotected ${short}` : `Protected ${short}`
  return number === null ? label : `${label} ${number}`
}

/** For every rule that asks when a block was used. */
export const COUNTS_AS_USED =
  'A block counts as used in the turn of its arrival and the next, and whenever a later turn repeats something first seen in it: one name in the arguments of a tool call, two in a text, or five words in a row.'

/** The criterion of a rule, if its line does not say it. */
const RULE_TITLES: Readonly<Record<string, string>> = Object.freeze({
  lru: `${COUNTS_AS_USED} Its score is e^(−turns since the last use / 5), or 0.3 · e^(−age / 5) if it was never used.`,
})

export function laneRuleTitle(name: string): string | undefined {
  return RULE_TITLES[planOf(name)]
}

/**
 * What a lane does, by its name: `naive_fifo_2` runs `fifo`, and `managed` the default plan. The settings of an
 * unmanaged window name a policy that is never used, so they do not tell.
 */
export function laneRule(name: string): string {
  return LANES[planOf(name)]?.rule ?? ''
}

function planOf(name: string): string {
  const plan = /^(?:naive_)?(?<plan>.+?)(?:_\d+)?$/.exec(name)?.groups?.['plan'] ?? name
  return plan === 'managed' ? 'default' : plan
}

export const LINEUP_TEXT = Object.freeze({
  ...texts.LINEUP_TEXT,
  written: (lane: string, model: string) => `${lane} (summaries by ${model})`,
  policy: (lane: string) => `Strategy of ${lane}`,
  gates: (lane: string) => `Protection of ${lane}`,
  model: (lane: string) => `Failures of the mock model of ${lane}`,
  mistake: (line: number, message: string) =>
    `Fix the error on line ${line} of this lane’s text first: ${message}`,
  earlier: (lane: string) => `Move ${lane} up`,
  later: (lane: string) => `Move ${lane} down`,
  tune: (lane: string) => `Tune ${lane}`,
  remove: (lane: string) => `Remove ${lane}`,
  shown: (from: string, to: string) => `turns ${from} to ${to}`,
  takenAway: (count: number) =>
    `${counted(count, 'fork or action', 'forks and actions')} of the previous conversation removed; undo restores them`,
  actions: (lane: string, turn: string) => `By hand in ${lane}, before the call of ${turn}`,
  takeBack: (act: string, turn: number) => `Undo: ${act} by hand in turn ${turn}`,
  byHandShort: (count: number) => `${count} changed`,
  byHand: (count: number) => (count === 1 ? '1 setting changed' : `${count} settings changed`),
})
