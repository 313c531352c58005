/**
 * The words of one language that make a clause of talk a rule, a task or a decision, or none of them. They are about
 * how people ask, forbid, agree and report, never about a topic. Each entry is a part of a regular expression, in lower
 * case, without nested repetition; between words of other letters it begins and ends at the edge of a word.
 */
export interface Tongue {
  /** A clause that begins so is a rule: a negated order, `no` and a thing, a standing wish. */
  readonly begins: readonly string[]
  /** A clause with this is a rule: what may not be, what a person cannot or will not. */
  readonly has: readonly string[]
  /** Where or when something holds: a rule, if the clause does not tell of what somebody did. */
  readonly holds: readonly string[]
  /** Before a number, a bound. */
  readonly bound: readonly string[]
  /** A clause with this is a task that is not done: a duty of one's own, what is missing, what is not yet. */
  readonly undone: readonly string[]
  /** A clause with this is a decision. */
  readonly decides: readonly string[]
  /** A short answer that begins so takes what was offered. */
  readonly agrees: readonly string[]
  /** A short answer that ends so does, too. */
  readonly takes: readonly string[]
  /** What follows is said by others, or was, or is only supposed: none of these, up to a `but`. */
  readonly elsewhere: readonly string[]
}
