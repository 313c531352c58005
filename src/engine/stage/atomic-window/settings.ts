import type { Ratio, Tokens, Turn } from '../../core/units.ts'

/** The window by messages of “Sliding Message Window” (ATOM-1, ATOM-2). */
export interface AtomicWindowSettings {
  /** Messages that may stay, system messages not counted. */
  readonly maxMessages: number
  /** Messages at the end that stay whatever the count says, with the calls that their results need. */
  readonly minRecentKeep: number
  /** Nothing is trimmed in a window of fewer turns; those of a sub-agent are its own. */
  readonly minTurns: Turn
  /** Whether tokens trigger too. */
  readonly tokenAware: boolean
  /** 0: the window's limit. */
  readonly maxTokens: Tokens
  /** Share of `maxTokens` at which trimming starts and to which it goes. */
  readonly tokenThreshold: Ratio
  readonly preserveSystem: boolean
  /** Whether the first user message stays. */
  readonly keepTask: boolean
  /** Whether the newest user message stays. */
  readonly keepCurrent: boolean
  /** With a summary, a tenth more than needed leaves at once, so that not every turn asks a model. */
  readonly onDrop: 'discard' | 'summarize'
  /** How long the summary of what was dropped may be. */
  readonly summaryTokens: Tokens
}
