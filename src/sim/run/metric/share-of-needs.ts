import type { NeedRecord, TimelineData } from '../timeline/timeline.ts'

/** What a need counts as met: in full or by a summary 1, in part 0.5, else nothing (NEED-2). */
export function metOf({ resolution }: Pick<NeedRecord, 'resolution'>): number {
  if (resolution === 'full' || resolution === 'summary') return 1
  return resolution === 'partial' ? 0.5 : 0
}

/** Whether nothing of it was there: that its turn was never reached makes it no better. */
export function isMissing({ resolution }: Pick<NeedRecord, 'resolution'>): boolean {
  return resolution === 'lost' || resolution === 'unreached'
}

/**
 * Mean worth of the needs that `counts` picks; null where there are none. Needs of turns that the run never
 * reached are among them.
 */
export function shareOfNeeds(
  data: Pick<TimelineData, 'needs'>,
  worth: (need: NeedRecord) => number | boolean,
  counts: (need: NeedRecord) => boolean = () => true,
): number | null {
  const needs = data.needs.filter(counts)
  return needs.length === 0 ? null : needs.reduce((sum, need) => sum + Number(worth(need)), 0) / needs.length
}
