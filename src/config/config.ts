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
    /** Null: the policy's own weights. */
    readonly weights: Readonly<Record<string, number>> | null
    readonly target: number
    readonly placeholders: boolean
    readonly type_ttl: Readonly<Record<string, number>>
    readonly protected_types: readonly string[]
    readonly gates: Readonly<Record<string, boolean>>
  }
  readonly budget: {
    readonly allocations: Readonly<Record<string, number>>
  }
  /** Sections that no strategy reads yet stay as they were written. */
  readonly [section: string]: unknown
}
