import type { Problem } from '../../../engine/index.ts'

/** A problem of a setup entered by hand. */
export interface SetupProblem extends Problem {
  /** The field it is about, and the place in it: `setup.system`, `setup.tools`, `setup.tools[3].name`. */
  readonly path: string
}

/** Where a problem is in a setup; null for any other problem. */
export function setupPathOf(problem: Problem): string | null {
  return 'path' in problem && typeof problem.path === 'string' && problem.path.startsWith('setup.')
    ? problem.path
    : null
}
