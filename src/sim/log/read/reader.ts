import type { Json, Problem } from '../../../engine/index.ts'
import type { Trace } from '../../trace/trace.ts'

export interface ReadOptions {
  /** A hint and a title; the format is found by content. */
  readonly filename?: string
  /** Name of a reader (a key of `readers`) to use instead of finding one. Default: found by content. */
  readonly format?: string
  /**
   * What becomes of compactions that the log's own client made (REC-1). `undo`, the default, leaves
   * their summaries out and lets the raw log go on; `keep` opens a continuation window that begins
   * with the summary. Either way they are listed in `recordedEdits`.
   */
  readonly recordedEdits?: 'undo' | 'keep'
}

/** How far reading is; `done` never falls and ends at `total`. */
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

/** A text as every reader gets it: bounds checked, byte order mark removed, JSON parsed. */
export interface Log {
  readonly text: string
  /** `json`: the text is one value; `lines`: one or more values a line; `text`: no JSON. */
  readonly shape: 'json' | 'lines' | 'text'
  readonly records: readonly LogRecord[]
  /** Broken lines that were skipped, warnings. */
  readonly skipped: readonly Problem[]
  /** Further broken lines, beyond the number that is listed. */
  readonly unlisted: number
  /** Why the text is no JSON, errors; empty unless the shape is `text` and it looks like JSON. */
  readonly faults: readonly Problem[]
}

/**
 * One format. `read` returns null for a text that is not its own. For one that is, the generator
 * makes the traces, or throws a ProblemError where it is broken. It yields the share it has done,
 * every SLICE records, so that a worker can report progress and be stopped.
 */
export interface Reader<Name extends string = string> {
  /** The key in `readers`, and `source.name` of the traces. */
  readonly name: Name
  /** What people call the format. */
  readonly title: string
  /** What writes such logs: an agent; a client or a library that keeps messages; nobody in particular, it is text. */
  readonly kind: 'agents' | 'messages' | 'texts'
  /** Name of the log that the page offers as a sample. */
  readonly sample: string
  read(log: Log, options: ReadOptions): Generator<number, readonly Trace[]> | null
}

/** Records or messages between two yields. */
export const SLICE = 256
