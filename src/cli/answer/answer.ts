import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { csv } from '../../view/index.ts'
import type { CsvCell } from '../../view/index.ts'
import { redaction } from '../../sim/internal.ts'
import { reasonOf } from '../terminal/reason.ts'
import { UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { choiceOf } from '../option/options.ts'
import type { Given } from '../option/options.ts'
import { wrapped } from '../terminal/table.ts'
import type { Paper } from '../terminal/table.ts'

/** An answer in each of its forms; only the wanted one is made. */
export interface Answer {
  readonly table: (paper: Paper) => string
  readonly json: () => unknown
  readonly csv: () => readonly (readonly CsvCell[])[]
  /** Missing: this command writes none. */
  readonly markdown?: () => string
}

const FORMATS = ['table', 'json', 'csv', 'markdown'] as const

/** Writes the answer as `--format` and `--out` say. Throws a UsageError if the file cannot be written. */
export function write(answer: Answer, given: Given, io: Io): void {
  const format = choiceOf(given, 'format', FORMATS, 'table')
  const file = given.one('out')
  const paper =
    file === undefined ? { columns: io.columns, colour: io.colour } : { columns: null, colour: false }
  const { markdown } = answer
  if (format === 'markdown' && markdown === undefined)
    throw new UsageError('--format markdown is for the results of run, compare, sweep and merge')
  const whole =
    format === 'json'
      ? `${JSON.stringify(answer.json(), null, 2)}\n`
      : format === 'csv'
        ? csv(answer.csv())
        : format === 'markdown' && markdown !== undefined
          ? markdown()
          : answer.table(paper)
  const text = given.has('redact') ? redaction()[format === 'json' ? 'json' : 'text'](whole) : whole
  if (file === undefined) return io.out(format === 'table' ? wrapped(text, io.columns) : text)
  try {
    writeFileSync(resolve(io.cwd, file), text)
  } catch (error) {
    throw new UsageError(`--out ${file}: ${reasonOf(error)}`)
  }
}
