import type { Json, Problem } from '../../../engine/index.ts'
import { at, isList, isRecord } from '../json/guard.ts'
import type { Log, LogRecord } from '../read/reader.ts'

/** A file in which a conversation has a shape of its own. Opened, it is a log that a reader knows. */
export interface Container {
  /** What the file is, after “The conversation was taken from”. */
  readonly name: string
  /** A file of which no record, and no value of a listed record, has one of these keys is another file. Default: any, if there is no `head`. */
  readonly keys?: readonly string[]
  /** What stands at the beginning of a file that is no JSON. */
  readonly head?: RegExp
  /** The values that a reader knows, each with the place of the record that it comes from; empty for another file. */
  readonly open: (log: Log) => readonly LogRecord[]
  /** What could not be read of the values that `open` gave, or of the file. */
  readonly lost?: (records: readonly LogRecord[], log: Log) => readonly Problem[]
  /** Its signs are not certain: it is opened only where no reader knows the file, and what is left out is counted. */
  readonly isGuess?: boolean
  /** What it opens has all that the file has, so that what is left out is counted there alone. */
  readonly isWhole?: boolean
}

/** Opens each record by itself; of a list, each of its values. */
export function ofEach(open: (value: Json) => readonly Json[]): Container['open'] {
  return ({ records }) =>
    records.flatMap(({ value, line, column }) =>
      (isList(value) ? value : [value]).flatMap(open).map((one) => ({ value: one, line, column })),
    )
}

/** The rows of a record: a list, the page of an export, or the record itself. */
export function rowsOf(value: Json): readonly Json[] {
  const page = listAt(value, 'data')
  if (isList(value)) return value
  return page.length > 0 && page.every(isRecord) ? page : [value]
}

/** Opens each record whole, also one that is a list. */
export function ofWhole(open: (value: Json) => readonly Json[]): Container['open'] {
  return ({ records }) =>
    records.flatMap(({ value, line, column }) => open(value).map((one) => ({ value: one, line, column })))
}

/** The list below some keys; empty if there is none. */
export function listAt(value: Json | undefined, ...keys: readonly string[]): readonly Json[] {
  const list = at(value, ...keys)
  return isList(list) ? list : []
}
