import type { SettingsOf, SettingsSpec } from '../../core/setting.ts'
import { count, onOff, share } from '../../core/setting.ts'

/** Settings of `token_trim` (“agentfit-rs”). */
export const tokenTrimSpec = {
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
} as const satisfies SettingsSpec

/** The settings of the token trimmer of “agentfit-rs” (TRIM-1). */
export type TokenTrimSettings = SettingsOf<typeof tokenTrimSpec>

export type TrimDirection = TokenTrimSettings['direction']
