import type { Gap, KeepOrDrop } from './gaps.ts'

/** Maximise the sum of `gain` × x, with each x from 0 to 1 and each row at most its `most`. */
export interface LinearProgram {
  readonly gain: readonly number[]
  readonly rows: readonly {
    readonly columns: readonly number[]
    readonly values: readonly number[]
    readonly most: number
  }[]
  /** True if each x is 0 or 1. */
  readonly whole: boolean
}

/** Solves a linear program; null if it was stopped before the end. */
export type Solve = (
  program: LinearProgram,
) => { readonly value: number; readonly x: readonly number[] } | null

/**
 * The choice of the gaps to keep as a linear program. Only turns without room for all are rows: the others allow
 * everything.
 *
 * @param whole gaps are kept or dropped, not shared out: the exact problem, which can take exponential time
 */
export function programOf({ gaps, room }: Pick<KeepOrDrop, 'gaps' | 'room'>, whole: boolean): LinearProgram {
  const covering = room.map((): number[] => [])
  for (const [at, { from, to }] of gaps.entries())
    for (let place = from; place <= to; place++) covering[place]?.push(at)
  const rows: LinearProgram['rows'][number][] = []
  for (const [place, columns] of covering.entries()) {
    const values = columns.map((at) => (gaps[at] as Gap).size)
    const most = Math.max(0, room[place] ?? 0)
    // The same gaps as in the turn before, with as much room, need no second row.
    const last = rows.at(-1)
    if (values.reduce((sum, size) => sum + size, 0) <= most) continue
    if (last !== undefined && last.most <= most && isWithin(columns, last.columns)) continue
    rows.push({ columns, values, most })
  }
  for (const [at, { before, restorable }] of gaps.entries())
    if (before !== null && !restorable) rows.push({ columns: [before, at], values: [-1, 1], most: 0 })
  return { gain: gaps.map(({ weight }) => weight), rows, whole }
}

function isWithin(few: readonly number[], many: readonly number[]): boolean {
  const all = new Set(many)
  return few.every((one) => all.has(one))
}

/**
 * A bound on the gain that needs no solver: the most that fits into a single turn. Far from tight.
 *
 * @returns the least weight that must be dropped at the worst turn
 */
export function droppedAtOneTurn({ gaps, room }: Pick<KeepOrDrop, 'gaps' | 'room'>): number {
  let worst = 0
  for (const [place, space] of room.entries()) {
    const there = gaps.filter(({ from, to }) => from <= place && to >= place)
    there.sort((a, b) => b.weight * a.size - a.weight * b.size)
    let left = Math.max(0, space)
    let dropped = 0
    for (const { weight, size } of there) {
      const share = size <= left ? 1 : left / size
      left -= size * share
      dropped += weight * (1 - share)
    }
    worst = Math.max(worst, dropped)
  }
  return worst
}
