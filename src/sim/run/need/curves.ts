import type { BlockId, Turn, WindowId } from '../../../engine/index.ts'
import type { State } from './plain.ts'

/** What a probe is about. `changed` is the newest value of something that changed. */
export const PROBED_KINDS = Object.freeze([
  'goal',
  'constraint',
  'side_constraint',
  'decision',
  'artifact',
  'fact',
  'number',
  'continuation',
  'changed',
] as const)
export type ProbedKind = (typeof PROBED_KINDS)[number]

/** The third of the run in which something was told. */
export const POSITIONS = Object.freeze(['early', 'middle', 'late'] as const)
export type Position = (typeof POSITIONS)[number]

/** Something told in a conversation that prompts are searched for, and the words that prove that it is there. */
export interface Probed {
  readonly kind: ProbedKind
  readonly source: BlockId
  readonly turn: Turn
  readonly window: WindowId
  readonly evidence: readonly string[]
  /** Evidence of the value before it; empty if there is none. */
  readonly outdated: readonly string[]
  /** In texts for what the log does not hold: what may be there. */
  readonly unseen: readonly string[]
  /** The turn in which a newer value replaced it. */
  until: Turn
}

/** Of the probes at a place of which it is known: how many there are, how many are in the prompt, and of how many only the old value is. */
export interface RetentionPoint {
  readonly x: number
  readonly told: number
  readonly kept: number
  /** Not among the kept: the prompt has only the value before. */
  readonly stale: number
}

/** How probes of one group are kept. Each point sums the prompts of several probes and turns. */
export interface RetentionCurve {
  readonly probes: number
  /** By turns since it was told. */
  readonly byAge: readonly RetentionPoint[]
  /** By compactions since it was told. */
  readonly byCompactions: readonly RetentionPoint[]
  /** In the last prompt of each window. */
  readonly atEnd: RetentionPoint
  /** Over all prompts. */
  readonly overall: RetentionPoint
}

export interface Sums {
  told: number
  kept: number
  stale: number
}

/** The sums of one group of probes. */
class Group {
  readonly #probes = new Map<Probed, State>()
  readonly #ages = new Map<number, Sums>()
  readonly #compactions = new Map<number, Sums>()
  readonly #all = noSums()

  add(probe: Probed, age: number, compactions: number, state: State): void {
    this.#probes.set(probe, state)
    if (state === 'unknown') return
    for (const sums of [sumsAt(this.#ages, age), sumsAt(this.#compactions, compactions), this.#all])
      addTo(sums, state)
  }

  curve(): RetentionCurve {
    const end = noSums()
    for (const [{ until }, state] of this.#probes) if (until === Infinity) addTo(end, state)
    return {
      probes: this.#probes.size,
      byAge: pointsOf(this.#ages),
      byCompactions: pointsOf(this.#compactions),
      atEnd: { x: 0, ...end },
      overall: { x: 0, ...this.#all },
    }
  }
}

export function noSums(): Sums {
  return { told: 0, kept: 0, stale: 0 }
}

export function addTo(sums: Sums, state: State): void {
  if (state === 'unknown') return
  sums.told += 1
  if (state !== 'lost') sums[state] += 1
}

function sumsAt(places: Map<number, Sums>, x: number): Sums {
  let sums = places.get(x)
  if (sums === undefined) places.set(x, (sums = noSums()))
  return sums
}

function pointsOf(places: ReadonlyMap<number, Sums>): readonly RetentionPoint[] {
  return [...places].sort(([a], [b]) => a - b).map(([x, sums]) => ({ x, ...sums }))
}

/** All groups that a probe belongs to. */
export class Groups {
  readonly #turns: number
  readonly #all = new Group()
  readonly #kinds = new Map<ProbedKind, Group>()
  readonly #positions = new Map<Position, Group>()

  constructor(turns: number) {
    this.#turns = turns
  }

  add(probe: Probed, turn: Turn, compactions: number, state: State): void {
    const third = Math.min(POSITIONS.length - 1, Math.floor((probe.turn * POSITIONS.length) / this.#turns))
    const position = POSITIONS[third] ?? 'late'
    for (const group of [this.#all, groupAt(this.#kinds, probe.kind), groupAt(this.#positions, position)])
      group.add(probe, turn - probe.turn, compactions, state)
  }

  curves(): {
    readonly all: RetentionCurve
    readonly kinds: Readonly<Partial<Record<ProbedKind, RetentionCurve>>>
    readonly positions: Readonly<Partial<Record<Position, RetentionCurve>>>
  } {
    return {
      all: this.#all.curve(),
      kinds: curvesOf(PROBED_KINDS, this.#kinds),
      positions: curvesOf(POSITIONS, this.#positions),
    }
  }
}

function groupAt<Name>(groups: Map<Name, Group>, name: Name): Group {
  let group = groups.get(name)
  if (group === undefined) groups.set(name, (group = new Group()))
  return group
}

function curvesOf<Name extends string>(
  names: readonly Name[],
  groups: ReadonlyMap<Name, Group>,
): Partial<Record<Name, RetentionCurve>> {
  const curves: Partial<Record<Name, RetentionCurve>> = {}
  for (const name of names) {
    const group = groups.get(name)
    if (group !== undefined) curves[name] = group.curve()
  }
  return curves
}
