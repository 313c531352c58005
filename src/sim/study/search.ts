import type { SeedFigures } from './figures.ts'
import { ratioOf } from './estimate.ts'

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

/** What a search keeps of one lane on one log. */
export interface Found {
  readonly study: SeedFigures
  /** Constraints of the user of which a turn that needed them had nothing. */
  readonly lost: number
}

/** A lane that was run on all logs. */
export interface Finalist<Lane> {
  readonly lane: Lane
  readonly figures: readonly Found[]
}

/** The lane as it is, and those that are left of the others. */
type Finalists<Lane> = readonly [Finalist<Lane>, ...Finalist<Lane>[]]

/**
 * Runs the rounds of a search.
 *
 * @param base the lane as it is, which is in all rounds and the first of the finalists
 * @param sources where the logs are from: each has one or more, and is run in at most one round for a lane
 * @param run runs lanes on the logs of some sources, and gives the figures of every log, lane by lane
 */
export async function searched<Lane>(
  base: Lane,
  others: readonly Lane[],
  sources: number,
  run: (sources: readonly number[], lanes: readonly Lane[]) => Promise<readonly (readonly Found[])[]>,
): Promise<Finalists<Lane>> {
  const own: { lane: Lane; figures: Found[] } = { lane: base, figures: [] }
  let rest = others.map((lane): typeof own => ({ lane, figures: [] }))
  for (const { candidates, places } of placesOf(others.length, sources)) {
    const points = comparedOf([own, ...rest]).map(({ figures }) => pointOf(figures))
    rest = halved(points.slice(1), candidates).flatMap((at) => rest[at] ?? [])
    const alive = [own, ...rest]
    const logs = await run(
      places,
      alive.map(({ lane }) => lane),
    )
    for (const figures of logs) for (const [at, one] of figures.entries()) alive[at]?.figures.push(one)
  }
  return [own, ...rest]
}

/** The rounds with the places of the sources that are run in each: those of earlier rounds are known. */
export function placesOf(
  candidates: number,
  sources: number,
): readonly { readonly candidates: number; readonly places: readonly number[] }[] {
  return roundsOf(candidates, sources).map(({ every, candidates: alive }, nth) => ({
    candidates: alive,
    places: Array.from({ length: sources }, (_, at) => at).filter(
      (at) => at % every === 0 && (nth === 0 || at % (2 * every) !== 0),
    ),
  }))
}

/** A lane over all logs. */
export interface Total {
  /** Dollars a log. */
  readonly cost: number
  /** Share of the needs of all logs that were met; null if there are none. */
  readonly needed: number | null
  /** Constraints of the user of which a turn that needed them had nothing. */
  readonly lost: number
  /** Logs in which it reached the end and sent nothing over the limit. */
  readonly reached: number
}

export function totalOf(figures: readonly Found[]): Total {
  return {
    cost: ratioOf(figures.map(({ study }) => study.cost)) ?? 0,
    needed: ratioOf(figures.map(({ study }) => study.needed)),
    lost: figures.reduce((sum, { lost }) => sum + lost, 0),
    reached: figures.filter(({ study }) => study.fit).length,
  }
}

/** The lanes with the logs that they can be compared by: those that at least one of them came through. */
export function comparedOf<Lane>([first, ...others]: Finalists<Lane>): Finalists<Lane> {
  const isIn = first.figures.map((_, log) =>
    [first, ...others].some(({ figures }) => figures[log]?.study.fit === true),
  )
  const compared = ({ lane, figures }: Finalist<Lane>): Finalist<Lane> => ({
    lane,
    figures: figures.filter((_, log) => isIn[log]),
  })
  return [compared(first), ...others.map(compared)]
}

/**
 * What lanes are ranked by. One that stopped, or sent too much, where another did not is no bargain, and neither is one
 * that no log's provider has.
 */
function pointOf(figures: readonly Found[]): Point {
  if (figures.some(({ study }) => !study.fit) || isLacking(figures)) return { cost: Infinity, needed: 0 }
  const { cost, needed } = totalOf(figures)
  return { cost, needed: needed ?? 1 }
}

/** Whether the providers of all logs lack what a lane leaves to a provider. */
function isLacking(figures: readonly Found[]): boolean {
  return figures.length > 0 && figures.every(({ study }) => study.lackedBy !== undefined)
}

/** A lane with its figures, that no other beats. */
export type Best<Lane> = Total & { readonly lane: Lane }

/**
 * The finalists of which no other is cheaper and keeps as much, or keeps more for as little; the cheapest first.
 *
 * @param finalists as {@link comparedOf} gives them
 */
export function frontOf<Lane>(finalists: readonly Finalist<Lane>[]): readonly Best<Lane>[] {
  const points = finalists.map(({ figures }) => pointOf(figures))
  return finalists
    .flatMap(({ lane, figures }, at): readonly Best<Lane>[] => {
      const point = points[at]
      if (point === undefined || figures.length === 0) return []
      if (!Number.isFinite(point.cost) || !isBest(point, points)) return []
      return [{ lane, ...totalOf(figures) }]
    })
    .toSorted((a, b) => a.cost - b.cost)
}
