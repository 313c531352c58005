import type { Signal } from './signal.ts'

/** DO_NOT_EVICT is a gate and no signal: a veto is not shown as a weight (EVI-3). */
export const explicit: Signal = Object.freeze({
  name: 'explicit',
  label: 'Marked',
  meaning: 'Blocks whose author wrote IMPORTANT stay: 1 when marked, else 0.',
  values: (blocks) => Float64Array.from(blocks, (block) => (block.important ? 1 : 0)),
  measure: (_block, value) => ({ of: 'mark', figure: value, full: 1 }),
} satisfies Signal)
