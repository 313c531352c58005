/** What a search compares: a cost, of which less is better, and a share of needed context, of which more is. */
export interface Point {
  readonly cost: number
  readonly needed: number
}

/** Whether no other point is better in one figure and as good in the other. */
export function isBest(point: Point, all: readonly Point[]): boolean {
  return all.every(
    ({ cost, needed }) =>
      cost > point.cost || needed < point.needed || (cost === point.cost && needed === point.needed),
  )
}

/**
 * The nth point of a sequence that fills a cube evenly at any length: multiples of the powers of 1 / g, where g is the
 * root of x^(d+1) = x + 1 (Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018).
 *
 * @param nth from 0
 * @param dimensions at least 1
 * @returns a coordinate from 0 to below 1 for each dimension
 */
export function spreadPoint(nth: number, dimensions: number): readonly number[] {
  const root = rootOf(dimensions)
  let step = 1
  return Array.from({ length: dimensions }, () => {
    step /= root
    return (0.5 + (nth + 1) * step) % 1
  })
}

/** The root of x^(d+1) = x + 1 between 1 and 2, by halving the interval. */
function rootOf(dimensions: number): number {
  let [low, high] = [1, 2]
  for (let bit = 0; bit < 52; bit++) {
    const middle = (low + high) / 2
    let power = middle
    for (let times = 0; times < dimensions; times++) power *= middle
    if (power < middle + 1) low = middle
    else high = middle
  }
  return low
}

/**
 * The points that go on to the next round of successive halving (Jamieson and Talwalkar, 2016), with two figures: the
 * best front first, then the best of what is left, and so on. Of a front that does not go on whole, those that are spread
 * most evenly over its costs do.
 *
 * @param keep how many go on
 * @returns their places, ascending
 */
export function halved(points: readonly Point[], keep: number): readonly number[] {
  const kept: number[] = []
  let left = points.map((_, at) => at)
  while (left.length > 0 && kept.length < keep) {
    const known = left.map((at) => points[at] as Point)
    const front = left.filter((at) => isBest(points[at] as Point, known))
    kept.push(...evenly(front.toSorted(byCost(points)), keep - kept.length))
    left = left.filter((at) => !front.includes(at))
  }
  return kept.toSorted((a, b) => a - b)
}

function byCost(points: readonly Point[]): (a: number, b: number) => number {
  return (a, b) => (points[a]?.cost ?? 0) - (points[b]?.cost ?? 0) || a - b
}

/** At most so many items, the first and the last among them. */
function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  if (most === 1) return items.slice(0, 1)
  return Array.from(
    { length: most },
    (_, at) => items[Math.round((at * (items.length - 1)) / (most - 1))] as Item,
  )
}

/** One round of a search. */
export interface Round {
  /** Every so many logs one is run: 1 is all of them. Those of earlier rounds are among them. */
  readonly every: number
  /** Candidates that are run. */
  readonly candidates: number
}

/** Fewest candidates that are run on all logs: with fewer there is not much of a front. */
const LEAST = 8

/** The rounds of a search: from one to the next, half of the candidates and twice the logs, until all logs are run. */
export function roundsOf(candidates: number, logs: number): readonly Round[] {
  let every = 1
  while (every < logs && candidates / (2 * every) >= LEAST) every *= 2
  const rounds: Round[] = []
  for (let left = candidates; every >= 1; every /= 2) {
    rounds.push({ every, candidates: left })
    left = Math.ceil(left / 2)
  }
  return rounds
}
