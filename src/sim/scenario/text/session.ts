import written from './session.json' with { type: 'json' }
import type { ConstraintTemplate } from './constraints.ts'
import { textsOf } from './lines.ts'

/**
 * The user's requests, one per exchange. Slots: names of an entity (`$E $es $num1 …`), and the details of this request:
 * `$code`, `$limit`, `$field`, `$metric`, `$ticket`.
 */
export interface SubtaskTemplate {
  readonly id: string
  /** The request in the user's words; every one of `needs` occurs in it. */
  readonly say: readonly string[]
  /** The subject, to complete "the part that matters for …". */
  readonly thing: string
  /** Slots that the edits will need from the user's words. */
  readonly needs: readonly ('code' | 'limit' | 'field' | 'metric')[]
  /** Suitable changes, by id. */
  readonly changes: readonly string[]
}

/**
 * Changes that the agent makes to a function: one line, added at its start or before its last return, and how a test
 * may find it wrong. Slots as in `subtasks.ts`, plus `$fn`, and `$ref`, a random id.
 */
export interface ChangeTemplate {
  readonly id: string
  readonly where: 'head' | 'tail'
  readonly line: string
  /** What the edit does, in the imperative. */
  readonly change: string
  /** The same line after the fix. */
  readonly fixed: string
  readonly message: string
  readonly expected: string
  readonly received: string
  readonly cause: string
  readonly fix: string
}

/** One figure that a command shows, and how the agent mentions it. */
export interface ProbeTemplate {
  readonly command: string
  readonly output: string
  readonly evidence: readonly string[]
  readonly finding: string
  readonly recall: readonly string[]
  readonly aim: string
}

export const SUBTASKS = textsOf<readonly SubtaskTemplate[]>(written.subtasks)

/** The start of the session. `$rules` and `$order` are filled in. */
export const SESSION_OPENINGS = textsOf<readonly string[]>(written.openings)

export const SESSION_GOAL = written.goal

/** The user's comment on a report before the next request. */
export const FEEDBACK = textsOf<readonly string[]>(written.feedback)

export const NEXT_ORDERS = textsOf<readonly string[]>(written.nextOrders)

export const RULE_ADDITIONS = textsOf<readonly string[]>(written.ruleAdditions)

export const REVIEW_ORDERS = textsOf<readonly string[]>(written.reviewOrders)

/** Decisions: `phrase` finishes "I decided to …"; `why` is the reason. */
export const SESSION_DECISIONS: readonly { readonly phrase: string; readonly why: string }[] =
  written.decisions

export const DECISION_RECALLS = textsOf<readonly string[]>(written.decisionRecalls)

export const SESSION_REPORTS = textsOf<readonly string[]>(written.reports)

export const CHANGES = textsOf<readonly ChangeTemplate[]>(written.changes)

/** The line that fixes a type error, at the start of the function that the compiler names. */
export const MENDING = written.mending

/** A test that an edit adds for a change. */
export const ADDED_TEST = textsOf<string>(written.addedTest)

export const ADDED_TITLES: readonly string[] = written.addedTitles

/** The text of a new module before its functions; `NAME` is its name in capitals, `LINES` the requested lines. */
export const MODULE = textsOf<string>(written.module)

/** Type errors caused by an edit to a call or an option object. `$fn`, `$type`, `$field` are filled in. */
export const TYPE_ERRORS: readonly { readonly code: number; readonly message: string }[] = written.typeErrors

export const PROBES = textsOf<readonly ProbeTemplate[]>(written.probes)

/** Rules of the long session; four of them apply from the start, one or two come later. */
export const SESSION_RULES = textsOf<readonly ConstraintTemplate[]>(written.rules)
