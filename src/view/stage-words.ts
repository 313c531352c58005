/**
 * Stages in words for people. `doing` is what acts in a sentence (`by snipping outdated results`, `compaction freed
 * 900 tokens`); `done` is what an edit of it comes to, as the head of a line (`outdated results snipped`).
 */
export interface StageWords {
  readonly doing: string
  readonly done: string
}

/** By the names of the engine's list, and what the turn loop and an article's code edit beside it. */
export const STAGE_WORDS: Readonly<Record<string, StageWords>> = Object.freeze({
  summarize_arrivals: { doing: 'summarizing arrivals', done: 'long arrivals summarized' },
  take_notes: { doing: 'taking notes', done: 'notes taken' },
  save_checkpoint: { doing: 'saving a checkpoint', done: 'checkpoint saved' },
  delegate_ahead: { doing: 'delegating ahead', done: 'finished subtask handed to a sub-agent' },
  component_budget: { doing: 'the budget of a component', done: 'component brought under its budget' },
  merge: { doing: 'merging near-duplicates', done: 'near-duplicates merged' },
  evict: { doing: 'eviction', done: 'evicted' },
  summarize_results: { doing: 'summarizing results', done: 'long results summarized' },
  progressive: { doing: 'shortening by age', done: 'older blocks shortened' },
  compact: { doing: 'compaction', done: 'conversation compacted' },
  delegate: { doing: 'delegation', done: 'tool work handed to a sub-agent' },
  new_window: { doing: 'opening a new window', done: 'new window opened' },
  carry_notes: { doing: 'carrying the notes', done: 'notes inserted again' },
  clip: { doing: 'clipping', done: 'newest results clipped' },
  slide: { doing: 'sliding the window', done: 'oldest messages dropped' },
  trim: { doing: 'trimming to the budget', done: 'messages trimmed' },
  persist_results: { doing: 'storing large results', done: 'large result put into the store' },
  cut_results: { doing: 'cutting long results', done: 'long result cut' },
  budget_results: { doing: 'budgeting results', done: 'results cut to their budget' },
  snip_results: { doing: 'snipping outdated results', done: 'outdated results snipped' },
  microcompact: { doing: 'clearing after a pause', done: 'older results cleared after a pause' },
  auto_compact: { doing: 'auto-compact', done: 'history summarized' },
  manual_compact: { doing: 'a person', done: 'history summarized by hand' },
  store_results: { doing: 'storing long results', done: 'long result put into the store' },
  snip_history: { doing: 'snipping outdated results', done: 'outdated results snipped' },
  clear_results: { doing: 'clearing older results', done: 'older results cleared' },
  collapse: { doing: 'folding', done: 'older messages folded away' },
  compact_session: { doing: 'auto-compact', done: 'session summarized' },
  manual_compact_session: { doing: 'a person', done: 'session summarized by hand' },
  manual_summary: { doing: 'a person', done: 'history summarized by hand' },
  manual_reset: { doing: 'a person', done: 'window reset by hand' },
  rewrite: { doing: 'a person', done: 'text rewritten by hand' },
  roll_up: { doing: 'a person', done: 'history summarized by hand' },
  rolling_summary: { doing: 'the rolling summary', done: 'older exchanges summarized' },
  clear_thinking: {
    doing: 'the provider’s clearing of thinking',
    done: 'older thinking cleared by the provider',
  },
  clear_tool_uses: {
    doing: 'the provider’s clearing of tool results',
    done: 'older tool results cleared by the provider',
  },
  server_compact: { doing: 'the provider’s compaction', done: 'conversation summarized by the provider' },
  replay_recorded: { doing: 'the log’s own client', done: 'done by the log’s own client' },
  end_at_overflow: { doing: 'ending at an overflow', done: 'run ended' },
  cascade: { doing: 'the cascade', done: 'asked for summaries' },
  repair: { doing: 'a repair', done: 'repaired' },
})

/** Stages that act because a person asked for it. */
const BY_HAND: ReadonlySet<string> = new Set([
  'manual_summary',
  'manual_reset',
  'rewrite',
  'roll_up',
  'manual_compact',
  'manual_compact_session',
])

/** A stage as what acts in a sentence. */
export function stageWords(stage: string): string {
  return wordsOf(stage)?.doing ?? stage.replaceAll('_', ' ')
}

/** What an edit of a stage comes to, as the head of a line. */
export function stageDone(stage: string): string {
  return wordsOf(stage)?.done ?? `changed by ${stageWords(stage)}`
}

export function isByHand(stage: string): boolean {
  return BY_HAND.has(stage)
}

function wordsOf(stage: string): StageWords | undefined {
  return Object.hasOwn(STAGE_WORDS, stage) ? STAGE_WORDS[stage] : undefined
}
