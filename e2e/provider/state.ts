import { createCache } from './cache.ts'
import type { PrefixCache } from './cache.ts'
import { createFaults } from './faults.ts'
import type { FaultQueue } from './faults.ts'
import type { Entry } from './log.ts'
import type { Scripted } from './messages.ts'
import { MODELS, served } from './models.ts'
import type { ModelToServe, ServedModel } from './models.ts'

export interface ProviderOptions {
  /** Default: any free port. */
  readonly port?: number
  /** The key that requests must have. */
  readonly key: string
  /** Models to serve. Default: `MODELS`. */
  readonly models?: readonly ModelToServe[]
  /** Clock for the lifetime of cached prefixes, in milliseconds. Default: the machine's. */
  readonly now?: () => number
}

/** What a provider remembers between requests. */
export interface State {
  readonly key: string
  readonly models: readonly ServedModel[]
  readonly cache: PrefixCache
  readonly faults: FaultQueue
  readonly log: Entry[]
  readonly scripts: Scripted[]
}

export function createState({ key, models = MODELS, now = Date.now }: ProviderOptions): State {
  if (key === '') throw new RangeError('the key of a provider is a text of at least one letter, not ""')
  return {
    key,
    models: models.map(served),
    cache: createCache(now),
    faults: createFaults(),
    log: [],
    scripts: [],
  }
}
