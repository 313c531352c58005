import type { NeedRecord, TimelineData } from '../timeline/timeline.ts'

/** Share of needs for which `met` holds, among those that `counts` picks; null where there are none. */
export function shareOfNeeds(
  data: TimelineData,
  met: (need: NeedRecord) => boolean,
  counts: (need: NeedRecord) => boolean = () => true,
): number | null {
  const needs = data.needs.filter(counts)
  return needs.length === 0 ? null : needs.filter(met).length / needs.length
}
