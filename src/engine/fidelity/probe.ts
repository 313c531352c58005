import type { BlockId } from '../core/units.ts'

/**
 * What is asked about (HEALTH-3). The last three are of the held-out questions, which do not look for what a
 * sentence is: what the agent was told, what it said, and what of a tool's output came up again.
 */
export const PROBE_KINDS = Object.freeze([
  'goal',
  'constraint',
  'decision',
  'number',
  'path',
  'error',
  'progress',
  'told',
  'said',
  'used',
] as const)
export type ProbeKind = (typeof PROBE_KINDS)[number]

/** A question on what a compression takes in, and what only a text that knows the answer would say. */
export interface Probe {
  /** Unique among the probes of a call, and the same for the same sources. */
  readonly id: string
  readonly kind: ProbeKind
  readonly question: string
  /** Strong evidence: all of these, close to each other, are an answer; anything less is none. */
  readonly expected: readonly string[]
  readonly block: BlockId
}
