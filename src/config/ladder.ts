/** Rungs by the share they begin at: the YAML's way of writing a cascade, such as `compression.cascade`. */
export type Ladder = Readonly<Record<string, string | readonly string[]>>

/** The step that “Agent Context Window Management” also gives a threshold of its own. */
export const COMPACTION = 'conversation_compaction'

/** Six decimals are more than any window has tokens for, and never print with an exponent. */
export const SHARE_KEY = String.raw`^(?:0|1|1\.0{1,6}|0?\.\d{1,6})$`
const SHARE = new RegExp(SHARE_KEY, 'u')

/** The share that a key says, null where it says none. */
export function shareOf(key: string): number | null {
  return SHARE.test(key) ? Number(key) : null
}

/** Every cascade step, from low to high; of one share, as they are listed. */
export function rungsOf(ladder: Ladder): { readonly at: number; readonly step: string }[] {
  return Object.entries(ladder)
    .flatMap(([at, steps]) =>
      (typeof steps === 'string' ? [steps] : steps).map((step) => ({ at: Number(at), step })),
    )
    .toSorted((a, b) => a.at - b.at)
}

/**
 * The one way to write these cascade steps, so that equal cascades are equal data: `0.750` is `0.75`, a step alone is
 * no list, and steps of one share stand in the order of `order`.
 */
export function ladderOf(
  rungs: readonly { readonly at: number; readonly step: string }[],
  order: readonly string[],
): Ladder {
  const ladder = new Map<string, string | readonly string[]>()
  const sorted = rungs.toSorted((a, b) => a.at - b.at || order.indexOf(a.step) - order.indexOf(b.step))
  for (const { at, step } of sorted) {
    const before = ladder.get(String(at))
    ladder.set(String(at), before === undefined ? step : [before, step].flat())
  }
  return Object.fromEntries(ladder)
}
