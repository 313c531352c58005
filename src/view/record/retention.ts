import type { Ratio } from '../../engine/index.ts'
import type {
  Beside,
  Position,
  ProbedKind,
  Retention,
  RetentionCurve,
  RetentionPoint,
} from '../../sim/index.ts'
import { POSITIONS, PROBED_KINDS } from '../../sim/internal.ts'
import { counted, share, turnName } from '../sentence/format.ts'
import type { CsvCell } from './csv.ts'
import words from './retention-words.json' with { type: 'json' }

/** The names of kinds and positions. */
const KIND_NAMES: Readonly<Record<ProbedKind, string>> = words.kinds
const POSITION_NAMES: Readonly<Record<Position, string>> = words.positions

/** The last column of compactions: so many, or more. */
const MOST_COMPACTIONS = 3

/** The most points of a curve. */
const POINTS = 40

/** Turns since something was told, for which the table has a column. */
export const RETENTION_AGES: readonly number[] = Object.freeze([10, 50])

/** What prompts keep of one group of what was told. Shares are null where no prompt had to have any. */
export interface RetentionRow {
  readonly id: string
  readonly label: string
  readonly told: number
  /** By turns since it was told, in steps: the share that is there, and the share of which only an old value is. */
  readonly curve: readonly { readonly x: number; readonly kept: Ratio; readonly stale: Ratio }[]
  /** After so many turns, see `RETENTION_AGES`. */
  readonly after: readonly (Ratio | null)[]
  /** After no compaction, one, two, and three or more. */
  readonly compacted: readonly (Ratio | null)[]
  readonly overall: Ratio | null
  readonly end: Ratio | null
  /** Only the old value of something that changed, over all prompts. */
  readonly stale: Ratio | null
}

/** Everything told, then by kind, then by the third of the run in which it was told. */
export function retentionRows({ all, kinds, positions }: Retention): readonly RetentionRow[] {
  const width = Math.max(1, Math.ceil(((all.byAge.at(-1)?.x ?? 0) + 1) / POINTS))
  const own = (id: string, label: string, curve: RetentionCurve | undefined): RetentionRow[] =>
    curve === undefined ? [] : [rowOf(id, label, curve, width)]
  if (all.probes === 0) return []
  return [
    rowOf('all', words.all, all, width),
    ...PROBED_KINDS.flatMap((kind) => own(kind, KIND_NAMES[kind], kinds[kind])),
    ...POSITIONS.flatMap((position) => own(position, POSITION_NAMES[position], positions[position])),
  ]
}

function rowOf(id: string, label: string, curve: RetentionCurve, width: number): RetentionRow {
  const { byAge, byCompactions, overall, atEnd, probes } = curve
  const after = RETENTION_AGES.map((age) =>
    shareOf(
      byAge.filter(({ x }) => x === age),
      'kept',
    ),
  )
  const compacted = Array.from({ length: MOST_COMPACTIONS + 1 }, (_, count) =>
    shareOf(
      byCompactions.filter(({ x }) => (count === MOST_COMPACTIONS ? x >= count : x === count)),
      'kept',
    ),
  )
  return {
    id,
    label,
    told: probes,
    curve: inSteps(byAge, width).map(({ x, told, kept, stale }) => ({
      x,
      kept: kept / told,
      stale: stale / told,
    })),
    after,
    compacted,
    overall: shareOf([overall], 'kept'),
    end: shareOf([atEnd], 'kept'),
    stale: shareOf([overall], 'stale'),
  }
}

/** The sums of so many turns at a time. */
function inSteps(points: readonly RetentionPoint[], width: number): readonly RetentionPoint[] {
  const sums = new Map<number, RetentionPoint>()
  for (const { x, told, kept, stale } of points) {
    const from = Math.floor(x / width) * width
    const sum = sums.get(from) ?? { told: 0, kept: 0, stale: 0 }
    sums.set(from, { x: from, told: sum.told + told, kept: sum.kept + kept, stale: sum.stale + stale })
  }
  return [...sums.values()]
}

function shareOf(points: readonly RetentionPoint[], of: 'kept' | 'stale'): Ratio | null {
  const told = points.reduce((sum, point) => sum + point.told, 0)
  return told === 0 ? null : points.reduce((sum, point) => sum + point[of], 0) / told
}

/** How much is kept over all prompts, and where that falls most. */
export function retentionSentences({ all, cliff, compactions, inferred }: Retention): readonly string[] {
  const { overall } = all
  if (overall.told === 0) return [inferred ? words.nothingFound : words.nothingPlanted]
  const kept = `Over all prompts, ${share(overall.kept / overall.told)} of what was told in earlier turns is there${
    overall.stale === 0 ? '' : `; of ${share(overall.stale / overall.told)} only an old value is there`
  }.`
  const fall =
    cliff === null
      ? words.noFall
      : `It falls most in ${turnName(cliff.turn)}${compactions.includes(cliff.turn) ? ', with a compaction' : ''}: ${counted(cliff.lost, 'item')} that the prompt before still had ${cliff.lost === 1 ? 'is' : 'are'} gone, from ${share(cliff.from)} to ${share(cliff.to)} of what had been told by then.`
  return [kept, fall]
}

/** A way of `Retention.beside` as a row. Shares are null where nothing had to be there. */
export interface BesideRow {
  readonly way: Beside['way']
  readonly compacted: Ratio | null
  readonly end: Ratio | null
  /** Only the old value of something that changed, in the last prompt. */
  readonly stale: Ratio | null
}

/** The lane and plain shortenings of its size; empty if no prompt had to have anything. */
export function besideRows({ all, beside }: Retention): readonly BesideRow[] {
  if (all.probes === 0) return []
  return beside.map(({ way, compacted, end }) => ({
    way,
    compacted: shareOf([compacted], 'kept'),
    end: shareOf([end], 'kept'),
    stale: shareOf([end], 'stale'),
  }))
}

/** The rows as a table for a file: shares between 0 and 1, empty where they do not apply. */
export function retentionSheet(rows: readonly RetentionRow[]): readonly (readonly CsvCell[])[] {
  return [
    [
      'group',
      'told',
      ...RETENTION_AGES.map((age) => `kept after ${age} turns`),
      ...['no compaction', '1 compaction', '2 compactions', '3 or more compactions'].map(
        (one) => `kept after ${one}`,
      ),
      'kept over all prompts',
      'kept in the last prompt',
      'old value only',
    ],
    ...rows.map(({ id, told, after, compacted, overall, end, stale }) => [
      id,
      told,
      ...after,
      ...compacted,
      overall,
      end,
      stale,
    ]),
  ]
}
