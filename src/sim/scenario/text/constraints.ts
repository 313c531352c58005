import written from './constraints.json' with { type: 'json' }
import { textsOf } from './lines.ts'

/**
 * Rules that a user sets. `say` is how the user says it, `evidence` occurs in it verbatim, every
 * sentence of `recall` uses the evidence, `check` is the line of a final report. `$n` and the like
 * are drawn once per conversation.
 */
export interface ConstraintTemplate {
  readonly id: string
  readonly say: string
  readonly evidence: readonly string[]
  readonly recall: readonly string[]
  /** Sentences for the time when the agent still looks around. */
  readonly early: readonly string[]
  readonly check: string
  /** Options of a request in code that obeys the rule, where there is such a line. */
  readonly option?: string
  /** What a test command must be prefixed with to obey the rule. */
  readonly environment?: string
}

/** The two rules that the migration always has: what callers see, and how often is retried. */
export const MIGRATION_RULES = textsOf<readonly ConstraintTemplate[]>(written.migration)

/** Further rules for the migration; the seed takes one to three of them at the start and one or two later. */
export const MIGRATION_CHOICES = textsOf<readonly ConstraintTemplate[]>(written.migrationChoices)

/** Rules of the long session; four of them hold from the start, one or two come later. */
export const SESSION_RULES = textsOf<readonly ConstraintTemplate[]>(written.session)
