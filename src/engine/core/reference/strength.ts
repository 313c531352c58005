/** The evidence that a reference needs. */
export interface Thresholds {
  /** Different strong tokens of one source in one turn. */
  readonly tokens: number
  /** Strong tokens of one source within the arguments of one call. */
  readonly inCall: number
  /** Shingles of one source in one block. */
  readonly shingles: number
  /** Boilerplate occurs in more blocks than this … */
  readonly commonFrom: number
  /** … and in more than this share of the window's blocks so far. */
  readonly commonShare: number
}

/** `normal` is the rule of REF-1; the other two show how much a result depends on it. */
export const STRENGTHS = Object.freeze({
  strict: Object.freeze({ tokens: 3, inCall: 2, shingles: 4, commonFrom: 2, commonShare: 0.02 }),
  normal: Object.freeze({ tokens: 2, inCall: 1, shingles: 1, commonFrom: 4, commonShare: 0.05 }),
  loose: Object.freeze({ tokens: 1, inCall: 1, shingles: 1, commonFrom: 8, commonShare: 0.1 }),
}) satisfies Readonly<Record<string, Thresholds>>

export type Strength = keyof typeof STRENGTHS
