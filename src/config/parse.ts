import { checkConfig } from './complete.ts'
import type { Config } from './config.ts'
import type { ConfigProblem } from './problem.ts'
import { readSource } from './source.ts'
import { everyLaw } from './warnings.ts'
import { findingOf } from './wording.ts'

/** Maximum number of problems; errors are kept first. */
const REPORTED = 100

/**
 * Reads a config from YAML text. `config` has every default filled in and is null exactly if there is an error;
 * problems come in the order of the text. An empty text is the default config. Never throws.
 */
export function parseConfig(yaml: string): {
  config: Config | null
  problems: readonly ConfigProblem[]
} {
  if (typeof yaml !== 'string') return notAText(yaml)
  const source = readSource(yaml)
  const problems = [...source.problems]
  let config: Config | null = null
  if (source.value !== undefined) {
    const checked = checkConfig(source.value, everyLaw)
    for (const problem of checked.problems) {
      problems.push({ ...problem, ...source.placeOf(problem.path, problem.at, problem.offset) })
    }
    config = checked.config
  }
  const errors = problems.filter(isError)
  const others = problems.filter((problem) => !isError(problem))
  return {
    config: errors.length > 0 ? null : config,
    problems: [...errors, ...others]
      .slice(0, REPORTED)
      .toSorted((a, b) => a.line - b.line || a.column - b.column),
  }
}

function isError(problem: ConfigProblem): boolean {
  return problem.severity === 'error'
}

function notAText(value: unknown): { config: null; problems: ConfigProblem[] } {
  const found = findingOf(value)
  const message = `A config is read from a text, but this is ${found}`
  return {
    config: null,
    problems: [
      { severity: 'error', code: 'wrong-type', message, path: [], at: 'value', line: 1, column: 1, found },
    ],
  }
}
