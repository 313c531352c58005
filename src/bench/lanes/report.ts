import { chars4 } from '../../engine/index.ts'
import { metrics, runSteps, scenario, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { Timeline } from '../../sim/index.ts'
import { retentionSteps } from '../../sim/internal.ts'

const TURNS = 200
const LANES = ['managed', 'evict', 'tiered', 'tiered_full', 'rolling_summary', 'context_editing']
/** Values of a knob, as a hand on a slider would give them. */
const TARGETS = Array.from({ length: 20 }, (_, at) => 0.4 + at * 0.015)

/** Milliseconds of the work. */
interface LanesReport {
  readonly turns: number
  readonly lanes: number
  /** All lanes with their metrics, after each change of a knob, in order of size. */
  readonly settled: readonly number[]
  /** Sums over all changes: running the lanes, and computing all metrics. */
  readonly run: number
  readonly metrics: number
  /** What the panel about retention asks for one lane, on demand. */
  readonly retention: number
}

/** Six lanes of 200 turns, after each of twenty changes of a knob, in one thread. */
export async function lanesReport(): Promise<LanesReport> {
  const trace = scenario('long-coding', 7, { turns: TURNS })
  const intake = takeIn(trace, chars4)
  const max_context_tokens = Math.floor(unmanagedPeak(intake) / 3)
  const settled: number[] = []
  let ran = 0
  let measured = 0
  let last: Timeline | null = null
  for (const target of [TARGETS[0] ?? 0.5, ...TARGETS]) {
    const timelines: Timeline[] = []
    const start = performance.now()
    for (const strategy of LANES) timelines.push(whole(strategy, target))
    const between = performance.now()
    for (const timeline of timelines) metrics(timeline)
    const end = performance.now()
    last = timelines[0] ?? null
    settled.push(end - start)
    ran += between - start
    measured += end - between
  }
  const before = performance.now()
  if (last !== null) for (const _ of retentionSteps(last)) continue
  const retention = performance.now() - before
  // The first change also reads the conversation for references.
  return Promise.resolve({
    turns: trace.turns.length,
    lanes: LANES.length,
    settled: settled.slice(1).toSorted((a, b) => a - b),
    run: ran,
    metrics: measured,
    retention,
  })

  function whole(strategy: string, target: number): Timeline {
    const steps = runSteps(trace, { strategy, max_context_tokens, eviction: { target } }, { intake })
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value
    }
  }
}

/** Aims: 1 s at the 95th percentile, and metrics of at most 25 % of a run. */
export function renderLanesReport(report: LanesReport): string {
  const { settled, turns, lanes } = report
  const at = (share: number): number => settled[Math.ceil(settled.length * share) - 1] ?? 0
  const ms = (value: number): string => `${value.toFixed(0)} ms`
  return [
    `${lanes} lanes of ${turns} turns settle after a change of a knob in ${ms(at(0.5))} at the median, ${ms(at(0.95))} at the 95th percentile (aim: 1,000 ms).`,
    `All metrics together add ${((report.metrics / report.run) * 100).toFixed(1)} % to the runs (aim: at most 25 %).`,
    `What stays in the prompts of one lane, asked for on demand: ${ms(report.retention)}.`,
  ].join('\n')
}
