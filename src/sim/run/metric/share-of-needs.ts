import type { NeedRecord, TimelineData } from '../timeline/timeline.ts'

/** How far a need is met: 1 in full or by a summary, 0.5 in part, else 0 (NEED-2); 1 if nothing says that it is not. */
export function metOf({ resolution }: Pick<NeedRecord, 'resolution'>): number {
  if (resolution === 'full' || resolution === 'summary' || resolution === 'unknown') return 1
  return resolution === 'partial' ? 0.5 : 0
}

/** Whether it is known how it was met: any other counts in no share. */
export function isKnown({ resolution }: Pick<NeedRecord, 'resolution'>): boolean {
  return resolution !== 'unknown'
}

/** Whether nothing of it was present; also if its turn was never reached. */
export function isMissing({ resolution }: Pick<NeedRecord, 'resolution'>): boolean {
  return resolution === 'lost' || resolution === 'unreached'
}

/** Whether a constraint is needed: what an inferred need repeats of a user's message may be anything. */
export function isOfConstraint({ kind, inferred }: Pick<NeedRecord, 'kind' | 'inferred'>): boolean {
  return kind === 'constraint' && !inferred
}

/**
 * Mean of the needs that `counts` selects; null if there are none. Includes needs of turns that the run never reached, not those of which it is unknown.
 */
export function shareOfNeeds(
  data: Pick<TimelineData, 'needs'>,
  worth: (need: NeedRecord) => number | boolean,
  counts: (need: NeedRecord) => boolean = () => true,
): number | null {
  const needs = data.needs.filter((need) => isKnown(need) && counts(need))
  return needs.length === 0 ? null : needs.reduce((sum, need) => sum + Number(worth(need)), 0) / needs.length
}
