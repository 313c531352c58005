import { accessSync, constants, existsSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { counted, csv } from '../../view/index.ts'
import type { CsvCell } from '../../view/index.ts'
import { endingsOf } from '../../sim/internal.ts'
import { unreadableLine } from '../input/files.ts'
import type { Unreadable } from '../input/files.ts'
import { reasonOf } from '../terminal/reason.ts'
import { UsageError } from '../terminal/io.ts'
import type { Io } from '../terminal/io.ts'
import { choiceOf } from '../option/options.ts'
import type { Given } from '../option/options.ts'
import { clean, coloured, wrapped } from '../terminal/table.ts'
import type { Paper } from '../terminal/table.ts'

/** An answer in each of its forms; only the wanted one is made. */
export interface Answer {
  readonly table: (paper: Paper) => string
  readonly json: () => unknown
  readonly csv: () => readonly (readonly CsvCell[])[]
  /** Missing: this command writes none. */
  readonly markdown?: () => string
  /** Told below a table, and on standard error beside other forms. */
  readonly unreadable: readonly Unreadable[]
  /** Told in the same way: the lines of logs that were read in part. */
  readonly problems?: readonly string[]
  /** Files of the folders that were left out because of their endings; told in the same way. */
  readonly others?: readonly string[]
  /** Where a table has them: below it (the default), in itself, or nowhere, since it is a text to paste. */
  readonly told?: 'below' | 'within' | 'beside'
}

const FORMATS = ['table', 'json', 'csv', 'markdown'] as const

/** Writes the answer as `--format` and `--out` say. Throws a UsageError if the file cannot be written. */
export function write(answer: Answer, given: Given, io: Io): void {
  const format = choiceOf(given, 'format', FORMATS, 'table')
  const file = given.one('out')
  const paper =
    file === undefined ? { columns: io.columns, colour: io.colour } : { columns: null, colour: false }
  const { markdown, told = 'below' } = answer
  const isApart = format !== 'table' || file !== undefined || told === 'beside'
  const whole =
    format === 'json'
      ? `${JSON.stringify(answer.json(), null, 2)}\n`
      : format === 'csv'
        ? csv(answer.csv())
        : format === 'markdown' && markdown !== undefined
          ? markdown()
          : [answer.table(paper), ...(isApart || told === 'within' ? [] : leftOut(answer, paper))]
              .filter((part) => part !== '')
              .join('\n')
  const { redaction } = io
  const kind = format === 'json' || format === 'csv' ? format : 'text'
  const left = redaction === undefined ? whole : redaction[kind](whole)
  const text = redaction !== undefined && format === 'markdown' ? inMarkdown(left) : left
  const unread = [
    ...(answer.problems ?? []).map((line) => `problem: ${line}`),
    ...answer.unreadable.map((one) => `not read: ${unreadableLine(one)}`),
    ...othersLines(answer.others ?? []),
  ].join('')
  if (isApart) io.err(unread)
  if (file === undefined) return io.out(format === 'table' ? wrapped(text, io.columns) : text)
  try {
    writeFileSync(resolve(io.cwd, file), text)
  } catch (error) {
    throw new UsageError(`--out ${file}: ${reasonOf(error)}`)
  }
}

/** Placeholders that are shown, and are no markup; as they are in code. */
function inMarkdown(text: string): string {
  return text.replace(/(?<!\\)(`+)[\s\S]*?\1|<([a-z-]+-\d+)>/g, (whole, _, placeholder?: string) =>
    placeholder === undefined ? whole : `\\<${placeholder}\\>`,
  )
}

/** What was read in part or not at all, below a table. */
function leftOut({ problems = [], unreadable, others = [] }: Answer, { colour }: Paper): readonly string[] {
  const part = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `${coloured(title, 'strong', colour)}\n${lines.join('')}`
  return [
    part(`Problems in ${counted(problems.length, 'log')}`, problems),
    part(`${counted(unreadable.length, 'file')} not read`, unreadable.map(unreadableLine)),
    ...othersLines(others),
  ]
}

/** How many files of the folders were left out because of their endings, if any were. */
export function othersLines(others: readonly string[]): readonly string[] {
  if (others.length === 0) return []
  const files = counted(others.length, 'file')
  return [`${files} with other endings left out: ${clean(endingsOf(others))}. To read one, name it.\n`]
}

/** Throws a UsageError if a file that is to be written cannot be, before anything is run. */
export function checkWritable(given: Given, io: Pick<Io, 'cwd'>): void {
  const inputs = given.inputs.map((input) => realOf(resolve(io.cwd, input)))
  for (const option of ['out', 'save', 'state']) {
    const file = given.one(option)
    if (file === undefined) continue
    const path = resolve(io.cwd, file)
    // A state is read before it is written, and a pattern may name it among the logs.
    if (option !== 'state' && inputs.includes(realOf(path)))
      throw new UsageError(`--${option} ${file} would write over what is read`)
    try {
      accessSync(existsSync(path) ? path : dirname(path), constants.W_OK)
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
        throw Object.assign(new Error(), { code: 'EISDIR' })
    } catch (error) {
      throw new UsageError(`--${option} ${file}: ${reasonOf(error)}`)
    }
  }
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}
