import type { redaction } from '../../sim/internal.ts'

/** What a command sees of the terminal that it runs in. A test hands in its own. */
export interface Io {
  /** Paths are relative to it. */
  readonly cwd: string
  out(text: string): void
  err(text: string): void
  /** The whole standard input: its bytes, or their text. */
  stdin(): string | Uint8Array
  /** Columns of the terminal that `out` writes to; null if it is none. */
  readonly columns: number | null
  /** Whether `out` may be coloured. */
  readonly colour: boolean
  /** Whether `err` is a terminal, so that a line of progress can be overwritten. */
  readonly progress: boolean
  /** With `--redact`: that of everything which is written, so that a secret has one placeholder; missing: none. */
  readonly redaction?: ReturnType<typeof redaction>
}

/**
 * How a command ends. `refused`: a condition of `--fail-if` holds, or `validate` found an error. `usage`: an option or a
 * config is wrong. `unread`: nothing could be read. `fault`: the program itself has an error.
 */
export const EXIT = Object.freeze({ fine: 0, refused: 1, usage: 2, unread: 3, fault: 4 })

/** An option, a lane or a condition that cannot be meant; ends the command with `EXIT.usage`. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
