import type { EvictionSettings } from '../eviction/settings.ts'
import type { Stage } from '../stage/stage.ts'

/** Everything a strategy may be built from, normalised from a config. */
export interface StrategySettings {
  readonly eviction: EvictionSettings
}

/** A named list of stages. */
export interface Strategy {
  readonly name: string
  readonly label: string
  readonly meaning: string
  /**
   * Whether the run ends at its first overflow. A managed run goes on: the turn is recorded as an
   * overflow, and a replay's next turn comes whatever became of this one.
   */
  readonly endsAtOverflow: boolean
  /** The YAML sections it reads. */
  readonly sections: readonly string[]
  stages(settings: StrategySettings): readonly Stage[]
}
