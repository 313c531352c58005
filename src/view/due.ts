import type { AllowedBy, EditTrigger, Tokens } from '../engine/index.ts'
import type { EditRecord, TimelineData } from '../sim/index.ts'
import { placeOf, stageConfig } from './stage-config.ts'

/** What was more than allowed when a stage edited, and the setting that allows so much (EDIT-1), as it was recorded. */
export interface Due {
  readonly stage: string
  readonly measure: Exclude<EditTrigger['measure'], 'share'>
  readonly value: number
  readonly allowed: number
  /** The YAML key, with what is written there; null where no key is known, as for an article's code. */
  readonly key: string | null
  readonly written: string
  /** What the value at the key is a share of, or what it is taken from; null for a plain amount. */
  readonly of: AllowedBy['of']
  readonly reserve: Tokens
}

export type DueData = Pick<TimelineData, 'spec'>

/** Reads what made an edit due that no share of the limit did; null also where a person asked, or nothing was measured. */
export function dueOf(
  data: DueData,
  { stage, step: number, trigger }: Pick<EditRecord, 'stage' | 'step' | 'trigger'>,
): Due | null {
  if (trigger === undefined || trigger.measure === 'share') return null
  const { measure, value, allowed, by, reserve } = trigger
  const { step } = stageConfig(data, stage, number)
  const key = by.key === null ? null : placeOf(data, step, by.key)
  return { stage, measure, value, allowed, key, written: by.written, of: by.of, reserve }
}
