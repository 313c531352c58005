import type { EditTrigger, Ratio, Tokens } from '../engine/index.ts'
import type { EditRecord, TimelineData } from '../sim/index.ts'
import { placeOf, stageConfig } from './stage-config.ts'

/** The share of the limit that made an edit due, as its stage recorded it (EDIT-1). */
export interface Rung {
  readonly stage: string
  /** The YAML key: `compression.cascade`, with what is written there: `0.92`. */
  readonly key: string
  readonly value: string
  /** `level`: it was reached; anything else demanded the edit below it. */
  readonly cause: EditTrigger['cause']
  /** Share of the limit from which the stage acts, scaled like the zones. */
  readonly at: Ratio
  /** used / limit before the edit. */
  readonly measured: Ratio
  readonly used: Tokens
  readonly limit: Tokens
  /** Tokens at which the edit stops; null where the stage aims at nothing. */
  readonly target: Tokens | null
}

export type RungData = Pick<TimelineData, 'spec'>

/** Reads the recorded share that made an edit due; null where something else did, or no setting says the share. */
export function rungOf(data: RungData, edit: Pick<EditRecord, 'stage' | 'step' | 'trigger'>): Rung | null {
  const { stage, trigger } = edit
  if (trigger?.measure !== 'share') return null
  const { cause, value: measured, allowed: at, by, used, limit, target = null } = trigger
  const { step, at: placed } = stageConfig(data, stage, edit.step)
  const read = { stage, cause, at, measured, used, limit, target }
  if (step !== null && placed !== null) return { ...read, key: `pipeline[${step}].at`, value: String(placed) }
  if (by.key !== null) return { ...read, key: placeOf(data, step, by.key), value: by.written }
  return step === null ? null : { ...read, key: `pipeline[${step}].stage`, value: stage }
}
