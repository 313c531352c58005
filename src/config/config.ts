/**
 * A config as the YAML says it, keys and nesting kept, defaults filled in. Plain data: it can be
 * spread, cloned and compared. `{ ...config, strategy: 'unmanaged' }` is a valid config.
 */
export interface Config {
  readonly strategy: string
  /** Base of every percentage: the window's limit in tokens. */
  readonly max_context_tokens: number
  readonly pressure: {
    readonly thresholds: { readonly yellow: number; readonly orange: number; readonly red: number }
    readonly velocity_window: number
  }
  readonly eviction: {
    readonly policy: string
    /** Every signal of the policy with its weight, as written; null where nothing is written: the policy's own. */
    readonly weights: Readonly<Record<string, number>> | null
    readonly target: number
    readonly placeholders: boolean
    readonly type_ttl: Readonly<Record<string, number>>
    readonly protected_types: readonly string[]
    readonly gates: Readonly<Record<string, boolean>>
  }
  readonly budget: {
    readonly allocations: {
      readonly system_prompt: number
      readonly tool_definitions: number
      readonly message_history: number
      readonly tool_results: number
      readonly memory_injection: number
      readonly output_reserved: number
    }
    readonly soft_limit_pct: number
  }
  /** Sections that no strategy reads yet stay as they were written. */
  readonly [section: string]: unknown
}

/** A config as a person writes it by hand: anything may be missing, at any depth. */
export type PartialConfig = Loose<Config>

type Loose<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: Loose<Value[Key]> | undefined }
    : Value
