import { absorb, hash32, mix } from '../number/hash.ts'
import type { Block, BlockType } from '../message/block.ts'
import type { BlockId, WindowId } from '../units.ts'
import { fileAccess, readable } from './access.ts'
import { Holders, KNOWN_BEFORE } from './holders.ts'
import type { Ordinal } from './holders.ts'
import type { Reference, ReferenceDetector } from './reference.ts'
import { eachShingle } from './shingle.ts'
import { eachStrongToken } from './token.ts'
import type { TokenKind } from './token.ts'

/** How much evidence a reference takes. `normal` is the rule of REF-1; the others show what hangs on it. */
export type Strength = 'strict' | 'normal' | 'loose'

export const STRENGTHS: Readonly<Record<Strength, Thresholds>> = Object.freeze({
  strict: Object.freeze({ tokens: 3, inCall: 2, shingles: 4, commonFrom: 2, commonShare: 0.05 }),
  normal: Object.freeze({ tokens: 2, inCall: 1, shingles: 1, commonFrom: 3, commonShare: 0.1 }),
  loose: Object.freeze({ tokens: 1, inCall: 1, shingles: 1, commonFrom: 6, commonShare: 0.2 }),
})

interface Thresholds {
  /** Different strong tokens in one turn. */
  readonly tokens: number
  /** Strong tokens within the arguments of one call. */
  readonly inCall: number
  readonly shingles: number
  /** Boilerplate stands in more blocks than this … */
  readonly commonFrom: number
  /** … and in more than this share of the window's inputs so far. */
  readonly commonShare: number
}
