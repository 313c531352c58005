import { strategies } from '../../engine/index.ts'
import type { PartialConfig } from '../config.ts'
import type { Preset } from './preset.ts'

/**
 * Presets of the strategies beside those of “Agent Context Window Management”: each alone, as its article has it, and
 * its usual variants.
 */
export const otherStrategies: Readonly<Record<string, Preset>> = Object.freeze({
  atomic_window: plain('atomic_window'),
  atomic_window_tokens: variant(
    'atomic_window',
    'It goes by tokens too, as “Sliding Message Window” sets it for a large model, and leaves short talks alone.',
    {
      // 80 % of 160,000 tokens is a threshold only in a window that is larger.
      max_context_tokens: 200_000,
      atomic_window: {
        max_messages: 40,
        min_recent_keep: 8,
        min_turns: 10,
        token_aware: true,
        max_tokens: 160_000,
        token_threshold: 0.8,
      },
    },
  ),
  token_trim: plain('token_trim'),
  token_trim_end: variant('token_trim', 'The newest leave first, but for the task and the current request.', {
    token_trim: { direction: 'end' },
  }),
  token_trim_middle: variant('token_trim', 'The middle leaves first, so that both ends stay.', {
    token_trim: { direction: 'middle' },
  }),
  tiered: plain('tiered'),
  tiered_full: plain('tiered_full'),
  tiered_full_margin: variant(
    'tiered_full',
    'Auto-compact starts a fixed margin below the limit instead of at a share of it.',
    { tiered_full: { compact_at: 'margin' } },
  ),
  rolling_summary: plain('rolling_summary'),
  rolling_summary_100k: variant(
    'rolling_summary',
    'With the budget of “Short-Term Memory”, whatever the window.',
    {
      rolling_summary: { max_input_tokens: 100_000 },
    },
  ),
  context_editing: plain('context_editing'),
  context_editing_compact: variant(
    'context_editing',
    'Where that is not enough, it puts a summary in the place of everything before.',
    { context_editing: { compact: { enabled: true } } },
  ),
  unmanaged: plain('unmanaged'),
  recorded: plain('recorded'),
  pipeline: variant(
    'pipeline',
    'An example to start from: long results become summaries early, but not while the cache is surely warm; what is left to do is done by eviction, and late by a summary.',
    {
      pipeline: [
        {
          stage: 'summarize_results',
          when: 'results >= 3 and (idle >= 5 or utilization >= 70%)',
          at: 0.6,
          with: { eviction: { target: 0.5 }, compression: { result_share: 0.3 } },
        },
        { stage: 'evict', with: { eviction: { policy: 'lru' }, pressure: { preemptive: false } } },
        { stage: 'compact', when: 'not spike', at: 0.9, with: { compression: { keep_messages: 10 } } },
        'clip',
      ],
    },
  ),
})

/** A strategy with its own defaults. */
function plain(strategy: string): Preset {
  return { meaning: strategies[strategy]?.meaning ?? '', config: { strategy } }
}

function variant(strategy: string, difference: string, config: PartialConfig): Preset {
  const { meaning } = plain(strategy)
  return { meaning: `${meaning} ${difference}`, config: { strategy, ...config } }
}
