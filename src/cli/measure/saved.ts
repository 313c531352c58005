import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseJson, placeOf } from '../../sim/internal.ts'
import { UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { reasonOf } from '../terminal/reason.ts'
import { RESULT_VERSION } from './result.ts'
import type { Result } from './result.ts'

/** A result that was saved as JSON. Throws a UsageError if the file is none. */
export function savedResult(path: string, io: Pick<Io, 'cwd'>): Result {
  let text: string
  try {
    text = readFileSync(resolve(io.cwd, path), 'utf8')
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`)
  }
  const parsed = parseJson(text)
  if (!parsed.ok) {
    const { line, column } = placeOf(text, parsed.refusal.offset)
    throw new UsageError(`${path}:${line}:${column}: ${parsed.refusal.message}`)
  }
  const value: unknown = parsed.value
  const { format, version, logs, settings } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<Omit<Result, 'version'>> & { readonly version?: unknown }
  if (format !== 'context-window-lab result' || !Array.isArray(logs) || settings === undefined)
    throw new UsageError(`${path}: not a result of run, compare or sweep with --format json`)
  // Version 1 differs in its sums alone, and only the logs are read.
  if (version !== RESULT_VERSION && version !== 1)
    throw new UsageError(
      `${path}: version ${String(version)} of the format, but this program reads ${RESULT_VERSION}`,
    )
  // Results of before it was recorded have no list of problems.
  return {
    ...(value as Result),
    logs: (logs as Result['logs']).map((log) => ({ ...log, problems: log.problems ?? [] })),
  }
}
