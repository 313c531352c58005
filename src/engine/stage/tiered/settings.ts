import type { Ratio, Tokens } from '../../core/units.ts'

/**
 * The pipeline of a small coding agent (“Claude Code from Scratch”; TIER-1, TIER-2). Shares are of the effective
 * window.
 */
export interface TieredSettings {
  /** Taken off the window before shares are taken; never below half the window. */
  readonly reserveTokens: Tokens
  /** Results of more bytes (UTF-8) go to the store, with a preview in their place. */
  readonly persistAboveBytes: number
  readonly previewLines: number
  readonly previewBytes: number
  /** Results of more characters keep head and tail. */
  readonly cutAboveCharacters: number
  /** From this share on results are held to `budgetCharacters`; above the tight one to `tightBudgetCharacters`. */
  readonly budgetFrom: Ratio
  readonly budgetCharacters: number
  readonly tightBudgetFrom: Ratio
  readonly tightBudgetCharacters: number
  readonly snipFrom: Ratio
  /** Tools whose results may be snipped. */
  readonly snipTools: readonly string[]
  /** Results of one tool that stay, newest first. */
  readonly snipKeepPerTool: number
  /** Results that stay whatever their tool: for snip and microcompact. */
  readonly keepResults: number
  readonly idleMinutes: number
  readonly autoCompactFrom: Ratio
  readonly leastMessages: number
  /** How long the summary may be; never more than a quarter of the limit. */
  readonly summaryTokens: Tokens
}

/** The five levels of a large agent (“Claude Code from Scratch”; TIER-3). */
export interface TieredFullSettings {
  readonly toolResultCharacters: number
  readonly previewBytes: number
  readonly snipFrom: Ratio
  readonly snipTools: readonly string[]
  readonly snipKeepPerTool: number
  readonly keepResults: number
  /** From this share on results are cleared while the cache is warm, too. */
  readonly clearFrom: Ratio
  /** How long a prompt cache stays warm after a call. */
  readonly cacheMinutes: number
  /** The line of the system prompt with which its changing half begins. */
  readonly staticSystemUntil: string
  readonly collapse: boolean
  readonly collapseFrom: Ratio
  /** Newest messages that are not folded away. */
  readonly collapseKeepMessages: number
  /** Whether auto-compact starts at a share of the window or at the window less a margin. */
  readonly compactAt: 'share' | 'margin'
  readonly compactShare: Ratio
  readonly compactMarginTokens: Tokens
  /** How long the summary may be; never more than a quarter of the limit. */
  readonly summaryTokens: Tokens
  /** Files read or written last, since the last reset, that come back after a compaction, and how much of each. */
  readonly restoreFiles: number
  readonly restoreFileTokens: Tokens
  readonly restoreSkills: boolean
}
