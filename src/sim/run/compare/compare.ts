import type { BlockId, Turn } from '../../../engine/index.ts'
import { chars4 } from '../../../engine/index.ts'
import type { PartialConfig } from '../../../config/index.ts'
import { takeIn } from '../../trace/intake.ts'
import { metrics } from '../metric/list.ts'
import type { MetricRow } from '../metric/list.ts'
import { run } from '../replay/run.ts'
import type { RunOptions } from '../replay/run-options.ts'
import type { EditRecord, Timeline, TimelineData } from '../timeline/timeline.ts'
import type { Trace } from '../../trace/trace.ts'

/** Why two runs diverge: their edits of a turn differ, one of them ended there, or what they fetched again differs. */
export interface DivergenceCause {
  readonly code: 'edits' | 'ended' | 'fetched'
  /** Blocks that only the first lane changed, or fetched again, in that turn, and only the second. */
  readonly onlyFirst: readonly BlockId[]
  readonly onlySecond: readonly BlockId[]
}

export interface Divergence {
  readonly turn: Turn
  readonly lanes: readonly [string, string]
  readonly cause: DivergenceCause
}

export interface Comparison {
  readonly runs: Readonly<Record<string, Timeline>>
  /** The first turn in which any two lanes differ; null if all are the same. */
  readonly firstDivergence: Divergence | null
  /** Rows of each lane, in the order of the lanes; row i is the same metric in each. */
  readonly rows: readonly (readonly MetricRow[])[]
}

/**
 * Runs several configs on one trace, which is counted once. A lane's name is its key.
 *
 * @throws ProblemError for an invalid config
 */
export function compare(
  trace: Trace,
  lanes: Readonly<Record<string, PartialConfig>>,
  options: RunOptions = {},
): Comparison {
  const intake = options.intake ?? takeIn(trace, options.counter ?? chars4, options.calibrated ?? true)
  // fromEntries, because assigning a lane named __proto__ would lose it.
  const runs: Record<string, Timeline> = Object.fromEntries(
    Object.entries(lanes).map(([name, config]) => [name, run(trace, config, { ...options, intake })]),
  )
  return { runs, ...compareRuns(runs) }
}

/** The comparison of finished runs. */
export function compareRuns(
  runs: Readonly<Record<string, Pick<Timeline, 'data'>>>,
): Omit<Comparison, 'runs'> {
  const names = Object.keys(runs)
  let first: Divergence | null = null
  for (const [index, name] of names.entries()) {
    for (const other of names.slice(index + 1)) {
      const [a, b] = [runs[name]?.data, runs[other]?.data]
      const found = a === undefined || b === undefined ? null : divergenceOf(a, b)
      if (found !== null && (first === null || found.turn < first.turn))
        first = { ...found, lanes: [name, other] }
    }
  }
  return { firstDivergence: first, rows: Object.values(runs).map((one) => metrics(one)) }
}

/** The first turn in which two runs of one trace did something different; null if there is none. */
export function divergenceOf(a: TimelineData, b: TimelineData): Omit<Divergence, 'lanes'> | null {
  const turns = Math.max(a.turns.length, b.turns.length)
  for (let turn = 0; turn < turns; turn++) {
    const edits = apart('edits', changesAt(a, turn), changesAt(b, turn))
    if (edits !== null) return { turn, cause: edits }
    if ((a.ended?.turn === turn) !== (b.ended?.turn === turn)) {
      return { turn, cause: { code: 'ended', onlyFirst: [], onlySecond: [] } }
    }
    const fetched = apart('fetched', fetchedAt(a, turn), fetchedAt(b, turn))
    if (fetched !== null) return { turn, cause: fetched }
  }
  return null
}

function apart(
  code: DivergenceCause['code'],
  first: ReadonlyMap<string, BlockId>,
  second: ReadonlyMap<string, BlockId>,
): DivergenceCause | null {
  const only = (one: typeof first, other: typeof first): BlockId[] =>
    [...one].flatMap(([key, block]) => (other.has(key) ? [] : [block]))
  const [onlyFirst, onlySecond] = [only(first, second), only(second, first)]
  return onlyFirst.length + onlySecond.length === 0 ? null : { code, onlyFirst, onlySecond }
}

/** The blocks that a run got back in a turn: they are in its next prompts. */
function fetchedAt({ turns }: TimelineData, turn: Turn): Map<string, BlockId> {
  return new Map(turns[turn]?.fetched?.again.map(({ source }) => [String(source), source]))
}

/** A run's edits in a turn: block, verb and remaining tokens, by a key that two runs share. */
function changesAt(data: TimelineData, turn: Turn): Map<string, BlockId> {
  const changes = new Map<string, BlockId>()
  for (const index of data.turns[turn]?.edits ?? []) {
    const edit: EditRecord | undefined = data.edits[index]
    for (const one of edit?.blocks ?? []) changes.set(`${one.block} ${one.verb} ${one.added}`, one.block)
  }
  return changes
}
