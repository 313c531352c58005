import type { WindowView } from '../stage/stage.ts'
import type { BlockId } from '../units.ts'
import type { Verb } from '../window/change.ts'

/** What gates look at besides the window. */
export interface GateInput {
  readonly pinned: ReadonlySet<BlockId>
  readonly protectedTypes: readonly string[]
}

/**
 * A veto. It names the verbs it forbids and is shown as a gate, never as a low weight (EVI-3).
 * Gates with `always` cannot be switched off: without them a request would be rejected.
 */
export interface Gate {
  readonly name: string
  readonly label: string
  readonly meaning: string
  readonly always: boolean
  readonly forbids: readonly Verb[]
  /** The blocks it guards in this window. */
  guards(view: WindowView, input: GateInput): Iterable<BlockId>
}
