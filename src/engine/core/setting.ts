/**
 * Settings declared once, as plain data, where they are used. Validation, JSON Schema, sliders and reference pages
 * derive from these declarations (CONF-3).
 */

export interface NumberSetting {
  readonly kind: 'number'
  /** Another name for its key in a text; if both occur, the key itself counts. */
  readonly alias?: string
  readonly default: number
  readonly min: number
  readonly max: number
  readonly integer: boolean
  /** The range of usual values: the ends of a slider. Missing: `min` and `max`. */
  readonly usual?: readonly [number, number]
  /** 'tokens', 'turns', 'share of the limit', 'share of the score', … */
  readonly unit: string
  readonly meaning: string
}

export interface BooleanSetting {
  readonly kind: 'boolean'
  readonly default: boolean
  readonly meaning: string
}

export interface ChoiceSetting {
  readonly kind: 'choice'
  readonly default: string
  /** Each choice with its meaning. */
  readonly choices: Readonly<Record<string, string>>
  readonly meaning: string
}

/** A list of names from a fixed set. */
export interface NamesSetting {
  readonly kind: 'names'
  readonly default: readonly string[]
  readonly choices: Readonly<Record<string, string>>
  readonly meaning: string
}

/** A mapping from names of a fixed set to numbers; missing keys keep their default. */
export interface NumbersSetting {
  readonly kind: 'numbers'
  /** Null if the default depends on another setting (the weights of the chosen policy). */
  readonly default: Readonly<Record<string, number>> | null
  /** Allowed names with their meanings. */
  readonly choices: Readonly<Record<string, string>>
  readonly min: number
  readonly max: number
  readonly integer: boolean
  readonly usual?: readonly [number, number]
  readonly unit: string
  readonly meaning: string
}

/** A short text that a person chooses: the name of a file. */
export interface TextSetting {
  readonly kind: 'text'
  readonly default: string
  /**
   * A regular expression (flag `u`) that the whole value must match, and a description of it that completes "must be
   * …".
   */
  readonly pattern: string
  readonly form: string
  readonly meaning: string
}

/** A list of short texts that a person chooses, without duplicates: names of tools. */
export interface TextsSetting {
  readonly kind: 'texts'
  readonly default: readonly string[]
  /**
   * A regular expression (flag `u`) that each text must match, and a description of it that completes "each must be …".
   */
  readonly pattern: string
  readonly form: string
  readonly meaning: string
}

/**
 * A mapping from shares (keys from 0 to 1) to steps of a fixed set, or to a list of steps if several begin at the same
 * share. Unlike other mappings it replaces its default as a whole: an empty one has no steps.
 */
export interface LadderSetting {
  readonly kind: 'ladder'
  readonly default: Readonly<Record<string, string | readonly string[]>>
  /** Steps with their meanings, in the order in which steps of one share run. */
  readonly choices: Readonly<Record<string, string>>
  /** Unit of the keys. */
  readonly unit: string
  readonly meaning: string
}

/**
 * A list of stages (PIPE-1). Each step has the keys `stage`, `when`, `at` and `with`; a bare stage name is a step
 * without the others. Like a cascade it replaces its default as a whole.
 */
export interface StagesSetting {
  readonly kind: 'stages'
  readonly default: readonly []
  /** Stages with their meanings. */
  readonly choices: Readonly<Record<string, string>>
  /** Settings that a step of each stage may override, in the sections of a config. */
  readonly settings: Readonly<Record<string, SettingsSpec>>
  /** Stages whose threshold `at` sets. */
  readonly thresholds: readonly string[]
  /** Maximum number of steps: each measures the window again before every call. */
  readonly mostSteps: number
  /** Unit of `at`. */
  readonly unit: string
  readonly meaning: string
}

export interface GroupSetting {
  readonly kind: 'group'
  readonly meaning: string
  readonly settings: SettingsSpec
}

export type Setting =
  | NumberSetting
  | BooleanSetting
  | ChoiceSetting
  | NamesSetting
  | NumbersSetting
  | TextSetting
  | TextsSetting
  | LadderSetting
  | StagesSetting
  | GroupSetting

/** Settings by their key in the YAML. */
export type SettingsSpec = { readonly [key: string]: Setting }

/** The settings that a declaration describes, with the keys of the YAML. */
export type WrittenOf<Spec> = { readonly [Key in keyof Spec & string]: ValueOf<Spec[Key]> }

/** The same in the engine's spelling: `max_tokens` becomes `maxTokens`. */
export type SettingsOf<Spec> = InCamelCase<WrittenOf<Spec>>

/** Only keys change, at any depth; what is keyed by names from a set (`Record<string, …>`) keeps them. */
export type InCamelCase<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value & string as CamelKey<Key>]: InCamelCase<Value[Key]> }
    : Value

type CamelKey<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : Key

type ValueOf<One> = One extends { readonly kind: 'group'; readonly settings: infer Inner }
  ? WrittenOf<Inner>
  : One extends { readonly kind: infer Kind; readonly default: infer Default }
    ? {
        number: number
        boolean: boolean
        choice: ChoiceOf<One>
        names: readonly ChoiceOf<One>[]
        numbers: Readonly<Record<ChoiceOf<One>, number>> | (Default extends null ? null : never)
        text: string
        texts: readonly string[]
        ladder: Readonly<Record<string, ChoiceOf<One> | readonly ChoiceOf<One>[]>>
      }[Kind & ValueKind]
    : never

type ValueKind = Exclude<Setting['kind'], 'group' | 'stages'>

type ChoiceOf<One> = One extends { readonly choices: infer Choices } ? keyof Choices & string : never

/** Every default of a declaration, including groups. */
export function defaultsOf(spec: SettingsSpec): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(spec)) {
    values[key] = setting.kind === 'group' ? defaultsOf(setting.settings) : setting.default
  }
  return values
}

/** A share from 0 to 1; the unit says of what. */
export function share(
  value: number,
  of: string,
  usual: readonly [number, number],
  meaning: string,
): NumberSetting {
  return {
    kind: 'number',
    default: value,
    min: 0,
    max: 1,
    integer: false,
    usual,
    unit: `share of the ${of}`,
    meaning,
  }
}

/** A whole number. */
export function count(
  value: number,
  [min, max]: readonly [number, number],
  unit: string,
  usual: readonly [number, number],
  meaning: string,
): NumberSetting {
  return { kind: 'number', default: value, min, max, integer: true, usual, unit, meaning }
}

export function onOff(value: boolean, meaning: string): BooleanSetting {
  return { kind: 'boolean', default: value, meaning }
}

/** Names of tools, as a log or an API has them. */
export function toolNames(value: readonly string[], meaning: string): TextsSetting {
  return {
    kind: 'texts',
    default: value,
    pattern: '^[^\\s,]{1,128}$',
    form: 'a tool name without blanks and commas',
    meaning,
  }
}
