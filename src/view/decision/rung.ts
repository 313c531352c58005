import type { EditTrigger, Ratio, Tokens } from '../../engine/index.ts'
import type { EditRecord, TimelineData } from '../../sim/index.ts'
import { placeOf, stageConfig } from '../sentence/stage-config.ts'
import { share, tokens, whole } from '../sentence/format.ts'
import { stageWords } from '../sentence/stage-words.ts'

/** The share of the limit that triggered an edit, as its stage recorded it (EDIT-1). */
export interface Rung {
  readonly stage: string
  /** The YAML key `compression.cascade`, with the value written there: `0.92`. */
  readonly key: string
  readonly value: string
  /** `level`: it was reached; any other cause triggered the edit below it. */
  readonly cause: EditTrigger['cause']
  /** Share of the limit from which the stage acts, scaled like the zones. */
  readonly at: Ratio
  /** used / limit before the edit. */
  readonly measured: Ratio
  readonly used: Tokens
  readonly limit: Tokens
  /** Tokens at which the edit stops; null if the stage has no target. */
  readonly target: Tokens | null
}

type RungData = Pick<TimelineData, 'spec'>

/** Reads the recorded share that triggered an edit; null if something else did, or no setting sets the share. */
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

/** Why a stage acted, in a sentence: the measurement, its threshold and key, and its target. */
export function rungSentence(rung: Rung, exact: boolean): string {
  const { stage, key, at, target } = rung
  const aim = target === null ? '' : `, and ${stopsAt(key, target)}`
  const measured = measuredIn(rung, exact)
  return isEarly(rung)
    ? `${measured}, below the ${share(at)} of ${keyOf(rung)}: ${demandOf(rung)} triggered ${stageWords(stage)}${aim}.`
    : `${measured}; ${stageWords(stage)} acts from ${share(at)} on (${keyOf(rung)})${aim}.`
}

/** Whether something else triggered the edit before its share was reached. */
export function isEarly({ measured, at }: Pick<Rung, 'measured' | 'at'>): boolean {
  return measured < at
}

const DEMANDS: Readonly<Record<Exclude<Rung['cause'], 'level'>, string>> = {
  preemptive: 'a spike or a fast fill',
  cold: 'an expired prompt cache',
  alert: 'an alert',
  overflow: 'the lack of room for the reply',
}

/** What triggered it: `an alert`. */
export function demandOf({ cause }: Pick<Rung, 'cause'>): string {
  return cause === 'level' ? '' : DEMANDS[cause]
}

/** If a cascade step is not the last, the cascade stops; a step of a pipeline stops by itself. */
export function stopsAt(key: string, target: Tokens): string {
  return `${key.startsWith('pipeline') ? 'it' : 'the cascade'} evicts down to ${whole(target)} tokens`
}

/** `by compaction: the window held 19,044 of 30,900 tokens (61.6 %), …`, for the middle of a sentence beside its key. */
export function rungClause(rung: Rung, exact: boolean): string {
  const { at, stage, used, limit, measured } = rung
  const held = `the window held ${tokens(used, { exact })} of ${whole(limit)} tokens (${share(measured, { exact })})`
  return isEarly(rung)
    ? `by ${stageWords(stage)}: ${held}, below its ${share(at)}, but ${demandOf(rung)} triggered it`
    : `by ${stageWords(stage)}: ${held}, and it acts from ${share(at)} on`
}

/**
 * `compression.cascade 0.92`: a threshold of the cascade is a key, every other one a value. If the reserve takes much
 * of a small window, all thresholds are scaled down to the rest (PRES-1).
 */
function keyOf({ key, value, at }: Pick<Rung, 'key' | 'value' | 'at'>): string {
  const written = writtenKey({ key, value })
  return isScaled({ at, value }) ? `${written}, scaled to this window` : written
}

/** The key as the YAML has it, with its value. */
export function writtenKey({ key, value }: Pick<Rung, 'key' | 'value'>): string {
  return key === 'compression.cascade' ? `${key} ${value}` : `${key}: ${value}`
}

export function isScaled({ at, value }: Pick<Rung, 'at' | 'value'>): boolean {
  return at !== Number(value)
}

function measuredIn({ used, limit, measured }: Rung, exact: boolean): string {
  return `The window held ${tokens(used, { exact })} of ${whole(limit)} tokens (${share(measured, { exact })})`
}
