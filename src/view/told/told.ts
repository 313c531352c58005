import type { HealthAction, StageName } from '../../engine/index.ts'
import type { Reader } from './level.ts'
import type { Teller } from './story.ts'

/**
 * What a picture asks of a stage, and would otherwise know it by name for.
 *
 * - `by_hand`: it acts because a person asked for it.
 * - `aims_at_target`: it frees down to `eviction.target`.
 * - `starts_at_orange`: it begins where orange does, or ahead of it.
 * - `after_the_call`: it acts once every stage before the call has.
 * - `ranks`: a policy ranks the blocks that leave.
 * - `below_level`: it acts whenever the window is above its level, and its own edit is to bring it below.
 * - `bound_by_gates`: what its gates hold is what is left when it has taken all that it can.
 * - `leaves_placeholders`: a result gives way to the placeholder of EVI-5.
 * - `holds_components`: it holds the parts of the window to their budgets.
 * - `ages`: it tells blocks shorter the older they are.
 * - `saves`: it saves the state of the task.
 * - `opens_window`: its edit opens a new window.
 * - `carries_notes`: it puts the notes into the window; those that stood before give way to them.
 * - `sweeps`: it decides about all that stands and asks no gate, because the provider or the log's client did.
 * - `from_log`: it does again what the client that wrote the log did.
 */
export type StageTrait =
  | 'by_hand'
  | 'ranks'
  | 'aims_at_target'
  | 'starts_at_orange'
  | 'below_level'
  | 'bound_by_gates'
  | 'after_the_call'
  | 'leaves_placeholders'
  | 'holds_components'
  | 'ages'
  | 'saves'
  | 'opens_window'
  | 'carries_notes'
  | 'sweeps'
  | 'from_log'

/**
 * How a stage is told to people, beside what it says of itself in the engine. `doing` is what acts in a sentence (`by
 * snipping outdated results`, `compaction freed 900 tokens`); `done` is what an edit of it comes to, as the head of a line
 * (`outdated results snipped`).
 */
export interface ToldStage {
  readonly doing: string
  readonly done: string
  readonly traits?: readonly StageTrait[]
  /** Alerts that it does something about, by what they ask for (HEALTH-2). */
  readonly answers?: readonly HealthAction[]
  /** What its edit takes into a summary, where that is not `older messages`. */
  readonly took?: string
  /** A block's part in an edit of it, by what its settings say; missing where it ranks, or nothing is to be said. */
  readonly story?: Teller
  /** With what it compares its readings; missing where a run records nothing of that. */
  readonly levels?: Reader
  /** It acts at the reserve at the latest, however high its own level is (BUD-3). */
  readonly endsAtReserve?: true
}

/** Some stages of one kind. */
export type ToldStages = { readonly [Name in StageName]?: ToldStage }
