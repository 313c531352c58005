import type { Answer, Ask, Ratio, TokenCounter, Turn } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import type { Intervention, RecordedAnswer, RunAsk, TimelineData } from '../timeline/timeline.ts'

export interface RunOptions {
  /** Seed of policies that use random numbers; default 1. */
  readonly seed?: number
  /** Default chars4, which needs no loading. */
  readonly counter?: TokenCounter
  /** Fit counts to recorded usage if the trace has it; default true (TOK-2). */
  readonly calibrated?: boolean
  /** The trace already counted with this counter, so that lanes share the work. */
  readonly intake?: Intake
  readonly interventions?: readonly Intervention[]
  /** Answers requests to a model; a ModelFailure that it throws is recorded. Default: the mock, as `mock_llm` says. */
  readonly llm?: (ask: Ask) => Answer
  /** Recorded answers, in order; further requests go to `llm` or to the mock (EDIT-3). */
  readonly answers?: readonly RecordedAnswer[]
  /**
   * The requests of those answers, one by one, for a run that may make different ones: the answers are used up to the
   * first different request. Without them, a run is assumed to make the same requests as the recorded one.
   */
  readonly questions?: readonly RunAsk[]
  /**
   * Whether compressions are asked what they kept; default true. A run for other figures need not: it has no fidelity and
   * no alert of it, decides the same, and with many compressions takes three fifths of the time.
   */
  readonly fidelity?: boolean
  readonly onProgress?: (progress: Progress) => void
}

/** Progress of a run: `turn` of `turns` are done. */
export interface Progress {
  readonly turn: Turn
  readonly turns: number
  /** Before the first turn: the part of the search for what each turn needs. The first run over a trace makes it. */
  readonly searched?: Ratio
  /** The run over these turns, as if the trace ended here (EDIT-4); valid until the next step. */
  readonly soFar?: () => TimelineData
}
