import { parseJson, placeOf } from '../../sim/internal.ts'
import { textOf } from '../terminal/text-file.ts'
import { UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { RESULT_VERSION } from './result.ts'
import type { Result } from './result.ts'
import { STUDY, wrongIn } from './shape.ts'

/** What is read of a saved result; its sums are made anew. */
const READ = {
  engine: 'text',
  settings: { lanes: [{ name: 'text', config: 'object' }] },
  logs: [
    {
      log: 'text',
      order: 'number',
      hash: 'text',
      turns: 'number',
      peak: 'number',
      lanes: [
        {
          lane: 'text',
          window: 'number',
          metrics: 'object',
          missing: 'object',
          study: STUDY,
        },
      ],
    },
  ],
  unreadable: [{ log: 'text', message: 'text' }],
} as const

/** A result that was saved as JSON. Throws a UsageError if the file is none. */
export function savedResult(path: string, io: Pick<Io, 'cwd'>): Result {
  const text = textOf(path, io)
  const parsed = parseJson(text)
  if (!parsed.ok) {
    const { line, column } = placeOf(text, parsed.refusal.offset)
    throw new UsageError(`${path}:${line}:${column}: ${parsed.refusal.message}`)
  }
  const value: unknown = parsed.value
  const { format, version } = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly format?: unknown
    readonly version?: unknown
  }
  if (format !== 'context-window-lab result')
    throw new UsageError(`${path}: not a result of run, compare or sweep with --format json`)
  // Version 1 differs in its sums alone, and only the logs are read.
  if (version !== RESULT_VERSION && version !== 1)
    throw new UsageError(
      `${path}: version ${String(version)} of the format, but this program reads ${RESULT_VERSION}`,
    )
  const wrong = wrongIn(value, READ, '')
  if (wrong !== null) throw new UsageError(`${path}: a damaged result: ${wrong.slice(1)}`)
  const result = value as Result
  // Older results have no list of problems, and do not say of a study what the lane says.
  return {
    ...result,
    logs: result.logs.map((log) => ({
      ...log,
      problems: log.problems ?? [],
      divergence: log.divergence ?? null,
      lanes: log.lanes.map((lane) => ({
        ...lane,
        study: { ...lane.study, reached: lane.ended === null },
      })),
    })),
  }
}
