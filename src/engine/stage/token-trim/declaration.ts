import type { Ratio, Tokens } from '../../core/units.ts'
import type { SettingsSpec } from '../../core/setting.ts'
import { count, onOff, share } from '../../core/setting.ts'

/** Where the older messages leave from, or the newer. */
export const TRIM_DIRECTIONS = Object.freeze(['start', 'end', 'middle'] as const)
export type TrimDirection = (typeof TRIM_DIRECTIONS)[number]

/** The trimmer by tokens of “agentfit-rs” (TRIM-1). */
export interface TokenTrimSettings {
  /** 0: the window's limit. */
  readonly maxTokens: Tokens
  /** Share of `maxTokens` that stays free for the answer, rounded up to a token. */
  readonly reserve: Ratio
  readonly direction: TrimDirection
  /** From the end: task and current user message may leave, so that the conversation goes back in time. */
  readonly rollback: boolean
}

/** Settings of `token_trim` (“agentfit-rs”). */
export const tokenTrimSpec: SettingsSpec = Object.freeze({
  max_tokens: count(
    0,
    [0, 10_000_000],
    'tokens',
    [0, 200_000],
    'Budget of the request; 0 means max_context_tokens.',
  ),
  reserve: share(0.1, 'max_tokens', [0.1, 0.15], 'Reserved for the reply, rounded up.'),
  direction: {
    kind: 'choice',
    default: 'start',
    choices: {
      start: 'the oldest leave first',
      end: 'the newest leave first',
      middle: 'the middle leaves first, both ends stay',
    },
    meaning: 'Where messages leave from.',
  },
  rollback: onOff(false, 'With direction end, the task and the current user message may leave, too.'),
})
