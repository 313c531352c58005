/**
 * Settings declared as plain data, once, where they are used. Validation, JSON Schema, sliders and
 * reference pages derive from these declarations (CONF-3).
 */

export interface NumberSetting {
  readonly kind: 'number'
  /** Another name that its key may have in a text; the key itself wins where both are there. */
  readonly alias?: string
  readonly default: number
  readonly min: number
  readonly max: number
  readonly integer: boolean
  /** Where values of everyday use lie: the ends of a slider. Missing: `min` and `max`. */
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
  /** Each choice with what it means. */
  readonly choices: Readonly<Record<string, string>>
  readonly meaning: string
}

/** A list of names out of a fixed set. */
export interface NamesSetting {
  readonly kind: 'names'
  readonly default: readonly string[]
  readonly choices: Readonly<Record<string, string>>
  readonly meaning: string
}

/** A mapping from names out of a fixed set to numbers; keys left out keep their default. */
export interface NumbersSetting {
  readonly kind: 'numbers'
  /** Null where the default depends on another setting (the weights of the chosen policy). */
  readonly default: Readonly<Record<string, number>> | null
  /** Names that may occur, with their meanings. */
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
  /** A regular expression (flag `u`) that a whole value matches, and what it allows, as the end of "must be …". */
  readonly pattern: string
  readonly form: string
  readonly meaning: string
}

/** A list of short texts that a person chooses: names of tools. Each once. */
export interface TextsSetting {
  readonly kind: 'texts'
  readonly default: readonly string[]
  /** A regular expression (flag `u`) that each matches, and what it allows, as the end of "each must be …". */
  readonly pattern: string
  readonly form: string
  readonly meaning: string
}

/**
 * A mapping from shares (keys from 0 to 1) to steps out of a fixed set; where two steps begin at the same
 * share, a list of them. Unlike other mappings it is taken whole: what is not written is not there, and
 * an empty one has no step.
 */
export interface LadderSetting {
  readonly kind: 'ladder'
  readonly default: Readonly<Record<string, string | readonly string[]>>
  /** Steps with their meanings, in the order in which those of one share are taken. */
  readonly choices: Readonly<Record<string, string>>
  /** Of the keys. */
  readonly unit: string
  readonly meaning: string
}

/**
 * A list of stages (PIPE-1), each a step with the keys `stage`, `when`, `at` and `with`; a stage that is written alone
 * is a step with none of the others. Like a cascade it is taken whole.
 */
export interface StagesSetting {
  readonly kind: 'stages'
  readonly default: readonly []
  /** Stages with their meanings. */
  readonly choices: Readonly<Record<string, string>>
  /** What a step of each stage may set for itself, in the sections of a config. */
  readonly settings: Readonly<Record<string, SettingsSpec>>
  /** Stages with a threshold, which `at` moves. */
  readonly thresholds: readonly string[]
  /** Most steps that a list may have: each measures the window again before every call. */
  readonly mostSteps: number
  /** Of `at`. */
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

/** What a declaration stands for, in the engine's spelling: `max_tokens` is `maxTokens`. */
export type SettingsOf<Spec> = {
  readonly [Key in keyof Spec & string as CamelKey<Key>]: ValueOf<Spec[Key]>
}

type CamelKey<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : Key

type ValueOf<One> = One extends { readonly kind: 'group'; readonly settings: infer Inner }
  ? SettingsOf<Inner>
  : One extends { readonly kind: 'choice'; readonly choices: infer Choices }
    ? keyof Choices & string
    : One extends { readonly kind: 'text' }
      ? string
      : One extends { readonly default: infer Value }
        ? Value
        : never

/** The value a declaration stands for when nothing is said: every default, groups included. */
export function defaultsOf(spec: SettingsSpec): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(spec)) {
    values[key] = setting.kind === 'group' ? defaultsOf(setting.settings) : setting.default
  }
  return values
}

/** A share from 0 to 1 of something that its unit names. */
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
