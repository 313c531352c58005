import type { Ratio, Tokens } from '../../core/units.ts'

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
