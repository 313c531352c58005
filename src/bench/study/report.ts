import { presetConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { readTraces, run, scenario, takeIn, writers } from '../../sim/index.ts'
import type { ScenarioName, Trace } from '../../sim/index.ts'
import { chosenWindow, measuredLog, summaryOf } from '../../sim/internal.ts'
import type { SeedFigures, WindowChoice } from '../../sim/internal.ts'
import { timed } from '../timed.ts'

const LANES = ['default', 'hybrid', 'tiered', 'tiered_full', 'rolling_summary', 'context_editing']
const MORE = ['fifo', 'compaction_first']
const SEEDS = 30
const LOGS = 40
const WINDOWS: readonly WindowChoice[] = [
  { kind: 'suggested' },
  { kind: 'share', share: 0.7 },
  { kind: 'share', share: 0.3 },
]
const KINDS: readonly ScenarioName[] = ['bug-fix', 'support-chat', 'planning', 'data-analysis']

/** Seconds of processor time in one thread. */
interface StudyReport {
  readonly seeds: number
  readonly turns: number
  readonly logs: number
  /** Characters of all measured logs. */
  readonly characters: number
}

/** A study over seeds as the page runs it, which reads no fidelity, and one over logs as the command line does. */
export async function studyReport(): Promise<StudyReport> {
  const traces = Array.from({ length: SEEDS }, (_, nth) =>
    scenario('long-coding', nth + 1, { turns: 200, spread: 0 }),
  )
  const seeds = timed(() => {
    const figures = traces.map((trace) => measured(trace, LANES, [{ kind: 'suggested' }], false))
    return summaryOf(figures, 0)
  })
  const texts = Array.from({ length: LOGS }, (_, nth) =>
    writers['claude-code'](scenario(KINDS[nth % KINDS.length] ?? 'bug-fix', nth + 1)),
  )
  const logs = timed(() => {
    for (const text of texts)
      for (const trace of readTraces(text)) measured(trace, [...LANES, ...MORE], WINDOWS, true)
  })
  return Promise.resolve({
    seeds: seeds.ms / 1000,
    turns: Math.round(traces.reduce((sum, { turns }) => sum + turns.length, 0) / traces.length),
    logs: logs.ms / 1000,
    characters: texts.reduce((sum, text) => sum + text.length, 0),
  })
}

function measured(
  trace: Trace,
  lanes: readonly string[],
  windows: readonly WindowChoice[],
  fidelity: boolean,
): readonly SeedFigures[] {
  const intake = takeIn(trace, chars4)
  return windows.flatMap((choice) => {
    const window = chosenWindow(choice, intake)
    const runs = lanes.map((lane) => {
      const config: PartialConfig = { ...presetConfig(lane), max_context_tokens: window?.tokens ?? 0 }
      return { lane, config, timeline: run(trace, config, { intake, fidelity }) }
    })
    return measuredLog(intake, runs, window, null).lanes.map(({ study }) => study)
  })
}

/** Aims on two cores: 20 s for the seeds, 60 s for the logs. */
export function renderStudyReport({ seeds, turns, logs, characters }: StudyReport): string {
  const of = (seconds: number): string => `${seconds.toFixed(1)} s of processor time in one thread`
  return [
    `${SEEDS} seeds of ${turns} turns under ${LANES.length} lanes: ${of(seeds)} (aim: 40 s, which is 20 s on two cores).`,
    `${LOGS} logs of ${Math.round(characters / LOGS / 1000)} kB under ${LANES.length + MORE.length} lanes in ${WINDOWS.length} windows: ${of(logs)} (aim: 120 s, which is 60 s on two cores).`,
  ].join('\n')
}
