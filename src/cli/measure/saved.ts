import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { reasonOf } from '../terminal/reason.ts'
import { RESULT_VERSION } from './result.ts'
import type { Result } from './result.ts'

/** A result that was saved as JSON. Throws a UsageError if the file is none. */
export function savedResult(path: string, io: Pick<Io, 'cwd'>): Result {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(resolve(io.cwd, path), 'utf8'))
  } catch (error) {
    throw new UsageError(
      `${path}: ${error instanceof SyntaxError ? `not JSON: ${error.message}` : reasonOf(error)}`,
    )
  }
  const { format, version, logs, settings } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<Result>
  if (format !== 'context-window-lab result' || !Array.isArray(logs) || settings === undefined)
    throw new UsageError(`${path}: not a result of run, compare or sweep with --format json`)
  if (version !== RESULT_VERSION)
    throw new UsageError(
      `${path}: version ${String(version)} of the format, but this program reads ${RESULT_VERSION}`,
    )
  return value as Result
}
