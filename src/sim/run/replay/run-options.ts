import type { Answer, Ask, TokenCounter, Turn } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import type { Intervention, RecordedAnswer, RunAsk, TimelineData } from '../timeline/timeline.ts'

export interface RunOptions {
  /** Seed of policies that draw (random); default 1. */
  readonly seed?: number
  /** Default chars4, which needs no loading. */
  readonly counter?: TokenCounter
  /** Fit counts to recorded usage where the trace has it; default true (TOK-2). */
  readonly calibrated?: boolean
  /** The trace already taken in with this counter, so that lanes share the work. */
  readonly intake?: Intake
  readonly interventions?: readonly Intervention[]
  /** Answers requests to a model; a ModelFailure that it throws is recorded. Default: the mock, as `mock_llm` says. */
  readonly llm?: (ask: Ask) => Answer
  /** Answers that were recorded, in order; what they do not reach is asked of `llm` or of the mock (EDIT-3). */
  readonly answers?: readonly RecordedAnswer[]
  /**
   * What those answers were asked, one by one, for a run that may ask otherwise: they hold up to the first question that is
   * another one. Without, a run is taken to ask as the recorded one did.
   */
  readonly questions?: readonly RunAsk[]
  readonly onProgress?: (progress: Progress) => void
}

/** How far a run is: `turn` of `turns` are done. */
export interface Progress {
  readonly turn: Turn
  readonly turns: number
  /** The run over these turns, as if the trace ended here (EDIT-4); valid until the next step. */
  readonly soFar?: () => TimelineData
}
