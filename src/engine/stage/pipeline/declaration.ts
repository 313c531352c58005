import { stages } from '../catalogue/list.ts'
import type { Setting, SettingsSpec, StagesSetting } from '../../core/setting.ts'

/** Several times the number of stages, because one may occur again under another condition. */
const MOST_STEPS = 100

/**
 * The list of stages of the strategy `pipeline`. A step's own settings use the declarations of the sections, so that
 * both mean the same.
 *
 * @param sections every section of a config
 */
export function stagesSetting(sections: SettingsSpec): StagesSetting {
  const entries = Object.entries(stages)
  return {
    kind: 'stages',
    default: [],
    choices: Object.fromEntries(entries.map(([name, { meaning }]) => [name, meaning])),
    settings: Object.fromEntries(
      entries.map(([name, { settings }]) => [
        name,
        narrowed(
          sections,
          settings.map((key) => key.split('.')),
        ),
      ]),
    ),
    thresholds: entries.flatMap(([name, { at }]) => (at === undefined ? [] : [name])),
    mostSteps: MOST_STEPS,
    unit: 'share of the limit',
    meaning: `The steps of the strategy pipeline. Each names a stage; when is an additional condition, at is the threshold of a stage that has one, with has settings that replace those of the sections. At most ${MOST_STEPS} steps.`,
  }
}

/** The settings at some paths, in their groups; a path to a group includes all of it. */
function narrowed(spec: SettingsSpec, paths: readonly (readonly string[])[]): SettingsSpec {
  const found: [string, Setting][] = []
  for (const [key, setting] of Object.entries(spec)) {
    const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest)
    if (below.length === 0) continue
    const whole = setting.kind !== 'group' || below.some((rest) => rest.length === 0)
    found.push([key, whole ? setting : { ...setting, settings: narrowed(setting.settings, below) }])
  }
  return Object.fromEntries(found)
}
