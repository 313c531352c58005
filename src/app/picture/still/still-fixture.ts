import { presetConfig } from '../../../config/index.ts'
import { chars4 } from '../../../engine/index.ts'
import { compare, metrics, takeIn } from '../../../sim/index.ts'
import { cacheColumns } from '../../../sim/internal.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import type { StillSubject } from './still.ts'

const LIMIT = 20_000
const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const fifo = presetConfig('fifo')

/** Two runs of a conversation, as the page has them; the first loses its task. */
export const { runs, firstDivergence } = compare(
  trace,
  {
    naive_fifo: {
      ...fifo,
      max_context_tokens: LIMIT,
      eviction: {
        ...fifo.eviction,
        gates: { task: false, current_user_message: false, running_results: false },
      },
    },
    hybrid: { ...presetConfig('hybrid'), max_context_tokens: LIMIT },
  },
  { intake },
)

const LABELS: Readonly<Record<string, string>> = { naive_fifo: 'Unprotected FIFO', hybrid: 'Hybrid' }

const lanes = Object.entries(runs).map(([name, run]) => ({
  name,
  label: LABELS[name] ?? name,
  data: run.data,
  rows: metrics(run),
  cache: cacheColumns(run.data),
  forks: [],
}))

const turns = lanes[0]?.data.turns.length ?? 0

/** What the page knows of them, without what no picture reads. */
export const comparison = {
  id: 1,
  trace: { title: trace.title, source: trace.source, turns, blocks: intake.blocks.length },
  peak: 40_000,
  limit: LIMIT,
  lanes,
  firstDivergence,
} as unknown as Comparison

export function subjectOf(lane: number): StillSubject {
  const own = comparison.lanes[lane]
  if (own === undefined) throw new RangeError(`no lane ${lane}`)
  return { comparison, lane: own, window: 0, range: { from: 0, to: turns }, fitted: false }
}
