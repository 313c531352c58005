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
import * as is from './shape.ts'
import type { Shape, Wrong } from './shape.ts'

/** Settings as declared by the config; missing ones have their default. */
const settings: Shape<Config> = (value): Wrong | null => {
  if (!is.isFields(value)) return { at: [], expected: 'an object', found: value }
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
  return path.reduce((inner, key) => (is.isFields(inner) ? inner[key] : inner), value)
}

/** Overlays the settings of a run, and can only be checked together with them. */
const overlay: Shape<PartialConfig> = (value) =>
  is.isFields(value) ? null : { at: [], expected: 'an object', found: value }

export const made = is.fields<{
  readonly type: Item<TimelineData['blocks']>['type']
  readonly turn: number
}>({
  type: is.oneOf(BLOCK_TYPES),
  turn: is.count,
})

/** A block may be one that this run never made: then nothing happens to it. */
const interventions: Shape<readonly Intervention[]> = is.list(
  is.variants<Intervention, 'kind'>('kind', {
    pin: is.fields({ turn: is.count, block: is.count }),
    unpin: is.fields({ turn: is.count, block: is.count }),
    confirm: is.fields({ turn: is.count, block: is.count }),
    reject: is.fields({ turn: is.count, block: is.count }),
    compact: is.fields({ turn: is.count }),
    reset: is.fields({ turn: is.count }),
    edit: is.fields({ turn: is.count, block: is.count, text: is.text, of: is.optional(made) }),
    set: is.fields({ turn: is.count, config: overlay }),
  }),
)

const answers: Shape<readonly RecordedAnswer[]> = is.list(
  is.either(
    is.fields<{ readonly text: string }>({ text: is.text }),
    is.fields({ failure: is.oneOf(FAILURES) }),
  ),
)

export const spec: Shape<RunSpec> = is.fields({
  trace: is.text,
  config: settings,
  seed: is.number,
  counter: is.oneOf(COUNTER_NAMES),
  calibrated: is.flag,
  interventions,
  answers,
  engine: is.text,
})

export const set: Shape<readonly SetSettings[]> = is.list(
  is.fields({ from: is.count, config: settings, reserve: is.number, thresholds }),
)
