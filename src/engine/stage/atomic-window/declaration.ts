import type { SettingsOf, SettingsSpec } from '../../core/setting.ts'
import { count, onOff, share } from '../../core/setting.ts'

/** Settings of `atomic_window` (“Sliding Message Window”). */
export const atomicWindowSpec = {
  max_messages: count(
    25,
    [1, 100_000],
    'messages',
    [5, 100],
    'Messages that may stay, system messages not counted.',
  ),
  min_recent_keep: count(
    6,
    [0, 10_000],
    'messages',
    [0, 30],
    'Messages at the end that stay, and what they need.',
  ),
  min_turns: count(
    0,
    [0, 10_000],
    'turns',
    [0, 30],
    'No trim before the window has had this many turns, with the current one.',
  ),
  token_aware: onOff(false, 'Tokens trigger a trim, too, not only the number of messages.'),
  max_tokens: count(
    0,
    [0, 10_000_000],
    'tokens',
    [0, 200_000],
    'The size whose share is the token threshold; 0 means max_context_tokens.',
  ),
  token_threshold: share(0.8, 'max_tokens', [0.5, 1], 'The threshold and the target of a trim by tokens.'),
  preserve_system: onOff(true, 'System messages stay at any position.'),
  keep_task: onOff(true, 'The first user message stays.'),
  keep_current: onOff(true, 'The newest user message stays.'),
  on_drop: {
    kind: 'choice',
    default: 'discard',
    choices: { discard: 'they are removed', summarize: 'they are replaced by a summary' },
    meaning: 'What happens to dropped messages.',
  },
  summary_tokens: count(1_024, [100, 100_000], 'tokens', [200, 4_000], 'How long that summary may be.'),
} as const satisfies SettingsSpec

/** The settings of the message window of “Sliding Message Window” (ATOM-1, ATOM-2). */
export type AtomicWindowSettings = SettingsOf<typeof atomicWindowSpec>
