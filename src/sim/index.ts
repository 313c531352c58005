/** The simulator's public surface: traces in, timelines out. */

export { NEED_KINDS } from './trace.ts'
export type * from './trace.ts'
