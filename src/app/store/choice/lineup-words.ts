import { counted } from '../../../view/index.ts'

/** Short names for the head of a lane, by what it runs. */
export const POLICY_LABELS: Readonly<Record<string, string>> = Object.freeze({
  fifo: 'FIFO',
  lru: 'LRU',
  priority: 'Priority',
  type_based: 'By type',
  hybrid: 'Hybrid',
  hybrid_equal: 'Hybrid, equal weights',
  semantic_merge: 'Semantic merge',
  hybrid_scorers: 'Hybrid of scorers',
  random: 'Random',
  gdsf: 'GDSF',
  s3fifo: 'S3-FIFO',
  superseded: 'Superseded',
  default: 'Managed',
  compaction_first: 'Compaction first',
  compaction_rewritten: 'Compaction, rewritten',
  progressive_first: 'Progressive first',
  summarize_results: 'Results in short',
  delegation_first: 'Delegation first',
  component_budgets: 'Budgets by component',
  code_review: 'Code review plan',
  research: 'Research plan',
  support: 'Support plan',
  atomic_window: 'Atomic window',
  atomic_window_tokens: 'Atomic window, by tokens',
  token_trim: 'Token trim, oldest first',
  token_trim_middle: 'Token trim, middle first',
  token_trim_end: 'Token trim, newest first',
  tiered: 'Tiered',
  tiered_full: 'Tiered, large agent',
  tiered_full_margin: 'Tiered, by margin',
  rolling_summary: 'Rolling summary',
  context_editing: 'Provider’s context editing',
  context_editing_compact: 'Provider’s compaction',
  pipeline: 'Pipeline',
  recorded: 'As recorded',
  handover: 'New windows',
  unmanaged: 'Unmanaged',
  as_written_atomic_window: 'Atomic window, as written',
  as_written_tiered: 'Tiered, as written',
  as_written_token_trim: 'Token trim, as written',
  as_written_rolling_summary: 'Rolling summary, as written',
  as_written_lru: 'LRU, as written',
  as_written_eviction: 'Eviction, as written',
  as_written_cascade: 'Cascade, as written',
  as_written_overflow: 'New windows, as written',
})

/** What people call a strategy, whose own name is that of the YAML. */
export function strategyLabel(strategy: string): string {
  // Lanes that only evict are called by their policies.
  if (strategy === 'evict') return 'Eviction only'
  return POLICY_LABELS[strategy === 'managed' ? 'default' : strategy] ?? strategy
}

/** What the groups of the chooser hold. */
export const GROUP_LABELS = Object.freeze({
  managed: 'Manager: evict, compress, hand over',
  evict: 'Eviction only, by policy',
  articles: 'Trimming, tiers, rolling summary',
  provider: 'Edits by the provider',
  other: 'Others',
  as_written: 'Articles’ sample code, as written',
})

/** What a lane does, in a line. */
export const LANE_RULES: Readonly<Record<string, string>> = Object.freeze({
  fifo: 'oldest first',
  lru: 'longest unused first',
  priority: 'least important first',
  type_based: 'past its type’s lifetime first',
  hybrid: 'five weighted signals',
  hybrid_equal: 'the same five, equally weighted',
  semantic_merge: 'near-duplicates are merged, then evicted',
  hybrid_scorers: 'FIFO, LRU, priority and type, weighted',
  random: 'drawn by seed',
  gdsf: 'rarely used, cheap to refetch and large first',
  s3fifo: 'never used since arrival first',
  superseded: 'reread or overwritten since first',
  default: 'evict, then summarize, compact, delegate, new window',
  compaction_first: 'one summary from 65 % on, before eviction',
  compaction_rewritten: 'the same, each summary rewritten in full',
  progressive_first: 'shortened by age from 65 % on',
  summarize_results: 'long results summarized on arrival',
  delegation_first: 'closed tool work replaced by reports from 65 % on',
  component_budgets: 'results and memories kept within their shares',
  code_review: 'results get more room and stay longer',
  research: 'long results summarized, learnings stay',
  support: 'conversation stays, results are evicted early',
  atomic_window: 'the newest 25 messages, pairs kept together',
  atomic_window_tokens: 'the newest 40 messages, and a limit in tokens',
  token_trim: 'drops the oldest until the rest fits',
  token_trim_middle: 'drops the middle until the rest fits',
  token_trim_end: 'drops the newest until the rest fits',
  tiered: 'store, cut, snip and clear results; then one summary',
  tiered_full: 'snip, clear, fold; then a summary plus the files read last',
  tiered_full_margin: 'the same, with its summary at the window minus 33,000',
  rolling_summary: 'the newest 5 exchanges, one summary before them',
  context_editing: 'the provider clears older results and thinking',
  context_editing_compact: 'the provider replaces older messages by one summary',
  pipeline: 'your own list of stages',
  recorded: 'what the log’s own client did',
  handover: 'a full window hands over to a new one',
  unmanaged: 'nothing is evicted',
  as_written_atomic_window: 'pairs counted twice, parallel results lose their calls',
  as_written_tiered: 'stored and cut repeatedly; an empty answer replaces everything',
  as_written_token_trim: 'the task is lost with the system message',
  as_written_rolling_summary: 'measured too early, summarizes endlessly',
  as_written_lru: 'most recently used first',
  as_written_eviction: 'always hybrid, no placeholders, the task unprotected',
  as_written_cascade: 'summaries are paid for and never used',
  as_written_overflow: 'always version 2, constraints lost',
})

/**
 * What a lane is called: `Unprotected FIFO` without protection, `Protected FIFO` beside such a twin, else `FIFO`; with a
 * number where another lane before it has the same name.
 */
export function laneLabel(
  policy: string,
  protection: 'off' | 'on' | 'beside its twin',
  number: string | null = null,
): string {
  const short = POLICY_LABELS[policy] ?? policy
  const label =
    protection === 'on' ? short : protection === 'off' ? `Unprotected ${short}` : `Protected ${short}`
  return number === null ? label : `${label} ${number}`
}

/** What a rule goes by, where its line leaves that open. */
const RULE_TITLES: Readonly<Record<string, string>> = Object.freeze({
  lru: 'A block counts as used in the turn of its arrival and the next, and whenever a later turn repeats something first seen in it: one name in the arguments of a tool call, two in a text, or five words in a row. Its score is e^(−turns since the last use / 5), or 0.3 · e^(−age / 5) if it was never used.',
})

export function laneRuleTitle(name: string): string | undefined {
  return RULE_TITLES[planOf(name)]
}

/**
 * What a lane does, by its name: `naive_fifo_2` runs `fifo`, and `managed` the default plan. The settings of an
 * unmanaged window name a policy that is never asked, so they cannot tell.
 */
export function laneRule(name: string): string {
  return LANE_RULES[planOf(name)] ?? ''
}

function planOf(name: string): string {
  const plan = /^(?:naive_)?(?<plan>.+?)(?:_\d+)?$/.exec(name)?.groups?.['plan'] ?? name
  return plan === 'managed' ? 'default' : plan
}

export const LINEUP_TEXT = Object.freeze({
  policy: (lane: string) => `Strategy of ${lane}`,
  guardsOn:
    'Protection on: the task, the current request and unread results are never evicted. Press to switch off.',
  guardsOff:
    'Protection off: only blocks that a valid request needs are protected, not even the task. Press to protect the task, the current request and unread results, too.',
  gated: 'protected',
  naive: 'unprotected',
  gates: (lane: string) => `Protection of ${lane}`,
  model: (lane: string) => `Failures of the mock model of ${lane}`,
  modelTitle:
    'A mock writes the summaries. You can make it fail: with an error, a timeout, an empty answer, or one that is too long.',
  failing: { never: 'model answers', half: 'fails half its requests', always: 'model always fails' },
  mistake: (line: number, message: string) =>
    `Fix the error on line ${line} of this lane’s text first: ${message}`,
  earlier: (lane: string) => `Move ${lane} up`,
  later: (lane: string) => `Move ${lane} down`,
  tune: (lane: string) => `Tune ${lane}`,
  remove: (lane: string) => `Remove ${lane}`,
  add: 'Add a lane',
  full: 'At most six lanes',
  swap: 'Swap the first two lanes (X)',
  zoomIn: 'Fewer turns (+)',
  zoomOut: 'More turns (−)',
  all: 'All turns (0)',
  fit: 'Fit the height to the tokens used (F)',
  shown: (from: string, to: string) => `turns ${from} to ${to}`,
  takenAway: (count: number) =>
    `${counted(count, 'fork or action', 'forks and actions')} of the previous conversation removed; undo restores them`,
  undo: 'Undo (Ctrl+Z)',
  redo: 'Redo (Ctrl+Shift+Z)',
  asWritten: 'as written',
  asWrittenTitle: 'Sample code of an article, with its defects. They are listed at the end of the page.',
  actions: (lane: string, turn: string) => `By hand in ${lane}, before the call of ${turn}`,
  actionNames: { compact: 'Compact here', reset: 'Reset here' },
  actionTitles: {
    compact: 'Compacts the history into one summary before this call, at any pressure. Press again to undo.',
    reset: 'Removes the history before this call. Press again to undo.',
  },
  done: { compact: 'compacted', reset: 'reset' },
  actIn: 'by hand in',
  takeBack: (act: string, turn: number) => `Undo: ${act} by hand in turn ${turn}`,
  byHandShort: (count: number) => `${count} changed`,
  byHand: (count: number) => (count === 1 ? '1 setting changed' : `${count} settings changed`),
  byHandTitle: 'See and change them under Settings',
  toolbar: 'Lanes',
  listed: 'Selected lane',
})
