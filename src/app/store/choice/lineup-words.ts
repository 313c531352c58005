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
  provider: 'What a provider edits by itself',
  other: 'Others',
  as_written: 'Articles’ sample code, as written',
})

/** What a lane does, in a line. */
export const LANE_RULES: Readonly<Record<string, string>> = Object.freeze({
  fifo: 'oldest first',
  lru: 'longest unused first',
  priority: 'least important first',
  type_based: 'past the lifetime of its type first',
  hybrid: 'five weighted signals',
  hybrid_equal: 'the same five, equally weighted',
  semantic_merge: 'near-duplicates are merged, then evicted',
  hybrid_scorers: 'FIFO, LRU, priority and type, weighted',
  random: 'drawn by seed',
  gdsf: 'little used, cheap to fetch again, large first',
  s3fifo: 'never used since it came first',
  superseded: 'read again or rewritten since first',
  default: 'evict, then summarize, compact, delegate, new window',
  compaction_first: 'one summary from 65 % on, before eviction',
  compaction_rewritten: 'the same, each summary rewritten in full',
  progressive_first: 'shortened by age from 65 % on',
  summarize_results: 'long results summarized on arrival',
  delegation_first: 'closed tool work gives way to reports from 65 % on',
  component_budgets: 'results and memories held to their shares',
  code_review: 'results get more room and stay longer',
  research: 'long results in short, learnings stay',
  support: 'talk stays, results go soon',
  atomic_window: 'the newest 25 messages, pairs whole',
  atomic_window_tokens: 'the newest 40 messages, and a limit in tokens',
  token_trim: 'the oldest leave until the rest fits',
  token_trim_middle: 'the middle leaves until the rest fits',
  token_trim_end: 'the newest leave until the rest fits',
  tiered: 'store, cut, snip and clear results; then one summary',
  tiered_full: 'snip, clear, fold away; then a summary with the files read last',
  tiered_full_margin: 'the same, its summary at the window less 33,000',
  rolling_summary: 'the newest 5 exchanges, one summary before them',
  context_editing: 'the provider clears older results and thinking',
  context_editing_compact: 'the provider puts one summary before what is new',
  pipeline: 'a list of stages, written by hand',
  recorded: 'what the log’s own client did',
  handover: 'a full window hands over to a new one',
  unmanaged: 'nothing is taken out',
  as_written_atomic_window: 'pairs counted twice, parallel results lose their calls',
  as_written_tiered: 'stored and cut again and again, an empty answer replaces all',
  as_written_token_trim: 'the task leaves with the system message',
  as_written_rolling_summary: 'measured too early, summarized without end',
  as_written_lru: 'just used first',
  as_written_eviction: 'hybrid whatever is chosen, no placeholders, not even the task is safe',
  as_written_cascade: 'summaries are paid for and never used',
  as_written_overflow: 'version 2 each time, constraints left behind',
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
  lru: 'A block counts as used in the turn that brings it and the next, and whenever a later turn repeats what was first seen in it: one name in the arguments of a tool call, two in a text, or five words in a row. Its score is e^(−turns since the last use / 5), and 0.3 · e^(−age / 5) for what was never used.',
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
  policy: (lane: string) => `What ${lane} runs`,
  gatesOn:
    'Protection on: the task, the current request and running results are never evicted. Press to switch it off.',
  gatesOff:
    'Protection off: only what a valid request needs is kept, not even the task. Press to protect the task, the current request and running results too.',
  gated: 'protected',
  naive: 'unprotected',
  gates: (lane: string) => `Protection of ${lane}`,
  model: (lane: string) => `How the mock model of ${lane} fails`,
  modelTitle:
    'Summaries are written by a mock. It can be made to fail: with an error, a timeout, nothing, or a text too long.',
  failing: { never: 'model answers', half: 'fails half its requests', always: 'model always fails' },
  mistake: (line: number, message: string) =>
    `The text of this lane has an error in line ${line}, which is to be mended first: ${message}`,
  earlier: (lane: string) => `Move ${lane} one place forward`,
  later: (lane: string) => `Move ${lane} one place back`,
  tune: (lane: string) => `Tune ${lane}`,
  remove: (lane: string) => `Remove ${lane}`,
  add: 'Add a lane',
  full: 'Six lanes at most',
  swap: 'Swap the first two lanes (X)',
  zoomIn: 'Fewer turns (+)',
  zoomOut: 'More turns (−)',
  all: 'All turns (0)',
  fit: 'Fit the height to what is used (F)',
  shown: (from: string, to: string) => `turns ${from} to ${to}`,
  takenAway: (count: number) =>
    `${counted(count, 'fork or act', 'forks and acts')} went with the other conversation; undo brings them back`,
  undo: 'Undo (Ctrl+Z)',
  redo: 'Redo (Ctrl+Shift+Z)',
  asWritten: 'as written',
  asWrittenTitle: 'Sample code of an article, with its defects. They are listed at the end of the page.',
  actions: (lane: string, turn: string) => `By hand in ${lane}, before the call of ${turn}`,
  actionNames: { compact: 'Compact here', reset: 'Reset here' },
  actionTitles: {
    compact:
      'Before this call the history becomes one summary, whatever the pressure. Press again to take it back.',
    reset: 'Before this call the history is taken out. Press again to take it back.',
  },
  done: { compact: 'compacted', reset: 'reset' },
  actIn: 'by hand in',
  takeBack: (act: string, turn: number) => `Take back: ${act} by hand in turn ${turn}`,
  byHandShort: (count: number) => `${count} changed`,
  byHand: (count: number) => (count === 1 ? '1 setting changed' : `${count} settings changed`),
  byHandTitle: 'See and change them under Settings',
  toolbar: 'Lanes',
  listed: 'One lane in detail',
})
