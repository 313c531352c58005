import type { TokenCounter } from '../../engine/index.ts'
import { metrics } from '../../sim/index.ts'
import type { MetricId, MetricRow } from '../../sim/index.ts'
import type { Article } from '../claim/claim.ts'
import { naive, on, runner } from './plan.ts'
import type { Place, Plan } from './plan.ts'

/** A mistake that an article warns of, or makes, beside what mends it. */
export interface Pitfall extends Place {
  readonly id: string
  readonly article: Article
  readonly section: string
  readonly pitfall: string
  readonly harm: string
  readonly mend: string
  readonly asWritten: Plan
  readonly mended: Plan
  /** The metric that shows the harm. */
  readonly shownBy: MetricId
}

const WINDOW = { article: 'Sliding Message Window', section: 'Pitfall Guide' } as const
const TRIM = { article: 'agentfit-rs', section: 'Pitfall Guide' } as const
const LIFE = { article: 'Agent Context Window Management' } as const

/**
 * The pitfall guides of the articles, and failures of unmanaged and of continued contexts. Not here: pitfalls about
 * counters, which are among the articles’ claims; about mutable lists, soft limits and messages that must be refused,
 * which no choice of a strategy shows; about the reserve, which every strategy here keeps; and about plans that
 * are taken for work, which the lesson “Into the next window” tells.
 */
export const pitfalls: readonly Pitfall[] = [
  {
    ...WINDOW,
    id: 'orphans',
    pitfall: 'A call goes, its result stays',
    harm: 'The provider rejects the request.',
    mend: 'A call and its results leave together.',
    asWritten: on('as_written_atomic_window'),
    mended: on('atomic_window'),
    scenario: 'axios-migration',
    share: 0.5,
    shownBy: 'introduced-violations',
  },
  {
    ...WINDOW,
    id: 'token-blind',
    pitfall: 'Messages are counted, not tokens',
    harm: 'A few long messages overflow the window.',
    mend: 'Tokens trigger a trim, too: token_aware.',
    asWritten: on('atomic_window'),
    mended: on('atomic_window', { atomic_window: { token_aware: true } }),
    scenario: 'data-analysis',
    share: 0.5,
    shownBy: 'turns-refused',
  },
  {
    ...WINDOW,
    id: 'too-recent',
    pitfall: 'Too few of the newest messages are kept',
    harm: 'The agent loses what it is working on.',
    mend: 'The newest messages and the current request stay: min_recent_keep, keep_current.',
    asWritten: on('atomic_window', {
      atomic_window: { max_messages: 6, min_recent_keep: 0, keep_current: false },
    }),
    mended: on('atomic_window', { atomic_window: { max_messages: 6 } }),
    scenario: 'axios-migration',
    share: 0.5,
    shownBy: 'need-hit-rate',
  },
  {
    ...WINDOW,
    id: 'task-gone',
    pitfall: 'The first user message is a message like any other',
    harm: 'The task leaves as soon as it is old.',
    mend: 'The first user message stays: keep_task.',
    asWritten: on('atomic_window', { atomic_window: { keep_task: false } }),
    mended: on('atomic_window'),
    scenario: 'changed-requirements',
    share: 0.5,
    shownBy: 'goal-retention',
  },
  {
    ...TRIM,
    id: 'severed',
    pitfall: 'Messages are cut by their place',
    harm: 'Calls lose their results.',
    mend: 'Groups of calls and results leave as a whole.',
    asWritten: on('as_written_token_trim'),
    mended: on('token_trim'),
    scenario: 'deep-research',
    share: 0.5,
    shownBy: 'introduced-violations',
  },
  {
    ...TRIM,
    id: 'direction',
    pitfall: 'Always from the oldest end',
    harm: 'Early constraints are the first to go.',
    mend: 'The middle goes first: direction: middle.',
    asWritten: on('token_trim'),
    mended: on('token_trim_middle'),
    scenario: 'long-chat',
    share: 0.5,
    shownBy: 'constraint-retention',
  },
  {
    ...LIFE,
    section: '1',
    id: 'overflow',
    pitfall: 'Nothing is removed',
    harm: 'The window overflows, and the run ends.',
    mend: 'A manager frees tokens before that.',
    asWritten: on('unmanaged'),
    mended: on('default'),
    scenario: 'axios-migration',
    share: 0.5,
    shownBy: 'turns-reached',
  },
  {
    ...LIFE,
    section: '3, FIFO',
    id: 'goal-first',
    pitfall: 'The oldest leaves first, whatever it is',
    harm: 'The task is the oldest.',
    mend: 'The task, the system prompt and the current request are protected.',
    asWritten: naive('fifo'),
    mended: on('fifo'),
    scenario: 'support-chat',
    share: 0.5,
    shownBy: 'goal-retention',
  },
  {
    ...LIFE,
    section: '3, LRU',
    id: 'lru-upside-down',
    pitfall: 'The score of LRU has the wrong sign',
    harm: 'What was used last leaves first.',
    mend: 'What was not used for longest leaves first.',
    asWritten: on('as_written_lru'),
    mended: on('lru'),
    scenario: 'bug-fix',
    share: 0.5,
    shownBy: 'need-hit-rate',
  },
  {
    ...LIFE,
    section: '3, EvictionEngine',
    id: 'torn-pairs',
    pitfall: 'Blocks are evicted one by one',
    harm: 'Calls and results are torn apart.',
    mend: 'Pairs leave together, and results leave a placeholder.',
    asWritten: on('as_written_eviction'),
    mended: on('hybrid'),
    scenario: 'deep-research',
    share: 0.5,
    shownBy: 'introduced-violations',
  },
  {
    ...LIFE,
    section: '6',
    id: 'implicit-state',
    pitfall: 'The checkpoint lacks constraints and learnings',
    harm: 'The new window begins without them.',
    mend: 'The checkpoint has them, and the user’s own words.',
    asWritten: on('as_written_overflow'),
    mended: on('handover'),
    scenario: 'pivot-and-return',
    share: 0.5,
    shownBy: 'constraint-retention',
  },
  {
    ...LIFE,
    section: '6',
    id: 'stale-checkpoint',
    pitfall: 'Every checkpoint has the same version',
    harm: 'An old one is read without warning, and later work is lost.',
    mend: 'Each save counts on, and an older one is refused.',
    asWritten: on('as_written_overflow'),
    mended: on('handover'),
    scenario: 'pivot-and-return',
    share: 0.5,
    shownBy: 'checkpoints-not-newer',
  },
  {
    article: 'Claude Code from Scratch',
    section: 'Tier 4: Auto-compact',
    id: 'late-measure',
    pitfall: 'The prompt is measured by the report of the last reply',
    harm: 'What has arrived since is not counted, and after a summary nothing is: requests overflow.',
    mend: 'The window is measured before each call and after each edit.',
    asWritten: on('as_written_tiered'),
    mended: on('tiered'),
    scenario: 'screenshots',
    share: 0.5,
    shownBy: 'turns-refused',
  },
  {
    article: 'Short-Term Memory',
    section: '5.4',
    id: 'before-message',
    pitfall: 'The budget is measured only when the user speaks',
    harm: 'A tool loop runs over it.',
    mend: 'It is measured before every call, with the new message.',
    asWritten: on('as_written_rolling_summary'),
    mended: on('rolling_summary'),
    scenario: 'data-analysis',
    share: 0.5,
    shownBy: 'turns-refused',
  },
]

/** The seed in which the harm is shown. */
export const PITFALL_SEED = 1

/** A pitfall with its metric in both runs. */
export interface MeasuredPitfall extends Pitfall {
  readonly label: string
  readonly figures: Readonly<Record<'asWritten' | 'mended', Pick<MetricRow, 'value' | 'text'>>>
}

export function measuredPitfall(pitfall: Pitfall, counter: TokenCounter): MeasuredPitfall {
  const runPlan = runner(pitfall, PITFALL_SEED, counter)
  const rowOf = (plan: Plan): MetricRow => {
    const row = metrics(runPlan(plan)).find(({ id }) => id === pitfall.shownBy)
    if (row === undefined) throw new RangeError(`there is no metric ${pitfall.shownBy}`)
    return row
  }
  const [asWritten, mended] = [rowOf(pitfall.asWritten), rowOf(pitfall.mended)]
  const figure = ({ value, text }: MetricRow): Pick<MetricRow, 'value' | 'text'> => ({ value, text })
  return {
    ...pitfall,
    label: asWritten.label,
    figures: { asWritten: figure(asWritten), mended: figure(mended) },
  }
}
