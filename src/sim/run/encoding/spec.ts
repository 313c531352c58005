import { completeConfig } from '../../../config/index.ts'
import type { Config, PartialConfig, SettingProblem } from '../../../config/index.ts'
import { COUNTER_NAMES, ProblemError } from '../../../engine/index.ts'
import { BLOCK_TYPES, FAILURES } from '../../../engine/internal.ts'
import type {
  Intervention,
  RecordedAnswer,
  RunSpec,
  SetSettings,
  TimelineData,
} from '../timeline/timeline.ts'
import { thresholds } from './common.ts'
import type { Item } from './common.ts'
import {
  count,
  either,
  fields,
  flag,
  isFields,
  list,
  number,
  oneOf,
  optional,
  text,
  variants,
} from './shape.ts'
import type { Shape, Wrong } from './shape.ts'

/** Settings as declared by the config; missing ones have their default. */
const settings: Shape<Config> = (value): Wrong | null => {
  if (!isFields(value)) return { at: [], expected: 'an object', found: value }
  try {
    completeConfig(value)
    return null
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const [wrong] = error.problems as readonly SettingProblem[]
    const at = wrong?.path ?? []
    return { at, expected: wrong?.expected ?? 'a setting', found: valueAt(value, at) }
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => (isFields(inner) ? inner[key] : inner), value)
}

/** Overlays the settings of a run, and can only be checked together with them. */
const overlay: Shape<PartialConfig> = (value) =>
  isFields(value) ? null : { at: [], expected: 'an object', found: value }

export const made = fields<{ readonly type: Item<TimelineData['blocks']>['type']; readonly turn: number }>({
  type: oneOf(BLOCK_TYPES),
  turn: count,
})

/** A block may be one that this run never made: then nothing happens to it. */
const interventions: Shape<readonly Intervention[]> = list(
  variants<Intervention, 'kind'>('kind', {
    pin: fields({ turn: count, block: count }),
    unpin: fields({ turn: count, block: count }),
    compact: fields({ turn: count }),
    reset: fields({ turn: count }),
    edit: fields({ turn: count, block: count, text, of: optional(made) }),
    set: fields({ turn: count, config: overlay }),
  }),
)

const answers: Shape<readonly RecordedAnswer[]> = list(
  either(fields<{ readonly text: string }>({ text }), fields({ failure: oneOf(FAILURES) })),
)

export const spec: Shape<RunSpec> = fields({
  trace: text,
  config: settings,
  seed: number,
  counter: oneOf(COUNTER_NAMES),
  calibrated: flag,
  interventions,
  answers,
  engine: text,
})

export const set: Shape<readonly SetSettings[]> = list(
  fields({ from: count, config: settings, reserve: number, thresholds }),
)
