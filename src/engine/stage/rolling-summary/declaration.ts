import type { SettingsOf, SettingsSpec } from '../../core/setting.ts'
import { count } from '../../core/setting.ts'

/** Settings of `rolling_summary` (“Short-Term Memory”). */
export const rollingSummarySpec = {
  max_input_tokens: count(
    0,
    [0, 10_000_000],
    'tokens',
    [0, 200_000],
    'Budget of the request, including the new user message; 0 means max_context_tokens minus the reserve.',
  ),
  keep_recent_exchanges: {
    ...count(
      5,
      [0, 10_000],
      'exchanges',
      [0, 20],
      'Newest exchanges before the current one that stay as they are.',
    ),
    // The term of “Short-Term Memory” for an exchange.
    alias: 'keep_recent_turns',
  },
  summary_tokens: count(
    2_048,
    [100, 100_000],
    'tokens',
    [500, 8_000],
    'How long the summary may be; never more than half of the budget.',
  ),
  update: {
    kind: 'choice',
    default: 'regenerate',
    choices: {
      regenerate: 'everything is rewritten from the old summary and the newer messages',
      anchored: 'the lines of the old summary stay, and new ones are added',
    },
    meaning: 'How a summary includes the previous one.',
  },
} as const satisfies SettingsSpec

/** The settings of the rolling summary of “Short-Term Memory” (ROLL-1). */
export type RollingSummarySettings = SettingsOf<typeof rollingSummarySpec>
