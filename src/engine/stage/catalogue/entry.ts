import type { HealthAction } from '../../health/label.ts'
import type { Ratio } from '../../core/units.ts'
import type { Phase, Stage } from '../contract/stage.ts'
import type { StrategySettings } from './settings.ts'

/**
 * What others ask of a stage, and would otherwise know it by name for. A stage has those that it lists.
 *
 * - `ranks`: a policy ranks the blocks that leave.
 * - `makes_room`: it makes room in a window that goes on, so that it sleeps where a person asks for a new one.
 * - `below_level`: it acts whenever the window is above its level, and its own edit is to bring it below.
 * - `bound_by_gates`: what its gates hold is what is left when it has taken all that it can.
 * - `leaves_placeholders`: a result gives way to the placeholder of EVI-5.
 * - `holds_components`: it holds the parts of the window to their budgets.
 * - `ages`: it tells blocks shorter the older they are.
 * - `stores`: what it replaces goes into the store, under the name that is told (TIER-1).
 * - `saves`: it saves the state of the task.
 * - `opens_window`: its edit opens a new window.
 * - `carries_notes`: it puts the notes into the window; those that stood before give way to them.
 * - `no_eviction`: what it drops gave way to its like, or a person asked to be rid of it (HEALTH-2 counts none of it).
 * - `sweeps`: it decides about all that stands and asks no gate, because the provider or the log's client did.
 * - `from_log`: it does again what the client that wrote the log did.
 */
export type StageTrait =
  | 'ranks'
  | 'makes_room'
  | 'below_level'
  | 'bound_by_gates'
  | 'leaves_placeholders'
  | 'holds_components'
  | 'ages'
  | 'stores'
  | 'saves'
  | 'opens_window'
  | 'carries_notes'
  | 'no_eviction'
  | 'sweeps'
  | 'from_log'

/** A stage as a pipeline may name it, and everything that is said of it: it stands beside the stage that it makes. */
export interface StageEntry {
  readonly name: string
  readonly label: string
  readonly meaning: string
  readonly phase: Phase
  /** What it reads: sections of the YAML, or single keys of one as `section.key`; what a step may set for it alone. */
  readonly settings: readonly string[]
  /** Keys that say where it begins, or whether it acts at all, beside what a step may set for it. */
  readonly begins?: readonly string[]
  /** It asks a model; missing: it does not. */
  readonly asks?: boolean
  readonly traits?: readonly StageTrait[]
  /** Alerts that it does something about. */
  readonly answers?: readonly HealthAction[]
  /** Where it begins to act if its step does not say so; missing for a stage without such a threshold. */
  readonly at?: (settings: StrategySettings) => Ratio
  /**
   * @param at where it begins to act; null: where its settings say
   */
  build(settings: StrategySettings, at: Ratio | null): Stage
}
