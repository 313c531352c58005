import type { WrittenOf } from '../engine/index.ts'
import type { ConfigSpec } from './declaration.ts'

/**
 * A config as in the YAML, with the same keys and nesting and all defaults filled in; the declarations say what each
 * setting means. Plain data: it can be spread, cloned and compared. `{ ...config, strategy: 'unmanaged' }` is a valid
 * config. A cascade is ascending, with equal shares in the order of `CASCADE_STEPS`; `eviction.weights` has every signal
 * of the policy, or is null if nothing is written.
 */
export interface Config extends Omit<WrittenOf<ConfigSpec>, 'pipeline'> {
  /** The steps of the strategy `pipeline`, in their order. */
  readonly pipeline: readonly PipelineStepConfig[]
}

/** A step of a pipeline (PIPE-1). */
export interface PipelineStepConfig {
  readonly stage: string
  /** An additional condition; `always` if none is written. */
  readonly when: string
  /** Share of the limit from which the stage acts; null: as in the sections, or none. */
  readonly at: number | null
  /** Settings of its stage that override the sections of the config: only written values. */
  readonly with: StepSettings
}

/** Sections of a config with the values that a step overrides. */
export type StepSettings = Omit<PartialConfig, 'strategy' | 'max_context_tokens' | 'pipeline'>

/** A hand-written config: anything may be missing, at any depth. */
export type PartialConfig = {
  readonly [Key in Exclude<keyof Config, 'pipeline'>]?: Loose<Config[Key]> | undefined
} & {
  /** A bare stage name is a step without other keys. */
  readonly pipeline?: readonly (string | PartialStep)[] | undefined
}

type PartialStep = Pick<PipelineStepConfig, 'stage'> & {
  readonly [Key in Exclude<keyof PipelineStepConfig, 'stage'>]?: PipelineStepConfig[Key] | null | undefined
}

type Loose<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: Loose<Value[Key]> | undefined }
    : Value
