import type { Json, Problem } from '../../../engine/index.ts'
import type { Trace } from '../../trace/trace.ts'

export interface ReadOptions {
  /** A hint and a title; the format is detected from the content. */
  readonly filename?: string
  /** Name of a reader (a key of `readers`) to use instead of detecting one. Default: detected from the content. */
  readonly format?: string
  /**
   * What happens to compactions by the log's own client (REC-1). `undo`, the default, leaves their summaries out and
   * continues with the raw log; `keep` opens a continuation window that begins with the summary. Either way they are
   * listed in `recordedEdits`.
   */
  readonly recordedEdits?: 'undo' | 'keep'
}

/** Progress of reading; `done` never falls and ends at `total`. */
export interface ReadProgress {
  readonly done: number
  readonly total: number
}

/** A JSON value of a log and the line where it begins. */
export interface LogRecord {
  readonly value: Json
  readonly line: number
  readonly column: number
}

/** A text as every reader gets it: limits checked, byte order mark removed, JSON parsed. */
export interface Log {
  readonly text: string
  /** `json`: the text is one value; `lines`: one or more values per line; `text`: not JSON. */
  readonly shape: 'json' | 'lines' | 'text'
  readonly records: readonly LogRecord[]
  /** Broken lines that were skipped, warnings. */
  readonly skipped: readonly Problem[]
  /** Number of further broken lines that are not listed. */
  readonly unlisted: number
  /** Why the text is not JSON, errors; empty unless the shape is `text` and it looks like JSON. */
  readonly faults: readonly Problem[]
}

/**
 * One format. `read` returns null for a text of another format. Otherwise the generator makes the traces, or throws a
 * ProblemError if the text is broken. It yields the share done, every SLICE records, so that a worker can report
 * progress and stop.
 */
export interface Reader<Name extends string = string> {
  /** The key in `readers`, and `source.name` of the traces. */
  readonly name: Name
  /** Title of the format. */
  readonly title: string
  /**
   * What writes such logs: an agent; a client or a library that stores messages; or, for text, nothing in particular.
   */
  readonly kind: 'agents' | 'messages' | 'texts'
  /** Name of the log that the page offers as a sample. */
  readonly sample: string
  /** Keys of copies that a client keeps for itself, such as a whole file before each edit of it: no text left out. */
  readonly copies?: ReadonlySet<string>
  /** True for a record of the client's own, of which no model saw anything. */
  isNote?(record: Json): boolean
  /** True for a record as this program writes all of its own. Missing: nothing is that certain. */
  isOwn?(record: Json): boolean
  read(log: Log, options: ReadOptions): Generator<number, readonly Trace[]> | null
}

/** Records or messages between two yields. */
export const SLICE = 256
