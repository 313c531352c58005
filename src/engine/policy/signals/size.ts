import type { Tokens } from '../../core/units.ts'
import type { Signal } from './signal.ts'

/** Tokens at which a block is worth half. Around here a tool result begins to be worth a placeholder. */
const HALF: Tokens = 1000

/** 1 = keep, so a block is worth the more the less its going would free. */
export const size: Signal = Object.freeze({
  name: 'size',
  label: 'Smallness',
  meaning: 'Large blocks free more and go first: 1000/(1000 + tokens).',
  values: (blocks) => Float64Array.from(blocks, ({ tokens }) => HALF / (HALF + tokens)),
  keys: (blocks) => Float64Array.from(blocks, ({ tokens }) => -tokens),
  measure: ({ tokens }) => ({ of: 'tokens', figure: tokens, full: null }),
} satisfies Signal)
