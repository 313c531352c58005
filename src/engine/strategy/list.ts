import { evict } from './evict.ts'
import type { Strategy } from './strategy.ts'
import { unmanaged } from './unmanaged.ts'

/** Every strategy, by its name in the YAML. */
export const strategies: Readonly<Record<string, Strategy>> = Object.freeze({ unmanaged, evict })
