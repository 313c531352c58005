/** Cascade steps by their threshold share: the form in the YAML, such as `compression.cascade`. */
export type Ladder = Readonly<Record<string, string | readonly string[]>>

/** The step for which “Agent Context Window Management” has an additional threshold key. */
export const COMPACTION = 'conversation_compaction'

/** Six decimals are more than any window needs, and never print with an exponent. */
export const SHARE_KEY = String.raw`^(?:0|1|1\.0{1,6}|0?\.\d{1,6})$`
const SHARE = new RegExp(SHARE_KEY, 'u')

/** The share that a key means, null if it is not a share. */
export function shareOf(key: string): number | null {
  return SHARE.test(key) ? Number(key) : null
}

/** Every cascade step, from low to high; with equal shares, in the listed order. */
export function rungsOf(ladder: Ladder): { readonly at: number; readonly step: string }[] {
  return Object.entries(ladder)
    .flatMap(([at, steps]) =>
      (typeof steps === 'string' ? [steps] : steps).map((step) => ({ at: Number(at), step })),
    )
    .toSorted((a, b) => a.at - b.at)
}

/**
 * The normal form of these cascade steps, so that equal cascades are equal data: `0.750` is `0.75`, a single step is
 * not a list, and steps with equal shares are in the order of `order`.
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
