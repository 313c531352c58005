/** The articles by their short titles; RULES.md has their full titles and addresses. */
export type Article =
  | 'Sliding Message Window'
  | 'Claude Code from Scratch'
  | 'agentfit-rs'
  | 'Agent Context Window Management'
  | 'Short-Term Memory'

/**
 * A rule as the code of an article has it, where that code does harm. Kept to be shown beside the right
 * one; nothing else uses it, and the laws that it breaks do not apply to it.
 */
export interface AsWritten {
  readonly name: string
  readonly article: Article
  /** The rule that it breaks. */
  readonly rule: string
  /** What the code does, in a sentence. */
  readonly defect: string
  /** What that does to whoever relies on it. */
  readonly harm: string
  /** What is done here instead. */
  readonly fix: string
}
