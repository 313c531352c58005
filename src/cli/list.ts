import { compare, run } from './command/run.ts'
import type { Command } from './command/command.ts'

/** Every command, in the order of `--help`. */
export const commands: readonly Command[] = [run, compare]
