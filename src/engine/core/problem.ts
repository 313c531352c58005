/** An error stops the operation, a warning was worked around, a note informs. */
export type Severity = 'error' | 'warning' | 'note'

/** A place in a text that a person supplied; line and column count from 1, offset from 0. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** A problem that a person can act on: what is wrong, where, and what was found. */
export interface Problem {
  readonly severity: Severity
  /** Stable name of the kind of problem, for tests and translations: `unknown-format`, `broken-line`. */
  readonly code: string
  /** One sentence that ends with the offending value. */
  readonly message: string
  readonly line?: number
  readonly column?: number
  readonly expected?: string
  readonly found?: string
  readonly fix?: string
}

/**
 * Thrown when nothing sensible can be returned. Carries every problem; its message is that of the first, with its place
 * and the name that was probably meant.
 */
export class ProblemError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const first = problems[0]
    const where = first?.line === undefined ? '' : `line ${first.line}, column ${first.column ?? 1}: `
    // Other fixes than a name are sentences of their own.
    const meant = /^\S+$/.test(first?.fix ?? '') ? ` (did you mean ${first?.fix}?)` : ''
    super(first ? where + first.message + meant : 'unknown problem')
    this.name = 'ProblemError'
    this.problems = problems
  }
}
