import written from './source.json' with { type: 'json' }
import { textsOf } from './lines.ts'

/**
 * A function that generated source files are made of, in the language of `expand`: `names` are
 * patterns for its name, `code` its lines, where `$fn` stands for the name.
 */
export interface FunctionTemplate {
  readonly names: readonly string[]
  readonly code: string
}

/**
 * Lines of a source file that a reader remembers: a limit, a timeout, a note about an old incident.
 * `code` stands near the top of the file, `evidence` occurs in it verbatim, and every sentence of
 * `recall` uses the evidence. `$K` is the constant's name, `$v` its value, `$ticket` and `$code` are
 * drawn, `$path` and `$file` name the file.
 */
export interface LandmarkTemplate {
  /** Last part of the constant's name; '' where there is no constant. */
  readonly noun: string
  readonly code: string
  readonly evidence: readonly string[]
  readonly recall: readonly string[]
}

/** Functions that look at values and return values: grouping, checking, mapping, adding up. */
export const FUNCTIONS_OF_VALUES = textsOf<readonly FunctionTemplate[]>(written.functionsOfValues)

/** Functions that talk to something: a database, a queue, a cache, a lock, the clock of a job. */
export const FUNCTIONS_OF_SERVICES = textsOf<readonly FunctionTemplate[]>(written.functionsOfServices)

export const LANDMARKS = textsOf<readonly LandmarkTemplate[]>(written.landmarks)

/** Tests that a generated test file is made of, about one function `$fn` of one entity; same slots as functions. */
export const TESTS = textsOf<readonly string[]>(written.tests)

/** Paragraphs of a service's documentation, about one entity; same slots as functions. `$file` names a source file. */
export const PARAGRAPHS = textsOf<readonly string[]>(written.paragraphs)
