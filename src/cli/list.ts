import { autopsy } from './command/autopsy.ts'
import { claims } from './command/claims.ts'
import { cost } from './command/cost.ts'
import { inspect } from './command/inspect.ts'
import { merge } from './command/merge.ts'
import { compare, run } from './command/run.ts'
import { search } from './command/search.ts'
import { sweep } from './command/sweep.ts'
import { validate } from './command/validate.ts'
import { worst } from './command/worst.ts'
import { watch } from './command/watch.ts'
import type { Command } from './command/command.ts'

/** Every command, in the order of `--help`. */
export const commands: readonly Command[] = [
  inspect,
  run,
  compare,
  sweep,
  search,
  worst,
  cost,
  autopsy,
  validate,
  watch,
  merge,
  claims,
]
