import { ALWAYS } from '../engine/internal.ts'
import type { GroupSetting, SettingsSpec, StagesSetting } from '../engine/index.ts'

/** What the keys of a step mean, wherever they are shown. */
export const STEP_MEANINGS = Object.freeze({
  stage: 'The stage that acts.',
  when: 'A condition that must hold besides.',
  at: 'Where a stage with a threshold begins to act.',
  with: 'What the stage obeys in place of the sections.',
})

/** The keys of a step as settings, so that they are read about and completed as any other. */
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
