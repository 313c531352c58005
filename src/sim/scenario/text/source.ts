import written from './source.json' with { type: 'json' }
import { textsOf } from './lines.ts'

/**
 * A function template for generated source files, in the language of `expand`: `names` are patterns for its name,
 * `code` its lines, in which `$fn` is the name.
 */
export interface FunctionTemplate {
  readonly names: readonly string[]
  readonly code: string
}

/**
 * Lines of a source file that a reader remembers: a limit, a timeout, a note about an old incident. `code` is near the
 * top of the file, `evidence` occurs in it verbatim, and every sentence of `recall` uses the evidence. `$K` is the
 * constant's name, `$v` its value, `$ticket` and `$code` are random, `$path` and `$file` name the file.
 */
export interface LandmarkTemplate {
  /** Last part of the constant's name; '' if there is no constant. */
  readonly noun: string
  readonly code: string
  readonly evidence: readonly string[]
  readonly recall: readonly string[]
}

/** Functions from values to values: grouping, checking, mapping, adding up. */
export const FUNCTIONS_OF_VALUES = textsOf<readonly FunctionTemplate[]>(written.functionsOfValues)

/** Functions that use something outside: a database, a queue, a cache, a lock, the clock of a job. */
export const FUNCTIONS_OF_SERVICES = textsOf<readonly FunctionTemplate[]>(written.functionsOfServices)

export const LANDMARKS = textsOf<readonly LandmarkTemplate[]>(written.landmarks)

/** Test templates for generated test files, about one function `$fn` of one entity; same slots as functions. */
export const TESTS = textsOf<readonly string[]>(written.tests)

/** Paragraphs of a service's documentation, about one entity; same slots as functions. `$file` names a source file. */
export const PARAGRAPHS = textsOf<readonly string[]>(written.paragraphs)
