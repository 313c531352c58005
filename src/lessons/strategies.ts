import { byName, named } from '../engine/internal.ts'
import { strategies } from '../engine/index.ts'
import type { Strategy } from '../engine/index.ts'
import { stagesAsWritten } from './stages.ts'
import type { AsWrittenName } from './stages.ts'
import described from './strategies.json' with { type: 'json' }

/**
 * A strategy that runs an article's code with its defects, for a lane beside the right one. It goes through
 * the same turn loop and sends valid requests, but only after repair; the laws of its entries do not hold.
 */
export interface AsWrittenStrategy extends Strategy {
  readonly asWritten: true
  /** Rules that it is exempt from, beside those that its entries name. */
  readonly exempt: readonly string[]
}

/** All but what it does, which is code of its own: most runs need none of it. */
const written: Readonly<Record<AsWrittenName, Omit<AsWrittenStrategy, 'name' | 'asWritten' | 'stages'>>> =
  described

/** Strategies of an article's code, by name; a config may choose them like any other. */
export const asWrittenStrategies: Readonly<Record<string, AsWrittenStrategy>> = byName(
  (Object.keys(written) as AsWrittenName[]).map((name): AsWrittenStrategy => ({
    ...written[name],
    name,
    asWritten: true,
    stages: (settings) => stagesAsWritten(name, settings),
  })),
)

/** Strategies by their name in the YAML: those that are right, and then those as written. */
export const everyStrategy: Readonly<Record<string, Strategy>> = Object.freeze({
  ...strategies,
  ...asWrittenStrategies,
})

/** A strategy by its name in the YAML, of those that are right and of those as written; undefined where neither has it. */
export function strategyNamed(name: string): Strategy | undefined {
  return named(everyStrategy, name)
}
