import { limitSetting } from '../engine/internal.ts'
import type { Tokens } from '../engine/index.ts'
import { modelOf } from '../sim/index.ts'
import { cacheColumns, compareRuns, limitFrom } from '../sim/internal.ts'
import type { Intake, StartWindows, Timeline, TimelineData } from '../sim/index.ts'
import { forkResult, namesOf } from './held.ts'
import type { Forked } from './held.ts'
import { problem } from './problem.ts'
import type {
  BudgetRequest,
  CompareRequest,
  Comparison,
  ForkResult,
  LaneRequest,
  SimReply,
  TraceSummary,
} from './protocol.ts'

/** Refuses lanes with equal names. Throws a ProblemError. */
export function checkLanes({ lanes }: CompareRequest): void {
  if (lanes.length === 0) throw problem('no-lanes', 'a comparison needs a lane')
  const names = new Set<string>()
  for (const name of lanes.flatMap(namesOf)) {
    if (names.has(name)) throw problem('same-lane-twice', `two lanes are named ${name}`)
    names.add(name)
  }
}

/** The lanes in the order in which they are run. An unknown `first` changes nothing. */
export function inOrderOfRuns({ lanes, first }: CompareRequest): readonly LaneRequest[] {
  return [...lanes.filter(({ name }) => name === first), ...lanes.filter(({ name }) => name !== first)]
}

/** The limit that all lanes share. Throws a ProblemError for an invalid share. */
export function limitOf(budget: BudgetRequest, windows: StartWindows): Tokens {
  if (budget.kind === 'tokens') return budget.tokens
  if (budget.kind === 'start') return limitFrom(windows, budget.from ?? windows.start)
  if (!(budget.share > 0))
    throw problem('bad-budget', `a budget is a share above 0 of the peak, not ${budget.share}`)
  // A share of a short conversation may be less than any window a config can have.
  return Math.min(
    limitSetting.max,
    Math.max(limitSetting.min, Math.round(budget.share * windows.content.peak)),
  )
}

/** The comparison of the runs. Lane names are chosen by people; as keys of an object, numbers would come first. */
export function resultsOf(
  requested: readonly LaneRequest[],
  runs: ReadonlyMap<string, Timeline>,
  forks: ReadonlyMap<string, readonly Forked[]>,
): Pick<Comparison, 'lanes' | 'firstDivergence'> {
  const keyed = requested.flatMap(({ name, label }, index) => {
    const timeline = runs.get(name)
    return timeline === undefined ? [] : [{ key: `lane ${index}`, name, label, timeline }]
  })
  const found = compareRuns(Object.fromEntries(keyed.map(({ key, timeline }) => [key, timeline])))
  const nameOf = (key: string): string => keyed.find((one) => one.key === key)?.name ?? key
  const { firstDivergence } = found
  return {
    lanes: keyed.map(({ name, label, timeline }, index) => ({
      name,
      label,
      data: timeline.data,
      rows: found.rows[index] ?? [],
      cache: cacheColumns(timeline.data),
      forks: (forks.get(name) ?? []).map(forkResult),
    })),
    firstDivergence:
      firstDivergence === null
        ? null
        : { ...firstDivergence, lanes: [nameOf(firstDivergence.lanes[0]), nameOf(firstDivergence.lanes[1])] },
  }
}

/** Facts from a conversation's file and its counters, in addition to the conversation itself. */
export type About = Pick<TraceSummary, 'conversations' | 'conversation' | 'cut' | 'fits'>

export function summaryOf(intake: Intake, about: About): TraceSummary {
  const { trace, blocks, calibration, factor, fit } = intake
  const inferred = blocks.filter(
    ({ inferred: isInferred, unexplained, window }) => isInferred && unexplained !== true && window === 0,
  )
  return {
    title: trace.source.title,
    source: trace.source,
    turns: trace.turns.length,
    windows: trace.windows,
    blocks: blocks.length,
    intake: trace.intake,
    usage: trace.turns.some((turn) => turn.usage !== null),
    calibration,
    factor,
    fit,
    model: modelOf(trace).name,
    calls: trace.turns.filter((turn) => turn.usage !== null).length,
    // Kept edits are part of the replayed log, and are not repeated.
    recordedActs: trace.windows.some(({ kind }) => kind === 'continuation') ? 0 : trace.recordedEdits.length,
    recordedCompactions: trace.recordedEdits.filter(({ kind }) => kind === 'compaction').length,
    ...about,
    setup: {
      system: trace.system !== '',
      tools: trace.tools.length,
      inferred: inferred.reduce((sum, block) => sum + block.tokens, 0),
    },
  }
}

/** Sends a reply. The listed buffers are transferred with it. */
export type Post = (reply: SimReply, transfer: readonly ArrayBuffer[]) => void

/** Posts a comparison, that of a log in parts: it may be long. If their code does not come, they are one message. */
export async function postComparison(
  comparison: Comparison,
  post: Post,
  pause: () => Promise<void>,
): Promise<void> {
  const whole = { comparison, parts: [] }
  const { comparison: rest, parts } =
    comparison.trace.source.kind === 'log'
      ? await import('./in-parts.ts').then(
          ({ comparisonInParts }) => comparisonInParts(comparison),
          () => whole,
        )
      : whole
  for (const part of parts) {
    post({ kind: 'part', id: comparison.id, ...part }, [])
    await pause()
  }
  const transfer: ArrayBuffer[] = []
  post({ kind: 'compared', ...withOwnColumns(rest, transfer) }, transfer)
}

/**
 * A comparison with copies of the columns, which are transferred with `transfer`: the door needs its own for questions.
 */
function withOwnColumns(comparison: Comparison, transfer: ArrayBuffer[]): Comparison {
  return {
    ...comparison,
    lanes: comparison.lanes.map((lane) => ({
      ...lane,
      data: copied(lane.data, transfer),
      forks: lane.forks.map((fork) => forkWithOwnColumns(fork, transfer)),
    })),
  }
}

export function forkWithOwnColumns(fork: ForkResult, transfer: ArrayBuffer[]): ForkResult {
  return fork.kind === 'run' ? { ...fork, data: copied(fork.data, transfer) } : fork
}

function copied(data: TimelineData, transfer: ArrayBuffer[]): TimelineData {
  const own = <Column extends Int32Array | Uint8Array | Float64Array>(column: Column): Column => {
    const copy = column.slice()
    if (copy.buffer instanceof ArrayBuffer) transfer.push(copy.buffer)
    // `slice` of a typed array gives the same kind of typed array.
    return copy as Column
  }
  const { spans } = data
  return {
    ...data,
    spans: {
      length: spans.length,
      block: own(spans.block),
      version: own(spans.version),
      window: own(spans.window),
      fromTick: own(spans.fromTick),
      toTick: own(spans.toTick),
      state: own(spans.state),
      order: own(spans.order),
      tokens: own(spans.tokens),
      content: own(spans.content),
    },
  }
}
