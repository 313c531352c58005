import type { Given, Option } from '../option/options.ts'
import type { Io } from '../terminal/io.ts'

/** One command of the program. To add one: its file beside this one, and its line in `list.ts`. */
export interface Command {
  readonly name: string
  /** One line of `--help`. */
  readonly meaning: string
  /** What follows the name: `<log …>`. */
  readonly arguments: string
  /** Further sentences of its own `--help`. */
  readonly notes?: readonly string[]
  readonly examples: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  /** Returns the exit code. */
  run(given: Given, io: Io): Promise<number>
}

/** Options that most commands have. */
export const OUTPUT: Readonly<Record<string, Option>> = {
  format: {
    value: '<table|json|csv>',
    meaning: 'How the answer is written; table is the default',
  },
  redact: {
    meaning:
      'Replace keys, tokens, passwords, addresses and user names in paths by placeholders; names of people in sentences stay',
  },
  out: { value: '<file>', short: 'o', meaning: 'Write the answer to a file instead of standard output' },
}

/** Those of the commands that end with a result of lanes. */
export const RESULT_OUTPUT: Readonly<Record<string, Option>> = {
  ...OUTPUT,
  format: {
    value: '<table|json|csv|markdown>',
    meaning: 'How the answer is written; table is the default',
  },
}

export const READING: Readonly<Record<string, Option>> = {
  reader: { value: '<name>', meaning: 'Read every file with this reader instead of finding it by content' },
  conversations: {
    value: '<all|largest>',
    meaning: 'Of a file with several conversations: all (default), or the largest, as the page opens it',
  },
}
