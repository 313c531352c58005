import type { TimelineData } from '../sim/index.ts'
import type { HeadlineLane } from './divergence.ts'

/** Three lanes that tell what protection does from what the score does. */
export interface Trio {
  /** A policy without protection. */
  readonly naive: HeadlineLane
  /** The same policy with protection, everything else as before. */
  readonly guarded: HeadlineLane
  /** Another policy with the same protection, everything else as before. */
  readonly scored: HeadlineLane
}

/** The lanes of a comparison as such a trio, in whatever order they stand; null where they are none. */
export function trioOf(lanes: readonly HeadlineLane[]): Trio | null {
  if (lanes.length !== 3) return null
  for (const naive of lanes) {
    if (protects(naive)) continue
    const guarded = lanes.find((lane) => protects(lane) && apart(naive, lane) === 'gates')
    const scored = lanes.find((lane) => lane !== guarded && protects(lane))
    if (guarded === undefined || scored === undefined) continue
    if (apart(guarded, scored) === 'policy') return { naive, guarded, scored }
  }
  return null
}

/** Which of the two made more of a difference to the share of needed context that was present. */
export type Verdict = 'protection' | 'score' | 'both' | 'neither'

/**
 * The verdict on two parts of a difference, each in points as the page writes them: protection is from naive to
 * protected, score from protected to the other policy. What takes away has no credit.
 */
export function verdictOf(protection: number, score: number): Verdict {
  const [one, other] = [Math.max(0, protection), Math.max(0, score)]
  if (one === 0 && other === 0) return 'neither'
  return one === other ? 'both' : one > other ? 'protection' : 'score'
}

function protects({ data }: HeadlineLane): boolean {
  return data.spec.config.eviction.gates['task'] === true
}

/** In what two lanes that only evict differ; null where in more, or where a person changed something on the way. */
function apart(one: HeadlineLane, other: HeadlineLane): 'gates' | 'policy' | null {
  const [a, b] = [one.data, other.data].map(settingsOf)
  if (a === undefined || b === undefined || a === null || b === null || a.rest !== b.rest) return null
  if (a.policy === b.policy) return a.gates === b.gates ? null : 'gates'
  return a.gates === b.gates ? 'policy' : null
}

function settingsOf({
  spec,
  set = [],
}: TimelineData): { readonly rest: string; readonly gates: string; readonly policy: string } | null {
  const { strategy, eviction, ...config } = spec.config
  if (strategy !== 'evict' || set.length > 0 || spec.interventions.length > 0) return null
  const { policy, weights, gates, ...rest } = eviction
  return {
    rest: JSON.stringify([config, rest]),
    gates: JSON.stringify(gates),
    policy: JSON.stringify([policy, weights]),
  }
}
