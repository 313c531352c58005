import type { Problem } from '../../../engine/index.ts'

/** A problem of a setup given by hand. */
export interface SetupProblem extends Problem {
  /** The box it is about, and where in it: `setup.system`, `setup.tools`, `setup.tools[3].name`. */
  readonly path: string
}

/** Where in a setup a problem is; null for any other problem. */
export function setupPathOf(problem: Problem): string | null {
  return 'path' in problem && typeof problem.path === 'string' && problem.path.startsWith('setup.')
    ? problem.path
    : null
}
