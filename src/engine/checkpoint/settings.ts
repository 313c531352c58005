import type { Ratio, Tokens, Turn } from '../core/units.ts'

/** What cross-window state obeys, normalised from the YAML's `cross_window` section. */
export interface CrossWindowSettings {
  /** Names under which a checkpoint is offered as JSON and as Markdown. */
  readonly stateFile: string
  readonly progressFile: string
  /** A checkpoint is saved when the window reaches this share of the limit (CROSS-3). */
  readonly saveAt: Ratio
  /** A checkpoint is also saved when a subtask is done, a decision made or a blocker found. */
  readonly milestones: boolean
  /** Turns between two saves that milestones ask for. */
  readonly milestoneTurns: Turn
  /** What cannot be helped any more goes on in a new window; off, it is an overflow. */
  readonly newWindow: boolean
  /** The bootstrap of a new window is not to be longer. */
  readonly bootstrapTokens: Tokens
  /** A new window is opened where it holds at most this share of what the old one held. */
  readonly mostKept: Ratio
}
