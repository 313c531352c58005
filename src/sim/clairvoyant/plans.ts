import type { Gap, KeepOrDrop } from './gaps.ts'

/** Which gaps a plan keeps, in the order of the gaps. */
export type Plan = readonly boolean[]

/** How many needs a plan misses. */
export function missedBy({ gaps }: Pick<KeepOrDrop, 'gaps'>, plan: Plan): number {
  return gaps.reduce((sum, { weight }, at) => (plan[at] === true ? sum : sum + weight), 0)
}

/**
 * Three plans that know the future (OPT-1). Each can be carried out in the `strict` form, so the best of them bounds the
 * best plan from above.
 */
export const plans = Object.freeze({
  /** Drops the block whose next need is farthest, whenever there is no room: Belady’s rule. */
  farthest: (of: KeepOrDrop): Plan => dropping(of, ({ to }, place) => to - place),
  /** The same, weighted with the size, which frees more at once. */
  farthestBySize: (of: KeepOrDrop): Plan => dropping(of, ({ to, size }, place) => (to - place + 1) * size),
  /** Keeps the gaps first that meet most needs per token and turn. */
  densest,
})

/** A block of a plan that goes forward through the turns. */
interface Item {
  /** Indices of its gaps. */
  readonly chain: readonly number[]
  /** The gap that it is in, as a place in the chain. */
  now: number
  present: boolean
}

/** Goes through the turns and drops the blocks with the largest rank while there is no room. */
function dropping({ gaps, room }: KeepOrDrop, rank: (gap: Gap, place: number) => number): boolean[] {
  const kept = gaps.map(() => false)
  const items = chainsOf(gaps).map((chain): Item => ({ chain, now: 0, present: true }))
  const gapOf = ({ chain, now }: Item, later = 0): Gap | undefined => gaps[chain[now + later] ?? -1]
  for (const [place, space] of room.entries()) {
    const there = items.flatMap((item) => {
      const gap = gapOf(item)
      if (gap === undefined) return []
      if (item.present) return gap.from <= place ? [{ item, gap }] : []
      // What is missed here is fetched again, for its next need.
      const following = gapOf(item, 1)
      return gap.restorable && gap.to === place && following !== undefined ? [{ item, gap: following }] : []
    })
    there.sort((a, b) => rank(a.gap, place) - rank(b.gap, place))
    let used = there.reduce((sum, { gap }) => sum + gap.size, 0)
    const dropped = new Set<Item>()
    while (used > space && there.length > 0) {
      const last = there.pop()
      if (last === undefined) break
      used -= last.gap.size
      dropped.add(last.item)
    }
    for (const item of dropped) item.present = false
    const staying = new Set(there.map(({ item }) => item))
    for (const item of items) {
      if (gapOf(item)?.to !== place) continue
      const at = item.chain[item.now] ?? -1
      // Where even the request itself does not fit, nothing is met.
      if (item.present && space >= 0) kept[at] = true
      else item.present = staying.has(item) && gaps[at]?.restorable === true
      item.now += 1
    }
  }
  return kept
}

/** Takes gaps in the order of needs per token and turn, as long as there is room for them. */
function densest({ gaps, room }: KeepOrDrop): boolean[] {
  const kept = gaps.map(() => false)
  const used = room.map(() => 0)
  const lengthOf = ({ from, to }: Gap): number => Math.max(1, to - from + 1)
  const density = (gap: Gap): number => gap.weight / (Math.max(1, gap.size) * lengthOf(gap))
  const order = gaps
    .map((_, at) => at)
    .sort((a, b) => density(gaps[b] as Gap) - density(gaps[a] as Gap) || a - b)
  const next = gaps.map((): number | null => null)
  for (const [at, { before }] of gaps.entries()) if (before !== null) next[before] = at
  for (const first of order) {
    if (kept[first] === true) continue
    const taken: number[] = []
    for (let at: number | null = first; at !== null && kept[at] !== true;) {
      taken.push(at)
      const gap = gaps[at] as Gap
      at = gap.restorable ? null : gap.before
    }
    const change = new Map<number, number>()
    const add = (place: number, tokens: number): void => {
      change.set(place, (change.get(place) ?? 0) + tokens)
    }
    for (const at of taken) {
      const { from, to, size, before, restorable } = gaps[at] as Gap
      for (let place = from; place <= to; place++) add(place, size)
      // A block that is fetched again for this gap is in the request that fetches it.
      const after = next[at] ?? null
      if (restorable && before !== null && kept[before] !== true) add((gaps[before] as Gap).to, size)
      if (restorable && after !== null && kept[after] === true) add(to, -size)
      if (from > to) add(to, 0)
    }
    const fits = [...change].every(([place, tokens]) => (used[place] ?? 0) + tokens <= (room[place] ?? 0))
    if (!fits) continue
    for (const at of taken) kept[at] = true
    for (const [place, tokens] of change) used[place] = (used[place] ?? 0) + tokens
  }
  return kept
}

/** The gaps of each block, in order. */
export function chainsOf(gaps: readonly Gap[]): number[][] {
  const chains: number[][] = []
  for (const [at, { before }] of gaps.entries()) {
    if (before === null) chains.push([at])
    else chains.at(-1)?.push(at)
  }
  return chains
}
