import written from './constraints.json' with { type: 'json' }
import { textsOf } from './lines.ts'

/**
 * Rules by a user. `say` is the user's wording, `evidence` occurs in it verbatim, every sentence of `recall` uses the
 * evidence, `check` is the line of a final report. `$n` and the like are drawn once per conversation.
 */
export interface ConstraintTemplate {
  readonly id: string
  readonly say: string
  readonly evidence: readonly string[]
  readonly recall: readonly string[]
  /** Sentences for the time when the agent still explores. */
  readonly early: readonly string[]
  readonly check: string
  /** Options of a request that follow the rule in code, if there is such a line. */
  readonly option?: string
  /** The prefix of a test command that the rule requires. */
  readonly environment?: string
}

/** The two rules of every migration: what callers see, and how often to retry. */
export const MIGRATION_RULES = textsOf<readonly ConstraintTemplate[]>(written.migration)

/** Further rules for the migration; the seed picks one to three of them for the start and one or two for later. */
export const MIGRATION_CHOICES = textsOf<readonly ConstraintTemplate[]>(written.migrationChoices)
