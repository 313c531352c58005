import type { WindowView } from '../../policy/window/view.ts'
import type { Turn } from '../../core/units.ts'

/** The first line of a summary or a sub-agent's report: the turns that it covers. */
const COVERS = /^\[(?:Summary of|Report of a sub-agent on [^]*?,) turns (\d+) to (\d+)[;.,]/

/** The turns that a summary covers; null if it does not say. */
export function coveredBy(summary: string): { readonly first: Turn; readonly last: Turn } | null {
  const found = COVERS.exec(summary)
  return found === null ? null : { first: Number(found[1]), last: Number(found[2]) }
}

/**
 * The first line of a summary: the turns that it covers.
 *
 * @param fresh positions of the entries that it summarizes, without summaries
 * @param previous texts of the summaries that it includes
 */
export function summaryHeading(
  view: WindowView,
  fresh: readonly number[],
  previous: readonly string[],
): string {
  const turns = fresh.map((position) => view.blocks[position]?.turn ?? view.turn)
  for (const text of previous) turns.push(...(COVERS.exec(text)?.slice(1).map(Number) ?? []))
  const first = turns.reduce((least, turn) => Math.min(least, turn), view.turn)
  const last = turns.reduce((most, turn) => Math.max(most, turn), first)
  return `[Summary of turns ${first} to ${last}, of what is no longer here.]\n`
}
