/** The articles' code with its defects, for teaching; the laws that an entry breaks do not apply to it. */

export { asWritten, SHOWN } from './list.ts'
export type { AsWritten } from './list.ts'
export { asWrittenPolicies } from './lru.ts'
export { asWrittenStrategies, everyStrategy, strategyNamed } from './strategies.ts'
export type { AsWrittenStrategy } from './strategies.ts'
export { loadAsWritten } from './stages-on-demand.ts'
