import { policies } from '../engine/index.ts'
import type { GroupSetting, SettingsSpec, StagesSetting } from '../engine/index.ts'
import { named, weightsSetting, ALWAYS } from '../engine/internal.ts'
import { unknownKey, createReport } from './problem.ts'
import type { Report } from './problem.ts'
import type { Config, PipelineStepConfig } from './config.ts'
import { isWritten } from './laws.ts'
import type { Law } from './laws.ts'
import { overlaid } from './overlay.ts'

/** The config for a step of its pipeline: the whole, with the step's own settings laid over it. */
export function configOfStep(config: Config, step: PipelineStepConfig): Config {
  const own = step.with
  // The declarations define the keys that a step may set; `Config` tells the compiler the same.
  const laid = overlaid({ ...config, pipeline: [step] }, own) as Config
  return { ...laid, eviction: { ...laid.eviction, weights: weightsOf(config, laid.eviction.policy, own) } }
}

/**
 * Weights belong to their policy: with another policy the general ones do not apply, and those of a step are completed
 * by its own policy's.
 */
function weightsOf(
  { eviction }: Config,
  policy: string,
  own: PipelineStepConfig['with'],
): Config['eviction']['weights'] {
  const below = eviction.policy === policy ? eviction.weights : null
  const over = own.eviction?.weights ?? null
  if (over === null) return below
  const declared = named(policies, policy)
  const usual = declared === undefined ? {} : (weightsSetting(declared).default ?? {})
  return Object.fromEntries(
    Object.entries({ ...usual, ...below, ...over }).flatMap(([name, weight]) =>
      weight === undefined ? [] : [[name, weight]],
    ),
  )
}

/** Applies the constraints between settings to those of each step. */
export function checkSteps(config: Config, report: Report, laws: readonly Law[]): void {
  // If a step was left out, the indices of the others differ from the text.
  if (report.broken(['pipeline'])) return
  for (const [index, step] of config.pipeline.entries()) {
    const path = ['pipeline', String(index), 'with']
    if (Object.keys(step.with).length === 0) continue
    const whole = configOfStep(config, step)
    const own = createReport()
    checkWeights(whole, step, own)
    if (own.problems.length === 0) for (const law of laws) law(whole, step.with, own)
    for (const problem of own.problems) {
      // A problem that the step did not write is reported where it is written.
      const mine = problem.code === 'unknown-key' || isWritten(step.with, problem.path)
      if (mine) report.add({ ...problem, path: [...path, ...problem.path] })
    }
  }
}

function checkWeights({ eviction }: Config, step: PipelineStepConfig, report: Report): void {
  const signals = named(policies, eviction.policy)?.terms.map(({ signal }) => signal.name) ?? []
  for (const name of Object.keys(step.with.eviction?.weights ?? {})) {
    if (!signals.includes(name)) unknownKey(name, signals, ['eviction', 'weights'], report)
  }
}

/** Meanings of the keys of a step, wherever they are shown. */
export const STEP_MEANINGS = Object.freeze({
  stage: 'The stage that acts.',
  when: 'An additional condition.',
  at: 'The threshold of a stage that has one.',
  with: 'Settings of this stage that replace those of the sections.',
})

/** The keys of a step as settings, so that they have documentation and completion like any other. */
export function stepSetting(setting: StagesSetting, stage: string | null): GroupSetting {
  const own = stage !== null && Object.hasOwn(setting.settings, stage) ? setting.settings[stage] : undefined
  const settings: SettingsSpec = {
    stage: { kind: 'choice', default: '', choices: setting.choices, meaning: STEP_MEANINGS.stage },
    when: { kind: 'text', default: ALWAYS, pattern: '', form: 'a condition', meaning: STEP_MEANINGS.when },
    at: {
      kind: 'number',
      default: 0,
      min: 0,
      max: 1,
      integer: false,
      unit: setting.unit,
      meaning: STEP_MEANINGS.at,
    },
    with: { kind: 'group', meaning: STEP_MEANINGS.with, settings: own ?? {} },
  }
  return { kind: 'group', meaning: setting.meaning, settings }
}
