import type { WindowView } from '../window/view.ts'
import type { BlockId } from '../../core/units.ts'
import type { Verb } from '../../core/window/change.ts'
import type { Columns } from '../window/columns.ts'
import type { RunningLoop } from '../window/running-loop.ts'
import type { ToolGroups } from '../window/tool-groups.ts'

/** What gates look at besides the window. */
export interface GateInput {
  /** The window's columns, and which entries belong to one tool group. */
  readonly columns: Columns
  readonly groups: ToolGroups
  /** The running tool loop; null where none runs, or none of its replies thought. */
  readonly loop: RunningLoop | null
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
  /** Marks the entries it guards in this window, by position. */
  guard(view: WindowView, input: GateInput, mark: (position: number) => void): void
}
