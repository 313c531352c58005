import { byName, named } from '../engine/internal.ts'
import { strategies } from '../engine/index.ts'
import type { Strategy } from '../engine/index.ts'
import { stagesAsWritten } from './stages.ts'
import type { AsWrittenName } from './stages.ts'
import described from './strategies.json' with { type: 'json' }

/**
 * A strategy that runs an article's code with its defects, for a lane beside the correct one. It uses the same turn
 * loop and sends valid requests, but only after repair; it is exempt from the laws of its entries.
 */
export interface AsWrittenStrategy extends Strategy {
  readonly asWritten: true
}

/** Everything except its stages, which are separate code: most runs need none of it. */
const written: Readonly<Record<AsWrittenName, Omit<AsWrittenStrategy, 'name' | 'asWritten' | 'stages'>>> =
  described

/** Strategies of an article's code, by name; a config can choose them like any other. */
export const asWrittenStrategies: Readonly<Record<string, AsWrittenStrategy>> = /* @__PURE__ */ listed()

function listed(): Readonly<Record<string, AsWrittenStrategy>> {
  return byName(
    (Object.keys(written) as AsWrittenName[]).map((name): AsWrittenStrategy => ({
      ...written[name],
      name,
      asWritten: true,
      stages: (settings) => stagesAsWritten(name, settings),
    })),
  )
}

/** Strategies by their name in the YAML: first the correct ones, then those as written. */
export const everyStrategy: Readonly<Record<string, Strategy>> = Object.freeze({
  ...strategies,
  ...asWrittenStrategies,
})

/** A strategy by its name in the YAML, correct or as written; undefined for an unknown name. */
export function strategyNamed(name: string): Strategy | undefined {
  return named(everyStrategy, name)
}
