import type { UpdateMode } from '../../core/llm/ask.ts'
import type { Tokens } from '../../core/units.ts'

/** The rolling summary of “Short-Term Memory” (ROLL-1). */
export interface RollingSummarySettings {
  /** 0: the window's limit less the reserve. */
  readonly maxInputTokens: Tokens
  /** Exchanges before the current one. */
  readonly keepRecentExchanges: number
  readonly summaryTokens: Tokens
  readonly update: UpdateMode
}
