import type { CascadeStep } from '../contract/stage.ts'
import type { Ratio } from '../../core/units.ts'
import { fileName } from '../../checkpoint/declaration.ts'
import { count, share, onOff } from '../../core/setting.ts'
import type { SettingsOf, SettingsSpec } from '../../core/setting.ts'

/** A step of the cascade and the utilization from which it acts (COMP-2). */
export interface Rung {
  readonly at: Ratio
  readonly step: CascadeStep
}

const STEP_MEANINGS: Readonly<Record<CascadeStep, string>> = {
  tool_result_summarization: 'long results become summaries',
  progressive: 'older blocks become shorter, by their age',
  conversation_compaction: 'all but the last messages become one summary',
  sub_agent: 'finished work with many calls becomes the report of a sub-agent',
}

const age = (value: number, meaning: string) => count(value, [0, 10_000], 'turns', [0, 60], meaning)

/** Settings of compression (“Agent Context Window Management”, 4; COMP-1 to COMP-7). */
export const compressionSpec = Object.freeze({
  summarization_threshold_tokens: count(
    500,
    [50, 1_000_000],
    'tokens',
    [100, 10_000],
    'A tool result of more tokens is long enough to be summarized.',
  ),
  tool_results: {
    kind: 'choice',
    default: 'at_pressure',
    choices: {
      on_arrival: 'a long result is summarized before the model sees it',
      at_pressure: 'long results wait for their cascade step',
      never: 'no result is summarized, even if the cascade has the step',
    },
    meaning: 'When long tool results are summarized.',
  },
  result_share: share(0.2, 'result', [0.05, 0.5], 'Target size of the summary of a tool result.'),
  compaction_utilization_threshold: share(
    // The file of “Agent Context Window Management” has both .85 and .92; the cascade is the newer part and wins
    // (COMP-2).
    0.92,
    'limit',
    [0.5, 0.98],
    'The threshold of the cascade step conversation_compaction if no cascade is given; a given cascade takes precedence.',
  ),
  cascade: {
    kind: 'ladder',
    default: {
      '0.75': 'tool_result_summarization',
      '0.85': 'progressive',
      '0.92': 'conversation_compaction',
      '0.95': 'sub_agent',
    },
    choices: STEP_MEANINGS,
    unit: 'share of the limit',
    meaning: 'The steps after eviction, lowest threshold first; the window is measured again after each.',
  },
  overflow_threshold: share(
    0.93,
    'limit',
    [0.8, 1],
    'From this share on, if no step could free enough, the window is handed over to a new one.',
  ),
  keep_messages: count(
    6,
    [0, 1_000],
    'messages',
    [0, 40],
    'The newest messages that a compaction keeps, with the blocks that belong to them.',
  ),
  summary_tokens: count(
    2_048,
    [100, 100_000],
    'tokens',
    [500, 8_000],
    'How long the summary of a compaction may be.',
  ),
  quoted_characters: count(
    2_000,
    [100, 100_000_000],
    'characters',
    [500, 20_000],
    'How much of a long tool result a request for a checkpoint quotes: its head and its tail. The longest results are most of a conversation, and what they cost is paid again at each save.',
  ),
  update: {
    kind: 'choice',
    default: 'anchored',
    choices: {
      anchored: 'its lines stay, and new ones are added to its sections',
      regenerate:
        'it is rewritten in full each time: statements and changed files stay word for word, the rest loses a little each time',
    },
    meaning: 'How a new summary includes the previous one.',
  },
  progressive: {
    kind: 'group',
    meaning: 'How blocks become shorter with age.',
    settings: {
      full_until: age(1, 'Up to this age a block stays whole.'),
      key_points_until: age(5, 'Up to this age it keeps its key points.'),
      one_line_until: age(20, 'Up to this age it keeps one line; older, a title.'),
      key_points_share: share(0.3, 'block', [0.1, 0.8], 'Length of the key points.'),
      one_line_share: share(0.05, 'block', [0.01, 0.3], 'Length of the line.'),
      title_share: share(0.01, 'block', [0.01, 0.1], 'Length of the title.'),
      floor_tokens: count(10, [1, 1_000], 'tokens', [5, 100], 'The smallest target of any level.'),
      from: {
        kind: 'choice',
        default: 'original',
        choices: {
          original: 'from the original',
          current: 'from the previous level, so errors add up',
        },
        meaning: 'The source of each level.',
      },
    },
  },
  delegation: {
    kind: 'group',
    meaning: 'Delegation to a sub-agent, the last step of the cascade.',
    settings: {
      min_calls: count(10, [1, 1_000], 'calls', [5, 50], 'Work with fewer calls is not delegated.'),
      max_tokens: count(2_000, [100, 100_000], 'tokens', [500, 8_000], 'How long its report may be.'),
      ahead: onOff(false, 'A marked subtask is delegated as soon as it is finished, at any pressure.'),
    },
  },
  least_new: share(
    0.05,
    'limit',
    [0, 0.3],
    'A compaction waits for this many new tokens, because it rewrites the whole cached prefix.',
  ),
  ask_interval: count(
    10,
    [0, 10_000],
    'turns',
    [0, 50],
    'The model is called in at most one of this many turns, unless the request would not fit. Steps before eviction do not wait.',
  ),
  requests: {
    kind: 'choice',
    default: 'cheaper',
    choices: {
      alone: 'each is a request of its own, with the material quoted; nothing of it is cached',
      cheaper:
        "where that costs less, it continues the agent's own prompt, most of which is read from the cache",
    },
    meaning: 'How summaries of the conversation and checkpoints are requested.',
  },
  breaker_after: count(
    3,
    [1, 100],
    'failures in a row',
    [1, 10],
    'After this many failures the model is not called again in this window.',
  ),
  notes: onOff(true, 'Notes that stay when their sources are evicted.'),
  notes_tokens: count(2_000, [100, 100_000], 'tokens', [500, 8_000], 'How long the notes may be.'),
  notes_file: fileName('agent_notes.md', 'Name of the saved notes.'),
} as const satisfies SettingsSpec)

/**
 * Settings of compression, in the engine's spelling; the cascade as a list, which has the threshold of compaction. The
 * name of the file is for whoever saves the notes.
 */
export interface CompressionSettings extends Omit<
  SettingsOf<typeof compressionSpec>,
  'cascade' | 'compactionUtilizationThreshold' | 'notesFile'
> {
  /** From low to high; steps with the same threshold are in the order of `CASCADE_STEPS`. */
  readonly cascade: readonly Rung[]
}
